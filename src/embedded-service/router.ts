import { createServer, type IncomingMessage, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { type Contract, contract, type EndpointName } from '../service/contract/contract.ts'
import type { Endpoint } from '../service/contract/endpoint.ts'
import { type Role, roles } from '../service/contract/users.ts'
import { digest } from '../storage/encryption.ts'
import {
  asRefusal,
  forbidden,
  found,
  invalid,
  notFound,
  quoted,
  Refusal,
  validate,
} from './service-refusal.ts'
import type { Store } from './service-store.ts'

/** The person of the access token; `role` is theirs in the organization of the request. */
export type Caller = { email: string; role: Role | undefined }

/** An answer in the document's shape, without `status`. */
type AnswerOnTheWire = Record<string, unknown>

/** The weakest role that may call an endpoint. */
type Least = Role | 'anyone'

type Handler<Asked> = {
  least: Least
  answer: (request: Asked, caller: Caller) => AnswerOnTheWire | undefined
}

/** A handler for each endpoint of a table. */
export type HandlersOf<Table extends Record<string, Endpoint>> = {
  [N in keyof Table]: Handler<z.output<Table[N]['query']> & z.output<Table[N]['body']>>
}

export type Handlers = HandlersOf<Contract>

const allow =
  (least: Least) =>
  <Asked>(answer: Handler<Asked>['answer']): Handler<Asked> => ({ least, answer })

// Assumed, as the document shows no permissions.
export const viewer = allow('viewer')
export const member = allow('member')
export const admin = allow('admin')
export const owner = allow('owner')
/** For requests outside of any organization. */
export const anyone = allow('anyone')

const MAX_BODY_BYTES = 100_000

/** The contract's requests, typed so that each belongs to its endpoint. */
const requests: {
  [N in EndpointName]: { [P in 'query' | 'body']: z.ZodType<z.output<Contract[N][P]>> }
} = contract

/**
 * The service's HTTP server. Unexpected errors go to `report`, and are answered with a 500.
 * @param isSilent asked once a request is carried out: its connection then breaks off without an answer
 */
export function createHttp(
  store: Store,
  handlers: Handlers,
  report: (error: unknown) => void,
  isSilent: (method: string | undefined) => boolean,
): Server {
  /** Authenticates, validates and authorizes a request, and handles it in one transaction. Throws a Refusal. */
  function dispatch<N extends EndpointName>(
    endpoint: N,
    { authorization, query, body }: { authorization: string | undefined; query: unknown; body: unknown },
  ): AnswerOnTheWire | undefined {
    const email = authenticate(store, authorization)
    const { query: querySchema, body: bodySchema } = requests[endpoint]
    const request = { ...validate(querySchema, query), ...validate(bodySchema, body) }
    return store.transaction(() => {
      const { least, answer } = handlers[endpoint]
      const organization = 'org_id' in request ? String(request.org_id) : ''
      const role = least === 'anyone' ? undefined : authorize(store, organization, email, least)
      return answer(request, { email, role })
    })
  }

  async function answerTo(request: IncomingMessage): Promise<AnswerOnTheWire & { status: number }> {
    try {
      const { endpoint, query } = route(request.method ?? '', request.url ?? '')
      const body = await readBody(request)
      const { authorization } = request.headers
      return { status: 200, ...dispatch(endpoint, { authorization, query, body }) }
    } catch (failure) {
      const error = asRefusal(failure)
      if (error instanceof Refusal) return { status: error.status, message: error.message }
      if (!request.errored) report(error)
      return { status: 500, message: 'The service failed. Nothing was changed.' }
    }
  }

  return createServer({ requestTimeout: 30_000, keepAliveTimeout: 30_000 }, async (request, response) => {
    const answer = await answerTo(request)
    if (isSilent(request.method)) response.destroy()
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    response.writeHead(answer.status, headers)
    response.end(JSON.stringify(answer, (_, value) => value ?? undefined))
  })
}

const isName = (name: string): name is EndpointName => name in contract
const names = Object.keys(contract).filter(isName)

/** The endpoint of a request. The target is split as text: a URL would take the `//v1` of a path for a host. */
function route(method: string, target: string): { endpoint: EndpointName; query: Record<string, string> } {
  const [path = '', ...rest] = target.split('?')
  const search = new URLSearchParams(rest.join('?'))
  const { action, ...query } = Object.fromEntries(search)
  const here = names.filter(name => contract[name].path === path)
  const methods = new Set<string>(here.map(name => contract[name].method))
  if (here.length === 0) throw notFound(`There is nothing at ${quoted(path)}.`)
  if (!methods.has(method))
    throw new Refusal(405, `${quoted(path)} takes ${[...methods].join(' or ')} alone.`)
  if (new Set(search.keys()).size < search.size) throw invalid('A query parameter was given twice.')
  const actions = here.map(name => contract[name].action).join(' or ')
  if (action === undefined) throw invalid(`The query parameter action is missing: ${actions}.`)
  const endpoint = here.find(name => contract[name].action === action)
  if (endpoint === undefined) throw invalid(`The action ${quoted(action)} is not known here: ${actions}.`)
  return { endpoint, query }
}

/** The JSON body, `{}` if it is empty. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const body = await buffer(request)
  if (body.length > MAX_BODY_BYTES)
    throw new Refusal(413, `The body is larger than ${MAX_BODY_BYTES / 1000} kB.`)
  try {
    return body.length === 0 ? {} : JSON.parse(body.toString())
  } catch {
    throw invalid('The body is not JSON.')
  }
}

/** The e-mail of the person with this access token. Throws a 401. */
function authenticate({ sql }: Store, authorization = ''): string {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (token === undefined) throw new Refusal(401, 'Send an access token: "Authorization: Bearer <token>".')
  const person = sql.get`SELECT email FROM people WHERE token_hash = ${digest(token)}`
  if (person === undefined) throw new Refusal(401, 'This access token is not known.')
  return String(person.email)
}

const AND = new Intl.ListFormat('en-GB')

/** The roles are listed with the strongest first. */
const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least)

/** The person's role in the organization. Throws a 404 for an outsider, and a 403 for a lesser role. */
function authorize({ sql }: Store, organization: string, email: string, least: Role): Role {
  const user = found(
    sql.get`SELECT role, state, organizations.name AS organization FROM users
      JOIN organizations ON organizations.id = org_id
      WHERE CAST(org_id AS TEXT) = ${organization} AND email = ${email}`,
    `There is no organization ${quoted(organization)} that you belong to.`,
  )
  if (user.state !== 'active') throw forbidden(`You are inactive in ${user.organization}.`)
  const role = z.enum(roles).parse(user.role)
  if (isAtLeast(role, least)) return role
  const enough = AND.format(roles.filter(role => isAtLeast(role, least)).map(role => `${role}s`))
  throw forbidden(`Only ${enough} can do this. Your role in ${user.organization} is ${role}.`)
}
