import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { messageOf, noteUnreadable, statusOf } from './contract/answer.ts'
import { type Answer, contract, type EndpointName } from './contract/contract.ts'
import { type FailureKind, ServiceError } from './contract/failure.ts'
import { ABORTED, type Broken, type Received, TOO_LONG } from './transport/exchange.ts'
import { retryAfter } from './transport/retry-after.ts'

/** The contract's answers, typed so that each belongs to its endpoint. */
const answers: { [N in EndpointName]: { answer: z.ZodType<Answer<N>> } } = contract

/** Answers to reads by their text: people of one organization get the same one. */
export type KnownAnswers = { [N in EndpointName]?: LRUCache<string, Answer<N>> }

/** In characters, for each endpoint. */
const CACHE = { maxSize: 6_000_000, maxEntrySize: 3_000_000 }

const isSuccess = (status: number) => status >= 200 && status < 300

/**
 * Reads an answer into the contract's shape, or into the error that it tells of.
 * @param secrets gives what the error's message must not repeat
 * @param onUnreadable receives the places in the answer that were left out
 * @param known what was read before, in whole
 * @returns an answer that others share: it is frozen
 */
export function readResponse<N extends EndpointName>(
  name: N,
  result: Received | Broken,
  secrets: () => string[],
  onUnreadable: (places: readonly string[]) => void = () => {},
  known: { [K in N]?: LRUCache<string, Answer<K>> } = {},
): Answer<N> | ServiceError {
  if ('broken' in result) {
    const { broken: code, written } = result
    return new ServiceError(name, { kind: kindOfCode(code), code, written })
  }
  const text = result.body.toString().trim()
  const before = isSuccess(result.status) ? known[name]?.get(text) : undefined
  if (before) return before
  const json = parseJson(text, contract[name].method)
  const { failed, status: stated } = statusOf(json)
  const status = isSuccess(result.status) ? (stated ?? result.status) : result.status
  if (failed || !isSuccess(status)) {
    const message = messageOf(json)
    return new ServiceError(name, {
      // An error under a successful status says no more than that the request was not done as asked.
      kind: isSuccess(status) ? 'invalid' : kindOfStatus(status),
      status,
      serviceMessage: message === undefined ? undefined : clean(message, secrets()),
      retryAfterSeconds: retryAfter(result.headers),
      written: true,
    })
  }
  const { value: answer, places } = noteUnreadable(() => answers[name].answer.safeParse(json))
  if (places.length > 0) onUnreadable(places)
  if (json !== undefined && answer.success) {
    const data = deepFreeze(answer.data)
    if (contract[name].method === 'GET' && places.length === 0) {
      known[name] ??= new LRUCache({ ...CACHE, sizeCalculation: (_, { length }) => length + 1 })
      known[name].set(text, data)
    }
    return data
  }
  return new ServiceError(name, { kind: 'malformed answer', status, written: true })
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

/** The kind of an unsuccessful status. The interface has no redirects. */
function kindOfStatus(status: number): FailureKind {
  const known = KIND_BY_STATUS[status]
  if (known !== undefined) return known
  if (status >= 400 && status < 500) return 'invalid'
  return status >= 500 && status < 600 ? 'unavailable' : 'malformed answer'
}

const KIND_BY_CODE: Record<string, FailureKind> = {
  [ABORTED]: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  [TOO_LONG]: 'malformed answer',
  UND_ERR_HEADERS_OVERFLOW: 'malformed answer',
  HTTPParserError: 'malformed answer',
}

/** The kind of a broken exchange, by its code. */
const kindOfCode = (code: string): FailureKind => KIND_BY_CODE[code] ?? 'unavailable'

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}

/** How JSON escapes a surrogate: only such an answer can hold ill-formed text. */
const SURROGATE = /\\ud[89a-f]/i

const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** A success in plain words such as `OK`, neither a page nor JSON that broke off. */
const PLAIN_WORDS = /^[\p{L}\p{N}\s.,!:'-]{0,100}$/u

/** The JSON of an answer, undefined for anything else. A write may answer with plain words or nothing. */
function parseJson(text: string, method: 'GET' | 'POST'): unknown {
  try {
    return SURROGATE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  } catch {
    return method === 'POST' && PLAIN_WORDS.test(text) ? {} : undefined
  }
}

const MAX_MESSAGE = 300

/** A message of the service on one line of at most 300 code points, with '…' in place of secrets. */
export function clean(message: string, secrets: string[]): string {
  const longestFirst = secrets.filter(secret => secret !== '').sort((a, b) => b.length - a.length)
  const hide = (text: string) => longestFirst.reduce((masked, secret) => masked.replaceAll(secret, '…'), text)
  // Hidden twice: joining the lines may complete a secret that was broken across them.
  const line = hide(hide(message).replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')).trim()
  const points = Array.from(line)
  return points.length <= MAX_MESSAGE ? line : `${points.slice(0, MAX_MESSAGE - 1).join('')}…`
}
