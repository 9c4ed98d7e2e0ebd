/** How many there are of what a noun names, as in `1 plan` and `3 plans`. */
export const sayCount = (count: number | string, noun: string): string =>
  `${count} ${String(count) === '1' ? noun : `${noun}s`}`

/** The same where there may be none: `no plans`. */
export const sayAny = (count: number, noun: string): string => sayCount(count || 'no', noun)
