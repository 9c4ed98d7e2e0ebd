import type { Dispatcher } from 'undici'
import type { z } from 'zod'
import {
  type Answer,
  type CallOptions,
  contract,
  type EndpointName,
  type Request,
  titleOf,
} from './contract/contract.ts'
import { isBearer } from './contract/endpoint.ts'
import { ServiceError } from './contract/failure.ts'
import { type KnownAnswers, readResponse } from './response.ts'
import { openConnections, type Proxies } from './transport/connections.ts'
import { exchange } from './transport/exchange.ts'

const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const CONNECTIONS = 64
const REACH_MS = 2500

/** Something that the bot needs cannot be used; the message says why, without secrets. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** It is not what was meant, such as another service: waiting does not help, only other settings do. */
export class Misconfigured extends Unavailable {
  override name = 'Misconfigured'
}

/** Receives, once for each endpoint, the places in its answers that cannot be read. */
type OnUnreadable = (endpoint: EndpointName, places: readonly string[]) => void

export type Client = ReturnType<typeof createClient>

/**
 * A client of the scheduling service at `url` that sends each request once.
 * @param timeoutMs the limit of a call
 * @param watch intercepts the HTTP traffic
 */
export function createClient(deps: {
  url: string
  timeoutMs: number
  watch?: Dispatcher.DispatcherComposeInterceptor | undefined
  proxies?: Proxies | undefined
  onUnreadable?: OnUnreadable | undefined
}) {
  const { timeoutMs, onUnreadable } = deps
  const base = baseOf(deps.url)
  const warned = new Set<EndpointName>()
  const known: KnownAnswers = {}
  // Without pipelining undici never sends a request twice by itself.
  const connections = openConnections(
    { connections: CONNECTIONS, pipelining: 1, connectTimeout: timeoutMs, headersTimeout: 0, bodyTimeout: 0 },
    deps.proxies,
  )
  const wire = deps.watch ? connections.compose(deps.watch) : connections

  return {
    /** @throws ServiceError, or TypeError for a request that the contract refuses */
    async call<N extends EndpointName>(
      name: N,
      request: Request<N>,
      token: string,
      { signal, before }: CallOptions = {},
    ): Promise<Answer<N>> {
      const message = compose(name, base, request, token)
      if (!isBearer(token)) throw new ServiceError(name, { kind: 'unauthorized', written: false })
      before?.()
      const limit = signal ? { signal } : { ms: timeoutMs }
      const result = await exchange(wire, message, { ...limit, bytes: MAX_ANSWER_BYTES })
      const secrets = () => [token, ...secretsOf(request)]
      const warnOnce = (places: readonly string[]) => {
        if (!warned.has(name)) onUnreadable?.(name, places)
        warned.add(name)
      }
      const answer = readResponse(name, result, secrets, warnOnce, known)
      if (answer instanceof ServiceError) throw answer
      return answer
    },

    /**
     * Resolves if the service answers an anonymous request as the interface says. Rejects with `Unavailable` if it cannot be
     * reached or fails, and with `Misconfigured` if something else answers at its URL.
     */
    async reach(): Promise<void> {
      const ms = Math.min(timeoutMs, REACH_MS)
      const message = compose('listOrganizations', base, {}, 'nobody')
      const result = await exchange(connections, message, { ms, bytes: MAX_ANSWER_BYTES })
      if ('broken' in result) throw new Unavailable(`it cannot be reached: ${result.broken}`)
      const { status } = result
      if (status >= 500) throw new Unavailable(`it fails with ${status}`)
      if ([404, 405, 410].includes(status) || (status >= 300 && status < 400))
        throw new Misconfigured(`it answers ${status}: SERVICE_URL may have another path`)
      const answer = readResponse('listOrganizations', result, () => [])
      if (answer instanceof ServiceError && answer.kind === 'malformed answer')
        throw new Misconfigured('what answers is not the service: SERVICE_URL may be another')
    },

    /** Waits for the calls in flight. */
    close: (): Promise<void> => connections.close(),
  }
}

type Base = { origin: string; prefix: string }

/** Splits SERVICE_URL. Throws a TypeError without the URL, which may hold a password. */
function baseOf(url: string): Base {
  const base = URL.parse(url)
  if (!base || !/^https?:$/.test(base.protocol)) throw new TypeError('The service needs an http(s) URL')
  if (base.username || base.password || base.search || base.hash)
    throw new TypeError("The service's URL must have no user, query or fragment")
  return { origin: base.origin, prefix: base.pathname.replace(/\/+$/, '') }
}

/**
 * The HTTP request for an endpoint. The path is joined as text, so that `//v1` stays doubled.
 * @param request the members of query and body in one object
 * @throws TypeError that names the members that the contract refuses, without their values
 */
function compose(
  name: EndpointName,
  { origin, prefix }: Base,
  request: object,
  token: string,
): Dispatcher.DispatchOptions {
  const { method, path, action, query, body } = contract[name]
  const stray = Object.keys(request).filter(key => !(key in query.shape) && !(key in body.shape))
  if (stray.length > 0) throw new TypeError(`${titleOf(name)}: the contract has no ${stray.join(', ')}`)

  const search = Object.entries({ action, ...parsePart(name, query, request) })
  const hasBody = Object.keys(body.shape).length > 0
  return {
    origin,
    method,
    path: `${prefix}${path}?${search.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      // Without this header any content coding would be acceptable (RFC 9110, 12.5.3).
      'accept-encoding': 'identity',
    },
    body: hasBody ? JSON.stringify(parsePart(name, body, request)) : null,
  }
}

const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

function parsePart(name: EndpointName, schema: z.ZodObject, request: object): object {
  const own = Object.entries(request).filter(([key, value]) => key in schema.shape && value !== undefined)
  const { data, error } = schema.safeParse(Object.fromEntries(own))
  if (data) return data
  const issues = error.issues.map(issue => `${issue.path.join('.')} (${issue.code})`)
  throw new TypeError(`${titleOf(name)}: the contract refuses ${issues.join(', ')}`)
}

/** The values below `specific`, whole and line by line: no message may repeat them. */
export function secretsOf(request: unknown, isSecret = false): string[] {
  if (typeof request === 'string') return isSecret ? [request, ...request.split(/\s*\n\s*/)] : []
  if (typeof request !== 'object' || request === null) return []
  return Object.entries(request).flatMap(([key, value]) => secretsOf(value, isSecret || key === 'specific'))
}
