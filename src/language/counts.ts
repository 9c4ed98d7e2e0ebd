/** How many there are of what a noun names, as in `1 plan` and `3 plans`. */
export const sayCount = (count: number | string, noun: string): string =>
  `${count} ${String(count) === '1' ? noun : `${noun}s`}`

/** The same where there may be none: `no plans`. */
export const sayAny = (count: number, noun: string): string => sayCount(count || 'no', noun)

/** Asks whether what is offered is meant, by how much that is. */
export const askMeant = (count: number): string =>
  count === 1 ? 'Did you mean this?' : 'Did you mean one of these?'

/** As many names as anybody reads in a row. */
export const MOST_NAMES = 10

/** The first of the names, and how many more there are: `a, b and 3 more`. */
export function sayFirst(names: readonly string[], most = MOST_NAMES): string {
  const more = names.length - most
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
