/** How many there are of what a noun names, as in `1 plan` and `3 plans`. */
export const sayCount = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`
