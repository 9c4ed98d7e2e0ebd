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
/** To turn somebody away costs about as much of what it costs to serve those who ask for the least. */
const SHARE_TO_TURN_AWAY = 1 / 3
/** So many requests make half of what is known of their cost anew. */
const LEARNED_FROM = 30
/** A loop that has worked so much of its time has none left. */
const BUSY = 0.9
/**
 * A rush that is seen so often, one time after the other, and does not get less, is a flood: after 100 ms, as in CoDel
 * (RFC 8289).
 */
const FLOOD_AFTER = 2
/**
 * So many at a time are no rush. Of a flood as many are served as leave the loop prompt for the others, who are to hear
 * soon that they are turned away: at each look more, or fewer where most were turned away and the look was late.
 */
const FEW = { most: 128, least: 8, more: 1.1, fewer: 0.8 }
const PROMPT_MS = 10
/** Those who are served are not why a look is late where they take less of the time than that. */
const SHARE_TO_SERVE = 1 / 4
/** What comes in a rush is to be done by then. */
const RUSH_MS = 100
/** Where the loop is so late nobody can be answered in time: to be heard takes as long again, and to be served. */
const TOO_LATE_MS = 500

/**
 * Tells whether one more request can be answered in time. What counts is the work in flight, at what a request has lately
 * cost this process, and how late the event loop is: many who only wait for somebody else are no load. A rush is waited
 * for; the longer it lasts the fewer are let in, so that these are answered soon instead of all of them late. Learns from
 * the loop as it runs, so it lets people in again as soon as they can be served.
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
  let rushes = 0
  let few = FEW.most
  let [inFlight, inFlightThen, done, turnedAway] = [0, 0, 0, 0]

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
    const isWorkedOff = inFlight > few && inFlight < inFlightThen
    const isRush = utilization >= BUSY && !isWorkedOff && (turnedAway > 0 || inFlightThen > few)
    rushes = Math.min(Math.max(rushes + (isRush ? 1 : -1), 0), FLOOD_AFTER)
    const isLate = turnedAway > done && time - lookedAt > TICK_MS + PROMPT_MS
    const isServing = done * costMs > (time - lookedAt) * SHARE_TO_SERVE
    few = Math.min(Math.max(few * (isLate && isServing ? FEW.fewer : FEW.more), FEW.least), FEW.most)
    ;[lookedAt, workedThen, inFlightThen, done, turnedAway] = [time, active, inFlight, 0, 0]
  }

  /** How long the loop has been at one turn: whoever comes meanwhile waits unseen. */
  const lateMs = () => Math.max(0, now() - lookedAt - TICK_MS)

  function hasRoom(): boolean {
    if (inFlight >= most || lateMs() >= TOO_LATE_MS) return false
    if (utilization < BUSY) return true
    const patienceMs = inFlight < few ? longestMs : RUSH_MS * (1 - rushes / FLOOD_AFTER)
    return inFlight * costMs < patienceMs
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
    /** Looks by itself from now on; gives what ends that. */
    watch(): () => void {
      const timer = setInterval(look, TICK_MS).unref()
      return () => clearInterval(timer)
    },
  }
}
