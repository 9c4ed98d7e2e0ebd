import { AsyncLocalStorage } from 'node:async_hooks'

type Deps = {
  /** A new reference. */
  reference: () => string
  /** How long all may take that is asked of others for one request. */
  limitMs: number
  /** Milliseconds of a clock that never goes back. */
  now: () => number
}

/** What is known of a request wherever work is done for it: the one reference that it has, and the time that is left. */
export function createRequests({ reference, limitMs, now }: Deps) {
  const storage = new AsyncLocalStorage<{ ref?: string; until: number }>()

  return {
    /** Does work as that of one request. */
    within: <T>(work: () => T): T => storage.run({ until: now() + limitMs }, work),

    /** Does a part of what is under way that has as much time as all of a request, and the same reference. */
    afresh<T>(work: () => T): T {
      const request = storage.getStore()
      if (!request) return work()
      request.ref ??= reference()
      return storage.run({ ref: request.ref, until: now() + limitMs }, work)
    },

    /** The reference of the request under way, or a new one where there is none. */
    ref(): string {
      const request = storage.getStore()
      if (!request) return reference()
      request.ref ??= reference()
      return request.ref
    },

    /** What a line of the log says of the request under way. */
    mark(): { ref?: string } {
      const request = storage.getStore()
      if (!request) return {}
      request.ref ??= reference()
      return { ref: request.ref }
    },

    /** How long what is under way may still take; there is no end to what no request asked for. */
    remainingMs(): number {
      const request = storage.getStore()
      return request ? request.until - now() : Number.POSITIVE_INFINITY
    },
  }
}
