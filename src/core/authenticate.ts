import { type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import type { Call } from '../service/contract/contract.ts'
import type { OwnApprovals } from './approval.ts'
import { type Args, organizationIdIn } from './args.ts'
import { createCache } from './cache.ts'
import type { History, RunningChange } from './change.ts'
import type {
  Access,
  Authentication,
  Guest,
  Kinds,
  Linked,
  Locale,
  Member,
  OwnSubscriptions,
  Person,
  SlackProfile,
} from './context.ts'
import { planOf } from './context.ts'
import { NoOrganization, NotLinked, Refused } from './errors.ts'
import { type Link, type Links, linksOf, type Organization } from './person.ts'

/** Who sent a request, and how to learn what Slack knows of people. */
export type Caller = {
  person: Person
  /** Whose installation of the bot serves them. */
  workspace: { team: string; enterprise?: string | undefined }
  locale(): Promise<Locale>
  profileOf(user: string): Promise<SlackProfile>
  /** Where they speak. */
  channel?: string | undefined
  /** Where something is said later: in a channel, or to the person alone. JSON. */
  originIn(channel?: string): object
  /** Posts in a channel. Rejects where Slack does not take it. */
  postIn(channel: string, text: Mrkdwn): Promise<unknown>
  /** The Slack request, where it may change something. */
  incoming?: IncomingRequest | undefined
}

/** What tells a Slack request from others, and where its answer goes. */
export type IncomingRequest = {
  /** A retry by Slack has the key of the first delivery. */
  key: string
  /** When the person said it, where that is known: Slack may deliver it much later. */
  sentAt?: Date | undefined
  /** The button or the form that it came from; pressing it again is the same request for a while. */
  source?: string | undefined
  /** The source can be used once only. */
  isOneTime?: true
  /** Where the answer goes, as JSON. */
  origin: unknown
  /** Called once the change is recorded: Slack may be acknowledged. `doing` is undefined for a duplicate. */
  onRecorded?(doing: string | undefined, change?: Pick<RunningChange, 'updateOrigin'>): unknown
}

/** A request's authentication; the link is looked up once. */
export type Authenticated = Authentication & {
  /**
   * The arguments with the organization that they belong to, and the person in that: it may be another one than
   * the current one. Looks up nothing but the link.
   * @throws NotLinked, NoOrganization
   */
  bind(access: Access, args: Args): Promise<{ args: Args; auth: Authenticated }>
  /** The same person, whose calls are those of a recorded change; in its organization, where it is given. */
  forChange(change: RunningChange, organizationId?: string): Authenticated
}

export type Authenticate = ReturnType<typeof createAuthenticate>

/** Finds out who acts, with which token and where; asks only for what an operation needs. */
export function createAuthenticate(deps: {
  service: { call: Call }
  links: Links
  history: History
  subscriptions: { of(caller: Caller): OwnSubscriptions }
  approvals: { of(caller: Caller): OwnApprovals }
  clock: () => Date
  kinds: Kinds
  operations: Guest['operations']
  pauseMeans: string
}) {
  const { service, links, history, subscriptions, approvals, clock, kinds, operations, pauseMeans } = deps

  /** By access token and organization. */
  const roles = createCache<string>(ROLE_TTL_MS, clock)

  function authenticated(
    caller: Caller,
    findLink: () => Promise<Link>,
    change?: RunningChange,
    organizationId?: string,
  ): Authenticated {
    const { person, workspace, profileOf } = caller
    const call = change?.call ?? service.call
    const guest: Guest = {
      person,
      links: linksOf(links, person.key, workspace),
      history,
      subscriptions: subscriptions.of(caller),
      approvals: approvals.of(caller),
      channel: caller.channel,
      postIn: caller.postIn,
      callWith: service.call,
      kinds,
      operations,
      pauseMeans,
      member: id => (id === undefined ? member() : authenticated(caller, findLink, change, id).member()),
    }
    const linked = once(async (): Promise<Linked> => {
      const [link, locale] = await Promise.all([findLink(), caller.locale()])
      const at = { now: change?.now ?? caller.incoming?.sentAt ?? clock(), ...locale }
      const own: Linked['call'] = (endpoint, request) => call(endpoint, request, link.token)
      return { ...guest, at, link, profileOf, call: own }
    })
    const member = once(async (): Promise<Member> => {
      const me = await linked()
      const organization = await organizationOf(me, organizationId)
      const about = { org_id: organization.id }
      return {
        ...me,
        organization,
        async role() {
          const key = `${me.link.token} ${organization.id}`
          const known = roles.get(key)
          if (known !== undefined) return known
          const { organizations } = await me.call('listOrganizations', {})
          const role = organizations.find(({ org_id }) => org_id === organization.id)?.role ?? ''
          roles.set(key, role)
          return role
        },
        plans: once(async () => {
          const { plans } = await me.call('listPlans', about)
          return plans.map(plan => planOf(plan, organization.id))
        }),
        credentials: once(async () => {
          const { credentials } = await me.call('listCredentials', about)
          return credentials.map(each => ({ ...each, organizationId: organization.id }))
        }),
      }
    })
    const auth: Authenticated = {
      anyone: async () => guest,
      linked,
      member,
      forChange: (change, id = organizationId) => authenticated(caller, findLink, change, id),
      async bind(access, args) {
        if (access === 'anyone') return { args, auth }
        const { organization } = await findLink()
        if (access === 'linked') return { args, auth }
        const id = organizationIdIn(args) ?? organization?.id
        if (id === undefined) throw new NoOrganization()
        const isCurrent = id === organization?.id
        return {
          args: { ...args, organizationId: id },
          auth: isCurrent ? auth : authenticated(caller, findLink, change, id),
        }
      },
    }
    return auth
  }

  return (caller: Caller): Authenticated =>
    authenticated(
      caller,
      once(() => findLinkOf(caller.person)),
    )

  async function findLinkOf({ key, isStranger }: Person): Promise<Link> {
    const link = await links.find(key)
    if (link === undefined) throw new NotLinked(isStranger)
    return link
  }
}

const ROLE_TTL_MS = 60_000

/** The organization with an id, to which the person belongs; without one, that in which they act. */
async function organizationOf(me: Linked, id: string | undefined): Promise<Organization> {
  const current = me.link.organization
  if (current && (id === undefined || id === current.id)) return current
  if (id === undefined) throw new NoOrganization()
  const { organizations } = await me.call('listOrganizations', {})
  const found = organizations.find(({ org_id }) => org_id === id)
  if (found) return { id, name: found.org_name }
  throw new Refused(
    mrkdwn`This belongs to an organization that you are no member of, so nothing was done. \`/dayshift org\` lists yours.`,
  )
}

/** Keeps the result of a function; a failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined
  return () => {
    promise ??= make().catch(error => {
      promise = undefined
      throw error
    })
    return promise
  }
}
