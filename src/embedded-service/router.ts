import { z } from 'zod'
import { type Contract, contract, type EndpointName } from '../service/contract/contract.ts'
import { type Role, roles } from '../service/contract/users.ts'
import { createBilling } from './billing.ts'
import { createCredentials, type Kinds } from './credentials.ts'
import type { AnswerOnTheWire, Body, Handlers, Query } from './handler.ts'
import { createOrganizations } from './organizations.ts'
import { createPauses } from './pauses.ts'
import { createPlans } from './plans.ts'
import { createResources } from './resources.ts'
import { forbidden, found, quoted, Refusal, validate } from './service-refusal.ts'
import { rowId, type Store } from './service-store.ts'
import { createUsers, emailOf } from './users.ts'

export const createHandlers = (store: Store, kinds: Kinds, clock: () => Date): Handlers => ({
  ...createPlans(store),
  ...createResources(store, kinds),
  ...createPauses(store),
  ...createBilling(store, clock),
  ...createCredentials(store, kinds, clock),
  ...createUsers(store),
  ...createOrganizations(store),
})

/** The contract's requests, typed so that each belongs to its endpoint. */
const requests: {
  [N in EndpointName]: { query: z.ZodType<Query<Contract[N]>>; body: z.ZodType<Body<Contract[N]>> }
} = contract

/** A request before it is validated. */
type RawRequest = { authorization: string | undefined; query: unknown; body: unknown }

export type Dispatch = (endpoint: EndpointName, input: RawRequest) => AnswerOnTheWire

/** Authenticates, validates and authorizes a request, and handles it in one transaction. Throws a Refusal. */
export function createDispatch(store: Store, handlers: Handlers): Dispatch {
  return function dispatch<N extends EndpointName>(endpoint: N, input: RawRequest): AnswerOnTheWire {
    const email = authenticate(store, input.authorization)
    const query = validate(requests[endpoint].query, input.query)
    const body = validate(requests[endpoint].body, input.body)
    const request = { ...query, ...body }
    return store.transaction(() => {
      const { least, answer } = handlers[endpoint]
      const organization = 'org_id' in request ? String(request.org_id) : ''
      const role = least === 'anyone' ? undefined : authorize(store, organization, email, least)
      return answer(request, { email, role })
    })
  }
}

/** The e-mail of the person with this access token. Throws a 401. */
function authenticate(store: Store, authorization = ''): string {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (token === undefined) throw new Refusal(401, 'Send an access token: "Authorization: Bearer <token>".')
  const email = emailOf(store, token)
  if (email === undefined) throw new Refusal(401, 'This access token is not known.')
  return String(email)
}

const AND = new Intl.ListFormat('en-GB')

/** The roles are listed with the strongest first. */
const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least)

/** The person's role in the organization. Throws a 404 for an outsider, and a 403 for a lesser role. */
function authorize(store: Store, organization: string, email: string, least: Role): Role {
  const sql = `SELECT role, state, organizations.name AS organization FROM users
    JOIN organizations ON organizations.id = users.org_id WHERE org_id = :org AND email = :email`
  const user = found(
    store.one(sql, { org: rowId(organization), email }),
    `There is no organization ${quoted(organization)} that you belong to.`,
  )
  if (user.state !== 'active') throw forbidden(`You are inactive in ${user.organization}.`)
  const role = z.enum(roles).parse(user.role)
  if (isAtLeast(role, least)) return role
  const enough = AND.format(roles.filter(role => isAtLeast(role, least)).map(role => `${role}s`))
  throw forbidden(`Only ${enough} can do this. Your role in ${user.organization} is ${role}.`)
}
