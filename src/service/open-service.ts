import { LRUCache } from 'lru-cache'
import { createClient } from './client.ts'
import { type Answer, type Call, contract, type EndpointName } from './contract/contract.ts'
import { createResilience } from './resilience.ts'

type Deps = Parameters<typeof createClient>[0] &
  Omit<Parameters<typeof createResilience>[0], 'call'> & {
    /** How old a cached read may be. */
    maxAgeMs?: number
  }

/** Creates the client of the scheduling service with resilience and a cache of reads, and their telemetry. */
export function openService(deps: Deps) {
  const client = createClient(deps)
  const { call, ...telemetry } = createResilience({ ...deps, call: client.call })
  return { ...client, ...telemetry, call: cacheReads(call, deps.now, deps.maxAgeMs) }
}

/** Changes made elsewhere become visible after this time. */
const MAX_AGE_MS = 1000
/** Descriptions may be five times as old: a list needs one for each plan. */
const DESCRIPTION_AGE = 5
/** For each endpoint. */
const MAX_ENTRIES = 200

type Cache<N extends EndpointName> = LRUCache<
  string,
  { answer: Promise<Answer<N>>; readAt: number; token: string; organization: string | undefined }
>
type Caches<N extends EndpointName> = { [K in N]?: Cache<K> }

function cacheOf<N extends EndpointName>(caches: Caches<N>, name: N): Cache<N> {
  caches[name] ??= new LRUCache({ max: MAX_ENTRIES })
  return caches[name]
}

/**
 * Caches reads by token for `maxAgeMs`, including those in flight. A write of this process invalidates the
 * reads of its token and organization, when it is sent and when it ends.
 * @param now milliseconds of a monotonic clock
 */
export function cacheReads(call: Call, now: () => number, maxAgeMs = MAX_AGE_MS): Call {
  const caches: Caches<EndpointName> = {}

  function invalidate(token: string, organization: string | undefined): void {
    for (const cache of Object.values(caches))
      for (const [key, entry] of cache.entries())
        if (entry.token === token || entry.organization === undefined || entry.organization === organization)
          cache.delete(key)
  }

  return async (name, request, token, options) => {
    const organization = 'org_id' in request ? String(request.org_id) : undefined
    if (contract[name].method === 'POST') {
      invalidate(token, organization)
      try {
        return await call(name, request, token, options)
      } finally {
        invalidate(token, organization)
      }
    }
    if (options?.fresh) return call(name, request, token, options)
    const cache = cacheOf(caches, name)
    const key = `${token} ${JSON.stringify(request)}`
    const entry = cache.get(key)
    const ageMs = name === 'describePlan' ? DESCRIPTION_AGE * maxAgeMs : maxAgeMs
    if (entry && now() - entry.readAt < ageMs) return entry.answer
    const answer = call(name, request, token, options)
    cache.set(key, { answer, readAt: now(), token, organization })
    answer.catch(() => {
      if (cache.get(key)?.answer === answer) cache.delete(key)
    })
    return answer
  }
}
