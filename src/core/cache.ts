import { LRUCache } from 'lru-cache'

/** Creates an LRU cache of 10,000 entries, which expire after `ttl` ms by the clock, if given. */
export const createCache = <V extends {}>(ttl = 0, clock = () => new Date()) =>
  new LRUCache<string, V>({
    // Unlike `max`, reserves no memory.
    maxSize: 10_000,
    sizeCalculation: () => 1,
    ttl,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
