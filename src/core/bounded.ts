import { LRUCache } from 'lru-cache'

/** Far more than are in use at a time, in a few megabytes. */
const MOST = 10_000

/** An LRU map of at most 10,000 entries; `ttl` in milliseconds of real time, or of `now`. */
export const createBounded = <V extends {}>({ ttl, now }: { ttl?: number; now?: () => number } = {}) =>
  new LRUCache<string, V>({
    max: MOST,
    ...(ttl && { ttl }),
    ...(now && { perf: { now }, ttlResolution: 0 }),
  })
