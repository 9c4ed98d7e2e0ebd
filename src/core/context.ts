import type { Lead } from '../message/reply.ts'
import type { Answer, Call, EndpointName, Request } from '../service/contract/contract.ts'
import { isoOf } from '../service/contract/endpoint.ts'
import type { Approvals } from './approval.ts'
import type { Args, OperationId, Reference } from './args.ts'
import type { History, RunningChange } from './change.ts'
import type { Operation } from './operation.ts'
import type { Link, Links, Organization, PersonKey } from './person.ts'

/** A person in Slack. `isStranger`: of another Slack organization, in a shared channel. */
export type Person = { key: PersonKey; user: string; isStranger?: boolean }

/** Time zone and language of a person, as far as Slack knows them. */
export type Locale = { zone: string | undefined; locale?: string | undefined }

/** The time and locale of a request: phrases are read on the person's calendar. */
export type RequestTime = Locale & { now: Date }

/** Slack's ordinary retries take some minutes; with delayed events they go on for a day. */
const LATE_MS = 10 * 60_000

/** Whether a request came so late that the person may no longer mean it. */
export const isLate = (sentAt: Date, receivedAt: Date): boolean =>
  receivedAt.getTime() - sentAt.getTime() > LATE_MS

/** The service's names for the provider kinds kind_a, kind_b and kind_c of the interface document. */
export type Kinds = readonly [string, string, string]

/** The person who sent a request, with access to their profile and channels in Slack. */
export type Caller = {
  person: Person
  /** The installation that serves the request. */
  workspace: { team: string; enterprise?: string | undefined }
  locale(): Promise<Locale>
  profileOf(user: string): Promise<{ email?: string | undefined }>
  /** The channel of the request; undefined in the Home tab and in the bot's DM. */
  channel?: string | undefined
  /** Makes the JSON origin of a later message: to a channel, or to the person alone. */
  originIn(channel?: string): object
  /** The Slack request; only if it may change something. */
  incoming?: IncomingRequest | undefined
}

/** Identifies a Slack request and its reply target. */
export type IncomingRequest = {
  /** Equal for Slack's retries of a request. */
  key: string
  /** When the person sent it, if known: Slack may deliver it much later. */
  sentAt?: Date | undefined
  /** The button or form that was used; using it again counts as the same request for a while. */
  source?: string | undefined
  /** The source can be used only once. */
  isOneTime?: true
  /** Where the answer goes, as JSON. */
  origin: unknown
  /** Called once the change is recorded, so that Slack can be acknowledged. `doing` is undefined for a duplicate. */
  onRecorded?(doing: string | undefined, change?: Pick<RunningChange, 'updateOrigin'>): unknown
}

/** A channel and an organization: each organization has its own settings in a shared channel. */
export type Place = { channel: string; organization: string }

/** The reminders, followed plans and scheduled tasks of people. */
export type Subscriptions = {
  /** When a channel is reminded of pauses; undefined if it has no setting. */
  lead(team: string, place: Place): Promise<Lead | undefined>
  remind(caller: Caller, place: Place, lead: Lead): Promise<void>
  follow(caller: Caller, organization: string, plan: Reference): Promise<void>
  /** Resolves to false if the plan was not followed. */
  unfollow(caller: Caller, organization: string, plan: Reference): Promise<boolean>
  /** The plans of an organization that the person follows, with their names at that time. */
  followed(caller: Caller, organization: string): Promise<Reference[]>
  /** Schedules an operation for the person in a channel, replacing an earlier schedule there. */
  schedule(caller: Caller, operation: OperationId, place: Place, args: Args, dueAt: Date): Promise<void>
  /** Resolves to false if nothing was scheduled. */
  unschedule(caller: Caller, operation: OperationId, place: Place): Promise<boolean>
  /** The schedules of an operation in the workspace. */
  scheduled(caller: Caller, operation: OperationId): Promise<{ actor: string; args: Args }[]>
}

/** The stores and settings that all requests share. */
export type Shared = {
  links: Links
  history: History
  subscriptions: Subscriptions
  approvals: Approvals
  kinds: Kinds
  operations: ReadonlyMap<string, Operation>
  /** A sentence on what a paused day means for a plan. */
  pauseMeans: string
}

/** The context of a person who may have no link. */
export type Guest = Caller &
  Shared & {
    /** Calls the service with a token that is not linked yet. */
    callWith: Call
    isUndo?: boolean
    /** The person in that or the current organization. @throws NotLinked, NoOrganization, Refused */
    member(organizationId?: string): Promise<Member>
  }

/** The context of a linked person: every call to the service uses their token. */
export type Linked = Guest & {
  at: RequestTime
  link: Link
  call<N extends EndpointName>(endpoint: N, request: Request<N>): Promise<Answer<N>>
}

/** The context of a linked person in an organization. */
export type Member = Linked & {
  organization: Organization
  /** Their role, at most a minute old; empty if the service does not tell. */
  role(): Promise<string>
  plans(): Promise<readonly Plan[]>
  credentials(): Promise<readonly Credential[]>
}

/** The access that an operation requires. */
export type Access = keyof AccessTo
export type AccessTo = { anyone: Guest; linked: Linked; member: Member }

/** Creates the context for each kind of access. @throws NotLinked, NoOrganization */
export type Authentication = { [A in Access]: () => Promise<AccessTo[A]> }

/** A pause: whole days in ISO 8601, both included. */
export type Pause = { id: string; from: string; until: string; reason?: string | undefined }

/** A plan and the organization that its id belongs to. */
export type Plan = Omit<ListedPlan, 'pauses'> & {
  organizationId: string
  pauses: readonly Pause[]
  /** Made from a reference to a plan that the service no longer lists. */
  isGone?: true
}

type ListedPlan = Answer<'listPlans'>['plans'][number]

/** Converts a listed plan, with its days in ISO 8601. */
export const planOf = (plan: ListedPlan, organizationId: string): Plan => ({
  ...plan,
  organizationId,
  pauses: pausesOf(plan.pauses),
})

/** Converts the pauses of an answer, with their days in ISO 8601. */
export const pausesOf = (pauses: ListedPlan['pauses']): Pause[] =>
  pauses.map(({ pause_id, pause_start, pause_end, reason }) => ({
    id: pause_id,
    from: isoOf(pause_start),
    until: isoOf(pause_end),
    reason,
  }))

export type Credential = Answer<'listCredentials'>['credentials'][number]

/** A resource as its plan's description has it. */
export type Resource = NonNullable<Answer<'describePlan'>['plan']['resources']>[number]

/** Whether a channel is a direct message: Slack's ids of those begin with D. */
export const isDirectMessage = (channel: string | undefined): boolean => channel?.startsWith('D') ?? false

/** Whether others read what is posted there. */
export const isChannel = (channel: string | undefined): channel is string =>
  channel !== undefined && !isDirectMessage(channel)
