import { LRUCache } from 'lru-cache'
import type { Dispatcher } from 'undici'
import type { z } from 'zod'
import { messageOf, parseAnswer, statusOf } from './contract/answer.ts'
import {
  type Answer,
  type CallOptions,
  contract,
  type EndpointName,
  type Request,
  titleOf,
} from './contract/contract.ts'
import { isBearer } from './contract/endpoint.ts'
import { type FailureKind, ServiceError } from './contract/failure.ts'
import { ABORTED, type Broken, exchange, openConnections, type Received, retryAfter } from './http.ts'

const CONNECTIONS = 64
const REACH_MS = 2500

/** The contract's answers, typed so that each belongs to its endpoint. */
const answers: { [N in EndpointName]: { answer: z.ZodType<Answer<N>> } } = contract

/** Parsed answers to reads by their text, which is the same for all people of an organization. */
type Parsed<N extends EndpointName> = { [K in N]?: LRUCache<string, Answer<K>> }

/** In characters, for each endpoint. */
const PARSED_SIZE = { maxSize: 6_000_000, maxEntrySize: 3_000_000 }

function parsedOf<N extends EndpointName>(parsed: Parsed<N>, name: N): LRUCache<string, Answer<N>> {
  parsed[name] ??= new LRUCache({ ...PARSED_SIZE, sizeCalculation: (_, { length }) => length + 1 })
  return parsed[name]
}

export type Client = ReturnType<typeof createClient>

/**
 * Creates a client of the scheduling service at the base `url`, which sends each request once.
 * @param timeoutMs the limit of a call
 * @param watch intercepts the HTTP traffic
 * @param onUnreadable called once for each endpoint with the places in its answers that cannot be parsed
 */
export function createClient(deps: {
  url: string
  timeoutMs: number
  watch?: Dispatcher.DispatcherComposeInterceptor | undefined
  onUnreadable?: (endpoint: EndpointName, places: readonly string[]) => void
}) {
  const { timeoutMs, onUnreadable } = deps
  const base = new URL(deps.url)
  const warned = new Set<EndpointName>()
  const parsed: Parsed<EndpointName> = {}
  // Without pipelining, undici never resends a request.
  const connections = openConnections({
    connections: CONNECTIONS,
    pipelining: 1,
    connectTimeout: timeoutMs,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const wire = deps.watch ? connections.compose(deps.watch) : connections

  /**
   * Parses an answer into the contract's shape, or into an error. The answer is shared and therefore frozen.
   * @param secrets returns what the message of the error must not repeat
   */
  function read<N extends EndpointName>(
    name: N,
    result: Received | Broken,
    secrets: () => string[],
  ): Answer<N> | ServiceError {
    if ('broken' in result) {
      const { broken: code, written } = result
      return new ServiceError(name, { kind: KIND_BY_CODE[code] ?? 'unavailable', code, written })
    }
    const text = result.body.toString().trim()
    const { method } = contract[name]
    const cache = method === 'GET' && isSuccess(result.status) ? parsedOf(parsed, name) : undefined
    const cached = cache?.get(text)
    if (cached) return cached
    const json = parseJson(text, method)
    const { failed, status: stated = result.status } = statusOf(json)
    const status = isSuccess(result.status) ? stated : result.status
    if (failed || !isSuccess(status)) {
      const message = messageOf(json)
      return new ServiceError(name, {
        kind: kindOf(status),
        status,
        serviceMessage: message === undefined ? undefined : clean(message, secrets()),
        retryAfterSeconds: retryAfter(result.headers),
        written: true,
      })
    }
    const { success, data, unreadable } = parseAnswer(answers[name].answer, json)
    if (unreadable.length > 0 && !warned.has(name)) {
      warned.add(name)
      onUnreadable?.(name, unreadable)
    }
    if (json === undefined || !success)
      return new ServiceError(name, { kind: 'malformed answer', status, written: true })
    const answer = deepFreeze(data)
    if (unreadable.length === 0) cache?.set(text, answer)
    return answer
  }

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
      const result = await exchange(wire, message, { signal, ms: timeoutMs })
      const answer = read(name, result, () => [token, ...secretsOf(request)])
      if (answer instanceof ServiceError) throw answer
      return answer
    },

    /** Rejects unless the service answers a request with an invalid token, if only by refusing it. */
    async reach(): Promise<void> {
      const message = compose('listOrganizations', base, {}, 'nobody')
      const result = await exchange(connections, message, { ms: Math.min(timeoutMs, REACH_MS) })
      if ('broken' in result) throw new Error(`It does not answer (${result.broken})`)
      const { status } = result
      if (!isSuccess(status) && ![400, 401, 403, 429].includes(status))
        throw new Error(`It answers ${status}`)
    },

    /** Waits for the calls in flight. */
    close: (): Promise<void> => connections.close(),
  }
}

/**
 * Composes the HTTP request for an endpoint. The path is joined as text, so that `//v1` keeps its double slash.
 * @param request the members of query and body in one object
 * @throws TypeError that names the members that violate the contract, without their values
 */
function compose(
  name: EndpointName,
  { origin, pathname }: URL,
  request: object,
  token: string,
): Dispatcher.DispatchOptions {
  const { method, path, action, query, body } = contract[name]
  const parts = Object.groupBy(Object.entries(request), ([key]) => (key in query.shape ? 'query' : 'body'))
  const search = Object.entries({ action, ...parsePart(name, query, parts.query) })
  const content = parsePart(name, body, parts.body)
  const encoded = search.map(([key, value]) => `${key}=${encodeURIComponent(String(value).toWellFormed())}`)
  return {
    origin,
    method,
    path: `${pathname.replace(/\/$/, '')}${path}?${encoded.join('&')}`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      // Without this header any content coding would be acceptable (RFC 9110, 12.5.3).
      'accept-encoding': 'identity',
    },
    body: Object.keys(body.shape).length > 0 ? JSON.stringify(content) : null,
  }
}

function parsePart(name: EndpointName, schema: z.ZodType<object>, members: [string, unknown][] = []): object {
  const { data, error } = schema.safeParse(Object.fromEntries(members))
  if (data) return data
  const issues = error.issues.map(({ code, path, ...issue }) => {
    const keys = 'keys' in issue ? issue.keys : []
    return `${[...path, ...keys].join('.')} (${code})`
  })
  throw new TypeError(`${titleOf(name)}: the contract refuses ${issues.join(', ')}`)
}

/** The values below `specific`, whole and line by line. */
export function secretsOf(request: unknown, isSecret = false): string[] {
  if (typeof request === 'string') return isSecret ? [request, ...request.split(/\s*\n\s*/)] : []
  if (typeof request !== 'object' || request === null) return []
  return Object.entries(request).flatMap(([key, value]) => secretsOf(value, isSecret || key === 'specific'))
}

const KIND_BY_CODE: Record<string, FailureKind> = {
  [ABORTED]: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'malformed answer',
  UND_ERR_HEADERS_OVERFLOW: 'malformed answer',
  HTTPParserError: 'malformed answer',
}

const KIND_BY_STATUS: Record<number, FailureKind> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  408: 'timeout',
  409: 'conflict',
  410: 'not found',
  429: 'limited',
  504: 'timeout',
}

/** By the first digit. An error under a successful status only says that the request was not done. */
const KIND_BY_CLASS: Record<number, FailureKind> = { 2: 'invalid', 4: 'invalid', 5: 'unavailable' }

/** The kind of an error. The interface has no redirects. */
const kindOf = (status: number): FailureKind =>
  KIND_BY_STATUS[status] ?? KIND_BY_CLASS[Math.trunc(status / 100)] ?? 'malformed answer'

const isSuccess = (status: number) => Math.trunc(status / 100) === 2

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}

/** An escaped surrogate: only such an answer can contain ill-formed text. */
const SURROGATE = /\\ud[89a-f]/i

const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** A success in plain words such as `OK`; no page and no truncated JSON. */
const PLAIN_WORDS = /^[\p{L}\p{N}\s.,!:'-]{0,100}$/u

/** Parses an answer; undefined if it is no JSON. A write may also answer with plain words or nothing. */
function parseJson(text: string, method: 'GET' | 'POST'): unknown {
  try {
    return SURROGATE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  } catch {
    return method === 'POST' && PLAIN_WORDS.test(text) ? {} : undefined
  }
}

const MAX_MESSAGE = 300

/** Puts a message of the service on one line of at most 300 code points, with '…' in place of secrets. */
export function clean(message: string, secrets: string[]): string {
  const longestFirst = secrets.filter(secret => secret !== '').sort((a, b) => b.length - a.length)
  const hide = (text: string) => longestFirst.reduce((masked, secret) => masked.replaceAll(secret, '…'), text)
  // Hidden twice, because joining the lines may complete a secret that was split across them.
  const line = hide(hide(message).replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')).trim()
  const points = Array.from(line)
  return points.length <= MAX_MESSAGE ? line : `${points.slice(0, MAX_MESSAGE - 1).join('')}…`
}
