import type { Token } from './tokens.ts'

/** What a parser reads from: the tokens, and what the words are relative to. */
export interface Input {
  tokens: readonly Token[]
  /** Today's number in the speaker's zone (calendar.ts). */
  today: number
  /** Whether 03/04 is 4 March. */
  monthFirst: boolean
}

/** Takes what was read, and the index of the token that follows; true when that is enough. */
type Found<T> = (value: T, end: number) => boolean

/**
 * Reads something from the token at `at` on, in every way there is, the preferred one first, until what is found is
 * enough. It knows the words it can start with, so that of a hundred alternatives only the two or three that a word
 * allows are tried.
 */
export interface Parser<T> {
  read: (input: Input, at: number, found: Found<T>) => boolean
  starts: ReadonlySet<string>
  /** Every word that it can read anywhere. */
  words: ReadonlySet<string>
  /** It can read nothing at all. */
  empty: boolean
  /** Where it cannot start there is nothing to read, and nothing comes of it. */
  skips?: true
}

/** What stands for any number among the words that a parser starts with. */
const DIGITS = '#'

/** By what a parser that knows its starts looks at a token. */
export const keyOf = (token: Token | undefined): string => (token?.digits ? DIGITS : (token?.word ?? ''))

export const union = (sets: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set(sets.flatMap(set => [...set]))

function take<T>(words: Iterable<string>, value: (token: Token) => T | undefined): Parser<T> {
  const starts = new Set(words)
  return {
    starts,
    words: starts,
    empty: false,
    read({ tokens }, at, found) {
      const token = tokens[at]
      const taken = token && value(token)
      return taken !== undefined && found(taken, at + 1)
    },
  }
}

/** One of the words, or signs, as tokens.ts spells them. */
export function word(...words: readonly string[]): Parser<string> {
  const known = new Set(words)
  return take(words, token => (known.has(token.word) ? token.word : undefined))
}

/** A word that stands for something. */
export function meaning<T>(table: ReadonlyMap<string, T>): Parser<T> {
  return take(table.keys(), token => table.get(token.word))
}

/** A number in so many digits, within limits. */
export function number(min: number, max: number, lengths: readonly number[] = [1, 2, 3, 4]): Parser<number> {
  return take([DIGITS], ({ text, digits }) => {
    if (!digits || !lengths.includes(text.length)) return undefined
    const value = Number(text)
    return value >= min && value <= max ? value : undefined
  })
}

/** Only where no space stands before it. */
export function tight<T>({ starts, words, read }: Parser<T>): Parser<T> {
  return {
    starts,
    words,
    empty: false,
    read: (input, at, found) => input.tokens[at]?.tight === true && read(input, at, found),
  }
}

export function optional<T>({ starts, words, read }: Parser<T>): Parser<T | undefined> {
  return {
    starts,
    words,
    empty: true,
    skips: true,
    read: (input, at, found) =>
      (starts.has(keyOf(input.tokens[at])) && read(input, at, found)) || found(undefined, at),
  }
}

export function either<T>(...parsers: readonly Parser<T>[]): Parser<T> {
  const starts = union(parsers.map(({ starts }) => starts))
  const always = parsers.filter(({ empty }) => empty)
  const byStart = new Map(
    Array.from(starts, start => [start, parsers.filter(({ starts, empty }) => empty || starts.has(start))]),
  )
  return {
    starts,
    words: union(parsers.map(({ words }) => words)),
    empty: always.length > 0,
    read(input, at, found) {
      const able = byStart.get(keyOf(input.tokens[at])) ?? always
      for (const { read } of able) if (read(input, at, found)) return true
      return false
    },
  }
}

/** Only where something else does not follow it. */
export function butNo<T>(next: Parser<unknown>, { starts, words, empty, read }: Parser<T>): Parser<T> {
  const follows = (input: Input, at: number) => next.read(input, at, () => true)
  return {
    starts,
    words,
    empty,
    read: (input, at, found) => read(input, at, (value, end) => !follows(input, end) && found(value, end)),
  }
}

/** One after the other. */
export function sequence<P extends unknown[]>(...parsers: { [K in keyof P]: Parser<P[K]> }): Parser<P>
export function sequence(...parsers: Parser<unknown>[]): Parser<unknown[]> {
  const needed = parsers.findIndex(({ empty }) => !empty)
  const first = needed < 0 ? parsers : parsers.slice(0, needed + 1)
  const starts = union(first.map(({ starts }) => starts))
  return {
    starts,
    words: union(parsers.map(({ words }) => words)),
    empty: needed < 0,
    read(input, at, found) {
      const { tokens } = input
      if (needed >= 0 && !starts.has(keyOf(tokens[at]))) return false
      const values: unknown[] = []
      const goOn = (from: number, at: number): boolean => {
        if (from === parsers.length) return found(values.slice(), at)
        const key = keyOf(tokens[at])
        let next = from
        let parser = parsers[next]
        while (parser && !parser.starts.has(key)) {
          if (!parser.empty) return false
          if (!parser.skips) break
          values[next] = undefined
          parser = parsers[++next]
        }
        if (!parser) return found(values.slice(), at)
        return parser.read(input, at, (value, end) => {
          values[next] = value
          return goOn(next + 1, end)
        })
      }
      return goOn(0, at)
    },
  }
}

/** What was read, made into something else; undefined means that it was not that after all. */
export function map<T, U>(
  { starts, words, empty, read }: Parser<T>,
  make: (value: T, input: Input, at: number) => U | undefined,
): Parser<U> {
  return {
    starts,
    words,
    empty,
    read: (input, at, found) =>
      read(input, at, (value, end) => {
        const made = make(value, input, at)
        return made !== undefined && found(made, end)
      }),
  }
}
