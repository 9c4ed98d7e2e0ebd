/**
 * Keeps what was made of things that never change: of each the last, for as long as the thing itself is kept, and given
 * again where what stands beside it is the same.
 */
export function createDerived<K extends object, V>() {
  const kept = new WeakMap<K, { beside: string; made: V }>()

  return (of: K, beside: string, make: () => V): V => {
    const last = kept.get(of)
    if (last?.beside === beside) return last.made
    const made = make()
    kept.set(of, { beside, made })
    return made
  }
}

/** The same value, of which nobody can change anything from now on. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
