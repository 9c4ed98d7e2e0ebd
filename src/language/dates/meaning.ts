import { addMonths, dateOf, dayNumber, weekdayOf } from './calendar.ts'
import { noSuchDay, otherWeekday, type Why } from './reasons.ts'
import type { Unit } from './words.ts'

/** From one day to another, both included. */
export interface Span {
  from: number
  until: number
  /** It may have begun already: the rest of it is meant. */
  mayHaveStarted?: true
}

/** The spans that words can mean: one is an answer, several are a question and none is a refusal, for the reason given. */
export interface Outcome {
  spans: readonly Span[]
  why?: Why
  /** None is left because it is over. */
  isPast?: true
}

/** What a date says of itself: `24` has no month, `december` no day. */
export interface DateParts {
  y?: number | undefined
  m?: number | undefined
  d?: number | undefined
  weekday?: number | undefined
  /** Said by its distance from today (`this month`): the rest of it may be meant. */
  near?: true
  /** The day is said as the nth of a month: `24th`, `the 24`. */
  ordinal?: true
}

/** What words mean, read from a day on. */
export interface When {
  /** `strict`: the first from there on, without a question about a later one. */
  read: (from: number, strict?: boolean) => Outcome
  /** Set for dates: what the other end of a range can lend them. */
  parts?: DateParts
  weekday?: true
  /** It comes again every week, and as an end need not be the one that has begun. */
  weekly?: true
  /** A day only beside another date: the 24 of `24-28 dec`. */
  bare?: true
  /** It comes again every year, and has no parts that say so. */
  yearly?: true
  /** As an end it is that of the day before it: `friday until eod`. */
  sameDay?: true
  /**
   * What can be something else in a sentence: a `word` (may, sat) unless a preposition helps it, `figures` (1.2, the
   * second) always, `inside` (now, 1.2 to 1.5) unless the sentence begins with it.
   */
  weak?: 'word' | 'figures' | 'inside'
  /** It says no more than the last day, or than how long. */
  only?: Only
  /** Its number is the date of the weekday before it: the 16 of `friday 16`. */
  fits?: true
  /** Hours are said of it, so that whole days are a question. */
  hours?: true
}

export type Only = 'end' | 'length'

export const day = (from: number): Span => ({ from, until: from })

export const fixed = (from: number, until = from): When => ({ read: () => ({ spans: [{ from, until }] }) })

/** A period that may have begun. */
export const running = (from: number, until: number): When => ({
  read: () => ({ spans: [{ from, until, mayHaveStarted: true }] }),
})

export const refused = (why: Why): When => ({ read: () => ({ spans: [], why }) })

const isSame = (a: Span, b: Span): boolean => a.from === b.from && a.until === b.until
export const different = (spans: readonly Span[]): Span[] =>
  spans.filter((span, i) => spans.findIndex(other => isSame(span, other)) === i)

/** Several spans, a question where they differ. */
export function doubtful(spans: readonly Span[], why: Why): Outcome {
  const left = different(spans)
  return left.length === 1 ? { spans: left } : { spans: left, why }
}

export const doubt = (one: Span, other: Span, why: Why): When => ({ read: () => doubtful([one, other], why) })

/** A span, or all that words can mean. */
type Result = Span | Outcome

const outcomeOf = (result: Result): Outcome => ('spans' in result ? result : { spans: [result] })

/** Continues every span of an outcome. A question stays while an answer is left; the refusal of all is the refusal. */
export function each(outcome: Outcome, next: (span: Span) => Result): Outcome {
  const outcomes = outcome.spans.map(span => outcomeOf(next(span)))
  const spans = outcomes.flatMap(({ spans }) => spans)
  const first = <K extends keyof Outcome>(key: K): Outcome[K] | undefined =>
    outcomes.find(each => each[key])?.[key]
  const why = spans.length === 0 ? (first('why') ?? outcome.why) : (outcome.why ?? first('why'))
  const isPast = outcome.isPast ?? (spans.length === 0 ? first('isPast') : undefined)
  return { spans, ...(why && { why }), ...(isPast && { isPast }) }
}

export const carry = (when: When, next: (span: Span) => Result): When => ({
  ...(isYearly(when) && { yearly: true }),
  read: (from, strict) => each(when.read(from, strict), next),
})

/** Whether it comes again every year: a holiday, a day of a month, a month. */
export const isYearly = ({ yearly, parts }: When): boolean =>
  yearly === true || (parts?.m !== undefined && parts.y === undefined)

/** The meaning among other words as well. */
export const strong = ({ weak: _, ...when }: When): When => when

/** One meaning or another. */
export const eitherOf = (one: When, other: When, why: Why): When => ({
  read(from, strict) {
    const [first, second] = [one.read(from, strict), other.read(from, strict)]
    const spans = [...first.spans, ...second.spans]
    return spans.length > 0 ? doubtful(spans, why) : first
  },
})

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
  if (unit !== 'working day') return addMonths(day, count * { month: 1, quarter: 3, year: 12 }[unit])
  let there = day
  for (let left = Math.abs(count); left > 0; ) {
    there += Math.sign(count)
    if (weekdayOf(there) < 5) left--
  }
  return there
}

/** So many days, weeks or months from a start, which counts. */
export function lasting(start: When, { count, unit }: Amount, today: number): When {
  return carry(start, span => {
    const first = span.mayHaveStarted ? Math.max(span.from, today) : span.from
    if (unit !== 'working day') return { from: first, until: plus(first, count, unit) - 1 }
    const from = plus(first - 1, 1, unit)
    return { from, until: plus(from, count - 1, unit) }
  })
}

/** A date: the next time that its day comes. */
export function dateOn(parts: DateParts): When {
  return { parts, read: from => fitting(parts, firstSpan(parts, from)) }
}

function fitting(parts: DateParts, span: Span | undefined): Outcome {
  if (!span) return { spans: [], why: noSuchDay(parts) }
  const fits = parts.weekday === undefined || weekdayOf(span.from) === parts.weekday
  return fits ? { spans: [span] } : { spans: [], why: otherWeekday(span.from) }
}

/** The span that a date's parts make in a year and a month. */
function spanIn({ d, m }: DateParts, y: number, month: number): Span | undefined {
  const from = dayNumber(y, d === undefined ? (m ?? 1) : month, d ?? 1)
  if (from === undefined) return undefined
  return d === undefined
    ? { from, until: addMonths(from, m === undefined ? 12 : 1) - 1, mayHaveStarted: true }
    : { from, until: from }
}

/** A leap day can be eight years away (2096–2104). */
const YEARS_TO_TRY = 9
const MONTHS_OF_YEAR = Array.from({ length: 12 }, (_, i) => i + 1)

/** The first time that such a date has not ended before a day; one with a year is what it is. */
function firstSpan(parts: DateParts, from: number): Span | undefined {
  const year = parts.y ?? dateOf(from).y
  const months = parts.m !== undefined || parts.d === undefined ? [parts.m ?? 1] : MONTHS_OF_YEAR
  for (let y = year; y < year + (parts.y === undefined ? YEARS_TO_TRY : 1); y++) {
    for (const m of months) {
      const span = spanIn(parts, y, m)
      if (span && (parts.y !== undefined || span.until >= from)) return span
    }
  }
  return undefined
}

/** From one Easter to the next it can be so many months. */
const LONGEST_YEAR = 13

/** The last time that it has begun by a day; its weekday has to fit that time. */
export function lastBegun(when: When, by: number): Outcome {
  const { parts } = when
  const anyDay = parts ? dateOn({ ...parts, weekday: undefined }) : when
  for (let months = 0; months <= LONGEST_YEAR; months++) {
    const outcome = anyDay.read(addMonths(by, -months), true)
    if (outcome.spans.some(({ from }) => from <= by))
      return parts ? fitting(parts, outcome.spans[0]) : outcome
  }
  return when.read(by, true)
}

const TEN_MONTHS = 304
/** A yearly day that comes again so late has just gone, and is not surely that of the next year. */
export const isFar = (today: number, { until }: Span): boolean => until - today >= TEN_MONTHS

const TWO_MONTHS = 61
/** A period made of a yearly day, such as the weekend after it, is not over with that day. */
export const byItsEnd = (when: When): When => ({
  ...when,
  read(from, strict) {
    const lately = isYearly(when) ? when.read(from - TWO_MONTHS, strict) : undefined
    return lately?.spans.some(({ until }) => until >= from) ? lately : when.read(from, strict)
  },
})
