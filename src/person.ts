import type { Link, Links, Organization, PersonKey } from './links/store.ts'
import type { Client } from './service/client.ts'
import type { Answer, EndpointName, Request } from './service/contract/index.ts'

/** Somebody in Slack: the key of their link, and the user id by which Slack mentions them. */
export type Person = { key: PersonKey; user: string }

/** When and where somebody speaks: phrases are read on their calendar. Slack may not have told the zone. */
export type At = { now: Date; zone: string | undefined; locale?: string }

/** Anybody, with a link or without. */
export type Guest = { person: Person; links: Links; callWith: Client['call'] }

/** Somebody whose token is known: every call is made with it. */
export type Linked = Guest & {
  at: At
  link: Link
  call<N extends EndpointName>(endpoint: N, request: Request<N>): Promise<Answer<N>>
}

/** Somebody who acts in an organization. */
export type Actor = Linked & { organization: Organization; plans(): Promise<Plan[]> }

/** What an operation asks of the person before it does anything. */
export type Access = keyof AccessTo
export type AccessTo = { guest: Guest; linked: Linked; actor: Actor }

/** How an operation gets hold of the one who acts; fails with NotLinked or NoOrganization. */
export type Admission = { [A in Access]: () => Promise<AccessTo[A]> }

/** A plan, and the organization that its id belongs to. */
export type Plan = Answer<'listPlans'>['plans'][number] & { within: string }
export type Pause = Plan['pauses'][number]
