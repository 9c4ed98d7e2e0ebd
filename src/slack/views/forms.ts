import type { types } from '@slack/bolt'
import type { Issues } from '../../core/field.ts'
import { type WithForm, withoutSecrets } from '../../core/operation.ts'
import type { Raw } from '../../core/raw.ts'
import type { Run } from '../../core/run.ts'
import { sayTypedAnew } from '../../language/typed-anew.ts'
import { join, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import type { ChangeView, Door } from '../delivery/door.ts'
import { tell } from '../delivery/share.ts'
import type { Origin } from '../origin.ts'
import type { Submitted } from './form.ts'
import { buildInvitation, createInvitations, type Invite, type Unclear } from './invitation.ts'
import { closedReply, questionOf } from './questions.ts'

/** A form that somebody has before them, as they left it, and the way to put another in its place. */
export type FormDoor = Pick<Door, 'caller' | 'origin' | 'say' | 'report'> & {
  over: Submitted
  stay: ChangeView
}

/** A form that was submitted: it closes, or stays and says what is wrong. */
export type SubmittedDoor = FormDoor & {
  /** Whether another view stood in the form's place meanwhile, and what was typed into it is gone. */
  waited(): boolean
  close(said: Reply): Promise<void>
  /** Says it at the inputs, or with the view where that is too late. */
  correct(issues: Issues, view: types.ModalView): Promise<boolean>
}

export type Forms = ReturnType<typeof createForms>

/** Says where the words of a form are kept while something has to come first. */
const sayWaiting = (behind: string): Mrkdwn =>
  mrkdwn`I have sent you a message with *${behind}*: it keeps what you typed here, so you can close this.`

type Deps = { run: Run; invite?: Invite | undefined }

/**
 * What becomes of forms: how they look for what is still unclear, anew for each change, and when they were submitted.
 * Where there is a way to `invite` people to a page for secrets, no form asks for them.
 */
export function createForms({ run, invite }: Deps) {
  const { inviting, sayable, build } = createInvitations(run, invite)

  const formFor = (operation: WithForm, unclear: Unclear, origin: Origin, over?: Submitted) =>
    build(operation, unclear.raw, origin, {
      ...(unclear.kind === 'issues' ? unclear : { choice: unclear.choice }),
      ...(over && { over }),
    })

  return {
    /** The way to a page for secrets, where they are all that lacks. */
    inviting,

    /** The form for what is unclear, in the place of another that somebody has before them. */
    formFor,

    /** Builds a form anew for words that were changed in it, or that somebody types right now. */
    async reshape(door: FormDoor, operation: WithForm, raw: Raw, typing: boolean): Promise<void> {
      const shaped = await run.shape(operation, raw, door.caller, typing ? 'while typing' : 'anew')
      const { over } = door
      await door.stay(
        shaped.kind === 'issues'
          ? formFor(operation, shaped, over.origin, over)
          : build(operation, withoutSecrets(operation, raw), over.origin, {
              notice: shaped.reply.text,
              over,
            }),
      )
    },

    /** Runs the raw of a form; where that fails the form stays, with its words. */
    async submit(door: SubmittedDoor, operation: WithForm, raw: Raw): Promise<void> {
      const outcome = await run.raw(operation, raw, door.caller, door.report)
      switch (outcome.kind) {
        case 'done':
          await door.close(outcome.reply)
          return tell(door, outcome)
        case 'elsewhere':
          await door.close(outcome.reply)
          await door.say(outcome.reply)
          return
        case 'failed': {
          const shown = withoutSecrets(operation, raw)
          const { over } = door
          const { reply, behind, notes } = outcome
          // A form has no button for what has to come first, nor can it be typed while one is open.
          const waits = behind !== undefined && (await door.say(reply)) ? sayWaiting(behind) : undefined
          const lost = door.waited() || waits ? sayTypedAnew(operation, raw) : undefined
          const notice = join([reply.text, waits, lost], ' ')
          const form = build(operation, shown, over.origin, { notice, notes, over })
          const isKnown = (await door.stay(form)) || waits !== undefined
          const told = isKnown || (await door.say(closedReply(reply, operation, shown)))
          await outcome.heard?.(told)
          return
        }
        case 'choice':
        case 'issues': {
          const invited = await inviting(outcome, door)
          if (invited) {
            const view = buildInvitation(operation.form.title, invited)
            if (!(await door.stay(view))) await door.say(invited)
            return
          }
          const unclear = sayable(outcome)
          const form = formFor(operation, unclear, door.over.origin, door.over)
          const told =
            unclear.kind === 'choice' || unclear.choice ? door.stay(form) : door.correct(unclear.issues, form)
          if (!(await told)) await door.say(questionOf(unclear))
          return
        }
        default:
          outcome satisfies never
      }
    },
  }
}
