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
/** The words that a parser can start with: 1 at the number of each. */
type Starts = Uint8Array

/**
 * Reads a value from the token at `at` on, in every possible way, the preferred one first, until `found` has enough. The
 * words that it starts with and needs later on let only two or three of a hundred alternatives be tried.
 */
export interface Parser<T> {
  read: (input: Input, at: number, found: Found<T>) => boolean
  starts: Starts
  /** What has to follow, in this order; none where it can read nothing. */
  needs: readonly Starts[]
  /** Where it cannot start it reads nothing. */
  isSkipped?: true
  /** Of one that reads any of several. */
  alternatives?: readonly Parser<T>[]
}

/** Stands for any number in digits. */
const DIGITS = '#'
const numbers = new Map<string, number>()
function numberOf(word: string): number {
  const number = numbers.get(word) ?? 1 + numbers.size
  numbers.set(word, number)
  return number
}
/** Whether any parser has a word. */
export const isKnown = (word: string): boolean => numbers.has(word)

function startsOf(numbers: readonly number[]): Starts {
  const starts = new Uint8Array(Math.max(0, ...numbers) + 1)
  for (const number of numbers) starts[number] = 1
  return starts
}
const anyOf = (several: readonly Starts[]): Starts =>
  startsOf(several.flatMap(starts => [...starts.keys()].filter(number => starts[number])))

export const inputOf = (tokens: readonly Token[], today: number, monthFirst = false): Input => ({
  tokens,
  numbers: tokens.map(({ word, digits }) => numbers.get(digits ? DIGITS : word) ?? 0),
  today,
  monthFirst,
})

function take<T>(words: readonly string[], value: (token: Token) => T | undefined): Parser<T> {
  const starts = startsOf(words.map(numberOf))
  return {
    starts,
    needs: [starts],
    read({ tokens, numbers }, at, found) {
      const token = tokens[at]
      const taken = token && starts[numbers[at] ?? 0] ? value(token) : undefined
      return taken !== undefined && found(taken, at + 1)
    },
  }
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
export const tight = <T>({ starts, needs, ...parser }: Parser<T>): Parser<T> => ({
  starts,
  needs,
  read: (input, at, found) => input.tokens[at]?.tight === true && parser.read(input, at, found),
})

export const optional = <T>({ starts, read }: Parser<T>): Parser<T | undefined> => ({
  starts,
  needs: [],
  isSkipped: true,
  read: (input, at, found) =>
    (starts[input.numbers[at] ?? 0] === 1 && read(input, at, found)) || found(undefined, at),
})

/** A phrase has no more tokens than all the dates of a month have. */
const LONGEST_PHRASE = 200
function areSaid(needs: readonly Starts[], { numbers, tokens }: Input, at: number): boolean {
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
  const parsers = several.flatMap(each => each.alternatives ?? each)
  const starts = anyOf(parsers.map(({ starts }) => starts))
  const byStart: (readonly Parser<T>[])[] = []
  const ableAt = (word: number) =>
    (byStart[word] ??= parsers.filter(each => each.needs.length === 0 || each.starts[word]))
  const always = parsers.filter(({ needs }) => needs.length === 0)
  const count = Math.min(...parsers.map(({ needs }) => needs.length))
  return {
    starts,
    alternatives: parsers,
    needs: Array.from({ length: count }, (_, i) => anyOf(parsers.flatMap(({ needs }) => needs[i] ?? []))),
    read(input, at, found) {
      const word = input.numbers[at] ?? 0
      const able = starts[word] ? ableAt(word) : always
      for (let i = 0; i < able.length; i++) {
        const parser = able[i]
        const isAble = parser && (parser.needs.length < 2 || areSaid(parser.needs, input, at))
        if (isAble && parser.read(input, at, found)) return true
      }
      return false
    },
  }
}

/** A parser in a row of others, and how many values it adds to theirs: those of a group, or its own. */
interface Part extends Parser<unknown> {
  count: number
  isGroup?: true
}

function inOrder(parts: readonly Part[]): Parser<unknown[]> {
  const needed = parts.findIndex(({ needs }) => needs.length > 0)
  const starts = anyOf((needed < 0 ? parts : parts.slice(0, needed + 1)).map(({ starts }) => starts))
  return {
    starts,
    needs: parts.flatMap(({ needs }) => needs),
    read(input, at, found) {
      if (needed >= 0 && !starts[input.numbers[at] ?? 0]) return false
      const goOn = (from: number, at: number, values: unknown[]): boolean => {
        const word = input.numbers[at] ?? 0
        let next = from
        let all = values
        let part = parts[next]
        while (part && !part.starts[word]) {
          if (part.needs.length > 0) return false
          if (!part.isSkipped) break
          all = added(all, part, undefined)
          part = parts[++next]
        }
        if (!part) return found(all, at)
        const { read } = part
        const current = part
        return read(input, at, (value, end) => goOn(next + 1, end, added(all, current, value)))
      }
      return goOn(0, at, [])
    },
  }
}
function added(values: unknown[], { count, isGroup }: Part, value: unknown): unknown[] {
  if (count === 0) return values
  if (!isGroup) return [...values, value]
  return [...values, ...(Array.isArray(value) ? value : Array.from({ length: count }, () => undefined))]
}

/** One after the other. */
export function sequence<P extends unknown[]>(...parsers: { [K in keyof P]: Parser<P[K]> }): Parser<P>
export function sequence(...parsers: Parser<unknown>[]): Parser<unknown[]> {
  return inOrder(parsers.map(parser => ({ ...parser, count: 1 })))
}

/** A value made of what was read; undefined where that is not what it means after all. */
export const map = <T, U>(
  { starts, needs, read }: Parser<T>,
  make: (value: T, input: Input, at: number) => U | undefined,
): Parser<U> => ({
  starts,
  needs,
  read: (input, at, found) =>
    read(input, at, (value, end) => {
      const made = make(value, input, at)
      return made !== undefined && found(made, end)
    }),
})

/** Only where another parser does not match behind it. */
export const notBefore = <T>(next: Parser<unknown>, { starts, needs, ...parser }: Parser<T>): Parser<T> => ({
  starts,
  needs,
  read: (input, at, found) =>
    parser.read(input, at, (value, end) => !next.read(input, end, () => true) && found(value, end)),
})

/** A month has no more days. */
const LONGEST_ROW = 31

/** Two or more with a separator between them: one row for every place where it can end. */
export function row<T>(item: Parser<T>, separator: Parser<unknown>): Parser<T[]> {
  const more = sequence(separator, item)
  return {
    starts: item.starts,
    needs: [...item.needs, ...more.needs],
    read(input, at, found) {
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
    },
  }
}

export interface Match<T> {
  value: T
  end: number
}

/** Everything that a parser reads from a token on. */
export function matchesOf<T>({ read }: Pick<Parser<T>, 'read'>, input: Input, at: number): Match<T>[] {
  const matches: Match<T>[] = []
  read(input, at, (value, end) => {
    matches.push({ value, end })
    return false
  })
  return matches
}

/** Reads each place of an input once, however many rules ask; of several matches with one end, the first. */
export function once<T>(parser: Parser<T>): Parser<T> {
  let known: Input | undefined
  let places: Match<T>[][] = []
  return {
    starts: parser.starts,
    needs: parser.needs,
    read(input, at, found) {
      if (parser.needs.length > 0 && !parser.starts[input.numbers[at] ?? 0]) return false
      if (known !== input) [known, places] = [input, []]
      places[at] ??= firstPerEnd(parser, input, at)
      for (const { value, end } of places[at]) if (found(value, end)) return true
      return false
    },
  }
}

function firstPerEnd<T>({ read }: Parser<T>, input: Input, at: number): Match<T>[] {
  const matches: Match<T>[] = []
  read(input, at, (value, end) => {
    if (!matches.some(match => match.end === end)) matches.push({ value, end })
    return false
  })
  return matches
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
  const said = texts.flatMap((text, i): (string | Parser<unknown>)[] => {
    const parser = parsers[i]
    return [...(text.match(/[[\]~]|[^\s[\]~]+/g) ?? []), ...(parser ? [parser] : [])]
  })
  let at = 0
  /** The parsers of a group, in order. */
  const group = (): Part[] => {
    const parts: Part[] = []
    let isTight = false
    for (let next = said[at++]; next !== undefined && next !== ']'; next = said[at++]) {
      if (next === '~') {
        isTight = true
        continue
      }
      const inner = next === '[' ? group() : undefined
      const item = inner ? inOrder(inner) : typeof next === 'string' ? word(...next.split('|')) : next
      const spaced = isTight ? tight(item) : item
      if (inner) parts.push({ ...optional(spaced), count: valuesOf(inner), isGroup: true })
      else parts.push({ ...spaced, count: typeof next === 'string' ? 0 : 1 })
      isTight = false
    }
    return parts
  }
  return inOrder(group())
}
const valuesOf = (parts: readonly Part[]): number => parts.reduce((sum, { count }) => sum + count, 0)
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
