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

type Result<T> = { answer: T } | { failure: ServiceError; down: boolean }

type Options = {
  clock: () => Date
  /** So many failures one after the other open it. */
  opensAfter?: number
  /** How long it stays open, at first and when it opens again and again. */
  openMs?: { first: number; longest: number }
  /** Hears of each change. */
  changed?: (trust: Trust, since: Date | undefined) => void
}

/**
 * Keeps from asking a service that is down: after some calls in a row that broke, hung or brought a 5xx it opens, and is
 * asked again from time to time by one call alone. What a service refuses (4xx) shows that it works.
 */
export function createBreaker({
  clock,
  opensAfter = 5,
  openMs = { first: 1000, longest: 30_000 },
  changed = () => {},
}: Options) {
  const policy = circuitBreaker(
    handleWhenResult(result => isResult(result) && 'down' in result && result.down),
    {
      halfOpenAfter: new ExponentialBackoff({ initialDelay: openMs.first, maxDelay: openMs.longest }),
      breaker: new ConsecutiveBreaker(opensAfter),
    },
  )
  let since: Date | undefined
  policy.onStateChange(() => changed(trust(), since))

  const trust = (): Trust =>
    policy.state === CircuitState.Closed
      ? 'closed'
      : policy.state === CircuitState.HalfOpen
        ? 'half open'
        : 'open'

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
      try {
        return await policy.execute(async (): Promise<Result<T>> => {
          const result = await resultOf(work, isShort)
          if ('down' in result && result.down) since ??= begun
          else since = undefined
          return result
        })
      } catch (error) {
        if (error instanceof BrokenCircuitError) return undefined
        throw error
      }
    },
  }
}

async function resultOf<T>(work: () => Promise<T>, isShort: () => boolean): Promise<Result<T>> {
  try {
    return { answer: await work() }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { failure: error, down: isDown(error) && !(error.status === undefined && isShort()) }
  }
}

const isResult = (value: unknown): value is Result<unknown> => typeof value === 'object' && value !== null

/** Whether an error shows that the service does not work, rather than that it refuses. */
const isDown = ({ status, kind }: ServiceError): boolean =>
  status === undefined ? kind === 'unavailable' || kind === 'timeout' : status >= 500
