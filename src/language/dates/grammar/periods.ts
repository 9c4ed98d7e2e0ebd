import { addMonths, dateOf, dayNumber, mondayOf, nthWeekday, weekdayOf } from '../calendar.ts'
import * as meanings from '../meaning.ts'
import {
  byItsEnd,
  carry,
  dateOn,
  doubt,
  doubtful,
  fixed,
  type Outcome,
  refused,
  running,
  type Span,
  strong,
  type When,
} from '../meaning.ts'
import { either, meaning, number, once, optional, type Parser, phrase, word } from '../parser.ts'
import * as whys from '../reasons.ts'
import { date, longYear, month, namedMonth, nearYear, ordinal, weekday, year } from './calendar-dates.ts'
import { holiday } from './holidays.ts'
import { amount, namedWeek, oneWeek, relativeDay, weekNumber } from './lengths.ts'
import { distantPeriod, NAMES, type Name, name, periodOf } from './named-periods.ts'

/** Periods: weeks, weekends, months, quarters and years, and parts of them. */

const all = ({ from, until }: Span): When => fixed(from, until)
const left = ({ from, until }: Span): When => running(from, until)
const weakly = (when: When): When => ({ ...when, weak: 'word' })
const span = (from: number, until = from): Span => ({ from, until, begun: true })

const monthInYear = phrase`${optional(word('this'))} ${month} ${optional(year)}`.map(([said, m, y]) =>
  said === undefined && y === undefined ? weakly(dateOn({ m, y })) : dateOn({ m, y }),
)
/** `december`, `this december`, `december 2027`, `12/2027`. */
const monthPeriod: Parser<When> = either(
  monthInYear,
  phrase`next ${month}`.map(([m], { today }) => {
    const { y, m: current } = dateOf(today)
    const inYear = (y: number) => periodOf('month', dayNumber(y, m, 1) ?? today, 0)
    return m > current ? doubt(inYear(y), inYear(y + 1), whys.whichNext) : all(inYear(y + 1))
  }),
  phrase`${number(1, 12, [1, 2])} ~/ ~${longYear}`.map(([m, y]) => dateOn({ m, y })),
)
/** The nth so many months of the year that is said, or else of the first in which they are not over. */
function partOfYear(nth: number, months: number, said: number | undefined): When {
  const read = (day: number): Outcome => {
    const { y, m } = dateOf(day)
    const from = dayNumber(said ?? (m > nth * months ? y + 1 : y), (nth - 1) * months + 1, 1) ?? day
    return { spans: [span(from, addMonths(from, months) - 1)] }
  }
  return said === undefined ? { yearly: true, weak: 'word', read } : { read }
}
const yearSaid = optional(either(year, nearYear))
const nthQuarter = either(
  phrase`q ~${number(1, 4, [1])}`.map(([q]) => q),
  phrase`[the] ${ordinal} quarter`.map(([q]) => (q <= 4 ? q : undefined)),
)
const nthHalf = phrase`[the] ${ordinal} half [of|in]`.map(([nth]) => (nth <= 2 ? nth : undefined))
/** A month, a quarter (`q3 2027`), half a year or a year; half a month are its first 15 days or the others. */
const monthOrLonger: Parser<When> = either(
  monthPeriod,
  phrase`${nthQuarter} ${yearSaid}`.map(([q, y]) => partOfYear(q, 3, y)),
  phrase`${longYear} [-|/] ${nthQuarter}`.map(([y, q]) => partOfYear(q, 3, y)),
  phrase`h ~${number(1, 2, [1])} ${yearSaid}`.map(([nth, y]) => partOfYear(nth, 6, y)),
  phrase`${nthHalf} ${either(monthPeriod, namedMonth.map(dateOn))}`.map(([nth, month]) =>
    carry(month, ({ from, until }) => ({
      spans: [nth === 1 ? span(from, from + 14) : span(from + 15, until)],
    })),
  ),
  phrase`[the] ${optional(word('year'))} ${longYear}`.map(([said, y]) =>
    said === undefined ? weakly(dateOn({ y })) : dateOn({ y }),
  ),
)

/** `rest of week`, `rest of the month`, `rest of january`: from the day on that it is said of. */
const rest: Parser<When> = either(
  phrase`[the] rest [of] [the] [this|current] ${word('today', ...NAMES)}`.map(
    ([said]): When => ({
      read: day => {
        const { from, until } = periodOf(NAMES.find(name => name === said) ?? 'day', day, 0)
        return { spans: [{ from: Math.max(from, day), until }] }
      },
    }),
  ),
  phrase`[the] rest of ${monthOrLonger}`.map(([when]) => strong(when)),
)
const isMidweek = (name: Name, today: number): boolean => name === 'weekend' && weekdayOf(today) < 5
/** `this week`, `the weekend`, `next month`, `the week after next`, `last week`, `next working week`. */
const named: Parser<When> = either(
  phrase`[the] ${word('this', 'the', 'current', 'whole', 'entire', 'full', 'all')} [whole|entire|full|current|calendar] ${name}`.map(
    ([said, name], { today }): When | undefined => {
      if (name === 'weekend' && said === 'the') return undefined
      return name === 'day' ? weakly(fixed(today)) : left(periodOf(name, today, 0))
    },
  ),
  phrase`[the] weekend`.map(
    (_, { today }): When => ({
      weekly: true,
      read(from, strict) {
        const now: Span = { ...periodOf('weekend', from, 0), begun: true }
        const isLastDay = weekdayOf(from) === 6 && from === today && !strict
        return isLastDay ? doubtful([now, periodOf('weekend', from, 1)], whys.whichWeekend) : { spans: [now] }
      },
    }),
  ),
  phrase`[the|this] ${word('next', 'following', 'coming')} [calendar|full|whole] ${name}`.map(
    ([said, name], { today }): When => {
      // `the 24th to the following week`
      if (said === 'following' && name !== 'weekend')
        return { read: from => ({ spans: [periodOf(name, Math.max(from, today), 1)] }) }
      const [coming, next] = [periodOf(name, today, 0), periodOf(name, today, 1)]
      if (!isMidweek(name, today)) return all(next)
      return said === 'coming' ? all(coming) : doubt(coming, next, whys.whichNext)
    },
  ),
  phrase`[the] ${name} after|following next`.map(([name], { today }) => {
    const [next, second] = [periodOf(name, today, 1), periodOf(name, today, 2)]
    return isMidweek(name, today) ? doubt(next, second, whys.whichNext) : all(second)
  }),
  phrase`[the] last|past|previous ${name}`.map(([name], { today }) => all(periodOf(name, today, -1))),
  either(
    phrase`[the] ${word('this', 'next', 'working')} [working] week`.map(([said], { today, tokens }, at) =>
      tokens.slice(at, at + 3).some(({ word }) => word === 'working')
        ? mondayOf(today) + (said === 'next' ? 7 : 0)
        : undefined,
    ),
    phrase`weekdays [of|in] ${namedWeek}`.map(([monday]) => monday),
  ).map(monday => running(monday, monday + 4)),
)

const week = (from: number): Span => span(from, from + 6)
const dated = either(date, holiday)
/** The week of monday is still this one on its friday. */
const weekAround = (day: When): When => {
  const { read, ...around } = carry(day, ({ from }) => ({ spans: [week(mondayOf(from))] }))
  return { ...around, read: (from, strict) => read(mondayOf(from), strict) }
}
const weekFrom = either<unknown>(phrase`[the] week of|beginning|starting [on]`, phrase`w ~/ ~c|b [.]`)
/** `week of 4 jan`, `w/c 28 dec`, `christmas week`: Monday to Sunday around that day. */
export const weekWith = either(
  phrase`${weekFrom} ${dated}`.map(([, day]) => weekAround(day)),
  phrase`${weekFrom} ${relativeDay}`.map(([, day]) =>
    carry(day, ({ from }) => ({ spans: [week(mondayOf(from))] })),
  ),
  phrase`[the] ${holiday} week`.map(([day]) => weekAround(day)),
)
/** `weekend of 5 dec`, `the week after christmas`, `week 50`. */
const weekLike: Parser<When> = either(
  weekWith,
  phrase`[the] weekend of ${dated}`.map(([day]) =>
    byItsEnd(carry(day, ({ from }) => ({ spans: [span(mondayOf(from) + 5, mondayOf(from) + 6)] }))),
  ),
  phrase`[the] week ${word('before', 'after')} ${dated}`.map(([side, day]) =>
    byItsEnd(
      carry(day, ({ from }) => {
        const weeks = side === 'after' ? [mondayOf(from) + 7, from + 1] : [mondayOf(from) - 7, from - 7]
        return doubtful(weeks.map(week), whys.whichWeek)
      }),
    ),
  ),
  phrase`[the] ${holiday} weekend`.map(() => refused(whys.holidayWeekends)),
  phrase`[the] week ending [on] ${dated}`.map(() => refused(whys.whichWeek)),
  weekNumber,
)

/** A period of which a part is meant, in the next such period where it `comesAgain` and that part is over. */
interface Frame {
  name?: Name
  period: When
  comesAgain?: boolean
}
/** The one that a day is in: after `monday to`, the one with that monday in it. */
const around = (name: Name): Frame => ({
  name,
  period: {
    ...(name === 'year' && { yearly: true }),
    read: day => ({ spans: [{ ...periodOf(name, day, 0), begun: true }] }),
  },
  comesAgain: true,
})
const frame: Parser<Frame> = either(
  phrase`[the] ${name}`.map(([name]) => around(name)),
  distantPeriod.map(
    ([name, away], { today }): Frame => ({ name, period: left(periodOf(name, today, away)) }),
  ),
  monthOrLonger.map((period): Frame => ({ period, comesAgain: meanings.isYearly(period) })),
  either(weekWith, oneWeek).map((period): Frame => ({ name: 'week', period })),
)
/** The last day of a period; that of a week can be its Friday. */
const lastDay = ({ name, period }: Frame): When => {
  const { yearly: _, ...plain } = period
  return carry(name === 'year' ? plain : period, ({ until }) =>
    name === 'week'
      ? { spans: [until - 2, until].map(day => ({ from: day, until: day })), why: whys.endOfWeek }
      : { spans: [{ from: until, until }] },
  )
}
const ENDS: ReadonlyMap<string, Name> = new Map([
  ['eow', 'week'],
  ['eom', 'month'],
  ['eoq', 'quarter'],
  ['eoy', 'year'],
])
/** `end of month`, `the end of next week`, `eom`, `start of january`. */
export const edge: Parser<When> = either(
  meaning(ENDS).map(name => lastDay(around(name))),
  phrase`[the] end of ${frame}`.map(([frame]) => lastDay(frame)),
  phrase`[the] start|beginning|begin of ${frame}`.map(([{ period }]) =>
    carry(period, ({ from }) => ({ spans: [{ from, until: from }] })),
  ),
  phrase`end|eom|eoq|eoy ${frame}`.map(([frame]) => weakly(lastDay(frame))),
)
/** What is the nth in a span, counted from the last with -1. */
type Nth = (span: Span, nth: number) => Outcome
const LAST = -1
const one = (from: number | undefined): Outcome =>
  from === undefined ? { spans: [], why: whys.noSuchDayIn } : { spans: [span(from)] }
/** Counted from the week that has the first day of the period in it, or from the first that is wholly in it. */
const nthWeek: Nth = ({ from, until }, nth) => {
  const [touching, whole] =
    nth < 0
      ? [mondayOf(until) + 7 * (nth + 1), mondayOf(until + 1) + 7 * nth]
      : [mondayOf(from) + 7 * (nth - 1), mondayOf(from + 6) + 7 * (nth - 1)]
  const touched = [week(touching), week(whole)].filter(week => week.until >= from && week.from <= until)
  return touched.length > 0 ? doubtful(touched, whys.whichWeek) : one(undefined)
}
/** The first or last so many days of a span; of weeks those of the calendar can be meant as well. */
const edgeOf =
  ({ count, unit }: meanings.Amount): Nth =>
  (period, nth) => {
    const { from, until } = period
    const exact =
      nth === LAST
        ? span(Math.max(meanings.plus(until + 1, -count, unit), from), until)
        : span(from, Math.min(meanings.plus(from, count, unit) - 1, until))
    if (unit !== 'week') return { spans: [exact] }
    const more = 7 * (count - 1)
    const weeks = nthWeek(period, nth).spans.map(({ from, until }) =>
      nth === LAST ? span(from - more, until) : span(from, until + more),
    )
    return doubtful([exact, ...weeks], whys.whichWeek)
  }
const kind: Parser<Nth> = either(
  weekday.map(
    (day): Nth =>
      ({ from, until }, nth) =>
        one(nthWeekday(from, until, nth, day)),
  ),
  word('day').map(
    (): Nth =>
      ({ from, until }, nth) => {
        const day = nth < 0 ? until + nth + 1 : from + nth - 1
        return one(day >= from && day <= until ? day : undefined)
      },
  ),
  word('week').map(
    (): Nth => (period, nth) => {
      const isEdge = nth === 1 || nth === LAST
      return isEdge ? edgeOf({ count: 1, unit: 'week' })(period, nth) : nthWeek(period, nth)
    },
  ),
)
/** `first monday of january`, `last day of next month`, `2nd week of january`, `last 10 days of the year`. */
const nthIn: Parser<When> = either(
  phrase`[the] ${either(
    word('last').map(() => LAST),
    ordinal,
  )} ${kind} [of|in] ${frame}`,
  phrase`[the] ${word('first', 'last')} ${amount} [of|in] ${frame}`.map(
    ([which, amount, frame]): [number, Nth, Frame] => [which === 'last' ? LAST : 1, edgeOf(amount), frame],
  ),
).map(
  ([nth, kind, { period, comesAgain }]): When => ({
    ...(meanings.isYearly(period) && { yearly: true }),
    read: today =>
      meanings.each(period.read(today), span => {
        const picked = kind(span, nth)
        const isOver = picked.spans.length > 0 && picked.spans.every(({ until }) => until < today)
        return isOver && comesAgain
          ? meanings.each(period.read(span.until + 1), span => kind(span, nth))
          : picked
      }),
  }),
)

/** A period, or a part of one. */
export const period: Parser<When> = once(either(named, rest, weekLike, monthOrLonger, edge, nthIn))
