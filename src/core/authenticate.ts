import { mrkdwn } from '../message/mrkdwn.ts'
import type { Call } from '../service/contract/contract.ts'
import { type Args, organizationIdIn } from './args.ts'
import { createCache } from './cache.ts'
import type { RunningChange } from './change.ts'
import {
  type Access,
  type Authentication,
  type Caller,
  type Guest,
  type Linked,
  type Member,
  planOf,
  type Shared,
} from './context.ts'
import { NoOrganization, NotLinked, Refused } from './errors.ts'
import type { Link, Organization } from './person.ts'

/** The authentication of one request. The link is looked up once. */
export type Authenticated = Authentication & {
  /**
   * Adds the organization to the arguments unless they name one, and switches the person to it for this
   * request. Looks up nothing but the link.
   * @throws NotLinked, NoOrganization
   */
  inOrganization(access: Access, args: Args): Promise<{ args: Args; auth: Authenticated }>
  /** The same person with the service calls of a recorded change, in its organization. */
  forChange(change: RunningChange, organizationId?: string): Authenticated
}

export type Authenticate = ReturnType<typeof createAuthenticate>

/** Creates the authentication: it looks up link, locale, role and plans only as an operation needs them. */
export function createAuthenticate(deps: { service: { call: Call }; shared: Shared; clock: () => Date }) {
  const { service, shared, clock } = deps

  /** By access token and organization. */
  const roles = createCache<string>(ROLE_TTL_MS, clock)

  function authenticated(
    caller: Caller,
    findLink: () => Promise<Link>,
    change?: RunningChange,
    organizationId?: string,
  ): Authenticated {
    const call = change?.call ?? service.call
    const guest: Guest = {
      ...caller,
      ...shared,
      callWith: service.call,
      member: id => (id === undefined ? member() : authenticated(caller, findLink, change, id).member()),
    }
    const linked = once(async (): Promise<Linked> => {
      const [link, locale] = await Promise.all([findLink(), caller.locale()])
      const at = { now: change?.now ?? caller.incoming?.sentAt ?? clock(), ...locale }
      const callAsPerson: Linked['call'] = (endpoint, request) => call(endpoint, request, link.token)
      return { ...guest, at, link, call: callAsPerson }
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
          const cached = roles.get(key)
          if (cached !== undefined) return cached
          const { organizations } = await me.call('listOrganizations', {})
          const role = organizations.find(({ org_id }) => org_id === organization.id)?.role ?? ''
          roles.set(key, role)
          return role
        },
        plans: once(async () => {
          const { plans } = await me.call('listPlans', about)
          return plans.map(plan => planOf(plan, organization.id))
        }),
        credentials: once(async () => (await me.call('listCredentials', about)).credentials),
      }
    })
    const auth: Authenticated = {
      anyone: async () => guest,
      linked,
      member,
      forChange: (change, id = organizationId) => authenticated(caller, findLink, change, id),
      async inOrganization(access, args) {
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

  return (caller: Caller): Authenticated => {
    const { key, isStranger } = caller.person
    const findLink = once(async () => {
      const link = await shared.links.find(key)
      if (link === undefined) throw new NotLinked(isStranger)
      return link
    })
    return authenticated(caller, findLink)
  }
}

const ROLE_TTL_MS = 60_000

/** The organization with an id, or else the current one. @throws NoOrganization; Refused for non-members */
async function organizationOf(me: Linked, id: string | undefined): Promise<Organization> {
  const current = me.link.organization
  if (current && (id === undefined || id === current.id)) return current
  if (id === undefined) throw new NoOrganization()
  const { organizations } = await me.call('listOrganizations', {})
  const organization = organizations.find(({ org_id }) => org_id === id)
  if (organization) return { id, name: organization.org_name }
  throw new Refused(
    mrkdwn`This belongs to an organization that you are not a member of, so nothing was done. \`/dayshift org\` lists yours.`,
  )
}

/** Caches the result of a function, but not a failure. */
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
