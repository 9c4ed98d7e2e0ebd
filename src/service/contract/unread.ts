/** Where in the answer that is being read something stands that cannot be. Reading never waits, so there is one at a time. */
let places: Set<string> | undefined

/** Says that something of an answer could not be read and is left out, by its place: never what it is. */
export function leaveOut(place: string): void {
  places?.add(place)
}

/** Reads an answer, and tells at which places something of it was left out. */
export function noticing<T>(read: () => T): { read: T; leftOut: readonly string[] } {
  const noticed = new Set<string>()
  places = noticed
  try {
    return { read: read(), leftOut: [...noticed] }
  } finally {
    places = undefined
  }
}
