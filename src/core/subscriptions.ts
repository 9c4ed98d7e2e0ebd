import type { Lead } from '../message/reply.ts'
import type { Args, OperationId, Reference } from './args.ts'

/** A channel, for the plans of one organization: another one sharing it has settings of its own. */
export type Place = { channel: string; organization: string }

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
  /** Runs an operation for the person in a channel at a time, in the place of what was scheduled there of it. */
  schedule(operation: OperationId, place: Place, args: Args, dueAt: Date): Promise<void>
  /** False where nothing was scheduled. */
  unschedule(operation: OperationId, place: Place): Promise<boolean>
  /** What is scheduled of an operation in the workspace, and by whom. */
  scheduled(operation: OperationId): Promise<{ actor: string; args: Args }[]>
}
