import { createBreaker, type Trust } from './breaker.ts'
import { createClient } from './client.ts'
import { createGuard, type Ended } from './guard.ts'
import { createTurns } from './semaphore.ts'
import { sharingReads } from './shared.ts'

/** Fewer at a time than there are connections; a person's part is more than one request ever asks for at once. */
const TURNS = { all: 48, each: 6, queue: 1000, queueEach: 100 }

type Deps = Parameters<typeof createClient>[0] & {
  remainingMs: () => number
  clock: () => Date
  now: () => number
  openMs?: { first: number; longest: number }
  /** Hears of each change of whether the service is asked; of the failure that came last, where it is down. */
  changed?: (trust: Trust, since: Date | undefined, last: unknown) => void
  ended?: (call: Ended) => void
}

/** The way to the scheduling service with all that keeps it in measure, and what can be seen of that. */
export function openService({ remainingMs, clock, now, openMs, changed, ended, ...about }: Deps) {
  const client = createClient(about)
  const breaker = createBreaker({ clock, openMs, changed })
  const turns = createTurns(TURNS)
  const { timeoutMs } = about
  const guard = createGuard({ client, breaker, turns, timeoutMs, remainingMs, now, ended })
  return {
    service: sharingReads(guard, now),
    reach: client.reach,
    trust: breaker.trust,
    turns,
    close: client.close,
  }
}
