/** Far more than are in use at a time, in a few megabytes. */
const MOST = 10_000

/** What is known by its key, of as many keys as fit: the one that was kept longest ago is forgotten first. */
export function createMemory<V>(most: number = MOST) {
  const known = new Map<string, V>()
  return {
    find: (key: string): V | undefined => known.get(key),

    /** Keeps it as the latest, and gives it back. */
    keep(key: string, value: V): V {
      known.delete(key)
      known.set(key, value)
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
      return value
    },
  }
}
