import { addMonths, weekdayOf } from '../calendar.ts'
import type { Unit } from '../reading/words.ts'

/** From one day to another, both included. */
export interface Span {
  from: number
  until: number
  /** It may have begun already: what is left of it is meant. */
  begun?: true
}

/** A sentence about the words it is given, in quotes. */
export type Why = (quoted: string) => string

/** The spans that words can mean: one is an answer, several are a question and none is a refusal, for the reason given. */
export interface Outcome {
  spans: readonly Span[]
  why?: Why
  /** There is none because it is over. */
  gone?: true
  /** What there would be if what has begun could still be meant. */
  begun?: readonly Span[]
}

/** What a date says of itself: `24` has no month, `december` no day. */
export interface DateParts {
  y?: number | undefined
  m?: number | undefined
  d?: number | undefined
  weekday?: number | undefined
  /** Said by its distance from today (`this month`), not by its number: what is left of it may be meant. */
  near?: true
  /** Its day is said as the nth of a month: `24th`, `the 24`. */
  ordinal?: true
}

/** What words mean, when they are read from a day on. */
export interface When {
  /** `strict`: the first from there on, without asking whether a later one is meant. */
  read: (from: number, strict?: boolean) => Outcome
  /** Set for dates: what a range can lend them from its other end. */
  parts?: DateParts
  weekday?: true
  /** It comes again every week, and one that is running need not be the one that is meant as an end. */
  weekly?: true
  /** It means a day only beside another: the 24 of `24-28 dec`. */
  bare?: true
  /** It comes again every year, and has no parts that say so. */
  yearly?: true
  /** As an end it is that of the day before it: `friday until eod`. */
  sameDay?: true
  /** It is refused on whatever day it is said. */
  never?: true
  /**
   * What could be something else in a sentence: a `word` (may, sat) until a preposition helps it, `figures` (1.2, the
   * second) ever, what stands `inside` it (now, 1.2 to 1.5) unless it begins it.
   */
  weak?: 'word' | 'figures' | 'inside'
  /** All that it says is the last day, or how long: where it goes on with days that there are, from when is left open. */
  only?: Only
  /** Its figures stand behind the weekday that they are on: the 16 of `friday 16`. */
  fits?: true
}

export type Only = 'end' | 'length'

export const fixed = (from: number, until = from): When => ({ read: () => ({ spans: [{ from, until }] }) })

/** A period that may be running: what is left of it counts. */
export const running = (from: number, until: number): When => ({
  read: () => ({ spans: [{ from, until, begun: true }] }),
})

export const refused = (why: Why): When => ({ never: true, read: () => ({ spans: [], why }) })

export const isOneDay = (when: When, today: number): boolean =>
  when.read(today).spans.every(({ from, until }) => from === until)

/** Several spans, asked about where they differ. */
export function doubtful(spans: readonly Span[], why: Why): Outcome {
  const different = spans.filter(
    ({ from, until }, i) => spans.findIndex(other => other.from === from && other.until === until) === i,
  )
  return different.length === 1 ? { spans: different } : { spans: different, why }
}

export const doubt = (one: Span, other: Span, why: Why): When => ({ read: () => doubtful([one, other], why) })

/** Carries every span of an outcome on. A question stays while there is an answer to it; what refuses all is the refusal. */
export function each(outcome: Outcome, next: (span: Span) => Outcome): Outcome {
  const outcomes = outcome.spans.map(next)
  const spans = outcomes.flatMap(({ spans }) => spans)
  const inner = outcomes.find(({ why }) => why)?.why
  const why = spans.length === 0 ? (inner ?? outcome.why) : (outcome.why ?? inner)
  const gone = outcome.gone ?? (spans.length === 0 ? outcomes.find(({ gone }) => gone)?.gone : undefined)
  return { spans, ...(why && { why }), ...(gone && { gone }) }
}

export const carry = (when: When, next: (span: Span) => Outcome): When => ({
  ...(isYearly(when) && { yearly: true }),
  read: (from, strict) => each(when.read(from, strict), next),
})

/** Whether it comes again every year: a holiday, a day of a month, a month. */
export const isYearly = ({ yearly, parts }: When): boolean =>
  yearly === true || (parts?.m !== undefined && parts.y === undefined)

/** What can mean one thing or another. */
export const eitherOf = (one: When, other: When, why: Why): When => ({
  read(from, strict) {
    const [first, second] = [one.read(from, strict), other.read(from, strict)]
    const spans = [...first.spans, ...second.spans]
    return spans.length > 0 ? doubtful(spans, why) : first
  },
})

/** So many days, weeks or months. */
export interface Amount {
  count: number
  unit: Unit
  /** Several, said as of one: `7 week`. */
  odd?: boolean
}

/** A day some time later, or earlier with a negative count. */
export function plus(day: number, count: number, unit: Unit): number {
  if (unit === 'day') return day + count
  if (unit === 'week') return day + 7 * count
  if (unit === 'working day') return plusWorkingDays(day, count)
  return addMonths(day, count * { month: 1, quarter: 3, year: 12 }[unit])
}

function plusWorkingDays(day: number, count: number): number {
  let left = Math.abs(count)
  const step = Math.sign(count)
  while (left > 0) {
    day += step
    if (weekdayOf(day) < 5) left--
  }
  return day
}
