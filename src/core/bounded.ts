import { LRUCache } from 'lru-cache'

/** Far more than are in use at a time, in a few megabytes. */
const MOST = 10_000

/**
 * What is known by its key, of so many keys: the one that was used longest ago is forgotten first; with `ttl` (milliseconds
 * of real time, or of `now`) also what was kept so long ago.
 */
export const createBounded = <V extends {}>({ ttl, now }: { ttl?: number; now?: () => number } = {}) =>
  new LRUCache<string, V>({
    max: MOST,
    ...(ttl && { ttl }),
    ...(now && { perf: { now }, ttlResolution: 0 }),
  })
