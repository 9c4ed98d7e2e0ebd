import { addMonths, dateOf, dayNumber, weekdayOf } from './calendar.ts'
import { type Why, whys } from './reasons.ts'
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
  why?: Why | undefined
  /** None is left because it is over. */
  isPast?: boolean | undefined
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
  /**
   * What can be something else in a sentence: a `word` (may, sat) unless a preposition helps it, `figures`
   * (1.2, the second) always, `inside` (now, 1.2 to 1.5) unless the sentence begins with it.
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

export const different = (spans: readonly Span[]): Span[] =>
  spans.filter(
    (span, i) => spans.findIndex(({ from, until }) => from === span.from && until === span.until) === i,
  )

/** Several spans, a question where they differ. */
export function doubtful(spans: readonly Span[], why: Why): Outcome {
  const left = different(spans)
  return left.length === 1 ? { spans: left } : { spans: left, why }
}

export const doubt = (one: Span, other: Span, why: Why): When => ({ read: () => doubtful([one, other], why) })

/** A span, or all that words can mean. */
export type Result = Span | Outcome

/** Continues every span of an outcome. A question stays while an answer is left; the refusal of all is the refusal. */
export function each(outcome: Outcome, next: (span: Span) => Result): Outcome {
  const spans: Span[] = []
  let why: Why | undefined
  let isPast: boolean | undefined
  for (const span of outcome.spans) {
    const result = next(span)
    if ('from' in result) spans.push(result)
    else {
      spans.push(...result.spans)
      why ??= result.why
      isPast ||= result.isPast
    }
  }
  return spans.length > 0
    ? { spans, why: outcome.why ?? why, isPast: outcome.isPast }
    : { spans, why: why ?? outcome.why, isPast: outcome.isPast ?? isPast }
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
  if (!span) return { spans: [], why: whys.noSuchDay(parts) }
  const fits = parts.weekday === undefined || weekdayOf(span.from) === parts.weekday
  return fits ? { spans: [span] } : { spans: [], why: whys.otherWeekday(span.from) }
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

/** In days: it goes back by so many, so that no day of a month is passed over. */
const SHORTEST_MONTH = 28
/** From one Easter to the next it can be so many of them. */
const LONGEST_YEAR = 14

/** The last time that it has begun by a day; its weekday has to fit that time. */
function lastBegun(when: When, by: number): Outcome {
  const { parts } = when
  const anyDay = parts ? dateOn({ ...parts, weekday: undefined }) : when
  for (let months = 0; months <= LONGEST_YEAR; months++) {
    const outcome = anyDay.read(by - months * SHORTEST_MONTH, true)
    if (outcome.spans.some(({ from }) => from <= by))
      return parts ? fitting(parts, outcome.spans[0]) : outcome
  }
  return when.read(by, true)
}

const TEN_MONTHS = 304
/** A yearly day that comes again so late has just gone, and is not surely that of the next year. */
const isFar = (today: number, { until }: Span): boolean => until - today >= TEN_MONTHS

const TWO_MONTHS = 61
/** A period made of a yearly day, such as the weekend after it, is not over with that day. */
export const byItsEnd = (when: When): When => ({
  ...when,
  read(from, strict) {
    const lately = isYearly(when) ? when.read(from - TWO_MONTHS, strict) : undefined
    return lately?.spans.some(({ until }) => until >= from) ? lately : when.read(from, strict)
  },
})

/** The next of what comes every year: where that is still in this year, or the one after it. */
export const nextYearly = (when: When, today: number): When =>
  carry(when, span => {
    const later = when.read(span.until + 1).spans
    return dateOf(span.from).y > dateOf(today).y ? span : doubtful([span, ...later], whys.whichNext)
  })

/** Two or more meanings as one: a range, a row, an end without a start. */

interface Range {
  first: When
  last: When
  today: number
  /** The word between them: `until` a period can be until it begins. */
  connector: string
}

/** Longer than this and already begun, a range without years may as well be meant for the next time. */
const HALF_A_YEAR = 183

/** `first to last`; undefined when neither says a month, and where they may be hours. */
export function rangeOf(first: When, last: When, today: number, connector = 'to'): When | undefined {
  const [a, b] = [first.parts, last.parts]
  const isMonthToWeekday = a?.m !== undefined && a.d === undefined && last.weekday
  if (!canLend(first, last) || mayBeHours(first, last) || isMonthToWeekday) return undefined
  // `christmas to 2027` can be until that year begins.
  const isToYear = b?.y !== undefined && b.m === undefined && b.d === undefined && a?.y === undefined
  const range = { first, last, today, connector: isToYear && connector === 'to' ? 'until' : connector }
  const isLeadingOn = isToYear || (a?.m === undefined && a?.d !== undefined && b?.d === undefined)
  const { read } =
    a && b && !isLeadingOn
      ? dateRange(range, a, b)
      : isYearly(first) && isYearly(last)
        ? endsNext(range)
        : startsNext(range)
  const when: When = { read, ...((first.hours || last.hours) && { hours: true }) }
  if (first.weak !== 'figures' || isLent(first, last) || (first.fits && last.fits)) return when
  return { ...when, weak: last.weak === 'figures' ? 'inside' : 'figures' }
}

/** A bare day needs a whole date beside it. */
const canLend = (a: When, b: When): boolean =>
  !(a.bare && (b.bare || b.parts?.d === undefined)) && !(b.bare && (a.bare || a.parts?.d === undefined))

/** The 24 is of December in `the 24 to the 28 december`. */
const isLent = (a: When, b: When): boolean =>
  a.parts?.m === undefined && b.parts?.d !== undefined && b.parts.m !== undefined && !b.weak

const MIDNIGHT = 24
/** `friday 18-20` can be from 18 to 20. */
const mayBeHours = ({ weak, parts: a }: When, { bare, parts: b }: When): boolean =>
  weak === 'figures' &&
  bare === true &&
  a?.weekday !== undefined &&
  (a.d ?? 0) <= MIDNIGHT &&
  (b?.d ?? 0) <= MIDNIGHT

const startsNext = (range: Range): When => ({
  read: from => each(range.first.read(from), start => endOf(start, range)),
})

function endOf(begin: Span, { first, last, today, connector }: Range): Outcome {
  // The rest of a period that is over is not meant: `2014 to 2018`.
  const start: Span = begin.until < today ? { from: begin.from, until: begin.until } : begin
  // `17 nov to friday` on the 18th
  const hasEnded = last.read(today, true).spans.some(({ until }) => until < start.from)
  if (hasEnded && isYearly(first) && isFar(today, start)) return { spans: [], why: whys.begunInPast }
  // `friday 9am to friday 5pm` can be that friday.
  const isWeek = first.weekday && last.weekday && !first.hours && !last.hours
  // The end can lie in the period that it is said of: `this week until friday`, `next month to the 10th`.
  const from = isWeek ? start.until + 1 : Math.max(start.from, Math.min(start.until, today))
  return each(endsOf(last, connector, from, true), end => {
    if (end.until < start.from)
      return { spans: [], why: whys.backwards, ...(end.until < today && { isPast: true }) }
    const saysYear = isYearly(first) || first.parts?.y !== undefined
    const isOfItsYear = end.until <= start.until || (saysYear && isSameYear(start, end))
    // `friday to end of year` at the end of one
    const isNext = last.read(today, true).spans.some(({ until }) => until >= start.from)
    if (!isOfItsYear && (!isNext || isYearly(last)) && isFar(start.from, end)) return tooLate(end)
    const isSameDay = start.from === start.until && end.until === start.until
    if (!last.weekday || !isSameDay) return joined(start, end, connector)
    const week = { ...start, until: end.until + 7 }
    // `friday to next friday` is no single day.
    return isWeek ? { spans: [week] } : { spans: [start, week], why: whys.whichEnd }
  })
}

const isSameYear = (start: Span, end: Span): boolean => dateOf(start.from).y === dateOf(end.until).y
const tooLate = (end: Span): Outcome => ({ spans: [], why: whys.farAway(end.until), isPast: true })

/** The ends that are meant; until a weekend that has begun can be until the next one. */
function endsOf(last: When, connector: string, from: number, strict?: boolean): Outcome {
  const ends = last.read(from, strict)
  if (connector !== 'until' || !last.weekly) return ends
  return each(ends, end =>
    end.from > from
      ? { spans: [end] }
      : doubtful([end, ...last.read(end.until + 1, true).spans], whys.whichWeekend),
  )
}

/** From a start to an end; until a period can be until it begins, unless both are such periods. */
function joined(start: Span, end: Span, connector: string): Outcome {
  const whole = { ...start, until: end.until }
  const isAlike = start.until > start.from && Math.abs(start.until - start.from - (end.until - end.from)) <= 3
  const canBegin = connector === 'until' && end.from < end.until && end.from > start.from && !isAlike
  return canBegin
    ? { spans: [{ ...start, until: end.from - 1 }, whole], why: whys.untilPeriod }
    : { spans: [whole] }
}

/** A range between dates: what one lacks the other lends it. */
function dateRange(range: Range, a: DateParts, b: DateParts): When {
  const { first, last } = range
  if (first.bare && (a.d ?? 0) > (b.d ?? 31)) return refused(whys.backwards)
  const end = withMonthOf(a, b, last.bare === true)
  const dated = { ...range, first: dateOn(a), last: dateOn(end) }
  if (a.y !== undefined) return startsNext(dated)
  if (a.m !== undefined && a.m === end.m && (a.d ?? 0) > (end.d ?? 31)) return refused(whys.backwards)
  // `friday 18 to thursday 24 dec`, `the 18th to the 24th of december`: the month is said for both.
  const isWrittenAlike = a.weekday === undefined ? end.ordinal === true : end.weekday !== undefined
  const isWhole = a.m === undefined && end.m !== undefined && !first.bare && !isWrittenAlike
  return isWhole ? eitherOf(endsNext(dated), startsNext(dated), whys.whichMonth) : endsNext(dated)
}

/** A day of a month said with its beginning: of the same one, or of the next: `28 dec to 3rd`. */
function withMonthOf(a: DateParts, b: DateParts, isBare: boolean): DateParts {
  if (b.m !== undefined || b.d === undefined || a.m === undefined) return b
  if (isBare || b.d >= (a.d ?? 0)) return { ...b, m: a.m, y: a.y ?? b.y }
  return { ...b, m: (a.m % 12) + 1, y: b.y ?? (a.y === undefined || a.m < 12 ? a.y : a.y + 1) }
}

/** Of yearly dates the range that ends next, also where it has begun. */
function endsNext(range: Range): When {
  const { first, last, today, connector } = range
  const { y, near } = last.parts ?? {}
  const read = (): Outcome =>
    each(last.read(today), end =>
      each(lastBegun(first, end.until), start => {
        // With a year they are what they are; without, the rest of them is meant.
        if (y !== undefined && !near) return joined(start, end, connector)
        if (!isSameYear(start, end) && isYearly(last) && isFar(start.from, end)) return tooLate(end)
        const soon = joined({ ...start, mayHaveStarted: true }, end, connector)
        const isLately = isYearly(last) && end.until - start.from < HALF_A_YEAR
        if (start.from >= today || near || isLately) return soon
        const later = each(first.read(today, true), ({ from }) =>
          each(last.read(from, true), ({ until }) => ({ spans: [{ from, until }] })),
        )
        return { spans: [...soon.spans, ...later.spans], why: whys.whichTime }
      }),
    )
  return { read }
}

/** From today until an end; until a period can be until it begins, through one cannot. */
export function untilOf(connector: string, end: When, today: number): When | undefined {
  if (end.bare) return undefined
  const joint = connector === 'through' ? connector : 'until'
  const read = (from: number): Outcome =>
    each(endsOf(end, joint, from), span => {
      if (span.until < today) return { spans: [], why: whys.past, isPast: true }
      if (isYearly(end) && isFar(today, span)) return tooLate(span)
      return joined({ from: today, until: today }, span, joint)
    })
  const isFigures = end.weak === 'figures'
  return {
    read,
    only: 'end',
    ...(end.hours && { hours: true }),
    ...(isFigures && { weak: 'figures' }),
    ...(isFigures && end.fits && { fits: true }),
  }
}

/** `mon, tue and wed`: one stretch when each begins in the one before, or where it ends. */
export function rowOf(items: readonly When[], today: number): When | undefined {
  const isTimed = items.some(({ hours }) => hours)
  const isDated = !isTimed && items.some(({ bare, parts }) => !bare && parts?.d !== undefined)
  if (!isDated && items.some(({ bare }) => bare)) return undefined
  const dates = lend(items)
  const [first, ...others] = dates
  const last = others.at(-1)
  if (!first || !last) return undefined
  const rest = (span: Span, left: readonly When[]): Outcome => {
    const [next, ...more] = left
    if (!next) return { spans: [span] }
    return each(next.read(next.weekly ? span.until : span.until + 1, true), ({ from, until }) =>
      from >= span.from && from <= span.until + 1 && !(from === span.from && until === span.until)
        ? rest({ ...span, until: Math.max(span.until, until) }, more)
        : { spans: [], why: whys.gap },
    )
  }
  const row = (): Outcome => each(first.read(today), span => rest(span, others))
  // Dates in a row are one range: `24 and 25 dec` on the 25th.
  const range = dates.every(({ parts }) => parts?.d !== undefined) && rangeOf(first, last, today)
  const read = () => (range ? each(row(), () => range.read(today)) : row())
  return { read, ...(isTimed && { hours: true }) }
}

/** Gives the dates of a row the month and year of a neighbour: `24, 25 and 26 dec 2026`, `dec 24 and 25`. */
export function lend(items: readonly When[]): When[] {
  const lent: When[] = []
  let later: DateParts | undefined
  for (const item of items.toReversed()) {
    const { parts } = item
    const isLent = parts?.d !== undefined && parts.m === undefined && later?.m !== undefined
    const date = isLent ? dateOn({ ...parts, m: later?.m, y: later?.y }) : item
    later = date.parts ?? later
    lent.unshift(date)
  }
  const { m, y } = lent[0]?.parts ?? {}
  return lent.map(item => (item.bare && item.parts && m ? dateOn({ ...item.parts, m, y }) : item))
}
