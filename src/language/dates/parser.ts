import type { Token } from './tokens.ts'

/** What a parser reads: the tokens, today's number in the speaker's zone, and whether 03/04 is 4 March. */
export interface Input {
  tokens: readonly Token[]
  /** The numbers of the tokens' words among those that parsers know, 0 for others. */
  numbers: readonly number[]
  today: number
  monthFirst: boolean
}

/** Takes a value and the index of the token behind it; true when that is enough. */
type Found<T> = (value: T, end: number) => boolean
/** Some words: 1 at the number of each. */
type Words = Uint8Array
/** Reads from the token at `at` on, in every possible way, the preferred one first, until `found` has enough. */
type Read<T> = (input: Input, at: number, found: Found<T>) => boolean

/** Reads a value. By the words that it needs, only two or three of a hundred alternatives have to be tried. */
export class Parser<T> {
  /** The words that it can start with. */
  readonly starts: Words
  /** What has to be said, in this order; none where it can read nothing. */
  readonly needs: readonly Words[]
  readonly read: Read<T>
  /** Of one that reads any of several. */
  readonly alternatives: readonly Parser<T>[]
  /** Where it cannot start it reads nothing. */
  readonly isOptional: boolean

  constructor(
    starts: Words,
    needs: readonly Words[],
    read: Read<T>,
    { alternatives, isOptional = false }: { alternatives?: readonly Parser<T>[]; isOptional?: boolean } = {},
  ) {
    this.starts = starts
    this.needs = needs
    this.read = read
    this.alternatives = alternatives ?? [this]
    this.isOptional = isOptional
  }

  /** A value made of what was read; undefined where that is not what it means after all. */
  map<U>(make: (value: T, input: Input, at: number) => U | undefined): Parser<U> {
    const { starts, needs, read } = this
    return new Parser(starts, needs, (input, at, found) =>
      read(input, at, (value, end) => {
        const result = make(value, input, at)
        return result !== undefined && found(result, end)
      }),
    )
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
const anyOf = (several: readonly Words[]): Words =>
  wordsOf(several.flatMap(words => [...words.keys()].filter(number => words[number])))

export const inputOf = (tokens: readonly Token[], today: number, monthFirst = false): Input => ({
  tokens,
  numbers: tokens.map(({ word, digits }) => numbers.get(digits ? DIGITS : word) ?? 0),
  today,
  monthFirst,
})

function take<T>(words: readonly string[], value: (token: Token) => T | undefined): Parser<T> {
  const starts = wordsOf(words.map(numberOf))
  return new Parser(starts, [starts], ({ tokens, numbers }, at, found) => {
    const token = tokens[at]
    const taken = token && starts[numbers[at] ?? 0] ? value(token) : undefined
    return taken !== undefined && found(taken, at + 1)
  })
}

/** One of the words or signs, as tokens.ts spells them. */
export const word = (...words: readonly string[]): Parser<string> => take(words, token => token.word)

/** A word that stands for a value. */
export const meaning = <T>(table: ReadonlyMap<string, T>): Parser<T> =>
  take([...table.keys()], token => table.get(token.word))

/** A number in digits within limits, with as many digits as `lengths` has. */
export const number = (min: number, max: number, lengths: readonly number[] = [1, 2, 3, 4]): Parser<number> =>
  take([DIGITS], ({ text }) => {
    const value = Number(text)
    return lengths.includes(text.length) && value >= min && value <= max ? value : undefined
  })

/** Only where no space stands before it. */
export const tight = <T>({ starts, needs, read }: Parser<T>): Parser<T> =>
  new Parser(starts, needs, (input, at, found) => input.tokens[at]?.tight === true && read(input, at, found))

export const optional = <T>({ starts, read }: Parser<T>): Parser<T | undefined> =>
  new Parser(
    starts,
    [],
    (input, at, found) =>
      (starts[input.numbers[at] ?? 0] === 1 && read(input, at, found)) || found(undefined, at),
    { isOptional: true },
  )

/** Only where another parser does not match behind it. */
export const notBefore = <T>(next: Parser<unknown>, { starts, needs, read }: Parser<T>): Parser<T> =>
  new Parser(starts, needs, (input, at, found) =>
    read(input, at, (value, end) => !next.read(input, end, () => true) && found(value, end)),
  )

/** A phrase has no more tokens than all the dates of a month have. */
const LONGEST_PHRASE = 200
function areSaid(needs: readonly Words[], { numbers, tokens }: Input, at: number): boolean {
  const end = Math.min(tokens.length, at + LONGEST_PHRASE)
  let next = at
  if (at + needs.length > end) return false
  for (let i = 0; i < needs.length; i++) {
    while (next < end && !needs[i]?.[numbers[next] ?? 0]) next++
    next++
  }
  return next <= end
}

export function either<T>(...several: readonly Parser<T>[]): Parser<T> {
  const parsers = several.flatMap(({ alternatives }) => alternatives)
  const starts = anyOf(parsers.map(({ starts }) => starts))
  const always = parsers.filter(({ needs }) => needs.length === 0)
  const byStart: (readonly Parser<T>[])[] = []
  const ableAt = (word: number) =>
    (byStart[word] ??= parsers.filter(each => each.needs.length === 0 || each.starts[word]))
  const count = Math.min(...parsers.map(({ needs }) => needs.length))
  const needs = Array.from({ length: count }, (_, i) => anyOf(parsers.flatMap(({ needs }) => needs[i] ?? [])))
  const read: Read<T> = (input, at, found) => {
    const word = input.numbers[at] ?? 0
    const able = starts[word] ? ableAt(word) : always
    for (const { needs, read } of able)
      if ((needs.length < 2 || areSaid(needs, input, at)) && read(input, at, found)) return true
    return false
  }
  return new Parser(starts, needs, read, { alternatives: parsers })
}

/** A parser in a row of others, and what its value adds to theirs. */
interface Part {
  parser: Parser<unknown>
  add: (values: unknown[], value: unknown) => unknown[]
}
const keeping = (parser: Parser<unknown>): Part => ({ parser, add: (values, value) => [...values, value] })

function inOrder(parts: readonly Part[]): Parser<unknown[]> {
  const needed = parts.findIndex(({ parser }) => parser.needs.length > 0)
  const first = needed < 0 ? parts : parts.slice(0, needed + 1)
  const starts = anyOf(first.map(({ parser }) => parser.starts))
  const needs = parts.flatMap(({ parser }) => parser.needs)
  return new Parser(starts, needs, (input, at, found) => {
    if (needed >= 0 && !starts[input.numbers[at] ?? 0]) return false
    const goOn = (from: number, at: number, before: unknown[]): boolean => {
      const word = input.numbers[at] ?? 0
      let [next, values] = [from, before]
      for (let part = parts[next]; part && !part.parser.starts[word]; part = parts[++next]) {
        if (part.parser.needs.length > 0) return false
        if (!part.parser.isOptional) break
        values = part.add(values, undefined)
      }
      const part = parts[next]
      if (!part) return found(values, at)
      return part.parser.read(input, at, (value, end) => goOn(next + 1, end, part.add(values, value)))
    }
    return goOn(0, at, [])
  })
}

/** One after the other. */
export function sequence<P extends unknown[]>(...parsers: { [K in keyof P]: Parser<P[K]> }): Parser<P>
export function sequence(...parsers: Parser<unknown>[]): Parser<unknown[]> {
  return inOrder(parsers.map(keeping))
}

/** A month has no more days. */
const LONGEST_ROW = 31

/** Two or more with a separator between them: one row for every place where it can end. */
export function row<T>(item: Parser<T>, separator: Parser<unknown>): Parser<T[]> {
  const more = sequence(separator, item)
  return new Parser(item.starts, [...item.needs, ...more.needs], (input, at, found) => {
    const ended = new Set<number>()
    const goOn = (values: T[], at: number): boolean =>
      values.length < LONGEST_ROW &&
      more.read(input, at, ([, value], end) => {
        if (ended.has(end)) return false
        ended.add(end)
        const longer = [...values, value]
        return found(longer, end) || goOn(longer, end)
      })
    return item.read(input, at, (value, end) => goOn([value], end))
  })
}

export interface Match<T> {
  value: T
  end: number
}

/** Everything that a parser reads from a token on. */
export function matchesOf<T>({ read }: Parser<T>, input: Input, at: number): Match<T>[] {
  const matches: Match<T>[] = []
  read(input, at, (value, end) => {
    matches.push({ value, end })
    return false
  })
  return matches
}

/** Of several matches with one end, the first. */
export const firstOfEachEnd = <T>(matches: readonly Match<T>[]): Match<T>[] =>
  matches.filter(({ end }, i) => matches.findIndex(match => match.end === end) === i)

/** Reads each place of an input once, however many rules ask; of several matches with one end, the first. */
export function once<T>(parser: Parser<T>): Parser<T> {
  let known: Input | undefined
  let places: Match<T>[][] = []
  return new Parser(parser.starts, parser.needs, (input, at, found) => {
    if (parser.needs.length > 0 && !parser.starts[input.numbers[at] ?? 0]) return false
    if (known !== input) [known, places] = [input, []]
    places[at] ??= firstOfEachEnd(matchesOf(parser, input, at))
    return places[at].some(({ value, end }) => found(value, end))
  })
}

/**
 * A sequence as people say it: `phrase\`[the] week of|beginning ${date}\`` gives `[date]`, the values of its parsers.
 * `[…]` is optional, `a|b` one of two words; before a word, a group or a parser, `~` allows no space. A parser inside an
 * optional group is wrapped in `maybe`, for its value can be missing.
 */
export function phrase<P extends unknown[]>(
  texts: TemplateStringsArray,
  ...parsers: { [K in keyof P]: Parser<P[K]> }
): Parser<P>
export function phrase(texts: TemplateStringsArray, ...parsers: Parser<unknown>[]): Parser<unknown[]> {
  const pieces = texts.flatMap((text, i): (string | Parser<unknown>)[] => {
    const parser = parsers[i]
    return [...(text.match(/[[\]~]|[^\s[\]~]+/g) ?? []), ...(parser ? [parser] : [])]
  })
  let at = 0
  /** The parsers of a group, in order, and how many values they have. */
  const group = (): { parts: Part[]; count: number } => {
    const parts: Part[] = []
    let [count, isTight] = [0, false]
    for (let next = pieces[at++]; next !== undefined && next !== ']'; next = pieces[at++]) {
      const spaced = isTight ? tight : <T>(parser: Parser<T>) => parser
      isTight = next === '~'
      if (next === '[') {
        const inner = group()
        const missing = Array.from({ length: inner.count }, () => undefined)
        const add: Part['add'] = (values, value) => [...values, ...(Array.isArray(value) ? value : missing)]
        parts.push({ parser: optional(spaced(inOrder(inner.parts))), add })
        count += inner.count
      } else if (typeof next !== 'string') {
        parts.push(keeping(spaced(next)))
        count++
      } else if (!isTight) parts.push({ parser: spaced(word(...next.split('|'))), add: values => values })
    }
    return { parts, count }
  }
  return inOrder(group().parts)
}
export const maybe = <T>(parser: Parser<T>): Parser<T | undefined> => parser

/** The preferred way in which all tokens are read, if there is one. */
export function readWhole<T>({ read }: Parser<T>, input: Input): T | undefined {
  let first: T | undefined
  read(input, 0, (value, end) => {
    if (end < input.tokens.length) return false
    first = value
    return true
  })
  return first
}
