import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
} from 'cockatiel'
import { LRUCache } from 'lru-cache'
import {
  type Answer,
  type Call,
  type CallOptions,
  contract,
  type EndpointName,
  type Request,
} from './contract/contract.ts'
import { ServiceError } from './contract/failure.ts'

/** Concurrent calls, fewer than there are connections; and queued ones. */
const CONCURRENT = 48
const QUEUED = 1000
const FAILURES_TO_OPEN = 5
const RETRIES = 2
const BACKOFF_MS = 100
/** `Retry-After: 0` of a 429 means soon. */
const MIN_RETRY_AFTER_MS = 1000
/** Caps the Retry-After of the service. */
const MAX_RETRY_AFTER_MS = 5 * 60_000
const MAX_TOKENS = 1000

export const BREAKER_STATES = ['closed', 'open', 'half open'] as const
export type BreakerState = (typeof BREAKER_STATES)[number]

const STATES: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half open',
  [CircuitState.Isolated]: 'open',
}

type Deps = {
  call: Call
  /** The limit of a call including queueing and retries. */
  timeoutMs: number
  clock: () => Date
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** 0 to 1, for the jitter of retries. */
  random?: () => number
  /** How long the breaker stays open, at first and after repeated failures. */
  openMs?: { first: number; longest: number }
  /** Receives each change of the breaker, with the failure that caused it. */
  onStateChange?: (state: BreakerState, since: Date | undefined, failure: unknown) => void
  /** `outcome`: `done`, or the kind of the failure. */
  onAttemptEnd?: (attempt: { endpoint: EndpointName; outcome: string; ms: number }) => void
}

/**
 * Adds a time-out, a bulkhead, a circuit breaker and retries: reads are retried after a transient failure, any
 * request after a 429, since that changes nothing. Until the Retry-After of a 429, its token sends nothing.
 */
export function createResilience(deps: Deps) {
  const { timeoutMs, clock, now, random = Math.random, onStateChange, onAttemptEnd } = deps
  const { first, longest } = deps.openMs ?? { first: 1000, longest: 30_000 }
  const slots = bulkhead(CONCURRENT, QUEUED)
  const breaker = circuitBreaker(handleWhenResult(isDown), {
    halfOpenAfter: new ExponentialBackoff({ initialDelay: first, maxDelay: longest }),
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  })
  /** By token: no calls before this time. */
  const retryAfter = new LRUCache<string, number>({ max: MAX_TOKENS })
  let since: Date | undefined
  let failure: ServiceError | undefined
  const state = () => STATES[breaker.state]
  breaker.onStateChange(() => onStateChange?.(state(), since, failure))

  async function call<N extends EndpointName>(
    name: N,
    request: Request<N>,
    token: string,
    options: CallOptions = {},
  ): Promise<Answer<N>> {
    const until = now() + timeoutMs
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeoutMs)
    const { signal } = limit
    let last: ServiceError | undefined
    try {
      for (let tries = 0; ; tries += 1) {
        const waitMs = (retryAfter.get(token) ?? 0) - now()
        if (waitMs > 0 && waitMs >= until - now()) {
          const retryAfterSeconds = Math.ceil(waitMs / 1000)
          throw new ServiceError(name, { kind: 'limited', written: false, retryAfterSeconds })
        }
        if (waitMs > 0) await sleep(waitMs + random() * BACKOFF_MS)
        const result = await slots.execute(() => send(name, request, token, { ...options, signal }), signal)
        if (!(result instanceof ServiceError)) return result
        last = result
        if (tries >= RETRIES || !isWorthRetry(result, until - now())) throw result
        if (result.status !== 429)
          await sleep(Math.max(random() * BACKOFF_MS * 2 ** tries, retryAfterMs(result)))
      }
    } catch (error) {
      const isUnsent = error instanceof BulkheadRejectedError || signal.aborted
      if (error instanceof ServiceError || !isUnsent) throw error
      throw last ?? new ServiceError(name, { kind: 'crowded', written: false })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends a request unless the breaker is open. A write is never the probe of an open breaker. */
  async function send<N extends EndpointName>(
    name: N,
    request: Request<N>,
    token: string,
    options: CallOptions,
  ): Promise<Answer<N> | ServiceError> {
    const down = () => new ServiceError(name, { kind: 'unavailable', written: false, since })
    const { state } = breaker
    if (state === CircuitState.HalfOpen) return down()
    if (state === CircuitState.Open && contract[name].method === 'POST') {
      await send('listOrganizations', {}, token, { signal: options.signal })
      if (breaker.state !== CircuitState.Closed) return down()
    }
    const started = now()
    const result = await breaker
      .execute(async () => {
        const result = await deps.call(name, request, token, options).catch(asResult)
        if (isDown(result)) {
          since ??= clock()
          failure = result
        } else if (breaker.state !== CircuitState.Open) since = undefined
        return result
      })
      .catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) return down()
        throw error
      })
    const error = result instanceof ServiceError ? result : undefined
    onAttemptEnd?.({ endpoint: name, outcome: error?.kind ?? 'done', ms: now() - started })
    if (error?.status === 429 && error.retryAfterSeconds !== undefined) {
      const until = now() + Math.min(retryAfterMs(error), MAX_RETRY_AFTER_MS)
      retryAfter.set(token, Math.max(until, retryAfter.get(token) ?? 0))
    }
    return result
  }

  return {
    call,
    state,
    inFlight: () => CONCURRENT - slots.executionSlots,
    queued: () => QUEUED - slots.queueSlots,
  }
}

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, Math.ceil(ms)))

function asResult(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  throw error
}

const GATEWAY_STATUS: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether the service is not answering. Other errors, such as 500, prove that it is. */
function isDown(result: unknown): result is ServiceError {
  if (!(result instanceof ServiceError)) return false
  const { kind, status } = result
  return status === undefined ? kind === 'unavailable' || kind === 'timeout' : GATEWAY_STATUS.has(status)
}

function isWorthRetry(error: ServiceError, remainingMs: number): boolean {
  if (retryAfterMs(error) >= remainingMs) return false
  return error.status === 429
    ? error.retryAfterSeconds !== undefined
    : contract[error.endpoint].method === 'GET' && TRANSIENT.has(error.status ?? error.code)
}

/** Statuses and codes after which a read is likely to succeed if it is repeated. */
const TRANSIENT = new Set<number | string | undefined>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_PRX_CONN',
  ...[...GATEWAY_STATUS].flatMap(status => [status, `proxy_${status}`]),
])

const retryAfterMs = ({ status, retryAfterSeconds = 0 }: ServiceError): number =>
  Math.max(status === 429 ? MIN_RETRY_AFTER_MS : 0, retryAfterSeconds * 1000)
