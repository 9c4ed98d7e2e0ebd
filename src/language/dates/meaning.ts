import { addMonths, dateOf, dayNumber, weekdayOf } from './calendar.ts'
import { type Why, whys } from './reasons.ts'
import type { Unit } from './words.ts'

/** A span of days, both included. */
export interface Span {
  from: number
  until: number
  /** It may have begun; then the rest of it is meant. */
  mayHaveStarted?: true
}

/** The spans that words can mean: one is an answer, several a choice, none a refusal with a reason. */
export interface Outcome {
  spans: readonly Span[]
  why?: Why | undefined
  /** There is none because it is over. */
  isPast?: boolean | undefined
}

/** The given parts of a date: `24` has no month, `december` no day. */
export interface DateParts {
  y?: number | undefined
  m?: number | undefined
  d?: number | undefined
  weekday?: number | undefined
  /** Given relative to today (`this month`): the rest of it may be meant. */
  near?: true
  /** The day is given as an ordinal: `24th`, `the 24`. */
  ordinal?: true
}

/** A meaning that depends on the day from which it is read. */
export interface When {
  /** `strict`: the first from there on, without a choice of a later one. */
  read: (from: number, strict?: boolean) => Outcome
  /** Set for dates, to complete them from the other end of a range. */
  parts?: DateParts
  weekday?: true
  /** Recurs weekly; as an end it need not be the one in progress. */
  weekly?: true
  /** A day only next to another date: the 24 of `24-28 dec`. */
  bare?: true
  /** Recurs yearly, without parts that show it. */
  yearly?: true
  /**
   * Ambiguous in a sentence: a `word` (may, sat) without a preposition, `figures` (1.2, the second) always,
   * `inside` (now, 1.2 to 1.5) unless the sentence begins with it.
   */
  weak?: 'word' | 'figures' | 'inside'
  /** It gives only the last day, or only a length. */
  only?: Only
  /** Its number is the date of its weekday: the 16 of `friday 16`. */
  fits?: true
  /** It contains hours, so whole days are a choice. */
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

/** Combines spans; a choice if they differ. */
export function doubtful(spans: readonly Span[], why: Why): Outcome {
  const left = different(spans)
  return left.length === 1 ? { spans: left } : { spans: left, why }
}

export const doubt = (one: Span, other: Span, why: Why): When => ({ read: () => doubtful([one, other], why) })

/** A span, or all that words can mean. */
export type Result = Span | Outcome

/** Maps every span of an outcome. A choice remains while any span does; otherwise the refusal is kept. */
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

/** Whether it recurs yearly: a holiday, a day of a month, a month. */
export const isYearly = ({ yearly, parts }: When): boolean =>
  yearly === true || (parts?.m !== undefined && parts.y === undefined)

/** Marks a meaning as unambiguous in a sentence. */
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
  /** A plural without its ending: `7 week`. */
  odd?: boolean
}

/** Adds a length to a day; a negative one goes back. */
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

/** The span of a length from a start, included. */
export function lasting(start: When, { count, unit }: Amount, today: number): When {
  return carry(start, span => {
    const first = span.mayHaveStarted ? Math.max(span.from, today) : span.from
    if (unit !== 'working day') return { from: first, until: plus(first, count, unit) - 1 }
    const from = plus(first - 1, 1, unit)
    return { from, until: plus(from, count - 1, unit) }
  })
}

/** A date: its next occurrence. */
export function dateOn(parts: DateParts): When {
  return { parts, read: from => fitting(parts, firstSpan(parts, from)) }
}

function fitting(parts: DateParts, span: Span | undefined): Outcome {
  if (!span) return { spans: [], why: whys.noSuchDay(parts) }
  const fits = parts.weekday === undefined || weekdayOf(span.from) === parts.weekday
  return fits ? { spans: [span] } : { spans: [], why: whys.otherWeekday(span.from) }
}

/** The span of a date's parts in a year and a month. */
function spanIn({ d, m }: DateParts, y: number, month: number): Span | undefined {
  const from = dayNumber(y, d === undefined ? (m ?? 1) : month, d ?? 1)
  if (from === undefined) return undefined
  return d === undefined
    ? { from, until: addMonths(from, m === undefined ? 12 : 1) - 1, mayHaveStarted: true }
    : { from, until: from }
}

/** A leap day may be eight years away (2096–2104). */
const YEARS_TO_TRY = 9
const MONTHS_OF_YEAR = Array.from({ length: 12 }, (_, i) => i + 1)

/** The first occurrence of a date that has not ended before a day; with a year, that one. */
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

/** In days; short enough not to skip a day of a month. */
const SHORTEST_MONTH = 28
/** The most steps between two Easters. */
const LONGEST_YEAR = 14

/** The last occurrence that has begun by a day and fits its weekday. */
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
/** A yearly day that recurs this late is just over; next year's is not certainly meant. */
const isFar = (today: number, { until }: Span): boolean => until - today >= TEN_MONTHS

const TWO_MONTHS = 61
/** A period around a yearly day, such as the weekend after it, may last longer than that day. */
export const byItsEnd = (when: When): When => ({
  ...when,
  read(from, strict) {
    const lately = isYearly(when) ? when.read(from - TWO_MONTHS, strict) : undefined
    return lately?.spans.some(({ until }) => until >= from) ? lately : when.read(from, strict)
  },
})

/** The next occurrence of a yearly day: in this year or the one after. */
export const nextYearly = (when: When, today: number): When =>
  carry(when, span => {
    const later = when.read(span.until + 1).spans
    return dateOf(span.from).y > dateOf(today).y ? span : doubtful([span, ...later], whys.whichNext)
  })

/** Combinations of meanings: a range, a row, an end without a start. */

interface Range {
  first: When
  last: When
  today: number
  /** The word between them: `until` a period may mean until it begins. */
  connector: string
}

/** A longer range without years that has begun may be meant for the next time. */
const HALF_A_YEAR = 183

/** `first to last`; undefined if neither has a month, or if they may be hours. */
export function rangeOf(first: When, last: When, today: number, connector = 'to'): When | undefined {
  const [a, b] = [first.parts, last.parts]
  const isMonthToWeekday = a?.m !== undefined && a.d === undefined && last.weekday
  if (!canLend(first, last) || mayBeHours(first, last) || isMonthToWeekday) return undefined
  // `christmas to 2027` may mean until that year begins.
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

/** A bare day needs a complete date next to it. */
const canLend = (a: When, b: When): boolean =>
  !(a.bare && (b.bare || b.parts?.d === undefined)) && !(b.bare && (a.bare || a.parts?.d === undefined))

/** The 24 of `the 24 to the 28 december` is in December. */
const isLent = (a: When, b: When): boolean =>
  a.parts?.m === undefined && b.parts?.d !== undefined && b.parts.m !== undefined && !b.weak

const MIDNIGHT = 24
/** `friday 18-20` may mean from 18 to 20. */
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
  // Not the rest of a period that is over: `2014 to 2018`.
  const start: Span = begin.until < today ? { from: begin.from, until: begin.until } : begin
  // `17 nov to friday` on the 18th
  const hasEnded = last.read(today, true).spans.some(({ until }) => until < start.from)
  if (hasEnded && isYearly(first) && isFar(today, start)) return { spans: [], why: whys.begunInPast }
  // `friday 9am to friday 5pm` may be that friday.
  const isWeek = first.weekday && last.weekday && !first.hours && !last.hours
  // The end may be in the period before it: `this week until friday`, `next month to the 10th`.
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
    // `friday to next friday` is not a single day.
    return isWeek ? { spans: [week] } : { spans: [start, week], why: whys.whichEnd }
  })
}

const isSameYear = (start: Span, end: Span): boolean => dateOf(start.from).y === dateOf(end.until).y
const tooLate = (end: Span): Outcome => ({ spans: [], why: whys.farAway(end.until), isPast: true })

/** The possible ends; until a weekend in progress may mean the next one. */
function endsOf(last: When, connector: string, from: number, strict?: boolean): Outcome {
  const ends = last.read(from, strict)
  if (connector !== 'until' || !last.weekly) return ends
  return each(ends, end =>
    end.from > from
      ? { spans: [end] }
      : doubtful([end, ...last.read(end.until + 1, true).spans], whys.whichWeekend),
  )
}

/** A range; until a period may mean until it begins, unless both ends are such periods. */
function joined(start: Span, end: Span, connector: string): Outcome {
  const whole = { ...start, until: end.until }
  const isAlike = start.until > start.from && Math.abs(start.until - start.from - (end.until - end.from)) <= 3
  const canBegin = connector === 'until' && end.from < end.until && end.from > start.from && !isAlike
  return canBegin
    ? { spans: [{ ...start, until: end.from - 1 }, whole], why: whys.untilPeriod }
    : { spans: [whole] }
}

/** A range of dates, each completed from the other. */
function dateRange(range: Range, a: DateParts, b: DateParts): When {
  const { first, last } = range
  if (first.bare && (a.d ?? 0) > (b.d ?? 31)) return refused(whys.backwards)
  const end = withMonthOf(a, b, last.bare === true)
  const dated = { ...range, first: dateOn(a), last: dateOn(end) }
  if (a.y !== undefined) return startsNext(dated)
  if (a.m !== undefined && a.m === end.m && (a.d ?? 0) > (end.d ?? 31)) return refused(whys.backwards)
  // `friday 18 to thursday 24 dec`, `the 18th to the 24th of december`: the month is for both.
  const isWrittenAlike = a.weekday === undefined ? end.ordinal === true : end.weekday !== undefined
  const isWhole = a.m === undefined && end.m !== undefined && !first.bare && !isWrittenAlike
  return isWhole ? eitherOf(endsNext(dated), startsNext(dated), whys.whichMonth) : endsNext(dated)
}

/** An end without a month is in the same month or the next: `28 dec to 3rd`. */
function withMonthOf(a: DateParts, b: DateParts, isBare: boolean): DateParts {
  if (b.m !== undefined || b.d === undefined || a.m === undefined) return b
  if (isBare || b.d >= (a.d ?? 0)) return { ...b, m: a.m, y: a.y ?? b.y }
  return { ...b, m: (a.m % 12) + 1, y: b.y ?? (a.y === undefined || a.m < 12 ? a.y : a.y + 1) }
}

/** The next range of yearly dates to end, even if it has begun. */
function endsNext(range: Range): When {
  const { first, last, today, connector } = range
  const { y, near } = last.parts ?? {}
  const read = (): Outcome =>
    each(last.read(today), end =>
      each(lastBegun(first, end.until), start => {
        // Without a year, the rest of a range in progress is meant.
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

/** From today until an end. Until a period may mean until it begins; through one cannot. */
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

/** `mon, tue and wed`: one stretch if each begins within the one before, or where it ends. */
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

/** Completes the dates of a row from a neighbour: `24, 25 and 26 dec 2026`, `dec 24 and 25`. */
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
