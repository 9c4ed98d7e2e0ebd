/** Generates numbers from 0 to 1 from a seed (mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export type Random = ReturnType<typeof createRandom>

/** Creates random choices that are reproducible by a seed. */
export function createRandom(seed: number) {
  const next = mulberry32(seed)
  return {
    /** Returns a number from 0 to below `end`. */
    below: (end: number): number => next() * end,
    /** Returns true with this probability. */
    chance: (probability: number): boolean => next() < probability,
    pick<T>(from: readonly T[]): T {
      const index = Math.floor(next() * from.length)
      for (const item of from.slice(index, index + 1)) return item
      throw new RangeError('There is nothing to pick from')
    },
  }
}
