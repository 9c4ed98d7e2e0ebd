/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export type Dice = ReturnType<typeof createDice>

/** What chance decides, by a seed. */
export function createDice(seed: number) {
  const next = random(seed)
  return {
    /** A number from 0 up to, and without, this one. */
    upTo: (end: number): number => next() * end,
    /** Whether something happens that happens so often. */
    happens: (share: number): boolean => next() < share,
    one<T>(from: readonly T[]): T {
      const at = Math.floor(next() * from.length)
      for (const [index, each] of from.entries()) if (index === at) return each
      throw new RangeError('There is nothing to pick from')
    },
  }
}
