import { addMonths, dateOf, dayNumber, mondayOf, nthWeekday, weekdayOf } from '../calendar.ts'
import {
  type Amount,
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
  amount,
  date,
  distantPeriod,
  longYear,
  month,
  NAMES,
  type Name,
  name,
  namedMonth,
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
const nthQuarter = either(
  phrase`q ~${number(1, 4, [1])}`,
  phrase`[the] ${ordinal} quarter`.map(q => (q <= 4 ? q : undefined)),
)
const nthHalf = phrase`[the] ${ordinal} half [of|in]`.map(nth => (nth <= 2 ? nth : undefined))
/** A month, a quarter (`q3 2027`), half a year or a year; half a month are its first 15 days or the others. */
const monthOrLonger: Parser<When> = either(
  monthPeriod,
  phrase`${nthQuarter} ${yearSaid}`.map(([q, y]) => partOfYear(q, 3, y)),
  phrase`${longYear} [-|/] ${nthQuarter}`.map(([y, q]) => partOfYear(q, 3, y)),
  phrase`h ~${number(1, 2, [1])} ${yearSaid}`.map(([nth, y]) => partOfYear(nth, 6, y)),
  phrase`${nthHalf} ${either(monthPeriod, namedMonth.map(dateOn))}`.map(([nth, month]) =>
    carry(month, ({ from, until }) => (nth === 1 ? span(from, from + 14) : span(from + 15, until))),
  ),
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
/** `this week`, `the weekend`, `next month`, `the week after next`, `last week`, `next working week`. */
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
      // `the 24th to the following week`
      if (which === 'following' && name !== 'weekend')
        return { read: from => ({ spans: [periodOf(name, Math.max(from, today), 1)] }) }
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
  phrase`[the|this] ${optional(word('next'))} working week`.map((next, { today }) => {
    const monday = mondayOf(today) + (next ? 7 : 0)
    return running(monday, monday + 4)
  }),
)

const week = (from: number): Span => span(from, from + 6)
const weekOf = ({ from }: Span): Span => week(mondayOf(from))
const dated = either(date, holiday)
/** The week of monday is still this one on its friday. */
const weekAround = (day: When): When => {
  const { read, ...around } = carry(day, weekOf)
  return { ...around, read: (from, strict) => read(mondayOf(from), strict) }
}
const weekFrom = either<unknown>(phrase`[the] week of|beginning|starting [on]`, phrase`w ~/ ~c|b [.]`)
/** `week of 4 jan`, `w/c 28 dec`, `christmas week`: Monday to Sunday around that day. */
export const weekWith = either(
  phrase`${weekFrom} ${dated}`.map(([, day]) => weekAround(day)),
  phrase`wc ${dated}`.map(day => weekAround(day)),
  phrase`${weekFrom} ${relativeDay}`.map(([, day]) => carry(day, weekOf)),
  phrase`[the] ${holiday} week`.map(day => weekAround(day)),
)
/** `weekend of 5 dec`, `the week after christmas`, `week 50`. */
const weekLike: Parser<When> = either(
  weekWith,
  phrase`[the] weekend of ${dated}`.map(day =>
    byItsEnd(carry(day, ({ from }) => periodOf('weekend', from, 0))),
  ),
  phrase`[the] weekend ${word('before', 'after')} ${dated}`.map(([side, day]) =>
    byItsEnd(
      carry(day, ({ from }) => {
        const isWeekend = weekdayOf(from) >= 5
        return periodOf('weekend', from, side === 'before' ? -1 : Number(isWeekend))
      }),
    ),
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
/** What is the nth in a span, counted from the last with -1. */
type Nth = (span: Span, nth: number) => Outcome
const LAST = -1
const inside = ({ from, until }: Span, spans: readonly Span[]): Outcome => {
  const left = spans.filter(span => span.until >= from && span.from <= until)
  return left.length > 0 ? doubtful(left, whys.whichWeek) : { spans: [], why: whys.noSuchDayIn }
}
/** The first or last so many days of a span. */
const edgeOf =
  ({ count, unit }: Amount): Nth =>
  ({ from, until }, nth) => ({
    spans: [
      nth === LAST
        ? span(Math.max(plus(until + 1, -count, unit), from), until)
        : span(from, Math.min(plus(from, count, unit) - 1, until)),
    ],
  })
/** Weeks of a month are counted from its first day, or as the calendar has them. */
const ofWeeks: Nth = () => ({ spans: [], why: whys.whichWeek })
/** A weekend counts where its Saturday does; one of which a month has just one day may count as well. */
const nthWeekend: Nth = ({ from, until }, nth) => {
  const saturday = nthWeekday(from, until, nth, 5)
  if (saturday === undefined) return inside({ from, until }, [])
  const isSplit = nth === LAST ? saturday === until : weekdayOf(from) === 6
  const saturdays = isSplit ? [saturday - 7, saturday] : [saturday]
  return inside(
    { from, until },
    saturdays.map(day => span(day, day + 1)),
  )
}
const kind: Parser<Nth> = either(
  weekday.map(
    (day): Nth =>
      (period, nth) => {
        const found = nthWeekday(period.from, period.until, nth, day)
        return inside(period, found === undefined ? [] : [span(found)])
      },
  ),
  word('day').map(
    (): Nth => (period, nth) => {
      return inside(period, [span(nth < 0 ? period.until + nth + 1 : period.from + nth - 1)])
    },
  ),
  either<unknown>(phrase`working day`, word('weekday')).map(
    (): Nth => (period, nth) => {
      const start = nth < 0 ? period.until + 1 : period.from - 1
      return inside(period, [span(plus(start, nth, 'working day'))])
    },
  ),
  word('weekend').map(() => nthWeekend),
  word('week').map(() => ofWeeks),
)
/** `first monday of january`, `last day of next month`, `last 10 days of the year`. */
const nthIn: Parser<When> = either(
  phrase`[the] ${either(
    word('last').map(() => LAST),
    ordinal,
  )} ${kind} [of|in] ${frame}`,
  phrase`[the] ${word('first', 'last')} ${amount} [of|in] ${frame}`.map(
    ([which, amount, frame]): [number, Nth, Frame] => [
      which === 'last' ? LAST : 1,
      amount.unit === 'week' ? ofWeeks : edgeOf(amount),
      frame,
    ],
  ),
).map(([nth, kind, { period, comesAgain }]): When => {
  const read = (today: number): Outcome =>
    each(period.read(today), span => {
      const picked = kind(span, nth)
      const isOver = picked.spans.length > 0 && picked.spans.every(({ until }) => until < today)
      return isOver && comesAgain ? each(period.read(span.until + 1), span => kind(span, nth)) : picked
    })
  return { ...(isYearly(period) && { yearly: true }), read }
})

/** A period, or a part of one. */
export const period: Parser<When> = either(named, rest, weekLike, monthOrLonger, edge, nthIn)
