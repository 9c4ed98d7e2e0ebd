import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
} from 'cockatiel'
import { ServiceError } from './failure.ts'

/** How far the service is trusted: asked as ever, not asked, or asked once to see whether it is back. */
export type Trust = 'closed' | 'open' | 'half open'

export type Breaker = ReturnType<typeof createBreaker>

type Result<T> = { answer: T } | { failure: ServiceError }

/** What a call ended with, and what that says of the service. */
type Ended<T> = ({ answer: T } | { error: unknown }) & { says: 'works' | 'down' | 'nothing' }

/** So many failures one after the other open it. */
const OPENS_AFTER = 5

type Options = {
  clock: () => Date
  /** How long it stays open, at first and when it opens again and again. */
  openMs?: { first: number; longest: number }
  /** Hears of each change; of the failure that came last, where the service is down. */
  changed?: (trust: Trust, since: Date | undefined, last: unknown) => void
}

/**
 * Keeps from asking a service that is down: after some calls in a row that broke, hung or brought a 502, 503 or 504 it
 * opens, and is asked again from time to time by one call alone. What a service refuses (4xx) or fails at (500) shows that
 * it answers: others may ask it for something else. A call that says nothing of whether the service is there is not
 * counted; where it was to show whether the service is back, the service stays as it was: down.
 */
export function createBreaker({
  clock,
  openMs = { first: 1000, longest: 30_000 },
  changed = () => {},
}: Options) {
  const policy = circuitBreaker(
    handleWhenResult(ended => !isWorking(ended)),
    {
      halfOpenAfter: new ExponentialBackoff({ initialDelay: openMs.first, maxDelay: openMs.longest }),
      breaker: new ConsecutiveBreaker(OPENS_AFTER),
    },
  )
  let since: Date | undefined
  let last: unknown
  policy.onStateChange(() => changed(trust(), since, last))

  const trust = (): Trust =>
    policy.state === CircuitState.Closed
      ? 'closed'
      : policy.state === CircuitState.HalfOpen
        ? 'half open'
        : 'open'

  function heed<T>(ended: Ended<T>, begun: Date): Ended<T> {
    if (ended.says === 'down') since ??= begun
    if (ended.says === 'works') since = undefined
    last = ended.says === 'down' && 'error' in ended ? ended.error : undefined
    return ended
  }

  return {
    trust,
    /** Since when the service has not answered; nothing while it does. */
    since: () => since,

    /**
     * Makes a call, unless the service is down: then gives nothing, at once. `isShort` tells that a call had less time than
     * the service has to answer, which does not speak against the service.
     */
    async call<T>(work: () => Promise<T>, isShort: () => boolean): Promise<Result<T> | undefined> {
      // While one call looks whether the service is back nobody waits for what it finds.
      if (policy.state === CircuitState.HalfOpen) return undefined
      const begun = clock()
      if (policy.state === CircuitState.Closed) {
        const ended = await endOf(work, isShort)
        // Success after success is nothing to count.
        const counts = ended.says === 'down' || (ended.says === 'works' && since !== undefined)
        if (policy.state === CircuitState.Closed && counts) await policy.execute(() => heed(ended, begun))
        return resultOf(ended)
      }
      try {
        return resultOf(await policy.execute(async () => heed(await endOf(work, isShort), begun)))
      } catch (error) {
        if (error instanceof BrokenCircuitError) return undefined
        throw error
      }
    },
  }
}

const endOf = <T>(work: () => Promise<T>, isShort: () => boolean): Promise<Ended<T>> =>
  work().then(
    answer => ({ answer, says: 'works' }),
    error => ({ error, says: error instanceof ServiceError ? saidBy(error, isShort()) : 'nothing' }),
  )

function resultOf<T>(ended: Ended<T>): Result<T> {
  if ('answer' in ended) return ended
  if (ended.error instanceof ServiceError) return { failure: ended.error }
  throw ended.error
}

const isWorking = (ended: unknown): boolean =>
  typeof ended === 'object' && ended !== null && 'says' in ended && ended.says === 'works'

/** What is answered in the place of a service that does not. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** What keeps a connection from being made here, whatever the other side does: there are too many already. */
const OURS: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL'])

/** Whether an error shows that the service does not work, or that it refuses; nothing where it had too little time, or none. */
function saidBy({ status, kind, code }: ServiceError, isShort: boolean): Ended<never>['says'] {
  if (code !== undefined && OURS.has(code)) return 'nothing'
  if (status !== undefined) return AWAY.has(status) ? 'down' : 'works'
  if (kind === 'malformed answer') return 'works'
  return kind === 'unavailable' || (kind === 'timeout' && !isShort) ? 'down' : 'nothing'
}
