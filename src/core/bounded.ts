import { LRUCache } from 'lru-cache'

type Bounds = { most?: number | undefined; ttl?: number; sizeOf?: (key: string) => number }

/** Far more than are in use at a time, in a few megabytes. */
const MOST = 10_000

/**
 * What is known by its key, of as many keys as fit: the one that was used longest ago is forgotten first; with `ttl`
 * (milliseconds of real time) also what was kept so long ago. Each takes one place of the `most`, or as many as `sizeOf`
 * its key says. Takes no more room than it is full: with its own `max` the library takes all of that at once.
 */
export const createBounded = <V extends {}>({ most = MOST, ttl, sizeOf = () => 1 }: Bounds = {}) =>
  new LRUCache<string, V>({
    maxSize: most,
    sizeCalculation: (_, key) => sizeOf(key),
    ...(ttl && { ttl }),
  })
