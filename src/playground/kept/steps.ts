import type { Shelf } from './shelf.ts'

/** Which steps of the guide were done, by their ids. */
export const createSteps = (kept: Shelf<string>) => {
  const ticked = new Set(kept.found)

  return {
    done: (): Set<string> => new Set(ticked),
    /** Counts the step as done; more than once is the same. */
    tick: (id: string) => {
      if (ticked.has(id)) return
      ticked.add(id)
      kept.put(id)
    },
    reset: () => {
      ticked.clear()
      kept.clear()
    },
  }
}
