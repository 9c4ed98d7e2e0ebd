import { addMonths, dateOf, dayNumber, mondayOf, nthWeekday, weekdayOf } from '../calendar.ts'
import {
  byItsEnd,
  carry,
  dateOn,
  doubt,
  doubtful,
  each,
  fixed,
  isYearly,
  type Outcome,
  plus,
  refused,
  running,
  type Span,
  strong,
  type When,
} from '../meaning.ts'
import { either, number, optional, type Parser, phrase, word } from '../parser.ts'
import { whys } from '../reasons.ts'
import {
  date,
  distantPeriod,
  longYear,
  month,
  NAMES,
  type Name,
  name,
  namedWeek,
  nearYear,
  oneWeek,
  ordinal,
  periodOf,
  relativeDay,
  weekday,
  weekNumber,
  year,
} from './calendar-dates.ts'
import { holiday } from './holidays.ts'

/** Periods: weeks, weekends, months, quarters and years, and parts of them. */

const all = ({ from, until }: Span): When => fixed(from, until)
const left = ({ from, until }: Span): When => running(from, until)
const weakly = (when: When): When => ({ ...when, weak: 'word' })
const span = (from: number, until = from): Span => ({ from, until, mayHaveStarted: true })

const monthInYear = phrase`${optional(word('this'))} ${month} ${optional(year)}`.map(([lead, m, y]) =>
  lead === undefined && y === undefined ? weakly(dateOn({ m, y })) : dateOn({ m, y }),
)
/** `december`, `this december`, `december 2027`, `12/2027`. */
const monthPeriod: Parser<When> = either(
  monthInYear,
  phrase`next ${month}`.map((m, { today }) => {
    const { y, m: current } = dateOf(today)
    const inYear = (y: number) => periodOf('month', dayNumber(y, m, 1) ?? today, 0)
    return m > current ? doubt(inYear(y), inYear(y + 1), whys.whichNext) : all(inYear(y + 1))
  }),
  phrase`${number(1, 12, [1, 2])} ~/ ~${longYear}`.map(([m, y]) => dateOn({ m, y })),
)
/** The nth so many months of the year that is said, or else of the first in which they are not over. */
function partOfYear(nth: number, months: number, inYear: number | undefined): When {
  const read = (day: number): Outcome => {
    const { y, m } = dateOf(day)
    const from = dayNumber(inYear ?? (m > nth * months ? y + 1 : y), (nth - 1) * months + 1, 1) ?? day
    return { spans: [span(from, addMonths(from, months) - 1)] }
  }
  return inYear === undefined ? { yearly: true, weak: 'word', read } : { read }
}
const yearSaid = optional(either(year, nearYear))
const nthPart: Parser<readonly [nth: number, months: number]> = either(
  phrase`q ~${number(1, 4, [1])}`.map(nth => [nth, 3]),
  phrase`h ~${number(1, 2, [1])}`.map(nth => [nth, 6]),
  phrase`[the] ${ordinal} quarter`.map(nth => (nth <= 4 ? [nth, 3] : undefined)),
)
/** A month, a quarter (`q3 2027`), half a year (`h1`) or a year. */
const monthOrLonger: Parser<When> = either(
  monthPeriod,
  phrase`${nthPart} ${yearSaid}`.map(([[nth, months], y]) => partOfYear(nth, months, y)),
  phrase`${longYear} [-|/] ${nthPart}`.map(([y, [nth, months]]) => partOfYear(nth, months, y)),
  phrase`[the] ${optional(word('year'))} ${longYear}`.map(([lead, y]) =>
    lead === undefined ? weakly(dateOn({ y })) : dateOn({ y }),
  ),
)

/** `rest of week`, `rest of the month`, `rest of january`: from the day on that it is said of. */
const rest: Parser<When> = either(
  phrase`[the] rest of today`.map((_, { today }) => fixed(today)),
  phrase`[the] rest [of] [the] [this|current] ${name}`.map(name =>
    carry({ read: day => ({ spans: [span(day)] }) }, ({ from: day }) => {
      const { from, until } = periodOf(name, day, 0)
      return { from: Math.max(from, day), until }
    }),
  ),
  phrase`[the] rest of ${monthOrLonger}`.map(when => strong(when)),
)
const isMidweek = (name: Name, today: number): boolean => name === 'weekend' && weekdayOf(today) < 5
/** `this week`, `the weekend`, `next month`, `the week after next`, `last week`, `weekdays next week`. */
const named: Parser<When> = either(
  phrase`[the] ${word('this', 'the', 'current', 'whole', 'entire', 'full', 'all')} [whole|entire|full|current|calendar] ${name}`.map(
    ([which, name], { today }): When | undefined => {
      if (name === 'weekend' && which === 'the') return undefined
      return name === 'day' ? weakly(fixed(today)) : left(periodOf(name, today, 0))
    },
  ),
  phrase`[the] weekend`.map(
    (_, { today }): When => ({
      weekly: true,
      read(from, strict) {
        const now: Span = { ...periodOf('weekend', from, 0), mayHaveStarted: true }
        const isLastDay = weekdayOf(from) === 6 && from === today && !strict
        return isLastDay ? doubtful([now, periodOf('weekend', from, 1)], whys.whichWeekend) : { spans: [now] }
      },
    }),
  ),
  phrase`[the|this] ${word('next', 'following', 'coming')} [calendar|full|whole] ${name}`.map(
    ([which, name], { today }): When => {
      const [coming, next] = [periodOf(name, today, 0), periodOf(name, today, 1)]
      if (!isMidweek(name, today)) return all(next)
      return which === 'coming' ? all(coming) : doubt(coming, next, whys.whichNext)
    },
  ),
  phrase`[the] ${name} after|following next`.map((name, { today }) => {
    const [next, second] = [periodOf(name, today, 1), periodOf(name, today, 2)]
    return isMidweek(name, today) ? doubt(next, second, whys.whichNext) : all(second)
  }),
  phrase`[the] last|past|previous ${name}`.map((name, { today }) => all(periodOf(name, today, -1))),
  phrase`weekdays [of|in] ${namedWeek}`.map(monday => running(monday, monday + 4)),
)

const week = (from: number): Span => span(from, from + 6)
const weekOf = ({ from }: Span): Span => week(mondayOf(from))
const dated = either(date, holiday)
/** The week of monday is still this one on its friday. */
const weekAround = (day: When): When => {
  const { read, ...around } = carry(day, weekOf)
  return { ...around, read: (from, strict) => read(mondayOf(from), strict) }
}
const weekFrom = either<unknown>(
  phrase`[the] week of|beginning|starting [on]`,
  phrase`w ~/ ~c|b [.]`,
  word('wc'),
)
/** `week of 4 jan`, `w/c 28 dec`, `christmas week`: Monday to Sunday around that day. */
export const weekWith = either(
  phrase`${weekFrom} ${dated}`.map(([, day]) => weekAround(day)),
  phrase`${weekFrom} ${relativeDay}`.map(([, day]) => carry(day, weekOf)),
  phrase`[the] ${holiday} week`.map(day => weekAround(day)),
)
/** `weekend of 5 dec`, `the week after christmas`, `week 50`. */
const weekLike: Parser<When> = either(
  weekWith,
  phrase`[the] weekend of ${dated}`.map(day =>
    byItsEnd(
      carry(day, ({ from }) =>
        weekdayOf(from) < 4 ? { spans: [], why: whys.whichWeek } : periodOf('weekend', from, 0),
      ),
    ),
  ),
  phrase`[the] ${holiday} weekend`.map(() => refused(whys.holidayWeekends)),
  phrase`${either<unknown>(phrase`[the] week ending [on]`, phrase`w ~/ ~e`)} ${dated}`.map(() =>
    refused(whys.whichWeek),
  ),
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
    read: day => ({ spans: [{ ...periodOf(name, day, 0), mayHaveStarted: true }] }),
  },
  comesAgain: true,
})
const frame: Parser<Frame> = either(
  phrase`[the] ${name}`.map(name => around(name)),
  distantPeriod.map(([name, away], { today }) => ({ name, period: left(periodOf(name, today, away)) })),
  monthOrLonger.map((period): Frame => ({ period, comesAgain: isYearly(period) })),
  either(weekWith, oneWeek).map((period): Frame => ({ name: 'week', period })),
)
/** The last day of a period; that of a week can be its Friday. */
const lastDay = ({ name, period }: Frame): When => {
  const { yearly: _, ...plain } = period
  return carry(name === 'year' ? plain : period, ({ until }) =>
    name === 'week'
      ? { spans: [until - 2, until].map(day => ({ from: day, until: day })), why: whys.endOfWeek }
      : span(until),
  )
}
/** `end of month`, `the end of next week`, `eom`, `year end`, `start of january`. */
export const edge: Parser<When> = either(
  word('eow', 'eom', 'eoq', 'eoy').map(short => {
    const name = NAMES.find(name => name.startsWith(short.slice(2)))
    return name && lastDay(around(name))
  }),
  phrase`[the] end of ${frame}`.map(frame => lastDay(frame)),
  phrase`[the] start|beginning|begin of ${frame}`.map(({ period }) =>
    carry(period, ({ from }) => span(from)),
  ),
  phrase`end|eom|eoq|eoy ${frame}`.map(frame => weakly(lastDay(frame))),
  phrase`[the] ${name} end`.map(name => weakly(lastDay(around(name)))),
)
/** The nth day of a kind in a span, counted from the last with -1. */
type Nth = (span: Span, nth: number) => number | undefined
const kind: Parser<Nth> = either(
  weekday.map(
    (day): Nth =>
      ({ from, until }, nth) =>
        nthWeekday(from, until, nth, day),
  ),
  word('day').map(
    (): Nth =>
      ({ from, until }, nth) =>
        nth < 0 ? until + nth + 1 : from + nth - 1,
  ),
  either<unknown>(phrase`working day`, word('weekday')).map(
    (): Nth =>
      ({ from, until }, nth) =>
        plus(nth < 0 ? until + 1 : from - 1, nth, 'working day'),
  ),
)
const nth = either(
  word('last').map(() => -1),
  ordinal,
)
/** `first monday of january`, `last day of next month`. */
const nthIn: Parser<When> = either(
  phrase`[the] ${nth} ${kind} [of|in] ${frame}`.map(([nth, kind, { period, comesAgain }]): When => {
    const dayIn = (whole: Span): Outcome => {
      const day = kind(whole, nth)
      const isInside = day !== undefined && day >= whole.from && day <= whole.until
      return isInside ? { spans: [span(day)] } : { spans: [], why: whys.noSuchDayIn }
    }
    const read = (today: number): Outcome =>
      each(period.read(today), whole => {
        const picked = dayIn(whole)
        const isOver = picked.spans.some(({ until }) => until < today)
        return isOver && comesAgain ? each(period.read(whole.until + 1), dayIn) : picked
      })
    return { ...(isYearly(period) && { yearly: true }), read }
  }),
  // Weeks of a month are counted from its first day, or as the calendar has them.
  phrase`[the] ${nth} week|weekend [of|in] ${frame}`.map(() => refused(whys.whichWeek)),
)

/** A period, or a part of one. */
export const period: Parser<When> = either(named, rest, weekLike, monthOrLonger, edge, nthIn)
