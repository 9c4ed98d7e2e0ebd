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

/** Every way to read something from the token at `at` on, the preferred one first. */
export type Parser<T> = (input: Input, at: number) => readonly Match<T>[]

const NONE: readonly Match<never>[] = []

function take<T>(read: (token: Token) => T | undefined): Parser<T> {
  return ({ tokens }, at) => {
    const token = tokens[at]
    const value = token && read(token)
    return value === undefined ? NONE : [{ value, end: at + 1 }]
  }
}

/** One of the words, or signs, as tokens.ts spells them. */
export function word(...words: readonly string[]): Parser<string> {
  const known = new Set(words)
  return take(token => (known.has(token.word) ? token.word : undefined))
}

/** A word that stands for something. */
export function meaning<T>(table: ReadonlyMap<string, T>): Parser<T> {
  return take(token => table.get(token.word))
}

/** A number in digits, as many as `length` says at most, within limits. */
export function number(min: number, max: number, lengths: readonly number[] = [1, 2, 3, 4]): Parser<number> {
  return take(({ text }) => {
    if (!/^\d+$/.test(text) || !lengths.includes(text.length)) return undefined
    const value = Number(text)
    return value >= min && value <= max ? value : undefined
  })
}

/** Only where no space stands before it. */
export function tight<T>(parser: Parser<T>): Parser<T> {
  return (input, at) => (input.tokens[at]?.tight ? parser(input, at) : NONE)
}

export function optional<T>(parser: Parser<T>): Parser<T | undefined> {
  return (input, at) => [...parser(input, at), { value: undefined, end: at }]
}

export function either<T>(...parsers: readonly Parser<T>[]): Parser<T> {
  return (input, at) => parsers.flatMap(parser => parser(input, at))
}

/** One after the other. */
export function sequence<P extends unknown[]>(...parsers: { [K in keyof P]: Parser<P[K]> }): Parser<P>
export function sequence(...parsers: Parser<unknown>[]): Parser<unknown[]> {
  return (input, at) => {
    let partial: Match<unknown[]>[] = [{ value: [], end: at }]
    for (const parser of parsers) {
      const longer: Match<unknown[]>[] = []
      for (const { value, end } of partial) {
        for (const next of parser(input, end)) longer.push({ value: [...value, next.value], end: next.end })
      }
      if (longer.length === 0) return NONE
      partial = longer
    }
    return partial
  }
}

/** What was read, made into something else; undefined means that it was not that after all. */
export function map<T, U>(
  parser: Parser<T>,
  make: (value: T, input: Input, at: number, end: number) => U | undefined,
): Parser<U> {
  return (input, at) => {
    const matches = parser(input, at)
    if (matches.length === 0) return NONE
    return matches.flatMap(({ value, end }) => {
      const made = make(value, input, at, end)
      return made === undefined ? [] : [{ value: made, end }]
    })
  }
}

/** Two or more, with something between them: the longest row first. */
export function row<T>(item: Parser<T>, between: Parser<unknown>): Parser<T[]> {
  const more = sequence(between, item)
  return (input, at) => {
    const rows: Match<T[]>[] = []
    let open = item(input, at).map(({ value, end }) => ({ value: [value], end }))
    while (open.length > 0) {
      open = open.flatMap(({ value, end }) =>
        more(input, end).map(next => ({ value: [...value, next.value[1]], end: next.end })),
      )
      rows.unshift(...open)
    }
    return rows
  }
}

/** The same, read once for each place of an input, however many rules ask. */
export function once<T>(parser: Parser<T>): Parser<T> {
  const read = new WeakMap<Input, (readonly Match<T>[])[]>()
  return (input, at) => {
    const known = read.get(input) ?? []
    read.set(input, known)
    const matches = known[at] ?? parser(input, at)
    known[at] = matches
    return matches
  }
}

/** The parser, named before it is written: for rules that contain themselves. */
export function later<T>(parser: () => Parser<T>): Parser<T> {
  return (input, at) => parser()(input, at)
}
