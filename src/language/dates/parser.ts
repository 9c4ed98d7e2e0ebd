import type { Token } from './words.ts'

/** The input of parsers: tokens, the number of today in the speaker's zone, and whether 03/04 is 4 March. */
export interface Input {
  tokens: readonly Token[]
  /** The ids of the tokens' words; 0 for words that no parser knows. */
  numbers: readonly number[]
  today: number
  monthFirst: boolean
}

/** A parsed value, and the index of the next token. */
export interface Match<T> {
  value: T
  end: number
}
type Read<T> = (input: Input, at: number) => readonly Match<T>[]

/** A set of words: 1 at the id of each. */
type Words = Uint8Array

/** Parses values from a token on, in all possible ways, the preferred one first. */
export class Parser<T> {
  /** The words that it may start with. */
  readonly starts: Words
  readonly read: Read<T>
  /** Words that have to occur, in this order; empty if it is optional. */
  readonly needs: readonly Words[]

  constructor(starts: Words, read: Read<T>, needs: readonly Words[] = [starts]) {
    this.starts = starts
    this.read = read
    this.needs = needs
  }

  /** Maps the value; undefined rejects it. */
  map<U>(make: (value: T, input: Input, at: number) => U | undefined): Parser<U> {
    const made: Read<U> = (input, at) => {
      const read = this.read(input, at)
      if (read.length === 0) return NONE
      const matches: Match<U>[] = []
      for (const { value, end } of read) {
        const result = make(value, input, at)
        if (result !== undefined) matches.push({ value: result, end })
      }
      return matches
    }
    return new Parser(this.starts, made, this.needs)
  }
}

/** The id of all numbers in digits. */
const DIGITS = '#'
const numbers = new Map<string, number>()
const numberOf = (word: string): number => numbers.getOrInsertComputed(word, () => 1 + numbers.size)
/** Whether any parser knows a word. */
export const isKnown = (word: string): boolean => numbers.has(word)

function wordsOf(numbers: readonly number[]): Words {
  const words = new Uint8Array(Math.max(0, ...numbers) + 1)
  for (const number of numbers) words[number] = 1
  return words
}
const startsOf = (parsers: readonly Parser<unknown>[]): Words =>
  wordsOf(parsers.flatMap(({ starts }) => [...starts.keys()].filter(number => starts[number])))

export const inputOf = (tokens: readonly Token[], today: number, monthFirst = false): Input => ({
  tokens,
  numbers: tokens.map(({ word, digits }) => numbers.get(digits ? DIGITS : word) ?? 0),
  today,
  monthFirst,
})

const NONE: readonly Match<never>[] = []

/** All matches of a parser from a token on. */
export const matchesOf = <T>({ starts, read }: Parser<T>, input: Input, at: number): readonly Match<T>[] =>
  starts[input.numbers[at] ?? 0] ? read(input, at) : NONE

function take<T>(words: readonly string[], value: (token: Token) => T | undefined): Parser<T> {
  return new Parser(wordsOf(words.map(numberOf)), ({ tokens }, at) => {
    const token = tokens[at]
    const taken = token && value(token)
    return taken === undefined ? NONE : [{ value: taken, end: at + 1 }]
  })
}

/** Parses a word with a value. */
export const meaning = <T>(table: ReadonlyMap<string, T>): Parser<T> =>
  take([...table.keys()], token => table.get(token.word))

/** Parses one of the words or signs, as spelled by words.ts. */
export const word = (...words: readonly string[]): Parser<string> =>
  meaning(new Map(words.map(word => [word, word])))

/** Parses a number in digits within limits, with one of the `lengths`. */
export const number = (min: number, max: number, lengths: readonly number[] = [1, 2, 3, 4]): Parser<number> =>
  take([DIGITS], ({ text }) => {
    const value = Number(text)
    return lengths.includes(text.length) && value >= min && value <= max ? value : undefined
  })

/** Matches only without a space before. */
export const tight = <T>({ starts, read, needs }: Parser<T>): Parser<T> =>
  new Parser(starts, (input, at) => (input.tokens[at]?.tight ? read(input, at) : NONE), needs)

export const optional = <T>({ starts, read }: Parser<T>): Parser<T | undefined> =>
  new Parser<T | undefined>(starts, read, [])

/** Matches only if another parser does not match next. */
export const notBefore = <T>(next: Parser<unknown>, { starts, read }: Parser<T>): Parser<T> =>
  new Parser(starts, (input, at) =>
    read(input, at).filter(({ end }) => matchesOf(next, input, end).length === 0),
  )

/** The most tokens of a phrase: those of all the dates of a month. */
const LONGEST_PHRASE = 200
/** Whether required words occur from a token on, in this order. */
function hasRequired(needs: readonly Words[], { numbers }: Input, at: number): boolean {
  const end = Math.min(numbers.length, at + LONGEST_PHRASE)
  let next = at
  for (const words of needs) {
    while (next < end && !words[numbers[next] ?? 0]) next++
    next++
  }
  return next <= end
}

/** Matches the first alternative for each stretch of tokens; results are cached by position. */
export function either<T>(...parsers: readonly Parser<T>[]): Parser<T> {
  const byStart: (readonly Parser<T>[])[] = []
  let known: Input | undefined
  let places: (readonly Match<T>[])[] = []
  const starts = startsOf(parsers)
  const read: Read<T> = (input, at) => {
    if (known !== input) [known, places] = [input, []]
    const place = places[at]
    if (place) return place
    const matches: Match<T>[] = []
    const word = input.numbers[at] ?? 0
    byStart[word] ??= parsers.filter(({ starts }) => starts[word])
    for (const { needs, read } of byStart[word]) {
      if (needs.length > 1 && !hasRequired(needs, input, at)) continue
      for (const match of read(input, at))
        if (!matches.some(({ end }) => end === match.end)) matches.push(match)
    }
    places[at] = matches
    return matches
  }
  return new Parser(starts, read)
}

/** A parser of a sequence; values of silent ones are dropped. */
interface Part {
  parser: Parser<unknown>
  isSilent?: boolean
}

/** Parses a sequence. Returns the value of the only parser that is not silent, or a list. */
function inOrder(parts: readonly Part[]): Parser<unknown> {
  const isSingle = parts.filter(({ isSilent }) => !isSilent).length === 1
  const needed = parts.findIndex(({ parser }) => parser.needs.length > 0)
  const first = parts.slice(0, needed + 1).map(({ parser }) => parser)
  const needs = parts.flatMap(({ parser }) => parser.needs)
  const read: Read<unknown> = (input, at) => {
    const matches: Match<unknown>[] = []
    const values: unknown[] = []
    const continueWith = (index: number, at: number): void => {
      const part = parts[index]
      if (!part) {
        matches.push({ value: isSingle ? values[0] : [...values], end: at })
        return
      }
      const { parser, isSilent } = part
      for (const { value, end } of matchesOf(parser, input, at)) {
        if (!isSilent) values.push(value)
        continueWith(index + 1, end)
        if (!isSilent) values.pop()
      }
      if (parser.needs.length > 0) return
      if (!isSilent) values.push(undefined)
      continueWith(index + 1, at)
      if (!isSilent) values.pop()
    }
    continueWith(0, at)
    return matches
  }
  return new Parser(startsOf(first), read, needs)
}

/** The days of the longest month. */
const LONGEST_ROW = 31

/** Parses two or more with separators, once for each possible end. */
export function row<T>(item: Parser<T>, separator: Parser<unknown>): Parser<T[]> {
  const more = phrase`${separator} ${item}`
  return new Parser(item.starts, (input, at) => {
    const rows: Match<T[]>[] = []
    let last = item.read(input, at).map(({ value, end }) => ({ value: [value], end }))
    for (let length = 2; length <= LONGEST_ROW && last.length > 0; length++) {
      const longer: typeof rows = []
      for (const { value: values, end: at } of last)
        for (const { value, end } of matchesOf(more, input, at))
          if (!rows.some(row => row.end === end)) {
            const row = { value: [...values, value[1]], end }
            longer.push(row)
            rows.push(row)
          }
      last = longer
    }
    return rows
  })
}

/**
 * Parses a sequence written as a template: `phrase\`[the] week of|beginning ${date}\`` returns the value of its
 * parser, or a list. `[…]` is optional, `a|b` one of two words; `~` forbids a space before.
 */
export function phrase<T>(texts: TemplateStringsArray, parser: Parser<T>): Parser<T>
export function phrase<P extends unknown[]>(
  texts: TemplateStringsArray,
  ...parsers: { [K in keyof P]: Parser<P[K]> }
): Parser<P>
export function phrase(texts: TemplateStringsArray, ...parsers: Parser<unknown>[]): Parser<unknown> {
  const parts = texts.flatMap((text, i): Part[] => {
    const parser = parsers[i]
    const words = partsOf(text.replace(/~$/, ''))
    return parser ? [...words, { parser: text.endsWith('~') ? tight(parser) : parser }] : words
  })
  return inOrder(parts)
}

/** Splits the words of a template. */
const partsOf = (text: string): Part[] =>
  (text.match(/~?(?:\[[^\]]+\]|[^\s[\]~]+)/g) ?? []).map(piece => {
    const words = piece.replace(/^~/, '')
    const parser: Parser<unknown> = words.startsWith('[')
      ? optional(plainWords(words.slice(1, -1)))
      : word(...words.split('|'))
    return { parser: piece.startsWith('~') ? tight(parser) : parser, isSilent: true }
  })

/** Parses a phrase without values. */
export const plainWords = (text: string): Parser<unknown> => inOrder(partsOf(text))

/** The preferred match of all tokens, if there is one. */
export const readWhole = <T>(parser: Parser<T>, input: Input): T | undefined =>
  matchesOf(parser, input, 0).find(({ end }) => end === input.tokens.length)?.value
