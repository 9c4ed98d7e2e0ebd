/** So many are kept of one thing: what the people of some time zones, or readers of some pages, are told of it. */
const MOST = 16

type Derived<K, V> = (of: K, beside: string, make: () => V) => V

/**
 * Keeps what was made of a frozen thing, by what stands `beside` it, for as long as the thing itself is kept. Of each thing
 * a few are kept: the oldest goes first. They are frozen too. What is made of a thing that can change is not kept.
 */
export function createDerived<K extends object, V extends {}>(): Derived<K, V> {
  const kept = new WeakMap<K, Map<string, V>>()

  return (of, beside, make) => {
    if (!Object.isFrozen(of)) return make()
    const all = kept.get(of) ?? new Map<string, V>()
    const known = all.get(beside)
    if (known !== undefined) return known
    const made = frozen(make())
    const [oldest] = all.keys()
    if (oldest !== undefined && all.size === MOST) all.delete(oldest)
    kept.set(of, all.set(beside, made))
    return made
  }
}

/** The same for what is so during one span of time alone: with the next, all that was made before is forgotten. */
export function createDerivedDuring<K extends object, V extends {}>(): (span: number) => Derived<K, V> {
  let current = { span: Number.NaN, derived: createDerived<K, V>() }

  return span => {
    if (current.span !== span) current = { span, derived: createDerived() }
    return current.derived
  }
}

/** The same work, which is done once for each thing that never changes. */
export function onceOf<K extends object, V extends {}>(make: (of: K) => V): (of: K) => V {
  const derived = createDerived<K, V>()
  return of => derived(of, '', () => make(of))
}

/** The same value, of which nobody can change anything from now on; bytes stay as they are. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value))
    return value
  Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
