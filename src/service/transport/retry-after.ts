import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'

/** A longer rest is cut, in case the other side errs. */
const MAX_REST_MS = 5 * 60_000
const MAX_TOKENS = 1000

/**
 * Until when the service must not be called with each token.
 * @param now milliseconds of a monotonic clock
 */
export function createRetryAfter({ now }: { now: () => number }) {
  const until = new LRUCache<string, number>({ max: MAX_TOKENS })

  return {
    /** Blocks a token for `ms`, unless it is blocked longer already. */
    block(token: string, ms: number): void {
      if (ms > 0) until.set(token, Math.max(until.get(token) ?? 0, now() + Math.min(ms, MAX_REST_MS)))
    },

    /** How long a call has to wait now. */
    waitMs: (token: string): number => Math.max(0, (until.get(token) ?? 0) - now()),
  }
}

const DAY_SECONDS = 24 * 60 * 60
const SECONDS = /^\d+(\.\d+)?$/
/** `Sun, 06 Nov 1994 08:49:37 GMT`: JavaScript also takes `-5` for a date. */
const DATE = /^[A-Z][a-z]{2}/

/**
 * The header Retry-After in seconds, from 0 to a day; undefined if there is none. A date (RFC 9110, 10.2.3) counts from the
 * answer's own Date header.
 */
export function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const value = String(headers['retry-after'])
  const seconds = DATE.test(value)
    ? (Date.parse(value) - Date.parse(String(headers.date))) / 1000
    : SECONDS.test(value)
      ? Number(value)
      : Number.NaN
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, Math.ceil(seconds)), DAY_SECONDS)
}
