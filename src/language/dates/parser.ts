import type { Token } from './words.ts'

/** What a parser reads: the tokens, today's number in the speaker's zone, and whether 03/04 is 4 March. */
export interface Input {
  tokens: readonly Token[]
  /** The numbers of the tokens' words among those that parsers know, 0 for others. */
  numbers: readonly number[]
  today: number
  monthFirst: boolean
}

/** A value, and the index of the token behind its words. */
export interface Match<T> {
  value: T
  end: number
}
type Read<T> = (input: Input, at: number) => readonly Match<T>[]

/** Some words: 1 at the number of each. */
type Words = Uint8Array

/** Reads values from a token on, in every possible way, the preferred one first. */
export class Parser<T> {
  /** The words that it can start with. */
  readonly starts: Words
  readonly read: Read<T>
  /** What has to be said, in this order; nothing where it can be missing from a sequence. */
  readonly needs: readonly Words[]

  constructor(starts: Words, read: Read<T>, needs: readonly Words[] = [starts]) {
    this.starts = starts
    this.read = read
    this.needs = needs
  }

  /** A value made of what was read; undefined where that is not what it means after all. */
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

/** Stands for any number in digits. */
const DIGITS = '#'
const numbers = new Map<string, number>()
const numberOf = (word: string): number => numbers.getOrInsertComputed(word, () => 1 + numbers.size)
/** Whether any parser has a word. */
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

/** Everything that a parser reads from a token on. */
export const matchesOf = <T>({ starts, read }: Parser<T>, input: Input, at: number): readonly Match<T>[] =>
  starts[input.numbers[at] ?? 0] ? read(input, at) : NONE

function take<T>(words: readonly string[], value: (token: Token) => T | undefined): Parser<T> {
  return new Parser(wordsOf(words.map(numberOf)), ({ tokens }, at) => {
    const token = tokens[at]
    const taken = token && value(token)
    return taken === undefined ? NONE : [{ value: taken, end: at + 1 }]
  })
}

/** A word that stands for a value. */
export const meaning = <T>(table: ReadonlyMap<string, T>): Parser<T> =>
  take([...table.keys()], token => table.get(token.word))

/** One of the words or signs, as words.ts spells them. */
export const word = (...words: readonly string[]): Parser<string> =>
  meaning(new Map(words.map(word => [word, word])))

/** A number in digits within limits, with as many digits as `lengths` has. */
export const number = (min: number, max: number, lengths: readonly number[] = [1, 2, 3, 4]): Parser<number> =>
  take([DIGITS], ({ text }) => {
    const value = Number(text)
    return lengths.includes(text.length) && value >= min && value <= max ? value : undefined
  })

/** Only where no space stands before it. */
export const tight = <T>({ starts, read, needs }: Parser<T>): Parser<T> =>
  new Parser(starts, (input, at) => (input.tokens[at]?.tight ? read(input, at) : NONE), needs)

export const optional = <T>({ starts, read }: Parser<T>): Parser<T | undefined> =>
  new Parser<T | undefined>(starts, read, [])

/** Only where another parser does not match behind it. */
export const notBefore = <T>(next: Parser<unknown>, { starts, read }: Parser<T>): Parser<T> =>
  new Parser(starts, (input, at) =>
    read(input, at).filter(({ end }) => matchesOf(next, input, end).length === 0),
  )

/** A phrase has no more tokens than all the dates of a month have. */
const LONGEST_PHRASE = 200
/** Whether words that are needed stand somewhere from a token on, in this order. */
function areSaid(needs: readonly Words[], { numbers }: Input, at: number): boolean {
  const end = Math.min(numbers.length, at + LONGEST_PHRASE)
  let next = at
  for (const words of needs) {
    while (next < end && !words[numbers[next] ?? 0]) next++
    next++
  }
  return next <= end
}

/** The first that matches each stretch of tokens; a place of an input is read once, however many rules ask. */
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
      if (needs.length > 1 && !areSaid(needs, input, at)) continue
      for (const match of read(input, at))
        if (!matches.some(({ end }) => end === match.end)) matches.push(match)
    }
    places[at] = matches
    return matches
  }
  return new Parser(starts, read)
}

/** A parser in a row of others; the value of a silent one is left out. */
interface Part {
  parser: Parser<unknown>
  isSilent?: boolean
}

/** One after the other: the value of the only parser that is not silent, or those of all in a list. */
function inOrder(parts: readonly Part[]): Parser<unknown> {
  const isSingle = parts.filter(({ isSilent }) => !isSilent).length === 1
  const needed = parts.findIndex(({ parser }) => parser.needs.length > 0)
  const first = parts.slice(0, needed + 1).map(({ parser }) => parser)
  const needs = parts.flatMap(({ parser }) => parser.needs)
  const read: Read<unknown> = (input, at) => {
    const matches: Match<unknown>[] = []
    const values: unknown[] = []
    const goOn = (index: number, at: number): void => {
      const part = parts[index]
      if (!part) {
        matches.push({ value: isSingle ? values[0] : [...values], end: at })
        return
      }
      const { parser, isSilent } = part
      for (const { value, end } of matchesOf(parser, input, at)) {
        if (!isSilent) values.push(value)
        goOn(index + 1, end)
        if (!isSilent) values.pop()
      }
      if (parser.needs.length > 0) return
      if (!isSilent) values.push(undefined)
      goOn(index + 1, at)
      if (!isSilent) values.pop()
    }
    goOn(0, at)
    return matches
  }
  return new Parser(startsOf(first), read, needs)
}

/** A month has no more days. */
const LONGEST_ROW = 31

/** Two or more with a separator between them: one row for every place where it can end. */
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
 * A sequence as people say it: `phrase\`[the] week of|beginning ${date}\`` gives the value of its parser,
 * those of several in a list. `[…]` is optional, `a|b` one of two words; before a word, a group or a parser,
 * `~` allows no space.
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

/** The words of a phrase, without values. */
const partsOf = (text: string): Part[] =>
  (text.match(/~?(?:\[[^\]]+\]|[^\s[\]~]+)/g) ?? []).map(piece => {
    const words = piece.replace(/^~/, '')
    const parser: Parser<unknown> = words.startsWith('[')
      ? optional(plainWords(words.slice(1, -1)))
      : word(...words.split('|'))
    return { parser: piece.startsWith('~') ? tight(parser) : parser, isSilent: true }
  })

/** A phrase without values. */
export const plainWords = (text: string): Parser<unknown> => inOrder(partsOf(text))

/** The preferred way in which all tokens are read, if there is one. */
export const readWhole = <T>(parser: Parser<T>, input: Input): T | undefined =>
  matchesOf(parser, input, 0).find(({ end }) => end === input.tokens.length)?.value
