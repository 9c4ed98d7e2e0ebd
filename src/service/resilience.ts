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
import {
  type Answer,
  type Call,
  type CallOptions,
  contract,
  type EndpointName,
  type Request,
} from './contract/contract.ts'
import { ServiceError } from './contract/failure.ts'
import { createRetryAfter } from './transport/retry-after.ts'

/** Calls at a time, fewer than there are connections, and calls that wait. */
const CONCURRENT = 48
const QUEUED = 1000
const FAILURES_TO_OPEN = 5
const RETRIES = 2
const BACKOFF_MS = 100
/** `Retry-After: 0` of a 429 means soon. */
const MIN_RETRY_AFTER_MS = 1000

export type BreakerState = 'closed' | 'open' | 'half open'

/** An attempt that has ended: `done`, or the kind of its failure. */
export type Ended = { endpoint: EndpointName; outcome: string; ms: number }

type Deps = {
  call: Call
  /** The limit of one call with its queueing and retries. */
  timeoutMs: number
  clock: () => Date
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** 0 to 1, spreads the retries. */
  random?: () => number
  /** How long the breaker stays open, at first and after repeated failures. */
  openMs?: { first: number; longest: number }
  /** Receives each change of the breaker, with the failure that caused it. */
  onStateChange?: (state: BreakerState, since: Date | undefined, failure: unknown) => void
  onAttemptEnd?: (attempt: Ended) => void
}

/**
 * Calls with a time-out, a bulkhead, a circuit breaker and retries: reads after a passing failure, and any request after
 * a 429, which changes nothing. Until the time that the 429 gives, its token sends nothing.
 */
export function createResilience(deps: Deps) {
  const {
    timeoutMs,
    clock,
    now,
    random = Math.random,
    onStateChange = () => {},
    onAttemptEnd = () => {},
  } = deps
  const { first, longest } = deps.openMs ?? { first: 1000, longest: 30_000 }
  const slots = bulkhead(CONCURRENT, QUEUED)
  const breaker = circuitBreaker(handleWhenResult(isDown), {
    halfOpenAfter: new ExponentialBackoff({ initialDelay: first, maxDelay: longest }),
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  })
  const retryAfter = createRetryAfter({ now })

  let since: Date | undefined
  breaker.onFailure(() => {
    since ??= clock()
  })
  breaker.onSuccess(() => {
    if (breaker.state !== CircuitState.Open) since = undefined
  })
  const failure = () => breaker.lastFailure && 'value' in breaker.lastFailure && breaker.lastFailure.value
  breaker.onStateChange(() => onStateChange(state(), since, failure()))

  function state(): BreakerState {
    if (breaker.state === CircuitState.Closed) return 'closed'
    return breaker.state === CircuitState.HalfOpen ? 'half open' : 'open'
  }

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
        const ms = retryAfter.waitMs(token)
        if (ms > 0 && ms >= until - now()) throw limited(name, ms)
        if (ms > 0) await sleep(ms)
        const result = await slots.execute(() => send(name, request, token, { ...options, signal }), signal)
        if (!(result instanceof ServiceError)) return result
        last = result
        if (tries >= RETRIES || !isWorthRetry(result, until - now())) throw result
        await sleep(delayMs(tries, result))
      }
    } catch (error) {
      if (error instanceof BulkheadRejectedError) throw crowded(name)
      if (signal.aborted && !(error instanceof ServiceError)) throw last ?? crowded(name)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  function delayMs(tries: number, error: ServiceError): number {
    if (error.status === 429) return 0
    return Math.max(random() * BACKOFF_MS * 2 ** tries, retryAfterMs(error))
  }

  /** Sends a request unless the breaker is open. A write is never the probe of an open breaker. */
  async function send<N extends EndpointName>(
    name: N,
    request: Request<N>,
    token: string,
    options: CallOptions,
  ): Promise<Answer<N> | ServiceError> {
    if (state() === 'half open') return down(name)
    if (state() === 'open' && contract[name].method === 'POST') {
      const { signal } = options
      await sendOnce('listOrganizations', {}, token, signal && { signal })
      if (state() !== 'closed') return down(name)
    }
    const result = await sendOnce(name, request, token, options)
    if (result instanceof ServiceError && result.status === 429 && result.retryAfterSeconds !== undefined)
      retryAfter.block(token, retryAfterMs(result))
    return result
  }

  async function sendOnce<N extends EndpointName>(
    name: N,
    request: Request<N>,
    token: string,
    options: CallOptions | undefined,
  ): Promise<Answer<N> | ServiceError> {
    const started = now()
    const result = await breaker
      .execute(() => deps.call(name, request, token, options).catch(asResult))
      .catch(error => {
        if (error instanceof BrokenCircuitError) return down(name)
        throw error
      })
    const outcome = result instanceof ServiceError ? result.kind : 'done'
    onAttemptEnd({ endpoint: name, outcome, ms: now() - started })
    return result
  }

  const down = (name: EndpointName) => new ServiceError(name, { kind: 'unavailable', written: false, since })

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

/** Whether a result shows that the service does not answer. Other errors, such as 500, show that it does. */
function isDown(result: unknown): boolean {
  if (!(result instanceof ServiceError)) return false
  const { kind, status } = result
  return status === undefined ? kind === 'unavailable' || kind === 'timeout' : GATEWAY_STATUS.has(status)
}

function isWorthRetry(error: ServiceError, remainingMs: number): boolean {
  if (retryAfterMs(error) >= remainingMs) return false
  return error.status === 429
    ? error.retryAfterSeconds !== undefined
    : contract[error.endpoint].method === 'GET' && isPassing(error)
}

const PASSING = new Set<number | string | undefined>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_PRX_CONN',
  ...[502, 503, 504].flatMap(status => [status, `proxy_${status}`]),
])

/** Whether a read may well succeed when it is repeated. */
const isPassing = ({ status, code }: ServiceError) => PASSING.has(status ?? code)

const retryAfterMs = ({ status, retryAfterSeconds = 0 }: ServiceError): number =>
  Math.max(status === 429 ? MIN_RETRY_AFTER_MS : 0, retryAfterSeconds * 1000)

const crowded = (name: EndpointName) => new ServiceError(name, { kind: 'crowded', written: false })

const limited = (name: EndpointName, ms: number) =>
  new ServiceError(name, { kind: 'limited', written: false, retryAfterSeconds: Math.ceil(ms / 1000) })
