import { dateOf, dayNumber, daysInMonth, weekdayOf } from '../calendar.ts'
import type { DateParts, Outcome, Span, When } from './when.ts'
import { noSuchDay, otherWeekday } from './whys.ts'

/** What a date means that leaves out its year, its month or its day. */

/** What a date means: the next time that its day comes. */
export function dateOn(parts: DateParts): When {
  const read = (from: number): Outcome => {
    const span = firstFrom(parts, from)
    if (!span) return { spans: [], why: noSuchDay(parts) }
    const fits = parts.weekday === undefined || weekdayOf(span.from) === parts.weekday
    return fits ? { spans: [span] } : { spans: [], why: otherWeekday(span.from) }
  }
  return { parts, read }
}

/** The same date some months later, or earlier with a negative count. */
export function inMonths({ y, m = 1, ...date }: DateParts, more: number): DateParts {
  const month = m - 1 + more
  return { ...date, m: ((month + 12) % 12) + 1, y: y === undefined ? y : y + Math.floor(month / 12) }
}

/** The span a date's parts make in a year and month. */
function spanIn({ d, m }: DateParts, y: number, month: number): Span | undefined {
  if (d !== undefined) {
    const day = dayNumber(y, month, d)
    return day === undefined ? undefined : { from: day, until: day }
  }
  const from = dayNumber(y, m ?? 1, 1)
  const until = dayNumber(y, m ?? 12, m === undefined ? 31 : daysInMonth(y, m))
  return from === undefined || until === undefined ? undefined : { from, until, begun: true }
}

/** A leap day can be eight years away (1896–1904, 2096–2104). */
const YEARS_TO_TRY = 9

function* spansOf(parts: DateParts, near: number, step: 1 | -1): Generator<Span> {
  const year = dateOf(near).y
  for (let i = 0; i < (parts.y === undefined ? YEARS_TO_TRY : 1); i++) {
    const y = parts.y ?? year + i * step
    const months = parts.m !== undefined || parts.d === undefined ? [parts.m ?? 1] : MONTHS_OF_YEAR
    for (const m of step === 1 ? months : months.toReversed()) {
      const span = spanIn(parts, y, m)
      if (span) yield span
    }
  }
}

const MONTHS_OF_YEAR = Array.from({ length: 12 }, (_, i) => i + 1)

/** The first time that such a date has not ended before a day; one with a year is what it is. */
function firstFrom(parts: DateParts, from: number): Span | undefined {
  for (const span of spansOf(parts, from, 1)) if (parts.y !== undefined || span.until >= from) return span
  return undefined
}

/** The last time that such a date has begun by a day. */
export function lastBy(parts: DateParts, by: number): Span | undefined {
  for (const span of spansOf(parts, by, -1)) if (span.from <= by) return span
  return undefined
}
