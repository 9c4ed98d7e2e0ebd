import type { Token } from './tokens.ts'

/** What a parser reads from: the tokens with the numbers of their words, and what the words are relative to. */
export interface Input {
  tokens: readonly Token[]
  numbers: readonly number[]
  /** Today's number in the speaker's zone (calendar.ts). */
  today: number
  /** Whether 03/04 is 4 March. */
  monthFirst: boolean
}

/** The words that parsers can start with, numbered, so that what is said is looked up once and not by every parser. */
const NUMBERS = new Map<string, number>()
const NO_WORD = 0

function numberOf(word: string): number {
  const number = NUMBERS.get(word) ?? NO_WORD + 1 + NUMBERS.size
  NUMBERS.set(word, number)
  return number
}

/** What stands for any number in digits among those words. */
export const DIGITS = '#'

export const inputOf = (tokens: readonly Token[], today: number, monthFirst = false): Input => ({
  tokens,
  numbers: tokens.map(({ word, digits }) => NUMBERS.get(digits ? DIGITS : word) ?? NO_WORD),
  today,
  monthFirst,
})

export const wordAt = ({ numbers }: Input, at: number): number => numbers[at] ?? NO_WORD

/** The words that a parser can start with: 1 at the number of each. */
export type Starts = Uint8Array

export function startsOf(words: readonly string[]): Starts {
  const numbers = words.map(numberOf)
  const starts = new Uint8Array(Math.max(...numbers) + 1)
  for (const number of numbers) starts[number] = 1
  return starts
}

export function anyOf(several: readonly Starts[]): Starts {
  const any = new Uint8Array(Math.max(...several.map(({ length }) => length)))
  for (const starts of several)
    for (let number = 0; number < starts.length; number++) if (starts[number]) any[number] = 1
  return any
}
