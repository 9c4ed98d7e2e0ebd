import type { Answer, Contract, EndpointName, Request } from '../contract/index.ts'
import { isAsMade } from '../contract/pauses.ts'
import { allSame, isGone, isThere, MADE, MISSING, madeIf, same, type TraceResult, UNCLEAR } from './found.ts'

/** The endpoints that change something. */
type ChangeName = {
  [N in EndpointName]: Contract[N]['method'] extends 'POST' ? N : never
}[EndpointName]

/** Asks the service how things are now. */
export type Look = <N extends EndpointName>(endpoint: N, request: Request<N>) => Promise<Answer<N>>

/**
 * How to find out afterwards whether a change was made, and whether it may be sent once more where it was not: `always`,
 * since twice is as once; `late`, when nothing that was sent before can arrive any more, since twice would be two; `never`.
 */
export type Trace<N extends EndpointName> = {
  again: 'always' | 'late' | 'never'
  find(request: Request<N>, look: Look): Promise<TraceResult<N>>
}

type OfPlan = { org_id: string; plan_id: string }

/** The pauses of a plan that can be read, and whether these are all. */
async function pausesOf({ org_id, plan_id }: OfPlan, look: Look) {
  const { plans } = await look('listPlans', { org_id })
  const plan = plans.find(({ id }) => id === plan_id)
  return plan && { pauses: plan.pauses, all: !plan.pausesUnread }
}

async function hasResource({ org_id, plan_id }: OfPlan, id: string, look: Look) {
  const { resources, resourcesUnread } = (await look('describePlan', { org_id, plan_id })).plan
  return isThere(resources, resourcesUnread, ({ resource_id }) => resource_id === id)
}

async function hasUser({ org_id, user_id }: { org_id: string; user_id: string }, look: Look) {
  const { users, unread } = await look('listUsers', { org_id })
  return isThere(users, unread, ({ email }) => same(email, user_id))
}

/** Which changes leave a trace, and which: a change that is forgotten here does not compile. */
const traces: { readonly [N in ChangeName]: Trace<N> } = {
  pausePlan: {
    again: 'late',
    async find(request, look) {
      const { pauses, all } = (await pausesOf(request, look)) ?? {}
      const made = pauses?.find(pause => isAsMade(pause, request))
      if (made) return { kind: 'made', answer: { pause_id: made.pause_id } }
      return all ? MISSING : UNCLEAR
    },
  },

  removePlanPause: {
    again: 'always',
    async find(request, look) {
      const { pauses, all } = (await pausesOf(request, look)) ?? {}
      if (pauses?.some(({ pause_id }) => pause_id === request.pause_id)) return MISSING
      return madeIf(all || undefined)
    },
  },

  /** No plan of that name was there before: none is made where one is. */
  createPlan: {
    again: 'never',
    async find({ org_id, name }, look) {
      const { plans, unread } = await look('listPlans', { org_id })
      const made = plans.find(plan => same(plan.name, name))
      if (made) return { kind: 'made', answer: { plan_id: made.id } }
      return unread || plans.some(plan => plan.name === plan.id) ? UNCLEAR : MISSING
    },
  },

  updatePlan: {
    again: 'always',
    async find({ org_id, plan_id, name, updates, dependancy, state }, look) {
      const { plan } = await look('describePlan', { org_id, plan_id })
      const { schedule, timezone = schedule?.timezone } = plan
      const hours = allSame(updates?.schedule, schedule)
      const rest = allSame({ name, dependancy, state, timezone: updates?.timezone }, { ...plan, timezone })
      if (hours === false || rest === false) return MISSING
      return madeIf(hours && rest)
    },
  },

  /** Resources of a plan are told apart by what the service calls them. */
  addResource: {
    again: 'late',
    find: async ({ resource, ...plan }, look) => madeIf(await hasResource(plan, resource.resource_id, look)),
  },

  deleteResource: {
    again: 'always',
    find: async (request, look) => madeIf(isGone(await hasResource(request, request.resource_id, look))),
  },

  updateResource: {
    again: 'always',
    async find({ org_id, plan_id, ...wanted }, look) {
      const { resources } = (await look('describePlan', { org_id, plan_id })).plan
      const held = resources?.find(({ resource_id }) => resource_id === wanted.resource_id)
      return held ? madeIf(allSame(wanted, held)) : UNCLEAR
    },
  },

  updateResourcesOrder: {
    again: 'always',
    async find({ new_sorted_list, ...plan }, look) {
      const { resources, resourcesUnread } = (await look('describePlan', plan)).plan
      if (resourcesUnread) return UNCLEAR
      return madeIf(
        resources &&
          allSame(
            new_sorted_list,
            resources.map(({ resource_id }) => resource_id),
          ),
      )
    },
  },

  /** There may be several of a name: that there is one says nothing, that there is none says all. */
  createCredential: {
    again: 'late',
    async find({ org_id, name }, look) {
      const { credentials, unread } = await look('listCredentials', { org_id })
      const mayBe = credentials.some(each => same(each.name, name) || each.name === each.id)
      return unread || mayBe ? UNCLEAR : MISSING
    },
  },

  /** What is secret comes back in no answer. */
  updateCredential: {
    again: 'always',
    async find({ org_id, credential_id, data: { specific, ...data } }, look) {
      const { credentials } = await look('listCredentials', { org_id })
      const held = credentials.find(({ id }) => id === credential_id)
      const made = held && allSame(data, held)
      return made && specific ? UNCLEAR : madeIf(made)
    },
  },

  removeCredential: {
    again: 'always',
    async find({ org_id, credential_id }, look) {
      const { credentials, unread } = await look('listCredentials', { org_id })
      return madeIf(isGone(isThere(credentials, unread, ({ id }) => id === credential_id)))
    },
  },

  /** Nobody is a member twice. */
  addUser: {
    again: 'late',
    find: async (request, look) => madeIf(await hasUser(request, look)),
  },

  updateUser: {
    again: 'always',
    async find({ role, state, ...who }, look) {
      const { users } = await look('listUsers', { org_id: who.org_id })
      const held = users.find(({ email }) => same(email, who.user_id))
      return held ? madeIf(allSame({ role, state }, held)) : UNCLEAR
    },
  },

  removeUser: {
    again: 'always',
    find: async (request, look) => madeIf(isGone(await hasUser(request, look))),
  },

  /** Organizations may share a name, as credentials may. */
  createOrganization: {
    again: 'never',
    async find({ org_name }, look) {
      const { organizations, unread } = await look('listOrganizations', {})
      const mayBe = organizations.some(each => same(each.org_name, org_name) || each.org_name === each.org_id)
      return unread || mayBe ? UNCLEAR : MISSING
    },
  },

  updateOrganization: {
    again: 'always',
    async find({ org_id, org_name }, look) {
      const { organizations } = await look('listOrganizations', {})
      const held = organizations.find(each => each.org_id === org_id)
      return held ? madeIf(held.org_name === org_name) : UNCLEAR
    },
  },

  removeOrganization: {
    again: 'always',
    async find({ org_id }, look) {
      const { organizations, unread } = await look('listOrganizations', {})
      return madeIf(isGone(isThere(organizations, unread, each => each.org_id === org_id)))
    },
  },

  /** A link to pay by leaves nothing behind that can be seen. */
  createSubscription: { again: 'never', find: async () => UNCLEAR },

  /** It gives a link, and changes nothing itself: another link is as good. */
  changePaymentMethod: { again: 'always', find: async () => MISSING },

  updateSubscription: {
    again: 'always',
    async find({ org_id, quantity }, look) {
      const { subscription } = await look('describeBilling', { org_id })
      return madeIf(subscription && allSame({ quantity: String(quantity) }, subscription))
    },
  },

  /** That there is none says that it is cancelled; one that is may be told of until it expires. */
  cancelSubscription: {
    again: 'always',
    async find({ org_id }, look) {
      const { subscription } = await look('describeBilling', { org_id })
      return subscription === undefined ? MADE : UNCLEAR
    },
  },
}

const all: { readonly [N in EndpointName]?: Trace<N> } = traces

/** The trace of an endpoint; nothing of one that only reads. */
export const traceOf = <N extends EndpointName>(endpoint: N): Trace<N> | undefined => all[endpoint]
