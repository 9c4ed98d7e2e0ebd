import type { PastRecord } from '../changes/record.ts'
import type { Client } from '../service/client.ts'
import type { Answer, EndpointName, Request } from '../service/contract/contract.ts'
import type { Link, Organization, OwnLinks, PersonKey } from '../storage/links.ts'
import type { Moment } from './locale.ts'

/** Somebody in Slack: the key of their link, and the user id by which Slack mentions them. */
export type Person = { key: PersonKey; user: string }

/** Anybody, with a link or without; `actor` fails with NotLinked or NoOrganization for whoever cannot act. */
export type Guest = {
  person: Person
  links: OwnLinks
  /** What people have asked for in the last months. */
  record: PastRecord
  callWith: Client['call']
  kinds: Kinds
  actor(): Promise<Actor>
}

/** The service's names of its three provider kinds: kind_a, kind_b and kind_c of the interface document. */
export type Kinds = readonly [string, string, string]

/** What Slack tells of somebody: their e-mail, and whether nobody acts as them, since they are gone or an app. */
export type InSlack = { email?: string | undefined; gone?: 'deactivated' | 'app' | undefined }

/** Somebody whose token is known: every call is made with it. */
export type Linked = Guest & {
  at: Moment
  link: Link
  /** Somebody in Slack, by user id. */
  inSlack(user: string): Promise<InSlack>
  call<N extends EndpointName>(endpoint: N, request: Request<N>): Promise<Answer<N>>
  /** The same for what only reads: asked once, however many fields want to know. */
  read<N extends EndpointName>(endpoint: N, request: Request<N>): Promise<Answer<N>>
}

/** Somebody who acts in an organization, of which they read the plans and the credentials. */
export type Actor = Linked & {
  organization: Organization
  plans(): Promise<readonly Plan[]>
  /** How many plans there are beside these that cannot be read. */
  plansUnread(): Promise<number>
  credentials(): Promise<readonly Credential[]>
}

/** What an operation asks of the person before it does anything. */
export type Access = keyof AccessTo
export type AccessTo = { guest: Guest; linked: Linked; actor: Actor }

/** How an operation gets hold of the one who acts; fails with NotLinked or NoOrganization. */
export type Admission = { [A in Access]: () => Promise<AccessTo[A]> }

/** A plan, and the organization that its id belongs to. */
export type Plan = Answer<'listPlans'>['plans'][number] & { within: string }
export type Pause = Plan['pauses'][number]

/** A credential, and the organization that its id belongs to. */
export type Credential = Answer<'listCredentials'>['credentials'][number] & { within: string }

/** A resource as the description of its plan has it. */
export type Resource = NonNullable<Answer<'describePlan'>['plan']['resources']>[number]
