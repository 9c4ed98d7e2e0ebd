import { lines, type Mrkdwn, mention, mrkdwn } from '../message/mrkdwn.ts'
import { type Reply, reply } from '../message/reply.ts'
import { organizationIdIn, type Reference } from './args.ts'
import type { Authenticated } from './authenticate.ts'
import type { Caller } from './context.ts'
import { Refused } from './errors.ts'
import { type Subject, withoutSecrets } from './operation.ts'
import type { OperationRequest, RecordableOutcome, Waiting } from './outcome.ts'
import type { PersonKey } from './person.ts'
import type { ChangeRun, createFailures } from './run.ts'

/** A change that waits for approval or was approved. Stored with its request, as JSON. */
export type Approval = {
  asker: PersonKey
  /** The question in the channel: `@bo asks to pause web-prod …`. */
  text: Mrkdwn
  /** The protected plans; empty if a viewer asks about others. */
  protected: readonly Reference[]
  /** Undefined if anyone who may change the plans can approve. */
  approvers?: readonly PersonKey[] | undefined
  /** Fingerprint of the prepared state: the question is asked again if it differs on approval. */
  preparedHash: string
  /** When it expires, in ISO 8601. */
  until: string
  /** The service forbids it to the asker, so the approver does it with their own token. */
  isAsMe: boolean
  /** Why the question is asked again. */
  why?: Mrkdwn
  by?: PersonKey | undefined
}

/** A decision on a waiting change; `asMe` executes it with the approver's token. */
export type Decision = 'approve' | 'asMe' | 'decline'

/** The steps of an approval in the history; their values are keys of people. */
export const STEPS = { asked: 'asked by', approved: 'approved by', declined: 'declined by' } as const
export type Step = keyof typeof STEPS

export const isStep = (field: string): field is Step => Object.hasOwn(STEPS, field)

/** A plan whose changes need approval: by one of the approvers, or by anyone who may change it if the list is empty. */
export type Protection = {
  plan: Reference
  /** Who protected it. */
  by: PersonKey
  approvers: readonly PersonKey[]
}

/** Protected plans and waiting changes. */
export type Approvals = {
  protect(caller: Caller, organization: string, protection: Omit<Protection, 'by'>): Promise<void>
  unprotect(organization: string, plan: Reference): Promise<void>
  /** The protected plans of an organization, or those among the given ids, sorted by name. */
  protections(organization: string, among?: readonly string[]): Promise<Protection[]>
  /** The approval of a change that waits and has not expired. */
  waiting(organization: string, id: string): Promise<Approval | undefined>
  /** Decides on a waiting change; resolves to false if it no longer waits. `reply` tells the asker of a refusal. */
  decide(caller: Caller, organization: string, id: string, decision: Decision, reply: Reply): Promise<boolean>
}

/** Decides which changes need approval, and asks for it. */
export type Guard = {
  /** Resolves to undefined if no approval is needed. @throws Refused if no one can give it */
  check(
    request: OperationRequest,
    prepared: unknown,
    subjects: readonly Subject[],
    auth: Authenticated,
  ): Promise<Approval | undefined>
  question(approval: Approval, change: { id: string; organizationId: string | undefined }): Reply
}

/** Creates the steps of the pipeline that ask for an approval and that finish an approved change. */
export function createApprovalFlow({ question }: Guard, { fail }: ReturnType<typeof createFailures>) {
  function ask({ request, change }: ChangeRun, approval: Approval): Waiting {
    const { args } = withoutSecrets(request.operation, request.args)
    const reply = question(approval, { id: change.id, organizationId: organizationIdIn(args) })
    return { kind: 'waiting', args, reply, approval }
  }

  return {
    ask,

    /**
     * Tells the channel the outcome of an approved change. If the asker lacks the right, it offers the approvers
     * to do it as themselves. A form or question becomes a refusal, since no one is there to answer.
     */
    async finish(run: ChangeRun, approval: Approval, outcome: RecordableOutcome): Promise<RecordableOutcome> {
      if (outcome.kind === 'waiting') return outcome
      const ended =
        'reply' in outcome ? outcome : await fail(run, new Refused(mrkdwn`Please ask for it again.`))
      const { text: answer, to } = ended.reply
      if (to === 'channel') return ended
      if (run.othersMay) {
        // Only the asker is told how to get the right.
        const why = mrkdwn`It was approved, but it cannot be done with the access token of ${mention(run.caller.person.user)}.`
        const { to: _, requestText: __, over: ___, ...privateNote } = ended.reply
        if (approval.isAsMe)
          return { ...ended, reply: { ...reply('channel', lines(approval.text, why)), privateNote } }
        const waiting = ask(run, { ...approval, by: undefined, isAsMe: true, why })
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
