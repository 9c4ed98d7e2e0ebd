import { contract, type EndpointName } from './contract/contract.ts'
import { ABORTED, TOO_LONG } from './transport/exchange.ts'

/** `crowded`: the service was not asked, since too much else is asked of it already. */
export type FailureKind =
  | 'unauthorized'
  | 'forbidden'
  | 'not found'
  | 'conflict'
  | 'invalid'
  | 'limited'
  | 'unavailable'
  | 'timeout'
  | 'malformed answer'
  | 'interrupted'
  | 'crowded'

type Facts = {
  kind: FailureKind
  /** What decided: the HTTP status, or the `status` in the body of an answer that HTTP calls a success. */
  status?: number
  /** Why there was no whole answer, by Node's or undici's code (ECONNREFUSED). */
  code?: string
  /** The service's own words, fit to be shown: short, on one line, without the caller's secrets. */
  serviceMessage?: string
  retryAfterSeconds?: number
  /** Since when the service has not answered, where that is why it was not asked. */
  since?: Date | undefined
  /** Whether any of the request may have reached the service. */
  written: boolean
}

/** A call to the service that failed. Holds nothing of the request or its headers, and has no cause. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly endpoint: EndpointName
  readonly kind: FailureKind
  readonly status?: number
  readonly code?: string
  readonly serviceMessage?: string
  readonly retryAfterSeconds?: number
  readonly #facts: Omit<Facts, 'written'>
  readonly since?: Date | undefined
  /** What the request was about: what it names, within its organization, the organization itself or its subscription. */
  readonly about: Subject | undefined
  /** `unknown`: a change that may have been made all the same. A read changes nothing: always `not done`. */
  readonly outcome: 'not done' | 'unknown'

  constructor(endpoint: EndpointName, { written, ...facts }: Facts) {
    const { title, method } = contract[endpoint]
    const detail = facts.status ?? facts.code
    super(`${title}: ${facts.kind}${detail === undefined ? '' : ` (${detail})`}`)
    this.#facts = facts
    this.endpoint = endpoint
    this.kind = facts.kind
    this.status = facts.status
    this.code = facts.code
    this.serviceMessage = facts.serviceMessage
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.since = facts.since
    this.about = aboutOf(endpoint)
    this.outcome = method === 'GET' || !written || turnedDown(facts.status) ? 'not done' : 'unknown'
  }

  /** The same, once it is found out that the change surely was not made. */
  disproved(): ServiceError {
    return new ServiceError(this.endpoint, { ...this.#facts, written: false })
  }
}

/** Things of the service, by the member of a request that names one; the nearest first. */
const NAMES = {
  plan_id: 'plan',
  credential_id: 'credential',
  user_id: 'member',
  org_id: 'organization',
} as const

/** What goes wrong where an organization has no subscription. */
const OF_SUBSCRIPTION: ReadonlySet<EndpointName> = new Set([
  'changePaymentMethod',
  'updateSubscription',
  'cancelSubscription',
])

export type Subject = (typeof NAMES)[keyof typeof NAMES] | 'subscription'

function aboutOf(endpoint: EndpointName): Subject | undefined {
  if (OF_SUBSCRIPTION.has(endpoint)) return 'subscription'
  const { query, body } = contract[endpoint]
  const names = Object.entries(NAMES)
  return names.find(([key]) => Object.hasOwn(query.shape, key) || Object.hasOwn(body.shape, key))?.[1]
}

/** A status by which the service says that it did not do what was asked; 408 may come from something between. */
const turnedDown = (status = 0) => status >= 400 && status < 500 && status !== 408

/** Whether the service itself said that it cannot take this, be it under a success of HTTP: it would refuse the same again. */
export const isRefusal = ({ kind }: ServiceError) => kind === 'invalid'

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

/** The kind of a status that is no success. Redirects are not followed: the interface has none. */
export function kindOfStatus(status: number): FailureKind {
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

/** The kind of an exchange that broke, by the code of its error. */
export const kindOfCode = (code: string): FailureKind => KIND_BY_CODE[code] ?? 'unavailable'

const PASSING = new Set<number | string | undefined>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_PRX_CONN',
  ...[502, 503, 504].flatMap(status => [status, `proxy_${status}`]),
])

/** Whether the same read may well succeed when it is sent again, at once or when the service says. */
export const isPassing = ({ status, code }: ServiceError) => PASSING.has(status ?? code)
