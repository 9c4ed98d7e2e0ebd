import { createMemory } from './memory.ts'

/** Slack takes about one message a second in a channel (https://docs.slack.dev/apis/web-api/rate-limits). */
const APART_MS = 1000
const LONGEST_REST_MS = 5 * 60_000
const MOST = 1000

/** Where Slack has asked to be left alone, and for how long: of the places where it did so last. */
export function createRests({ longestWaitMs, now }: { longestWaitMs: number; now: () => number }) {
  const until = createMemory<number>(MOST)

  return {
    /** Slack wants a rest at a place, by its header Retry-After. */
    begin(place: string, retryAfter: string | undefined): void {
      const ms = Math.min(Number(retryAfter) * 1000, LONGEST_REST_MS)
      if (ms > 0) until.keep(place, Math.max(until.find(place) ?? 0, now() + ms))
    },

    /** How long whoever comes to a place now has to wait. Who waits no longer than that is worth has the next place there. */
    take(place: string): number {
      const end = until.find(place) ?? 0
      const ms = Math.max(0, end - now())
      if (ms > 0 && ms <= longestWaitMs) until.keep(place, end + APART_MS)
      return ms
    },
  }
}

/** Where a call goes, as far as Slack tells rests apart: by the method, whose token it is, and the channel. */
export function placeOf(method: string, path: string, authorization: string | null, body: unknown): string {
  if (method === 'response_url') return path
  const channel = typeof body === 'string' ? (/(?:^|&)channel=([^&]*)/.exec(body)?.[1] ?? '') : ''
  return `${method} ${channel} ${authorization ?? ''}`
}
