import { LRUCache } from 'lru-cache'

/** Keeps far more entries than are in use at a time, in a few megabytes; each for `ttl` ms by the clock, if given. */
export const createCache = <V extends {}>(ttl = 0, clock = () => new Date()) =>
  new LRUCache<string, V>({
    max: 10_000,
    ttl,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
