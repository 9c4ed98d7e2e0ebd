import { setTimeout as sleep } from 'node:timers/promises'
import type { Breaker } from './breaker.ts'
import type { Client } from './client.ts'
import { type Answer, contract, type EndpointName, type Request } from './contract/contract.ts'
import { ServiceError } from './failure.ts'
import type { createTurns } from './semaphore.ts'
import { createRests } from './transport/retry-after.ts'

type Signal = AbortSignal | undefined

/** What became of a call: `done`, or the kind of its failure. */
export type Ended = { endpoint: EndpointName; outcome: string; ms: number }

/** So often is sent what the service refuses since it has had too much of a person. */
const TRIES = 3
/** Who says `now` in the same breath as that it was too much means soon. */
const LEAST_REST_MS = 1000

type Deps = {
  client: Client
  breaker: Breaker
  turns: ReturnType<typeof createTurns>
  timeoutMs: number
  /** How long what a call is made for may still take. */
  remainingMs: () => number
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  /** Waits so long; rejects where the signal aborts. */
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** Hears of each call when it has ended. */
  ended?: (call: Ended) => void
}

const waiting = (ms: number, signal: AbortSignal | undefined) =>
  sleep(Math.ceil(ms), undefined, signal && { signal })

/**
 * The client, asked with measure: so much at a time for each person and in all, not at all while the service is down, and
 * no longer than what it is asked for may take; nor by a person of whom it has had too much, until the time that it said,
 * which is waited for where it is within the limit. A change is sent once more only where the service refused it so, and
 * never to see whether the service is back.
 */
export function createGuard(deps: Deps): Client {
  const { client, breaker, turns, timeoutMs, remainingMs, now, wait = waiting, ended = () => {} } = deps
  const rests = createRests({ now })

  async function call<N extends EndpointName>(
    name: N,
    request: Request<N>,
    token: string,
    options: { signal?: AbortSignal; before?: () => void } = {},
  ): Promise<Answer<N>> {
    const until = now() + Math.min(timeoutMs, remainingMs())
    for (let tried = 1; ; tried++) {
      const turn = await turnOf(token, { name, until, signal: options.signal })
      try {
        if (contract[name].method === 'POST' && breaker.trust() !== 'closed') await lookFirst(name, token)
        return await make(name, limitMs => client.call(name, request, token, { ...options, limitMs }))
      } catch (error) {
        if (!isLimited(error)) throw error
        rests.begin(token, Math.max(LEAST_REST_MS, error.retryAfterSeconds * 1000))
        if (tried === TRIES || !fits(rests.take(token, 0), until)) throw error
      } finally {
        turn()
      }
    }
  }

  /** A turn to ask the service, when it does not want to be left alone by that person any more. */
  async function turnOf(token: string, asking: { name: EndpointName; until: number; signal?: Signal }) {
    const { name, until, signal } = asking
    for (;;) {
      if (breaker.trust() === 'half open') throw down(name)
      const restMs = rests.take(token, 0)
      if (!fits(restMs, until)) throw resting(name, restMs)
      if (restMs > 0) await wait(restMs, signal).catch(() => signal?.throwIfAborted())
      const turn = await turns.take(token, Math.min(timeoutMs / 2, remainingMs()))
      if (!turn) throw new ServiceError(name, { kind: 'crowded', written: false })
      // Who had the turns before may have been too much for the service.
      if (rests.take(token, 0) === 0) return turn
      turn()
    }
  }

  const fits = (restMs: number, until: number) => restMs === 0 || now() + restMs < until

  const resting = (name: EndpointName, ms: number) =>
    new ServiceError(name, {
      kind: 'limited',
      written: false,
      retryAfterSeconds: Math.ceil(ms / 1000),
    })

  /** Asks for what changes nothing, before a change is sent to a service that was down. */
  async function lookFirst(name: EndpointName, token: string): Promise<void> {
    try {
      await make('listOrganizations', limitMs => client.call('listOrganizations', {}, token, { limitMs }))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
    }
    if (breaker.trust() !== 'closed') throw down(name)
  }

  async function make<T>(name: EndpointName, work: (limitMs: number) => Promise<T>): Promise<T> {
    const limitMs = Math.min(timeoutMs, remainingMs())
    if (limitMs <= 0) throw new ServiceError(name, { kind: 'timeout', written: false })
    const begun = now()
    const result = await breaker.call(
      () => work(limitMs),
      () => limitMs < timeoutMs,
    )
    const failure = result === undefined ? down(name) : 'failure' in result ? result.failure : undefined
    ended({
      endpoint: name,
      outcome: result === undefined ? 'not asked' : (failure?.kind ?? 'done'),
      ms: now() - begun,
    })
    if (result && 'answer' in result) return result.answer
    throw failure
  }

  const down = (name: EndpointName) =>
    new ServiceError(name, { kind: 'unavailable', written: false, since: breaker.since() })

  return { ...client, call }
}

/** The service has had too much of somebody, and says when they may come again. */
const isLimited = (error: unknown): error is ServiceError & { retryAfterSeconds: number } =>
  error instanceof ServiceError && error.status === 429 && error.retryAfterSeconds !== undefined
