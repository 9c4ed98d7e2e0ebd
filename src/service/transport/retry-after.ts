import type { IncomingHttpHeaders } from 'node:http'
import { createBounded } from '../../core/bounded.ts'

/** However long somebody wants to be left alone, they are asked again after that. */
const LONGEST_REST_MS = 5 * 60_000
/** Of those that wanted a rest last. */
const MOST = 1000

/**
 * Where somebody has asked to be left alone, and for how long.
 * @param now milliseconds of a clock that never goes back
 * @param apartMs how far apart those come who have waited for the same place
 */
export function createRests({ now, apartMs = 0 }: { now: () => number; apartMs?: number }) {
  const until = createBounded<number>({ most: MOST })

  return {
    /** A rest is wanted at a place, for so long from now on; what is no time is none. A longer one stays. */
    begin(place: string, ms: number): void {
      const end = now() + Math.min(ms, LONGEST_REST_MS)
      if (ms > 0) until.set(place, Math.max(until.get(place) ?? 0, end))
    },

    /** How long whoever comes to a place now has to wait. Who waits no longer than `longestMs` has the next place there. */
    take(place: string, longestMs: number): number {
      const end = until.get(place) ?? 0
      const ms = Math.max(0, end - now())
      if (ms > 0 && ms <= longestMs) until.set(place, end + apartMs)
      return ms
    },
  }
}

/** Nobody who means it wants to be left alone for longer. */
const DAY_SECONDS = 24 * 60 * 60

/**
 * Seconds to wait by the header Retry-After, from none to a day; nothing where it says no time. It is given in seconds or as
 * a date (RFC 9110, 10.2.3), which is held against the clock of whoever says it, so that ours need not agree with it.
 */
export function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const said = String(headers['retry-after'])
  const seconds = SECONDS.test(said)
    ? Number(said)
    : DATE.test(said)
      ? (Date.parse(said) - Date.parse(String(headers.date))) / 1000
      : Number.NaN
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, Math.ceil(seconds)), DAY_SECONDS)
}

const SECONDS = /^\d+(\.\d+)?$/
/** `Sun, 06 Nov 1994 08:49:37 GMT`. Much else is a date to JavaScript, such as `-5`. */
const DATE = /^[A-Z][a-z]{2}/
