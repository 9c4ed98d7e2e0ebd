import type { Mrkdwn } from '../message/mrkdwn.ts'
import type { Lead } from '../message/reply.ts'
import type { Answer, Call, EndpointName, Request } from '../service/contract/contract.ts'
import { isoOf } from '../service/contract/endpoint.ts'
import type { OwnApprovals } from './approval.ts'
import type { Args, OperationId, Reference } from './args.ts'
import type { History } from './change.ts'
import type { Operation } from './operation.ts'
import type { Link, Organization, OwnLinks, PersonKey } from './person.ts'

/**
 * A person in Slack: the key of their link, the user id by which Slack mentions them, and whether they are of
 * another organization.
 */
export type Person = { key: PersonKey; user: string; isStranger?: boolean }

/** Time zone and language of a person, as far as Slack tells them. */
export type Locale = { zone: string | undefined; locale?: string | undefined }

/** When and where a person speaks: phrases are read on their calendar. */
export type RequestTime = Locale & { now: Date }

/** Slack delivers an event again for some minutes, and with delayed events for up to a day. */
const LATE_MS = 10 * 60_000

/** Whether the bot heard of something so late that the person may not mean it any more. */
export const isLate = (sentAt: Date, receivedAt: Date): boolean =>
  receivedAt.getTime() - sentAt.getTime() > LATE_MS

/** The service's names of its three provider kinds: kind_a, kind_b and kind_c of the interface document. */
export type Kinds = readonly [string, string, string]

/** What Slack tells of a person: their e-mail, and whether they are deactivated or an app. */
export type SlackProfile = { email?: string | undefined; inactive?: 'deactivated' | 'app' | undefined }

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

/** Anyone, with a link or without. */
export type Guest = {
  person: Person
  links: OwnLinks
  history: History
  subscriptions: OwnSubscriptions
  approvals: OwnApprovals
  /** Where they speak; undefined in the Home tab and at a mention in the bot's own DM. */
  channel: string | undefined
  /** Posts in another channel. Rejects where Slack does not take it. */
  postIn(channel: string, text: Mrkdwn): Promise<unknown>
  /** Calls the service with a token that is no link yet. */
  callWith: Call
  kinds: Kinds
  /** All operations by their ids. */
  operations: ReadonlyMap<string, Operation>
  /** What a paused day means for a plan, in a sentence. */
  pauseMeans: string
  /** The request takes back a change. */
  isUndo?: boolean
  /**
   * In another organization than the current one, where it is given.
   * @throws NotLinked, NoOrganization; Refused where they do not belong to it
   */
  member(organizationId?: string): Promise<Member>
}

/** A person whose token is known: every call is made with it. */
export type Linked = Guest & {
  at: RequestTime
  link: Link
  /** The profile of a Slack user. */
  profileOf(user: string): Promise<SlackProfile>
  call<N extends EndpointName>(endpoint: N, request: Request<N>): Promise<Answer<N>>
}

/** A linked person with a current organization. */
export type Member = Linked & {
  organization: Organization
  /** Their role there, a minute old at most; empty where the service does not say. */
  role(): Promise<string>
  plans(): Promise<readonly Plan[]>
  credentials(): Promise<readonly Credential[]>
}

/** What an operation requires of a person. */
export type Access = keyof AccessTo
export type AccessTo = { anyone: Guest; linked: Linked; member: Member }

/** How an operation gets its context. @throws NotLinked, NoOrganization */
export type Authentication = { [A in Access]: () => Promise<AccessTo[A]> }

/** A pause: whole days as ISO 8601, both included. */
export type Pause = { id: string; from: string; until: string; reason?: string | undefined }

/** A plan, with the organization that its id belongs to. */
export type Plan = Omit<ListedPlan, 'pauses'> & {
  organizationId: string
  pauses: readonly Pause[]
  /** It was meant by a reference to it, and the service lists it no more. */
  isGone?: true
}

type ListedPlan = Answer<'listPlans'>['plans'][number]

/** A plan of a listing, with its days as ISO 8601. */
export const planOf = (plan: ListedPlan, organizationId: string): Plan => ({
  ...plan,
  organizationId,
  pauses: pausesOf(plan.pauses),
})

/** Pauses of an answer, with their days as ISO 8601. */
export const pausesOf = (pauses: ListedPlan['pauses']): Pause[] =>
  pauses.map(({ pause_id, pause_start, pause_end, reason }) => ({
    id: pause_id,
    from: isoOf(pause_start),
    until: isoOf(pause_end),
    reason,
  }))

/** A credential, with the organization that its id belongs to. */
export type Credential = Answer<'listCredentials'>['credentials'][number] & { organizationId: string }

/** A resource in the description of its plan. */
export type Resource = NonNullable<Answer<'describePlan'>['plan']['resources']>[number]

/** Whether a place is a direct message: Slack's ids of those begin with D. */
export const isDirectMessage = (channel: string | undefined): boolean => channel?.startsWith('D') ?? false

/** Whether others read what is said in a place. */
export const isChannel = (channel: string | undefined): channel is string =>
  channel !== undefined && !isDirectMessage(channel)
