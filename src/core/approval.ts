import type { Mrkdwn } from '../message/mrkdwn.ts'
import type { Reply } from '../message/reply.ts'
import type { Reference } from './args.ts'
import type { PersonKey } from './person.ts'

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
