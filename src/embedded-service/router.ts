import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { SQLOutputValue } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { type Contract, contract, type EndpointName } from '../service/contract/contract.ts'
import type { Endpoint } from '../service/contract/endpoint.ts'
import { type Role, roles } from '../service/contract/users.ts'
import { digest } from '../storage/encryption.ts'
import type { Row, Store } from './service-store.ts'

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

/** The contract's requests, typed so that each belongs to its endpoint. */
const requests: {
  [N in EndpointName]: { [P in 'query' | 'body']: z.ZodType<z.output<Contract[N][P]>> }
} = contract

/**
 * Creates the HTTP server of the service. Unexpected errors go to `report` and are answered with a 500.
 * @param isSilent called after a request was executed; if true, the connection breaks without an answer
 */
export function createHttp(
  store: Store,
  handlers: Handlers,
  report: (error: unknown) => void,
  isSilent: (method: string | undefined) => boolean,
): Server {
  /** Validates and authorizes a person's request, and handles it in one transaction. Throws a Refusal. */
  function dispatch<N extends EndpointName>(
    endpoint: N,
    { email, query, body }: { email: string; query: unknown; body: unknown },
  ): AnswerOnTheWire | undefined {
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
      const email = authenticate(store, request.headers.authorization)
      const body = await readBody(request)
      return { status: 200, ...dispatch(endpoint, { email, query, body }) }
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
  const [path = '', search = ''] = target.split('?')
  const { action = '', ...query } = Object.fromEntries(new URLSearchParams(search))
  const endpoint = names.find(name => {
    const each = contract[name]
    return each.method === method && each.path === path && each.action === action
  })
  if (endpoint === undefined)
    throw notFound(`There is no ${method} ${quoted(path)} with the action ${quoted(action)}.`)
  return { endpoint, query }
}

/** The JSON body, `{}` if it is empty. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const body = await text(request)
  try {
    return body === '' ? {} : JSON.parse(body)
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

/** A rejected request: its HTTP status, and a message for people. */
class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const invalid = (message: string) => new Refusal(400, message)
export const forbidden = (message: string) => new Refusal(403, message)
export const notFound = (message: string) => new Refusal(404, message)

/** A row that was looked for. Throws a 404 if it is not there. */
export function found(row: Row | undefined, message: string): Row & { id: SQLOutputValue } {
  if (row === undefined) throw notFound(message)
  return { ...row, id: row.id ?? null }
}

/** An error as it is answered: a name or an id that another row has already becomes a refusal. */
function asRefusal(error: unknown): unknown {
  const [, noun] = /^UNIQUE constraint failed: (\w+)s\./.exec(String(Object(error).message)) ?? []
  return noun ? invalid(`There is a ${noun} of this name already.`) : error
}

/** A value of the request inside a message, cut to 60 code points. */
export function quoted(words: string): string {
  const points = [...words]
  return `"${points.length > 60 ? `${points.slice(0, 59).join('')}…` : words}"`
}

/** Validates a part of a request. Throws a 400 that names what is wrong, and repeats none of its values. */
function validate<T>(schema: z.ZodType<T>, input: unknown): T {
  const { data, error } = schema.safeParse(input)
  if (error) throw invalid(`${error.issues.map(formatIssue).join('; ')}.`)
  return data
}

const formatIssue = ({ path, message }: z.core.$ZodIssue): string =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message
