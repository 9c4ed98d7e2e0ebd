import { addMonths, dateOf, mondayOf, nthWeekday } from '../calendar.ts'
import {
  type Amount,
  doubtful,
  each,
  eitherOf,
  isYearly,
  type Outcome,
  plus,
  type Span,
  type When,
} from '../meaning/when.ts'
import { backwards, dayOrRange, gap, noSuchDayIn, whichWeek, workingHoliday } from '../meaning/whys.ts'
import { either, map, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { amount, fortnight } from './amounts.ts'
import { MOST_WEEKS, the, weekday } from './dates.ts'
import { half, monthPeriod, quarter, yearPeriod } from './months.ts'
import { ordinal } from './numbers.ts'
import { name, periodOf, spanned } from './periods.ts'

/** The nth day, weekday or week of a period: the first monday of january, the last week of next month. */

/** What is the nth in a span, counted from the last with -1. */
type Nth = (span: Span, nth: number) => Outcome

const SATURDAY = 5
const one = (from: number | undefined, length = 1): Outcome =>
  from === undefined
    ? { spans: [], why: noSuchDayIn }
    : { spans: [{ from, until: from + length - 1, begun: true }] }

const nthDay: Nth = ({ from, until }, nth) => {
  const day = nth < 0 ? until + nth + 1 : from + nth - 1
  return one(day >= from && day <= until ? day : undefined)
}
const nthOf =
  (weekday: number, length: number): Nth =>
  ({ from, until }, nth) =>
    one(nthWeekday(from, until, nth, weekday), length)
/** The first can be one whose Sunday begins the period, the last one that is wholly in it. */
const nthWeekend: Nth = (span, nth) => {
  const { from, until } = span
  const other = nth < 0 ? { from, until: until - 1 } : { from: from - 1, until }
  const [begun, counted] = [span, other].map(within => nthOf(SATURDAY, 2)(within, nth))
  return begun && counted ? doubtful([...begun.spans, ...counted.spans], whichWeek) : one(undefined)
}
const nthWorkingDay: Nth = ({ from, until }, nth) => {
  const day = nth < 0 ? plus(until + 1, nth, 'working day') : plus(from - 1, nth, 'working day')
  const { m, d } = dateOf(day)
  if (m === 1 && d === 1) {
    const next = plus(day, 1, 'working day')
    return doubtful(
      [
        { from: next, until: next },
        { from: day, until: day },
      ],
      workingHoliday,
    )
  }
  return one(day >= from && day <= until ? day : undefined)
}
/** The monday of the nth of the weeks that begin in a span. */
const nthMonday = ({ from, until }: Span, nth: number): number =>
  nth < 0 ? mondayOf(until + 1) + 7 * nth : mondayOf(from + 6) + 7 * (nth - 1)

/** Counted from the week that has the first day of the period in it, or from the first that is wholly in it. */
const nthWeek: Nth = (span, nth) => {
  const { from, until } = span
  const touching = nth < 0 ? mondayOf(until) + 7 * (nth + 1) : mondayOf(from) + 7 * (nth - 1)
  const spans = [touching, nthMonday(span, nth)].map(
    (monday): Span => ({ from: monday, until: monday + 6, begun: true }),
  )
  const touched = spans.filter(span => span.until >= from && span.from <= until)
  return touched.length > 0 ? doubtful(touched, whichWeek) : { spans: [], why: noSuchDayIn }
}

/** The nth so many months of a longer period, which begins with the first of them. */
const nthMonths =
  (months: number): Nth =>
  ({ from, until }, nth) => {
    const first = addMonths(nth < 0 ? until + 1 : from, months * (nth < 0 ? nth : nth - 1))
    const last = addMonths(first, months) - 1
    const isPart = first >= from && last <= until && last - first < until - from
    return isPart ? one(first, last - first + 1) : one(undefined)
  }

const nthFullWeek: Nth = (span, nth) => {
  const monday = nthMonday(span, nth)
  return one(monday >= span.from && monday + 6 <= span.until ? monday : undefined, 7)
}

const kind: Parser<Nth> = either(
  map(weekday, day => nthOf(day, 1)),
  map(word('day'), () => nthDay),
  map(word('weekend'), () => nthWeekend),
  map(word('week'), () => nthWeek),
  map(sequence(word('full', 'whole'), word('week')), () => nthFullWeek),
  map(word('month'), () => nthMonths(1)),
  map(word('quarter'), () => nthMonths(3)),
  map(either<unknown>(sequence(word('working'), word('day')), word('weekday')), () => nthWorkingDay),
)

const LAST = -1
const dash = optional(tight(word('-')))
const which = either(
  map(word('last'), () => LAST),
  map(
    either<unknown>(
      word('penultimate'),
      sequence(word('next'), optional(word('to')), word('last')),
      sequence(word('last'), word('but'), word('one')),
    ),
    () => LAST - 1,
  ),
  // `second to last`, `3rd-last`; the first to the last are all of them.
  map(sequence(ordinal, dash, optional(sequence(word('to'), dash)), word('last')), ([n]) =>
    n > 1 && n <= MOST_WEEKS ? -n : undefined,
  ),
  ordinal,
)
interface Frame {
  period: When
  /** It comes again: where its nth day is over, that of the next one is meant. */
  again: boolean
}

const coming = word('next', 'following', 'coming')
const frame: Parser<Frame> = either(
  map(
    sequence(the, name),
    ([, name]): Frame => ({
      period: {
        ...(name === 'year' && { yearly: true }),
        read: from => ({ spans: [periodOf(name, from, 0)] }),
      },
      again: true,
    }),
  ),
  map(
    sequence(word('this'), name),
    ([, name], { today }): Frame => ({
      period: spanned(periodOf(name, today, 0)),
      again: false,
    }),
  ),
  map(
    sequence(the, coming, name),
    ([, , name], { today }): Frame => ({
      period: spanned(periodOf(name, today, 1)),
      again: false,
    }),
  ),
  map(
    either(monthPeriod, quarter, half, yearPeriod),
    (period): Frame => ({
      period,
      again: isYearly(period),
    }),
  ),
)
const inFrame = map(sequence(optional(word('of', 'in')), frame), ([, frame]) => frame)

/** From one to another that is counted in the same way; with `and` none may be left out between them. */
function fromNth(first: Outcome, last: Outcome, isRow: boolean): Outcome {
  const pairs = first.spans.flatMap((start, i): Span[] => {
    const until = last.spans[i]?.until ?? start.from
    return until > start.from ? [{ ...start, until }] : []
  })
  if (pairs.length === 0) return { spans: [], why: first.why ?? last.why ?? backwards }
  const hasGap = isRow && first.spans.some(({ until }, i) => (last.spans[i]?.from ?? until) > until + 1)
  return hasGap ? { spans: [], why: gap } : doubtful(pairs, whichWeek)
}

/** In the first such period, or the next where it is over in that; a period that does not come again is what it is. */
function within({ period, again }: Frame, pick: (span: Span) => Outcome): When {
  return {
    ...(isYearly(period) && { yearly: true }),
    read: today =>
      each(period.read(today), span => {
        const picked = pick(span)
        const isOver = picked.spans.length > 0 && picked.spans.every(({ until }) => until < today)
        return isOver && again ? each(period.read(span.until + 1), pick) : picked
      }),
  }
}

/** `first monday of january`, `last friday in october 2027`, `last day of next month`, `2nd week of january`. */
export const nthIn: Parser<When> = either(
  map(sequence(the, which, kind, inFrame), ([, nth, kind, frame]) => {
    const isEdge = kind === nthWeek && (nth === 1 || nth === LAST)
    return within(frame, span => (isEdge ? edgeOf(span, { count: 1, unit: 'week' }, nth) : kind(span, nth)))
  }),
  // `the second to third week of december`
  map(
    sequence(the, which, word('to', 'until', 'through', 'and', '-', '–'), the, which, kind, inFrame),
    ([, first, joint, , last, kind, frame]): When | undefined => {
      if (first > MOST_WEEKS && kind !== nthDay && kind !== nthWorkingDay) return undefined
      const range = within(frame, span => fromNth(kind(span, first), kind(span, last), joint === 'and'))
      // `the 2nd to the last friday` is the one before the last as well.
      const mayBeOne = joint === 'to' && last === LAST && first > 1
      return mayBeOne
        ? eitherOf(
            within(frame, span => kind(span, -first)),
            range,
            dayOrRange,
          )
        : range
    },
  ),
  map(sequence(the, word('last'), word('of'), frame), ([, , , frame]) =>
    within(frame, span => nthDay(span, LAST)),
  ),
  map(sequence(the, which, either(amount, fortnight), inFrame), ([, nth, amount, frame]): When | undefined =>
    nth === 1 || nth === LAST ? within(frame, span => edgeOf(span, amount, nth)) : undefined,
  ),
)

/** The first or last so many days of a span; of weeks those of the calendar can be meant as well. */
function edgeOf(span: Span, { count, unit }: Amount, nth: number): Outcome {
  const { from, until } = span
  const isOfWork = unit === 'working day'
  const [first, last] =
    nth === LAST
      ? [plus(until + 1, -count, unit), isOfWork ? plus(until + 1, -1, unit) : until]
      : [
          isOfWork ? plus(from - 1, 1, unit) : from,
          isOfWork ? plus(from - 1, count, unit) : plus(from, count, unit) - 1,
        ]
  const exact: Span = { from: Math.max(first, from), until: Math.min(last, until), begun: true }
  if (unit !== 'week') return { spans: [exact] }
  const more = 7 * (count - 1)
  const ofCalendar = nthWeek(span, nth).spans.map(
    (week): Span =>
      nth === LAST ? { ...week, from: week.from - more } : { ...week, until: week.until + more },
  )
  return doubtful([exact, ...ofCalendar], whichWeek)
}
