import { performance } from 'node:perf_hooks'

export type OverloadOptions = {
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
  /** How many of them the event loop has worked so far. */
  worked?: () => number
  /** What is let in is to be done by then, as far as that depends on this process alone. */
  longestMs?: number
  /** No more than that are in at a time, whatever they wait for. */
  most?: number
}

export type Overload = ReturnType<typeof createOverload>

/** How often the event loop is looked at. */
const TICK_MS = 50
/** What a request is taken to cost before it is known, and how far what was measured is believed. */
const COST_MS = { first: 3, least: 0.1, most: 30 }
/** To turn somebody away costs about a third of what it costs to serve whoever asks for the least. */
const SHARE_TO_TURN_AWAY = 1 / 3
/** So many requests make half of what is known of their cost anew. */
const LEARNED_FROM = 30
/** A loop that has worked so much of its time, and for so long since it was looked at, has none left. */
const BUSY = { share: 0.9, forMs: 10 }
/**
 * So many are served at a time by a loop that has no time left, and once others had to be turned away fewer: the turns of
 * the loop become short then, and whoever is served, and whoever is turned away, hears soon. The 64 connections of a
 * proxy are no flood yet, where each brings the next while what is left to do for the last goes on.
 */
const SERVED = { most: 128, flood: 24 }
/** Where the loop is so late nobody can be answered in time: to be heard takes as long again, and to be served. */
const TOO_LATE_MS = 500

/**
 * Tells whether one more request can be answered in time. What counts is the work in flight, at what a request has lately
 * cost this process, and how late the event loop is: many who only wait for somebody else are no load. Learns from the loop
 * as it runs, so it lets people in again as soon as they can be served.
 */
export function createOverload({
  now = () => performance.now(),
  worked = () => performance.eventLoopUtilization().active,
  longestMs = 1500,
  most = 2000,
}: OverloadOptions = {}) {
  let [lookedAt, workedThen] = [now(), worked()]
  let utilization = 0
  let costMs = COST_MS.first
  let [inFlight, done, turnedAway, turnedAwayThen] = [0, 0, 0, 0]

  /** Looks at what the loop has done since the last time. */
  function look(): void {
    const [time, active] = [now(), worked()]
    const busyMs = active - workedThen
    const requests = done + turnedAway * SHARE_TO_TURN_AWAY
    if (done > 0) {
      const seen = Math.min(Math.max(busyMs / requests, COST_MS.least), COST_MS.most)
      costMs += (seen - costMs) * (done / (done + LEARNED_FROM))
    }
    utilization = busyMs / Math.max(1, time - lookedAt)
    ;[lookedAt, workedThen, done, turnedAwayThen, turnedAway] = [time, active, 0, turnedAway, 0]
  }

  /** How long the loop has been at one turn: whoever comes meanwhile waits unseen. */
  const lateMs = () => Math.max(0, now() - lookedAt - TICK_MS)

  /** As it was at the last look, until there is something to see since. */
  function isBusy(): boolean {
    const ms = now() - lookedAt
    return (ms < BUSY.forMs ? utilization : (worked() - workedThen) / ms) >= BUSY.share
  }

  function hasRoom(): boolean {
    if (inFlight >= most || lateMs() >= TOO_LATE_MS) return false
    const isFlood = turnedAway + turnedAwayThen > 0
    const canServe = inFlight < (isFlood ? SERVED.flood : SERVED.most) && inFlight * costMs < longestMs
    return canServe || !isBusy()
  }

  /** Whether there is no room for one more, which is turned away then. */
  function isFull(): boolean {
    if (hasRoom()) return false
    turnedAway += 1
    return true
  }

  return {
    isFull,
    /** Lets one more request in, and gives what is to be called when it is done; nothing where there is no room. */
    enter(): (() => void) | undefined {
      if (isFull()) return undefined
      inFlight += 1
      return () => {
        inFlight -= 1
        done += 1
      }
    },
    look,
    inFlight: () => inFlight,
    lateMs,
    /** Looks by itself from now on, and tells each time how late it is; gives what ends that. */
    watch(late: (ms: number) => void = () => {}): () => void {
      const timer = setInterval(() => {
        late(lateMs())
        look()
      }, TICK_MS).unref()
      return () => clearInterval(timer)
    },
  }
}
