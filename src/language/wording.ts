/** `1 plan`, `3 plans`. */
export const formatCount = (count: number | string, noun: string): string =>
  `${count} ${String(count) === '1' ? noun : `${noun}s`}`

/** `no plans`, `1 plan`, `3 plans`. */
export const formatAny = (count: number, noun: string): string => formatCount(count || 'no', noun)

/** `3 resources`; `resources unknown` without a number. */
export const formatKnown = (count: number | undefined, noun: string): string =>
  count === undefined ? `${noun}s unknown` : formatCount(count, noun)

/** How many names are listed in a row. */
export const MAX_NAMES = 10

/** Lists the first names and counts the rest: `a, b and 3 more`. */
export function formatFirst(names: readonly string[], max = MAX_NAMES): string {
  const more = names.length - max
  return `${names.slice(0, max).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** `Ana, Bo or Cleo`. */
export const formatOr = (names: readonly string[]): string => joinLast(names, 'or')

/** Joins items by commas, and the last one by a word: `a, b and c`. */
export const joinLast = (items: readonly string[], lastWord: string): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${lastWord} ${items.at(-1)}`

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The inverse of `capitalize`. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
