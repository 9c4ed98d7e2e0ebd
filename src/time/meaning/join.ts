import { addMonths, weekdayOf } from '../calendar.ts'
import { dateOn, firstFrom, isLately, lastBy } from './dates.ts'
import {
  type Amount,
  carry,
  type DateParts,
  each,
  type Outcome,
  plus,
  refused,
  type Span,
  type When,
} from './when.ts'
import * as whys from './whys.ts'

/** How two or more meanings become one: a range, a row, a start with a duration, an end without a start. */

/** Longer than this and already begun, a range without years may as well be meant for the next time. */
const HALF_A_YEAR = 183

/** `a to b`, both included; undefined when neither says a month. */
export function rangeOf(a: When, b: When, today: number): When | undefined {
  if (!canLend(a, b) || mayBeHours(a, b)) return undefined
  const when = a.parts && b.parts ? dateRange(a, a.parts, b, b.parts, today) : rangeBetween(a, b, today)
  if (a.weak !== 'figures' || isLent(a, b)) return when
  return { ...when, weak: b.weak === 'figures' ? 'versions' : 'figures' }
}

const rangeBetween = (a: When, b: When, today: number): When => ({
  read: from =>
    hasJustBegun(a, b, today)
      ? { spans: [], why: whys.begunInPast }
      : each(a.read(from), start =>
          a.yearly && isNextYears(start.from, today)
            ? { spans: [], why: whys.justGone(start.from) }
            : endOf(start, a, b, today),
        ),
})

/** A date without a year that was nearer than it will be, with an end before it comes again: `17 nov to friday` on the 18th. */
function hasJustBegun({ parts, bare }: When, end: When, today: number): boolean {
  if (!parts?.d || parts.m === undefined || parts.y !== undefined || bare) return false
  const [last, next] = [lastBy(parts, today), firstFrom(parts, today)]
  if (!last || !next || today - last.until >= next.from - today) return false
  return end.read(today, true).spans.some(({ until }) => until < next.from)
}

/** The 24 is of December in `the 24 to the 28 december`. */
const isLent = (a: When, b: When): boolean =>
  a.parts?.m === undefined && b.parts?.d !== undefined && b.parts.m !== undefined && !b.weak

/** A bare day needs a whole date beside it. */
const canLend = (a: When, b: When): boolean =>
  !(a.bare && (b.bare || b.parts?.d === undefined)) && !(b.bare && (a.bare || a.parts?.d === undefined))

/** `friday 9-5` is rather from 9 to 5 than from the 9th on. */
const mayBeHours = (a: When, b: When): boolean =>
  b.bare === true && a.parts?.weekday !== undefined && a.parts.m === undefined && (a.parts.d ?? 0) <= NOON

const NOON = 12

function endOf(start: Span, a: When, b: When, today: number): Outcome {
  // What a period leads to can lie in it: `this week until friday`, `next month to the 10th`.
  const from = a.weekday && b.weekday ? start.until + 1 : Math.max(start.from, Math.min(start.until, today))
  const ends = b.read(from, true)
  return each(ends, end => {
    const span = { ...start, until: end.until }
    if (end.until < start.from) return { spans: [], why: whys.backwards }
    const isSameDay = start.from === start.until && end.until === start.until
    // `friday to next friday` is no single day.
    if (a.weekday && b.weekday && isSameDay) return { spans: [{ ...span, until: end.until + 7 }] }
    return b.weekday && isSameDay
      ? { spans: [span, { ...span, until: end.until + 7 }], why: whys.whichEnd }
      : { spans: [span] }
  })
}

/** A range between dates: what one lacks the other lends it, and without years it is the one that ends next. */
function dateRange(first: When, a: DateParts, last: When, b: DateParts, today: number): When {
  // `24-4 december`; in `the 24th to the 4th of december` the 24th is one of november.
  if (first.bare && (a.d ?? 0) > (b.d ?? 31)) return refused(whys.backwards)
  const end = withMonthOf(a, b, last.bare === true)
  return { read: () => (a.y === undefined ? endsNext(a, end, today) : startsAs(a, end, today)) }
}

/** A day of a month said with its beginning: of the same one, or of the next: `28 dec to 3rd`. */
function withMonthOf(a: DateParts, b: DateParts, bare: boolean): DateParts {
  if (b.m !== undefined || b.d === undefined || a.m === undefined) return b
  if (bare || b.d >= (a.d ?? 0)) return { ...b, m: a.m, y: a.y ?? b.y }
  return { ...b, m: (a.m % 12) + 1, y: b.y ?? (a.y === undefined || a.m < 12 ? a.y : a.y + 1) }
}

function startsAs(a: DateParts, b: DateParts, today: number): Outcome {
  return each(dateOn(a).read(today), start =>
    each(dateOn(b).read(start.from), end =>
      end.until < start.from
        ? { spans: [], why: whys.backwards }
        : { spans: [{ ...start, until: end.until }] },
    ),
  )
}

function endsNext(a: DateParts, b: DateParts, today: number): Outcome {
  const oneMonth = (a.m ?? b.m) === b.m
  if (oneMonth && a.m !== undefined && (a.d ?? 0) > (b.d ?? 31)) return { spans: [], why: whys.backwards }
  return each(dateOn(b).read(today), end => {
    const start = lastBy(a, end.until)
    if (!start) return { spans: [], why: whys.noSuchDay(a) }
    if (a.weekday !== undefined && weekdayOf(start.from) !== a.weekday) {
      return { spans: [], why: whys.otherWeekday(start.from) }
    }
    // With a year they are the days that they are; without, what is left of them is meant.
    if (b.y !== undefined && !b.near) return { spans: [{ ...start, until: end.until }] }
    const span: Span = { from: start.from, until: end.until, begun: true }
    const lately = b.m !== undefined && end.until - start.from < HALF_A_YEAR
    if (start.from >= today || b.near || lately) return { spans: [span] }
    return { spans: [span, ...laterRange(a, b, today)], why: whys.whichTime }
  })
}

function laterRange(a: DateParts, b: DateParts, today: number): readonly Span[] {
  const start = firstFrom(a, today)
  const end = start && firstFrom(b, start.from)
  return start && end ? [{ from: start.from, until: end.until }] : []
}

/** `mon, tue and wed`: one stretch when each begins in the one before, or where it ends. */
export function rowOf(items: readonly When[], today: number): When | undefined {
  const dated = items.some(({ bare, parts }) => !bare && parts?.d !== undefined)
  if (!dated && items.some(({ bare }) => bare)) return undefined
  const [first, ...others] = lend(items)
  if (!first) return undefined
  const rest = (span: Span, left: readonly When[]): Outcome => {
    const [next, ...more] = left
    if (!next) return { spans: [span] }
    return each(next.read(span.until + 1, true), ({ from, until }) =>
      from >= span.from && from <= span.until + 1 && !(from === span.from && until === span.until)
        ? rest({ ...span, until: Math.max(span.until, until) }, more)
        : { spans: [], why: whys.gap },
    )
  }
  return { read: () => each(first.read(today), span => rest(span, others)) }
}

/** Gives the dates of a row the month and year that a neighbour says: `24, 25 and 26 dec 2026`, `dec 24 and 25`. */
function lend(items: readonly When[]): When[] {
  const lent: When[] = []
  let later: DateParts | undefined
  for (const item of items.toReversed()) {
    const parts = item.parts
    const filled = parts && later ? filledFrom(parts, later) : parts
    later = filled ?? later
    lent.unshift(filled && filled !== parts ? dateOn(filled) : item)
  }
  const month = lent[0]?.parts?.m
  return lent.map(item =>
    item.bare && item.parts && month ? dateOn({ ...item.parts, m: month, y: lent[0]?.parts?.y }) : item,
  )
}

function filledFrom(parts: DateParts, later: DateParts): DateParts {
  if (parts.d === undefined || later.m === undefined) return parts
  if (parts.m === undefined) return { ...parts, m: later.m, y: later.y }
  if (parts.y !== undefined || later.y === undefined) return parts
  return { ...parts, y: parts.m > later.m ? later.y - 1 : later.y }
}

/** Whether it comes again every year: a holiday, a day of a month. */
const isYearly = ({ yearly, parts }: When): boolean =>
  yearly === true || (parts?.d !== undefined && parts.m !== undefined && parts.y === undefined)

/** The one that has just gone may be meant. */
const isNextYears = (day: number, today: number): boolean => isLately(addMonths(day, -12), today)

/** From today until something; until a period can mean until it begins, through one cannot. */
export function untilOf(said: string, end: When, today: number): When | undefined {
  if (end.bare) return undefined
  const when = carry(end, ({ from, until }) => {
    const spans = [{ from: today, until }]
    if (isYearly(end) && isNextYears(until, today)) return { spans: [], why: whys.justGone(from), gone: true }
    if (isYearly(end) && until > addMonths(today, 12)) return { spans: [], why: whys.farAway(from) }
    if (until < today) return { spans: [], why: whys.past }
    return from === until || from <= today || said === 'through'
      ? { spans }
      : { spans: [{ from: today, until: from - 1 }, ...spans], why: whys.untilPeriod }
  })
  return end.weak === 'figures' ? { ...when, weak: 'figures' } : when
}

/** So many days, weeks or months from a start, which counts. */
export function lasting(start: When, { count, unit }: Amount, today: number): When {
  return carry(start, span => {
    const first = span.begun ? Math.max(span.from, today) : span.from
    if (unit !== 'working day') return { spans: [{ from: first, until: plus(first, count, unit) - 1 }] }
    const from = plus(first - 1, 1, unit)
    return { spans: [{ from, until: plus(from, count - 1, unit) }] }
  })
}
