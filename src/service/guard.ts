import { createMemory } from '../slack/memory.ts'
import type { Breaker } from './breaker.ts'
import type { Client } from './client.ts'
import { type Answer, contract, type EndpointName, type Request } from './contract/index.ts'
import { ServiceError } from './failure.ts'
import type { createTurns } from './turns.ts'

/** What became of a call: `done`, or the kind of its failure. */
export type Ended = { endpoint: EndpointName; outcome: string; ms: number }

/** However long the service wants to be left alone, it is asked again after that. */
const LONGEST_REST_MS = 5 * 60_000

type Deps = {
  client: Client
  breaker: Breaker
  turns: ReturnType<typeof createTurns>
  timeoutMs: number
  /** How long what a call is made for may still take. */
  remainingMs: () => number
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  /** Hears of each call when it has ended. */
  ended?: (call: Ended) => void
}

/**
 * The client, asked with measure: so much at a time for each person and in all, not at all while the service is down, and
 * no longer than what it is asked for may take; nor by a person of whom it has had too much, until the time that it said.
 * A change is sent at most once, and never to see whether the service is back.
 */
export function createGuard(deps: Deps): Client {
  const { client, breaker, turns, timeoutMs, remainingMs, now, ended = () => {} } = deps
  const rests = createMemory<number>()

  async function call<N extends EndpointName>(
    name: N,
    request: Request<N>,
    token: string,
    options: { signal?: AbortSignal; before?: () => void } = {},
  ): Promise<Answer<N>> {
    if (breaker.trust() === 'half open') throw down(name)
    const restMs = (rests.find(token) ?? 0) - now()
    if (restMs > 0) throw resting(name, restMs)
    const turn = await turns.take(token, Math.min(timeoutMs / 2, remainingMs()))
    if (!turn) throw new ServiceError(name, { kind: 'crowded', written: false })
    try {
      if (contract[name].method === 'POST' && breaker.trust() !== 'closed') await lookFirst(name, token)
      return await make(name, limitMs => client.call(name, request, token, { ...options, limitMs }))
    } catch (error) {
      if (error instanceof ServiceError && error.status === 429) rest(token, error)
      throw error
    } finally {
      turn()
    }
  }

  /** The service wants to be left alone by one person for a while. */
  function rest(token: string, { retryAfterSeconds = 0 }: ServiceError): void {
    const ms = Math.min(retryAfterSeconds * 1000, LONGEST_REST_MS)
    if (ms > 0) rests.keep(token, now() + ms)
  }

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
