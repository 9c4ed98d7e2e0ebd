import { anyOf, DIGITS, type Input, type Starts, startsOf, wordAt } from './input.ts'
import type { Token } from './tokens.ts'

/** Takes what was read, and the index of the token that follows; true when that is enough. */
type Found<T> = (value: T, end: number) => boolean

/**
 * Reads something from the token at `at` on, in every way there is, the preferred one first, until what is found is
 * enough. It knows the words it can start with and those it needs later on, so that of a hundred alternatives only the two
 * or three that a phrase allows are tried.
 */
export interface Parser<T> {
  read: (input: Input, at: number, found: Found<T>) => boolean
  starts: Starts
  /** What has to be said for it, in this order, each with the words it can start with; nothing where it can read nothing. */
  needs: readonly Starts[]
  /** Its words, and those of what it is made of. */
  words: Words
  /** Where it cannot start there is nothing to read, and nothing comes of it. */
  skips?: true
}

type Words = readonly (string | Words)[]

/** Every word that a parser can read anywhere. */
export function wordsOf({ words }: Pick<Parser<unknown>, 'words'>): ReadonlySet<string> {
  const all = new Set<string>()
  const seen = new Set<Words>()
  function add(some: Words): void {
    if (seen.has(some)) return
    seen.add(some)
    for (const each of some) {
      if (typeof each === 'string') all.add(each)
      else add(each)
    }
  }
  add(words)
  return all
}

/** More tokens than all the dates of a month have: looking further takes time, and nobody means it. */
const LONGEST_PHRASE = 200

/** Whether all that a parser needs is said from a token on. */
function areSaid(needs: readonly Starts[], input: Input, at: number): boolean {
  const end = Math.min(input.tokens.length, at + LONGEST_PHRASE)
  if (needs.length > end - at) return false
  let next = at
  for (const starts of needs) {
    while (next < end && !starts[wordAt(input, next)]) next++
    next++
  }
  return next <= end
}

function take<T>(words: readonly string[], value: (token: Token) => T | undefined): Parser<T> {
  const starts = startsOf(words)
  return {
    starts,
    needs: [starts],
    words,
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
  return take([...table.keys()], token => table.get(token.word))
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
export function tight<T>({ starts, needs, words, read }: Parser<T>): Parser<T> {
  return {
    starts,
    needs,
    words,
    read: (input, at, found) => input.tokens[at]?.tight === true && read(input, at, found),
  }
}

export function optional<T>({ starts, words, read }: Parser<T>): Parser<T | undefined> {
  return {
    starts,
    needs: [],
    words,
    skips: true,
    read: (input, at, found) => (starts[wordAt(input, at)] && read(input, at, found)) || found(undefined, at),
  }
}

export function either<T>(...parsers: readonly Parser<T>[]): Parser<T> {
  const starts = anyOf(parsers.map(({ starts }) => starts))
  const always = parsers.filter(({ needs }) => needs.length === 0)
  const byStart = new Map<number, readonly Parser<T>[]>()
  function ableAt(word: number): readonly Parser<T>[] {
    if (!starts[word]) return always
    const known = byStart.get(word)
    if (known) return known
    const able = parsers.filter(({ starts, needs }) => needs.length === 0 || starts[word])
    byStart.set(word, able)
    return able
  }

  return {
    starts,
    needs: neededByAll(parsers),
    words: parsers.map(({ words }) => words),
    read(input, at, found) {
      for (const { needs, read } of ableAt(wordAt(input, at)))
        if (areSaid(needs, input, at) && read(input, at, found)) return true
      return false
    },
  }
}

/** One need after the other, each met by the words that any of the parsers has for it. */
function neededByAll(parsers: readonly Parser<unknown>[]): Starts[] {
  const count = Math.min(...parsers.map(({ needs }) => needs.length))
  return Array.from({ length: count }, (_, i) => anyOf(parsers.flatMap(({ needs }) => needs[i] ?? [])))
}

/** Only where something else does not follow it. */
export function butNo<T>(next: Parser<unknown>, { starts, needs, words, read }: Parser<T>): Parser<T> {
  const follows = (input: Input, at: number) => next.read(input, at, () => true)
  return {
    starts,
    needs,
    words,
    read: (input, at, found) => read(input, at, (value, end) => !follows(input, end) && found(value, end)),
  }
}

/** One after the other. */
export function sequence<P extends unknown[]>(...parsers: { [K in keyof P]: Parser<P[K]> }): Parser<P>
export function sequence(...parsers: Parser<unknown>[]): Parser<unknown[]> {
  const needed = parsers.findIndex(({ needs }) => needs.length > 0)
  const first = needed < 0 ? parsers : parsers.slice(0, needed + 1)
  const starts = anyOf(first.map(({ starts }) => starts))
  return {
    starts,
    needs: parsers.flatMap(({ needs }) => needs),
    words: parsers.map(({ words }) => words),
    read(input, at, found) {
      if (needed >= 0 && !starts[wordAt(input, at)]) return false
      const values: unknown[] = []
      const goOn = (from: number, at: number): boolean => {
        const word = wordAt(input, at)
        let next = from
        let parser = parsers[next]
        while (parser && !parser.starts[word]) {
          if (parser.needs.length > 0) return false
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
  { starts, needs, words, read }: Parser<T>,
  make: (value: T, input: Input, at: number) => U | undefined,
): Parser<U> {
  return {
    starts,
    needs,
    words,
    read: (input, at, found) =>
      read(input, at, (value, end) => {
        const made = make(value, input, at)
        return made !== undefined && found(made, end)
      }),
  }
}
