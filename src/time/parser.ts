import type { Token } from './tokens.ts'

/** What a parser reads from: the tokens, and what the words are relative to. */
export interface Input {
  tokens: readonly Token[]
  /** Today's number in the speaker's zone (calendar.ts). */
  today: number
  /** Whether 03/04 is 4 March. */
  monthFirst: boolean
}

export interface Match<T> {
  value: T
  /** The index of the token that follows. */
  end: number
}

/**
 * Reads something from the token at `at` on, in every way there is, the preferred one first. It knows the words it can
 * start with, so that of a hundred alternatives only the two or three that a word allows are tried.
 */
export interface Parser<T> {
  read: (input: Input, at: number) => readonly Match<T>[]
  starts: ReadonlySet<string>
  /** It can read nothing at all. */
  empty: boolean
}

const NONE: readonly Match<never>[] = []
/** What stands for any number among the words that a parser starts with. */
const DIGITS = '#'

const keyOf = (token: Token | undefined): string => (token?.digits ? DIGITS : (token?.word ?? ''))

function take<T>(starts: Iterable<string>, value: (token: Token) => T | undefined): Parser<T> {
  return {
    starts: new Set(starts),
    empty: false,
    read({ tokens }, at) {
      const token = tokens[at]
      const taken = token && value(token)
      return taken === undefined ? NONE : [{ value: taken, end: at + 1 }]
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
export function tight<T>({ starts, read }: Parser<T>): Parser<T> {
  return { starts, empty: false, read: (input, at) => (input.tokens[at]?.tight ? read(input, at) : NONE) }
}

export function optional<T>({ starts, read }: Parser<T>): Parser<T | undefined> {
  return {
    starts,
    empty: true,
    read(input, at) {
      const nothing = { value: undefined, end: at }
      return starts.has(keyOf(input.tokens[at])) ? [...read(input, at), nothing] : [nothing]
    },
  }
}

export function either<T>(...parsers: readonly Parser<T>[]): Parser<T> {
  const starts = new Set(parsers.flatMap(({ starts }) => [...starts]))
  const always = parsers.filter(({ empty }) => empty)
  const byStart = new Map(
    Array.from(starts, start => [start, parsers.filter(({ starts, empty }) => empty || starts.has(start))]),
  )
  return {
    starts,
    empty: always.length > 0,
    read(input, at) {
      const able = byStart.get(keyOf(input.tokens[at])) ?? always
      const [only] = able
      if (!only) return NONE
      return able.length === 1 ? only.read(input, at) : able.flatMap(({ read }) => read(input, at))
    },
  }
}

/** One after the other. */
export function sequence<P extends unknown[]>(...parsers: { [K in keyof P]: Parser<P[K]> }): Parser<P>
export function sequence(...parsers: Parser<unknown>[]): Parser<unknown[]> {
  const needed = parsers.findIndex(({ empty }) => !empty)
  const first = needed < 0 ? parsers : parsers.slice(0, needed + 1)
  const starts = new Set(first.flatMap(({ starts }) => [...starts]))
  return {
    starts,
    empty: needed < 0,
    read(input, at) {
      if (needed >= 0 && !starts.has(keyOf(input.tokens[at]))) return NONE
      let partial: Match<unknown[]>[] = [{ value: [], end: at }]
      for (const { read } of parsers) {
        const longer: Match<unknown[]>[] = []
        for (const { value, end } of partial) {
          for (const next of read(input, end)) longer.push({ value: [...value, next.value], end: next.end })
        }
        if (longer.length === 0) return NONE
        partial = longer
      }
      return partial
    },
  }
}

/** What was read, made into something else; undefined means that it was not that after all. */
export function map<T, U>(
  { starts, empty, read }: Parser<T>,
  make: (value: T, input: Input, at: number) => U | undefined,
): Parser<U> {
  return {
    starts,
    empty,
    read(input, at) {
      const made: Match<U>[] = []
      for (const { value, end } of read(input, at)) {
        const other = make(value, input, at)
        if (other !== undefined) made.push({ value: other, end })
      }
      return made
    },
  }
}

/** Two or more, with something between them: for every place where such a row can end, the first that does. */
export function row<T>(item: Parser<T>, between: Parser<unknown>): Parser<T[]> {
  const more = sequence(between, item)
  return {
    starts: item.starts,
    empty: false,
    read(input, at) {
      const rows: Match<T[]>[] = []
      let open = item.read(input, at).map(({ value, end }) => ({ value: [value], end }))
      while (open.length > 0) {
        const longer = open.flatMap(({ value, end }) =>
          more.read(input, end).map(next => ({ value: [...value, next.value[1]], end: next.end })),
        )
        open = onePerEnd(longer).filter(({ end }) => !rows.some(row => row.end === end))
        rows.push(...open)
      }
      return rows
    },
  }
}

/** The same, read once for each place of an input, however many rules ask; of all that end in one place, the first. */
export function once<T>({ starts, empty, read }: Parser<T>): Parser<T> {
  const known = new WeakMap<Input, (readonly Match<T>[])[]>()
  return {
    starts,
    empty,
    read(input, at) {
      if (!empty && !starts.has(keyOf(input.tokens[at]))) return NONE
      let places = known.get(input)
      if (!places) {
        places = []
        known.set(input, places)
      }
      const matches = places[at] ?? onePerEnd(read(input, at))
      places[at] = matches
      return matches
    },
  }
}

function onePerEnd<T>(matches: readonly Match<T>[]): readonly Match<T>[] {
  if (matches.length < 2) return matches
  return matches.filter(({ end }, i) => matches.findIndex(other => other.end === end) === i)
}
