import type { Lead, Reply } from '../message/reply.ts'
import type { Approval, Decision } from './approval.ts'
import type { Args, OperationId, Reference } from './args.ts'
import type { PersonKey } from './person.ts'

/** A channel, for the plans of one organization: another one sharing it has settings of its own. */
export type Place = { channel: string; organization: string }

/** A plan of which changes need a second person: one of the approvers, or any who may change it where none is named. */
export type Protection = {
  plan: Reference
  /** Who protected it, and in which channel. */
  by: PersonKey
  channel?: string | undefined
  approvers: readonly PersonKey[]
}

/** What a person wants to hear of, and what the bot does for them later, in the workspace where they ask. */
export type OwnSubscriptions = {
  /** When a channel is reminded of its pauses; undefined where that was not said. */
  lead(place: Place): Promise<Lead | undefined>
  remind(place: Place, lead: Lead): Promise<void>
  follow(organization: string, plan: Reference): Promise<void>
  /** False where the plan was not followed. */
  unfollow(organization: string, plan: Reference): Promise<boolean>
  /** The plans of an organization that the person follows, by their names when that began. */
  followed(organization: string): Promise<Reference[]>
  /** Changes of the plan need a second person from now on. */
  protect(organization: string, protection: Omit<Protection, 'by'>): Promise<void>
  unprotect(organization: string, plan: Reference): Promise<void>
  /** The protected plans of an organization, or those among some, by name. */
  protections(organization: string, among?: readonly string[]): Promise<Protection[]>
  /** What a change waits for, until its time is over. */
  waiting(organization: string, id: string): Promise<Approval | undefined>
  /** Decides about a change that waits; false where it waits no more. `reply` tells the asker of a refusal. */
  decide(organization: string, id: string, decision: Decision, reply: Reply): Promise<boolean>
  /** Runs an operation for the person in a channel at a time, in the place of what was scheduled there of it. */
  schedule(operation: OperationId, place: Place, args: Args, dueAt: Date): Promise<void>
  /** False where nothing was scheduled. */
  unschedule(operation: OperationId, place: Place): Promise<boolean>
  /** What is scheduled of an operation in the workspace, and by whom. */
  scheduled(operation: OperationId): Promise<{ actor: string; args: Args }[]>
}
