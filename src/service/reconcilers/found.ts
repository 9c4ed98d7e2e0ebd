import type { Answer, EndpointName } from '../contract/index.ts'

/**
 * What is found of a change of which no answer came: it was made, and what its answer would have told; surely it was not;
 * or nobody can tell.
 */
export type TraceResult<N extends EndpointName> =
  | { kind: 'made'; answer: Answer<N> }
  | { kind: 'missing' | 'unclear' }

export const MISSING = { kind: 'missing' } as const
export const UNCLEAR = { kind: 'unclear' } as const
export const MADE = { kind: 'made', answer: {} } as const

/** Nothing is clear of what is not told at all. */
export const madeIf = (made: boolean | undefined) => (made === undefined ? UNCLEAR : made ? MADE : MISSING)

/** Whether two names are the same to a person, however they are written. */
export const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Whether all that was sent stands there now; nothing where of some of it nothing is told, or nothing but an empty word. */
export function allSame(sent: object | undefined, held: object | undefined): boolean | undefined {
  const wanted = Object.entries(sent ?? {}).filter(([, value]) => value !== undefined)
  const there = new Map<string, unknown>(Object.entries(held ?? {}))
  const told = wanted.filter(
    ([key, value]) => there.get(key) !== undefined && (there.get(key) !== '' || value === ''),
  )
  if (told.some(([key, value]) => JSON.stringify(there.get(key)) !== JSON.stringify(value))) return false
  return told.length === wanted.length ? true : undefined
}

/** Whether there is such an item: that there is none is known only where all can be read. */
export function isThere<T>(
  items: readonly T[] | undefined,
  unread: number | undefined,
  is: (item: T) => boolean,
) {
  if (items?.some(is)) return true
  return items && !unread ? false : undefined
}

export const isGone = (there: boolean | undefined) => (there === undefined ? undefined : !there)
