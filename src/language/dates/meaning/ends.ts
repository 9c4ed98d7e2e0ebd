import { doubtful, each, type Outcome, type Span, type When } from './when.ts'
import * as whys from './whys.ts'

/** Which of its starts and ends a range has, and the days between them. */

/** Who names a weekday and a day that it is means the one before: `friday` with its end on `friday next week`. */
export function startsOf(first: When, last: When, from: number): Outcome {
  const starts = first.read(from)
  if (!first.weekday || last.weekday || starts.spans.length === 1) return starts
  const ends = last.read(from, true).spans
  const spans = starts.spans.filter(start => !ends.some(end => isSame(start, end)))
  return spans.length === 1 ? { spans } : starts
}

const isSame = (a: Span, b: Span): boolean => a.from === b.from && a.until === b.until

/** The days from a start to an end; until a period can be until it begins, but for one that follows others of its kind. */
export function joined(start: Span, end: Span, said: string): Outcome {
  const whole = { ...start, until: end.until }
  const begins = said === 'until' && end.from < end.until && end.from > start.from && !isAlike(start, end)
  return begins
    ? { spans: [{ ...start, until: end.from - 1 }, whole], why: whys.untilPeriod }
    : { spans: [whole] }
}

/** Of two months one can be three days longer, of two weeks none. */
const isAlike = (a: Span, b: Span): boolean =>
  a.until > a.from && Math.abs(a.until - a.from - (b.until - b.from)) <= 3

/** When it ends that ends with something; until a weekend that is running can be until the next one. */
export function endsOf(last: When, said: string, from: number, strict?: boolean): Outcome {
  const ends = last.read(from, strict)
  if (said !== 'until' || !last.weekly) return ends
  return each(ends, end =>
    end.from > from
      ? { spans: [end] }
      : doubtful([end, ...last.read(end.until + 1, true).spans], whys.whichWeekend),
  )
}
