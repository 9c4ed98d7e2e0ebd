import type { Answer, Contract, EndpointName, Request } from './contract/contract.ts'
import { isSameName } from './contract/endpoint.ts'
import { isAsMade } from './contract/pauses.ts'

/** Reads the current state from the service, past every cache. */
export type Read = <N extends EndpointName>(endpoint: N, request: Request<N>) => Promise<Answer<N>>

/** `applied`: the change is in effect; `missing`: it provably is not; `unknown`: the service's answers do not tell. */
type Outcome<N extends EndpointName> =
  | { outcome: 'applied'; answer: Answer<N> }
  | { outcome: 'missing' | 'unknown' }

/**
 * Finds out whether a write without an answer took effect. `resend` says whether a missing one may be sent
 * again: `always` if it is idempotent, `late` once no earlier attempt can still arrive, or `never`. Without
 * `find` no read can tell: nothing is sent again, and the person is asked to check.
 */
export type Reconciler<N extends EndpointName> = {
  resend: 'always' | 'late' | 'never'
  find?(request: Request<N>, read: Read): Promise<Outcome<N>>
}

type WriteName = {
  [N in EndpointName]: Contract[N]['method'] extends 'POST' ? N : never
}[EndpointName]

type OfPlan = { org_id: string; plan_id: string }

const MISSING = { outcome: 'missing' } as const
const UNKNOWN = { outcome: 'unknown' } as const
const APPLIED = { outcome: 'applied', answer: {} } as const

const appliedIf = (applied: boolean | undefined) =>
  applied === undefined ? UNKNOWN : applied ? APPLIED : MISSING

const missingIf = (present: boolean | undefined) => appliedIf(present === undefined ? undefined : !present)

/** Whether a list has a matching item; undefined when it has none but is incomplete. */
function contains<T>(
  items: readonly T[] | undefined,
  unread: number | true | undefined,
  isMatch: (item: T) => boolean,
): boolean | undefined {
  if (items?.some(isMatch)) return true
  return items && !unread ? false : undefined
}

const missingIfNone = <T>(items: readonly T[], unread: number | undefined, isMatch: (item: T) => boolean) =>
  contains(items, unread, isMatch) === false ? MISSING : UNKNOWN

/** Whether `current` has every given value of `sent`; undefined when it lacks some of them or leaves them empty. */
function matches(sent: object | undefined, current: object | undefined): boolean | undefined {
  const present = new Map<string, unknown>(Object.entries(current ?? {}))
  const desired = Object.entries(sent ?? {}).filter(([, value]) => value !== undefined)
  const comparable = desired.filter(
    ([key, value]) => present.get(key) === value || (present.get(key) ?? '') !== '',
  )
  if (comparable.some(([key, value]) => JSON.stringify(present.get(key)) !== JSON.stringify(value)))
    return false
  return comparable.length === desired.length ? true : undefined
}

async function readPlan({ org_id, plan_id }: OfPlan, read: Read) {
  const { plans } = await read('listPlans', { org_id })
  return plans.find(({ id }) => id === plan_id)
}

async function hasResource({ org_id, plan_id }: OfPlan, id: string, read: Read) {
  const { resources, resourcesUnread } = (await read('describePlan', { org_id, plan_id })).plan
  return contains(resources, resourcesUnread, ({ resource_id }) => resource_id === id)
}

async function hasUser({ org_id, user_id }: { org_id: string; user_id: string }, read: Read) {
  const { users, unread } = await read('listUsers', { org_id })
  return contains(users, unread, ({ email }) => isSameName(email, user_id))
}

const resend =
  (resend: Reconciler<WriteName>['resend']) =>
  <N extends WriteName>(find: NonNullable<Reconciler<N>['find']>): Reconciler<N> => ({ resend, find })
const always = resend('always')
const late = resend('late')
const never = resend('never')

const ofWrites: { readonly [N in WriteName]: Reconciler<N> } = {
  pausePlan: late(async (request, read) => {
    const plan = await readPlan(request, read)
    const pause = plan?.pauses.find(pause => isAsMade(pause, request))
    if (pause) return { outcome: 'applied', answer: { pause_id: pause.pause_id } }
    return plan && !plan.pausesUnread ? MISSING : UNKNOWN
  }),

  removePlanPause: always(async (request, read) => {
    const { pauses, pausesUnread } = (await readPlan(request, read)) ?? {}
    return missingIf(contains(pauses, pausesUnread, ({ pause_id }) => pause_id === request.pause_id))
  }),

  /** Names of plans are unique, which is checked before the request is sent. */
  createPlan: never(async ({ org_id, name }, read) => {
    const { plans, unread } = await read('listPlans', { org_id })
    const plan = plans.find(plan => isSameName(plan.name, name))
    if (plan) return { outcome: 'applied', answer: { plan_id: plan.id } }
    return missingIfNone(plans, unread, ({ id, name }) => name === id)
  }),

  updatePlan: always(async ({ org_id, plan_id, updates, ...desired }, read) => {
    const { plan } = await read('describePlan', { org_id, plan_id })
    const { schedule, timezone = schedule?.timezone } = plan
    const hours = matches(updates?.schedule, schedule)
    const rest = matches({ ...desired, timezone: updates?.timezone }, { ...plan, timezone })
    if (hours === false || rest === false) return MISSING
    return appliedIf(hours && rest)
  }),

  addResource: late(async ({ resource, ...plan }, read) =>
    appliedIf(await hasResource(plan, resource.resource_id, read)),
  ),

  deleteResource: always(async (request, read) =>
    missingIf(await hasResource(request, request.resource_id, read)),
  ),

  updateResource: always(async ({ org_id, plan_id, ...desired }, read) => {
    const { resources } = (await read('describePlan', { org_id, plan_id })).plan
    const resource = resources?.find(({ resource_id }) => resource_id === desired.resource_id)
    return appliedIf(resource && matches(desired, resource))
  }),

  updateResourcesOrder: always(async ({ new_sorted_list, ...plan }, read) => {
    const { resources, resourcesUnread } = (await read('describePlan', plan)).plan
    const order = resources?.map(({ resource_id }) => resource_id)
    return resourcesUnread ? UNKNOWN : appliedIf(order && matches(new_sorted_list, order))
  }),

  /** Credentials may share a name: one that is present proves nothing, one that is absent does. */
  createCredential: late(async ({ org_id, name }, read) => {
    const { credentials, unread } = await read('listCredentials', { org_id })
    return missingIfNone(credentials, unread, each => isSameName(each.name, name) || each.name === each.id)
  }),

  /** No answer returns `specific`. */
  updateCredential: always(async ({ org_id, credential_id, data: { specific, ...data } }, read) => {
    const { credentials } = await read('listCredentials', { org_id })
    const credential = credentials.find(({ id }) => id === credential_id)
    const applied = credential && matches(data, credential)
    return applied && specific ? UNKNOWN : appliedIf(applied)
  }),

  removeCredential: always(async ({ org_id, credential_id }, read) => {
    const { credentials, unread } = await read('listCredentials', { org_id })
    return missingIf(contains(credentials, unread, ({ id }) => id === credential_id))
  }),

  addUser: late(async (request, read) => appliedIf(await hasUser(request, read))),

  updateUser: always(async ({ org_id, user_id, ...desired }, read) => {
    const { users } = await read('listUsers', { org_id })
    const user = users.find(({ email }) => isSameName(email, user_id))
    return appliedIf(user && matches(desired, user))
  }),

  removeUser: always(async (request, read) => missingIf(await hasUser(request, read))),

  /** Organizations may share a name, as credentials may. */
  createOrganization: never(async ({ org_name }, read) => {
    const { organizations, unread } = await read('listOrganizations', {})
    const isPossible = (each: { org_id: string; org_name: string }) =>
      isSameName(each.org_name, org_name) || each.org_name === each.org_id
    return missingIfNone(organizations, unread, isPossible)
  }),

  updateOrganization: always(async ({ org_id, org_name }, read) => {
    const { organizations } = await read('listOrganizations', {})
    const organization = organizations.find(each => each.org_id === org_id)
    return appliedIf(organization && organization.org_name === org_name)
  }),

  removeOrganization: always(async ({ org_id }, read) => {
    const { organizations, unread } = await read('listOrganizations', {})
    return missingIf(contains(organizations, unread, each => each.org_id === org_id))
  }),

  createSubscription: { resend: 'never' },

  /** It only returns a link, so another one is as good. */
  changePaymentMethod: always(async () => MISSING),

  updateSubscription: always(async ({ org_id, quantity }, read) => {
    const { subscription } = await read('describeBilling', { org_id })
    return appliedIf(subscription && matches({ quantity: String(quantity) }, subscription))
  }),

  /** A cancelled subscription may be listed until it expires. */
  cancelSubscription: always(async ({ org_id }, read) => {
    const { subscription } = await read('describeBilling', { org_id })
    return subscription === undefined ? APPLIED : UNKNOWN
  }),
}

/** The reconcilers of writing endpoints; there is none for one that only reads. */
export const reconcilers: { readonly [N in EndpointName]?: Reconciler<N> } = ofWrites
