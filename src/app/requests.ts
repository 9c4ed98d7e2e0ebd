import { AsyncLocalStorage } from 'node:async_hooks'

type Deps = {
  newReference: () => string
  /** How long all calls to the service for one request may take together. */
  limitMs: number
  /** Milliseconds of a clock that never goes back. */
  now: () => number
}

/** The reference and the deadline of the request in flight. */
export function createRequests({ newReference, limitMs, now }: Deps) {
  const storage = new AsyncLocalStorage<{ ref?: string; until: number }>()

  function reference(): string {
    const request = storage.getStore()
    if (!request) return newReference()
    request.ref ??= newReference()
    return request.ref
  }

  return {
    /** The reference of the request in flight, or a new one outside of requests. */
    reference,

    /** Does the work of one request. */
    run: <T>(work: () => T): T => storage.run({ until: now() + limitMs }, work),

    /** Does a part of a request with a full time limit of its own. */
    withFreshDeadline: <T>(work: () => T): T =>
      storage.getStore() ? storage.run({ ref: reference(), until: now() + limitMs }, work) : work(),

    /** The fields of a log line about the request in flight. */
    logFields: (): { ref?: string } => (storage.getStore() ? { ref: reference() } : {}),

    /** The time that is left to the request in flight; without end outside of requests. */
    remainingMs: (): number => (storage.getStore()?.until ?? Number.POSITIVE_INFINITY) - now(),
  }
}
