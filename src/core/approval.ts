import { lines, type Mrkdwn, mention, mrkdwn } from '../message/mrkdwn.ts'
import { type Reply, reply } from '../message/reply.ts'
import { organizationIdIn, type Reference } from './args.ts'
import type { Authenticated } from './authenticate.ts'
import type { StoredArgs } from './change.ts'
import { Refused } from './errors.ts'
import { type Subject, withoutSecrets } from './operation.ts'
import type { OperationRequest, RecordableOutcome, Waiting } from './outcome.ts'
import type { PersonKey } from './person.ts'
import type { ChangeRun, createFailures } from './run.ts'

/** A change that waits for a second person, or was approved by one: stored with its request, as JSON. */
export type Approval = {
  asker: PersonKey
  /** What the channel reads: `@bo asks to pause web-prod …`. */
  text: Mrkdwn
  /** The protected plans; none where a viewer asks about others. */
  protected: readonly Reference[]
  /** Those who can approve it, where they are named. */
  approvers?: readonly PersonKey[] | undefined
  /** Fingerprint of what the change was checked against: where it differs later, it is asked again. */
  preparedHash: string
  /** When it expires, as ISO 8601. */
  until: string
  /** The asker cannot do it: the approver does it with their own token. */
  isAsMe: boolean
  /** Why it is asked again. */
  why?: Mrkdwn
  by?: PersonKey | undefined
}

/** A decision about a waiting change; `asMe` takes it over from the asker. */
export type Decision = 'approve' | 'asMe' | 'decline'

/** The steps of an approval in the history, by the key of a person. */
export const STEPS = { asked: 'asked by', approved: 'approved by', declined: 'declined by' } as const
export type Step = keyof typeof STEPS

export const isStep = (field: string): field is Step => Object.hasOwn(STEPS, field)

/** A plan of which changes need a second person: one of the approvers, or any who may change it where none is named. */
export type Protection = {
  plan: Reference
  /** Who protected it, and in which channel. */
  by: PersonKey
  channel?: string | undefined
  approvers: readonly PersonKey[]
}

/** Which plans are protected, and what waits for approval, for a person who asks or decides. */
export type OwnApprovals = {
  /** Changes of the plan need a second person from now on. */
  protect(organization: string, protection: Omit<Protection, 'by'>): Promise<void>
  unprotect(organization: string, plan: Reference): Promise<void>
  /** The protected plans of an organization, or those among some, by name. */
  protections(organization: string, among?: readonly string[]): Promise<Protection[]>
  /** What a change waits for, until its time is over. */
  waiting(organization: string, id: string): Promise<Approval | undefined>
  /** Decides about a change that waits; false where it waits no more. `reply` tells the asker of a refusal. */
  decide(organization: string, id: string, decision: Decision, reply: Reply): Promise<boolean>
}

/** A change that needs a second person; `channel` where they are asked elsewhere. */
type Asked = { approval: Approval; channel?: string | undefined }

/** Asks a second person about changes of protected plans. */
export type Guard = {
  /** Undefined where no approval is needed. @throws Refused where no one can give it */
  check(request: OperationRequest, valid: StoredArgs, auth: Authenticated): Promise<Asked | undefined>
  question(approval: Approval, change: { id: string; organizationId: string | undefined }): Reply
}

/** A change between its check and its execution, where a second person has to approve it, and after they did. */
export function createApprovalFlow({ check, question }: Guard, { fail }: ReturnType<typeof createFailures>) {
  function wait({ request, change, caller }: ChangeRun, { approval, channel }: Asked): Waiting {
    const { operation } = request
    const { args } = withoutSecrets(operation, request.args)
    return {
      kind: 'waiting',
      operation,
      args,
      reply: question(approval, { id: change.id, organizationId: organizationIdIn(args) }),
      approval,
      requestArgs: { ...args, ...operation.answered },
      elsewhere: channel === undefined ? undefined : askedIn(channel, caller.originIn(channel)),
    }
  }

  return {
    /** The question to a second person; undefined where there is none. @throws Refused */
    async ask(run: ChangeRun, valid: StoredArgs, subjects: readonly Subject[]): Promise<Waiting | undefined> {
      const asked = await check(run.request, valid, run.auth)
      return asked && { ...wait(run, asked), subjects }
    },

    /**
     * What those who approved a change are told became of it; where the asker lacks the right, others may do
     * it as themselves. No one is there to answer a form any more.
     */
    async finish(run: ChangeRun, approval: Approval, outcome: RecordableOutcome): Promise<RecordableOutcome> {
      if (outcome.kind === 'waiting') return outcome
      const ended =
        'reply' in outcome ? outcome : await fail(run, new Refused(mrkdwn`Please ask for it again.`))
      const { text: answer, to } = ended.reply
      if (to === 'channel') return ended
      if (run.othersMay) {
        // How to mend it is for them alone.
        const why = mrkdwn`It was approved, but it cannot be done with the access token of ${mention(run.caller.person.user)}.`
        const { to: _, requestText: __, over: ___, ...privateNote } = ended.reply
        if (approval.isAsMe)
          return { ...ended, reply: { ...reply('channel', lines(approval.text, why)), privateNote } }
        const waiting = wait(run, { approval: { ...approval, by: undefined, isAsMe: true, why } })
        return { ...waiting, reply: { ...waiting.reply, privateNote } }
      }
      const isOpen = ended.kind === 'failed' && !ended.isCertain
      // A question would reach no one now.
      const next = ended.kind === 'done' ? ' Please ask for it again.' : ''
      const text = lines(
        approval.text,
        mrkdwn`It was approved${isOpen ? '' : ', but it is not done'}. ${answer}${next}`,
      )
      return { ...ended, reply: reply('channel', text) }
    },
  }
}

/** Where a second person is asked, for who asks from another place. */
const askedIn = (channel: string, origin: object) => ({
  origin,
  reply: reply(
    'me',
    mrkdwn`This needs a second person, so nothing is done yet. I am asking in ${{ mrkdwn: `<#${channel}>` }}.`,
  ),
})
