import { LRUCache } from 'lru-cache'
import {
  type Answer,
  type Call,
  type CallOptions,
  contract,
  type EndpointName,
  type Request,
} from './contract/contract.ts'

/** A change made elsewhere is visible after this time at the latest. */
const MAX_AGE_MS = 1000
/** Descriptions may be five times as old: a list needs one for each plan. */
const DESCRIPTION_AGE = 5
/** For each endpoint. */
const MAX_ENTRIES = 200

type Entry<N extends EndpointName> = {
  answer: Promise<Answer<N>>
  readAt: number
  token: string
  organization: string | undefined
}
type Cache<N extends EndpointName> = LRUCache<string, Entry<N>>

/**
 * Shares each read for `maxAgeMs` with later readers that have its token, whether it is answered or in flight. A write
 * through this process invalidates the reads of its token and organization, when it is sent and when it ends.
 * @param now milliseconds of a monotonic clock
 */
export function cacheReads(call: Call, now: () => number, maxAgeMs = MAX_AGE_MS): Call {
  const caches: { [N in EndpointName]?: Cache<N> } = {}

  function read<N extends EndpointName>(
    all: { [K in N]?: Cache<K> },
    name: N,
    request: Request<N>,
    token: string,
    options: CallOptions | undefined,
  ): Promise<Answer<N>> {
    const cache: Cache<N> = all[name] ?? new LRUCache({ max: MAX_ENTRIES })
    all[name] = cache
    const key = `${token} ${JSON.stringify(request)}`
    const entry = cache.get(key)
    const ageMs = name === 'describePlan' ? DESCRIPTION_AGE * maxAgeMs : maxAgeMs
    if (entry && now() - entry.readAt < ageMs) return entry.answer
    const answer = call(name, request, token, options)
    cache.set(key, { answer, readAt: now(), token, organization: organizationOf(request) })
    answer.catch(() => {
      if (cache.get(key)?.answer === answer) cache.delete(key)
    })
    return answer
  }

  function invalidate(token: string, organization: string | undefined): void {
    for (const cache of Object.values(caches))
      for (const [key, entry] of cache.entries())
        if (entry.token === token || entry.organization === undefined || entry.organization === organization)
          cache.delete(key)
  }

  return async (name, request, token, options) => {
    if (contract[name].method === 'GET')
      return options?.fresh
        ? call(name, request, token, options)
        : read(caches, name, request, token, options)
    const organization = organizationOf(request)
    invalidate(token, organization)
    try {
      return await call(name, request, token, options)
    } finally {
      invalidate(token, organization)
    }
  }
}

const organizationOf = (request: object): string | undefined =>
  'org_id' in request ? String(request.org_id) : undefined
