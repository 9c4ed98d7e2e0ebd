import { AsyncLocalStorage } from 'node:async_hooks'

/** The reference of the request in flight, by which a person and the log speak of it. */
export function createRequests(newReference: () => string) {
  const storage = new AsyncLocalStorage<{ ref?: string }>()

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
    run: <T>(work: () => T): T => storage.run({}, work),

    /** The fields of a log line about the request in flight. */
    logFields: (): { ref?: string } => (storage.getStore() ? { ref: reference() } : {}),
  }
}
