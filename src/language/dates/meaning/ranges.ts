import { addMonths, dateOf, firstFrom } from '../calendar.ts'
import { dateOn, inMonths } from './dates.ts'
import { endsOf, joined, startsOf } from './ends.ts'
import {
  carry,
  type DateParts,
  each,
  eitherOf,
  fixed,
  isYearly,
  type Outcome,
  refused,
  type Span,
  type When,
} from './when.ts'
import * as whys from './whys.ts'
import { hasJustGone, lastBegun, TWO_MONTHS } from './yearly.ts'

/** From one meaning to another, both included. */

interface Range {
  first: When
  last: When
  today: number
  /** The word between them: `until` a period can be until it begins. */
  said: string
}

/** Longer than this and already begun, a range without years may as well be meant for the next time. */
const HALF_A_YEAR = 183

/** `first to last`; undefined when neither says a month. */
export function rangeOf(first: When, last: When, today: number, said = 'to'): When | undefined {
  if (!canLend(first, last)) return undefined
  const when = rangeIn({ first, last, today, said })
  const hours = mayBeHours(first, last)
  if (hours && when.read(today).spans.length === 0) return undefined
  if (first.weak !== 'figures' || isLent(first, last)) return when
  if (first.fits && last.fits) return when
  const meant = hours ? eitherOf(when, coming(first, today), whys.daysOrHours) : when
  return { ...meant, weak: last.weak === 'figures' ? 'inside' : 'figures' }
}

function rangeIn(range: Range): When {
  const [a, b] = [range.first.parts, range.last.parts]
  const isLeadingOn = a?.m === undefined && a?.d !== undefined && b?.d === undefined
  if (a && b && !isLeadingOn) return dateRange(range, a, b)
  return isYearly(range.first) && isYearly(range.last) ? endsNext(range) : startsNext(range)
}

/** A bare day needs a whole date beside it. */
const canLend = (a: When, b: When): boolean =>
  !(a.bare && (b.bare || b.parts?.d === undefined)) && !(b.bare && (a.bare || a.parts?.d === undefined))

/** The 24 is of December in `the 24 to the 28 december`. */
const isLent = (a: When, b: When): boolean =>
  a.parts?.m === undefined && b.parts?.d !== undefined && b.parts.m !== undefined && !b.weak

const MIDNIGHT = 24
/** `friday 18-20` can be from 18 to 20; `friday 9-5` is, for it cannot be from the 9th on. */
const mayBeHours = ({ weak, parts: a }: When, { bare, parts: b }: When): boolean =>
  weak === 'figures' &&
  bare === true &&
  a?.weekday !== undefined &&
  (a.d ?? 0) <= MIDNIGHT &&
  (b?.d ?? 0) <= MIDNIGHT

const coming = ({ parts }: When, today: number): When => fixed(firstFrom(today, parts?.weekday ?? 0))

const startsNext = (range: Range): When => ({
  read(from) {
    const begun = justBegun(range)
    return begun
      ? { spans: [], why: whys.begunInPast, begun }
      : each(startsOf(range.first, range.last, from), start => endOf(start, range))
  },
})

/** A day that was not long ago, with an end before it comes again: `17 nov to friday` on the 18th. */
function justBegun({ first, last, today }: Range): Span[] | undefined {
  if (!isYearly(first) || first.bare) return undefined
  const [gone, next] = [lastBegun(first, today).spans[0], first.read(today, true).spans[0]]
  if (!gone || !next || gone.until >= today || today - gone.until > TWO_MONTHS) return undefined
  const ends = last.read(today, true).spans.filter(({ until }) => until < next.from)
  return ends.length > 0 ? ends.map(({ until }) => ({ from: gone.from, until })) : undefined
}

function endOf(start: Span, { first, last, today, said }: Range): Outcome {
  const isWeek = first.weekday && last.weekday
  // What a period leads to can lie in it: `this week until friday`, `next month to the 10th`.
  const from = isWeek ? start.until + 1 : Math.max(start.from, Math.min(start.until, today))
  return each(endsOf(last, said, from, true), end => {
    if (end.until < start.from)
      return { spans: [], why: whys.backwards, ...(end.until < today && { gone: true }) }
    const isOfItsYear = end.until <= start.until || (saysYear(first) && isSameYear(start, end))
    const isFar = end.until - start.from > HALF_A_YEAR && isBefore(last.read(today, true), start)
    if (!isOfItsYear && (isFar || hasJustGone(last, from))) return backwardsBut(end)
    if (isYearly(last) && !saysYear(first) && end.until > addMonths(from, 12))
      return { spans: [], why: whys.farAway(end.from) }
    const isSameDay = start.from === start.until && end.until === start.until
    if (!last.weekday || !isSameDay) return joined(start, end, said)
    const week = { ...start, until: end.until + 7 }
    // `friday to next friday` is no single day.
    return isWeek ? { spans: [week] } : { spans: [start, week], why: whys.whichEnd }
  })
}

const isBefore = ({ spans }: Outcome, start: Span): boolean =>
  spans.length > 0 && spans.every(({ until }) => until < start.from)

const saysYear = (when: When): boolean => isYearly(when) || when.parts?.y !== undefined
const isSameYear = (start: Span, end: Span): boolean => dateOf(start.from).y === dateOf(end.until).y
const backwardsBut = (end: Span): Outcome => ({ spans: [], why: whys.backwardsBut(end.until), gone: true })

/** A range between dates: what one lacks the other lends it. */
function dateRange(range: Range, a: DateParts, b: DateParts): When {
  const { first, last } = range
  if (first.bare && (a.d ?? 0) > (b.d ?? 31)) return overMonths(range, a, b)
  const end = withMonthOf(a, b, last.bare === true)
  const dated = { ...range, first: dateOn(a), last: dateOn(end) }
  if (a.y !== undefined) return startsNext(dated)
  if (a.m !== undefined && a.m === end.m && (a.d ?? 0) > (end.d ?? 31))
    return last.bare ? monthsLater(dated, end) : refused(whys.backwards)
  const isWhole = a.m === undefined && end.m !== undefined && !first.bare && !isWrittenAlike(a, end)
  return isWhole ? ofEither(endsNext(dated), startsNext(dated)) : endsNext(dated)
}

/** `20 - 5 dec`: from the month before, or to the month after; in `the 20th to the 5th of december` it is from november. */
function overMonths(range: Range, { d }: DateParts, last: DateParts): When {
  if (last.near) return refused(whys.backwards)
  const between = (begin: number, end: number): When => {
    const [a, b] = [inMonths({ ...last, d }, begin), inMonths(last, end)]
    return dateRange({ ...range, first: dateOn(a), last: dateOn(b) }, a, b)
  }
  const [before, after] = [between(-1, 0), between(0, 1)]
  const isEither = [before, after].every(when => when.read(range.today).spans.length > 0)
  return isEither ? eitherOf(before, after, whys.whichMonths) : refused(whys.backwards)
}

/** `28 dec - 3` may be a slip as well. */
const monthsLater = ({ first }: Range, end: DateParts): When =>
  carry(first, ({ from }) =>
    each(dateOn(inMonths(end, 1)).read(from), later => ({ spans: [], why: whys.endsLater(later.from) })),
  )

/** `friday 18 to thursday 24 dec`, `the 18th to the 24th of december`: the month is said for both. */
const isWrittenAlike = (a: DateParts, b: DateParts): boolean =>
  a.weekday === undefined ? b.ordinal === true : b.weekday !== undefined

/** `the 18th to 24 dec`: the next 18th, or that of december, or what is left where that is over and the range goes on. */
const ofEither = (lent: When, own: When): When => ({
  read(from) {
    const outcome = own.read(from)
    if (!outcome.gone) return eitherOf(lent, own, whys.whichMonth).read(from)
    const left = lent.read(from)
    return left.spans.some(span => span.from < from && span.until >= from) ? left : outcome
  },
})

/** A day of a month said with its beginning: of the same one, or of the next: `28 dec to 3rd`. */
function withMonthOf(a: DateParts, b: DateParts, bare: boolean): DateParts {
  if (b.m !== undefined || b.d === undefined || a.m === undefined) return b
  if (bare || b.d >= (a.d ?? 0)) return { ...b, m: a.m, y: a.y ?? b.y }
  return { ...b, m: (a.m % 12) + 1, y: b.y ?? (a.y === undefined || a.m < 12 ? a.y : a.y + 1) }
}

/** Of what comes every year it is the range that ends next, also where that has begun. */
function endsNext(range: Range): When {
  const { first, last, today, said } = range
  const { y, near } = last.parts ?? {}
  const read = (): Outcome =>
    each(last.read(today), end =>
      each(lastBegun(first, end.until), start => {
        // With a year they are the days that they are; without, what is left of them is meant.
        if (y !== undefined && !near) return joined(start, end, said)
        const later = laterRange(range)
        const [next = end] = later.spans
        const isTooLong = end.until > addMonths(start.from, 12)
        const [from, until] = isTooLong ? [next, next] : [start, end]
        if (!isSameYear(from, until) && hasJustGone(last, from.from)) return backwardsBut(next)
        if (isTooLong) return later
        const soon = joined({ ...start, begun: true }, end, said)
        const lately = isYearly(last) && end.until - start.from < HALF_A_YEAR
        if (start.from >= today || near || lately) return soon
        return { spans: [...soon.spans, ...later.spans], why: whys.whichTime }
      }),
    )
  return { read }
}

const laterRange = ({ first, last, today }: Range): Outcome =>
  each(first.read(today, true), ({ from }) =>
    each(last.read(from, true), ({ until }) => ({ spans: [{ from, until }] })),
  )
