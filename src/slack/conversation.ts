import type { types } from '@slack/bolt'
import type { Caller } from '../admission.ts'
import type { Issues } from '../field.ts'
import { type Operation, type Reply, withoutSecrets } from '../operation.ts'
import type { Raw } from '../raw.ts'
import type { Asking, Failed, Outcome, Run } from '../run.ts'
import { help } from '../text/help.ts'
import { kindred, nearest, nearestVerbs, type Reading, read, withoutSecretWords } from '../text/read.ts'
import { buildNotice, type Submitted, untouched } from './form.ts'
import { buildInvitation, createInvitations, type Invite, type Unclear } from './invitation.ts'
import { mrkdwn } from './mrkdwn.ts'
import type { Origin } from './origin.ts'
import { choiceReply, closedReply, issuesReply, misnamedReply, unknownReply } from './questions.ts'
import { isShareable, KEPT_PRIVATE, shareable, shared } from './share.ts'

/** Where somebody came in, and the ways to answer them there. */
export type Door = {
  caller: Caller
  origin: Origin
  say(reply: Reply): Promise<void>
  /** Says how far long work is; what is said in the end takes its place. */
  report(reply: Reply): void
  /** Whether Slack lets us open a view here. */
  opens: boolean
  /** Opens a view, and tells how to change it; nothing where Slack does not let us, or no longer. */
  open(view: types.ModalView): Promise<ChangeView | undefined>
}

/** Puts another view in place; false where the person has closed it meanwhile. */
type ChangeView = (view: types.ModalView) => Promise<boolean>

/** A form that somebody has before them, as they left it, and the way to put another in its place. */
export type FormDoor = Pick<Door, 'caller' | 'origin' | 'say' | 'report'> & {
  over: Submitted
  stay: ChangeView
}

/** A form that was submitted: it closes, or stays and says what is wrong. */
export type SubmittedDoor = FormDoor & {
  close(said: Reply): Promise<void>
  /** Says it at the inputs, or with the view where that is too late. */
  correct(issues: Issues, view: types.ModalView): Promise<boolean>
}

export type Conversation = ReturnType<typeof createConversation>

type Deps = { run: Run; operations: readonly Operation[]; invite?: Invite | undefined }

/**
 * What is said and asked at any door: sentences, presses and forms go in, replies and forms come out. Where there is a
 * way to `invite` people to a page for secrets, no form asks for them.
 */
export function createConversation({ run, operations, invite }: Deps) {
  async function show(door: Door, outcome: Outcome): Promise<void> {
    switch (outcome.kind) {
      case 'done':
      case 'failed':
        return answer(door, outcome)
      case 'choice':
        return door.say(questionOf(outcome))
      case 'issues':
        await openForm(door, outcome)
    }
  }

  const { inviting, sayable, build } = createInvitations(run, invite)

  const formFor = (unclear: Unclear, origin: Origin, over?: Submitted) =>
    build(unclear.operation, unclear.raw, origin, {
      ...(unclear.kind === 'issues' ? unclear : { choice: unclear.choice }),
      ...(over && { over }),
    })

  async function openForm(door: Door, asking: Asking): Promise<ChangeView | undefined> {
    const invited = await inviting(asking, door)
    if (invited) {
      await door.say(invited)
      return undefined
    }
    const change = asking.operation.form && (await door.open(formFor(asking, door.origin)))
    if (!change) await door.say(questionOf(asking))
    return change
  }

  /** Opens a form at once, and shows in it what only others know as soon as they have told. */
  async function openSoon(door: Door, asked: Asking | Failed): Promise<void> {
    if (asked.kind === 'failed') return door.say(asked.reply)
    const { operation, raw } = asked
    const change = await openForm(door, asked)
    if (!change || !operation.shapes(raw)) return
    const shaped = await run.shape(operation, raw, door.caller)
    if (shaped.kind === 'issues') {
      await change(formFor(shaped, door.origin, untouched(operation, raw, door.origin)))
      return
    }
    await change(buildNotice(operation.form?.title ?? '', shaped.reply.text))
    await door.say(shaped.reply)
  }

  /** Opens the form for a sentence that lacks something, before anything is asked of anybody but the link. */
  async function complete(door: Door, reading: Extract<Reading, { kind: 'operation' }>, sentence: string) {
    const { operation, rest } = reading
    const guessed = guess(operation, rest)
    const raw = { ...guessed, ...reading.raw }
    const asked = await run.ask({ operation, raw, ...(operation.takes && { sentence }) }, door.caller)
    if (asked.kind !== 'issues' || rest === '' || guessed) return openSoon(door, asked)
    if (!operation.takes) return openSoon(door, { ...asked, issues: { form: LEFT_OUT } })

    const title = operation.form?.title ?? ''
    const change = await door.open(buildNotice(title, mrkdwn`One moment …`))
    const outcome = await run.sentence({ ...reading, sentence }, door.caller, door.report)
    if (outcome.kind === 'issues' || outcome.kind === 'choice') {
      const invited = await inviting(outcome, door)
      const next = invited ? buildInvitation(title, invited) : formFor(outcome, door.origin)
      return (await change?.(next)) ? undefined : door.say(invited ?? questionOf(outcome))
    }
    await change?.(buildNotice(title, outcome.reply.text))
    return answer(door, outcome)
  }

  return {
    /** Answers what somebody typed. */
    async sentence(door: Door, typed: string): Promise<void> {
      const sentence = withoutSecretWords(typed, operations)
      const reading = read(sentence, operations)
      if (reading.kind === 'help') return door.say(help(reading.topic, operations))
      if (reading.kind === 'unknown')
        return door.say(unknownReply(firstWord(reading.sentence), reading.nearest))
      const { operation, raw, rest } = reading
      const verbs = nearestVerbs(sentence, operations)
      const incomplete = operation.form && (operation.asks(raw) || operation.lacks(raw, rest))
      if (incomplete && door.opens && verbs.length === 0) return complete(door, reading, sentence)
      const outcome = await run.sentence({ ...reading, sentence }, door.caller, door.report)
      const misnamed = misnamedIn(outcome)
      if (misnamed && verbs.length > 0)
        return door.say(misnamedReply(operation, misnamed.raw, misnamed.issue, verbs))
      const leftOver = outcome.kind === 'issues' && outcome.issues.form && !reading.operation.form
      if (!leftOver) return show(door, outcome)
      const near = nearest(sentence, operations)
      const said = reading.operation.takes ? sentence : firstWord(sentence)
      return door.say(unknownReply(said, near.length > 0 ? near : kindred(reading, operations)))
    },

    /** Runs the raw of a button; tells whether something was done. */
    async press(door: Door, operation: Operation, raw: Raw): Promise<Outcome> {
      const outcome = await run.raw(operation, raw, door.caller, door.report)
      await show(door, outcome)
      return outcome
    },

    /** Tells everybody in the channel what the raw of a button brings whoever pressed it. */
    async share(door: Door, operation: Operation, raw: Raw): Promise<void> {
      if (!isShareable(operation)) return door.say(KEPT_PRIVATE)
      const outcome = await run.raw(operation, raw, door.caller)
      if (outcome.kind !== 'done') return show(door, outcome)
      return door.say(shared(outcome.reply, door.caller.person.user))
    },

    /** Opens the form for the raw of a button. */
    async open(door: Door, operation: Operation, raw: Raw): Promise<void> {
      await openSoon(door, await run.ask({ operation, raw }, door.caller))
    },

    /** Builds a form anew for words that were changed in it, or that somebody types right now. */
    async reshape(door: FormDoor, operation: Operation, raw: Raw, typing: boolean): Promise<void> {
      const shaped = await run.shape(operation, raw, door.caller, typing ? 'while typing' : 'anew')
      const { over } = door
      await door.stay(
        shaped.kind === 'issues'
          ? formFor(shaped, over.origin, over)
          : build(operation, withoutSecrets(operation, raw), over.origin, {
              notice: shaped.reply.text,
              over,
            }),
      )
    },

    /** Runs the raw of a form; where that fails the form stays, with its words. */
    async submit(door: SubmittedDoor, operation: Operation, raw: Raw): Promise<void> {
      const outcome = await run.raw(operation, raw, door.caller, door.report)
      switch (outcome.kind) {
        case 'done':
          await door.close(outcome.reply)
          return answer(door, outcome)
        case 'failed': {
          const shown = withoutSecrets(operation, raw)
          const { over } = door
          const form = build(operation, shown, over.origin, { notice: outcome.reply.text, over })
          if (!(await door.stay(form))) await door.say(closedReply(outcome.reply, operation, shown))
          return
        }
        case 'choice':
        case 'issues': {
          const invited = await inviting(outcome, door)
          if (invited) {
            const view = buildInvitation(operation.form?.title ?? '', invited)
            return (await door.stay(view)) ? undefined : door.say(invited)
          }
          const unclear = sayable(outcome)
          const form = formFor(unclear, door.over.origin, door.over)
          const told =
            unclear.kind === 'choice' || unclear.choice ? door.stay(form) : door.correct(unclear.issues, form)
          if (!(await told)) await door.say(questionOf(unclear))
        }
      }
    },
  }
}

type Answered = Extract<Outcome, { kind: 'done' | 'failed' }>

/** Tells what came of a request; what one person reads of it they may share, unless it failed. */
const answer = ({ say, origin }: Pick<Door, 'say' | 'origin'>, outcome: Answered): Promise<void> =>
  say(
    outcome.kind === 'done'
      ? shareable(outcome.reply, outcome.operation, outcome.raw, origin)
      : outcome.reply,
  )

/** What stands behind a word that takes nothing, or that nobody knows, may be a secret: it is not repeated. */
const firstWord = (sentence: string): string => sentence.replace(/\s.*$/s, ' …')

const LEFT_OUT = 'What you typed behind the command was left out. Please fill in the form.'

/** What a person is asked outside of a form. */
const questionOf = (outcome: Unclear): Reply =>
  outcome.kind === 'issues'
    ? issuesReply(outcome.operation, outcome.raw, outcome.issues)
    : choiceReply(outcome.operation, outcome.raw, outcome.choice)

/** What is said of a name that stands for nothing, in the first input. */
function misnamedIn(outcome: Outcome): { raw: Raw; issue: string } | undefined {
  if (outcome.kind !== 'issues') return undefined
  const { operation, raw, issues } = outcome
  const [first] = operation.inputs
  const issue = first && raw[first.key] === undefined ? undefined : issues[first?.key ?? '']
  return issue === undefined ? undefined : { raw, issue }
}

/** One word, or words in quotes, can only be the name that the first input asks for. */
function guess({ inputs }: Operation, rest: string): Raw | undefined {
  const [first] = inputs
  const [, quoted, word] = /^(?:"([^"]+)"|(\S+))$/.exec(rest) ?? []
  const name = quoted ?? word
  return first?.control.kind === 'select' && name !== undefined ? { [first.key]: name } : undefined
}
