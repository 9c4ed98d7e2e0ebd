import { type Input, wordAt } from './input.ts'
import { type Parser, sequence } from './parser.ts'

/** Parsers of parsers: in a row, read once, as a whole; and all that one finds. */

/** As many as a month has days. */
const LONGEST_ROW = 31

/** Two or more, with something between them: for every place where such a row can end, the first that does. */
export function row<T>(item: Parser<T>, between: Parser<unknown>): Parser<T[]> {
  const more = sequence(between, item)
  return {
    starts: item.starts,
    needs: [...item.needs, ...more.needs],
    words: [item.words, between.words],
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

/** The same, read once for each place of an input, however many rules ask; of all that end in one place, the first. */
export function once<T>({ starts, needs, words, read }: Parser<T>): Parser<T> {
  let known: Input | undefined
  let places: Match<T>[][] = []
  return {
    starts,
    needs,
    words,
    read(input, at, found) {
      if (needs.length > 0 && !starts[wordAt(input, at)]) return false
      if (known !== input) {
        known = input
        places = []
      }
      places[at] ??= onePerEnd(matchesOf({ read }, input, at))
      for (const { value, end } of places[at]) if (found(value, end)) return true
      return false
    },
  }
}

/** The preferred way in which all the tokens are read, if there is one. */
export function whole<T>({ read }: Parser<T>, input: Input): T | undefined {
  let first: T | undefined
  read(input, 0, (value, end) => {
    if (end < input.tokens.length) return false
    first = value
    return true
  })
  return first
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

function onePerEnd<T>(matches: Match<T>[]): Match<T>[] {
  if (matches.length < 2) return matches
  return matches.filter(({ end }, i) => matches.findIndex(other => other.end === end) === i)
}
