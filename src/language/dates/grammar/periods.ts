import { addMonths, dateOf, dayNumber, firstFrom, mondayOf, nthWeekday, weekdayOf } from '../calendar.ts'
import * as meanings from '../meaning.ts'
import {
  byItsEnd,
  carry,
  dateOn,
  doubt,
  doubtful,
  fixed,
  type Outcome,
  running,
  type Span,
  strong,
  type When,
} from '../meaning.ts'
import { either, map, meaning, number, once, optional, type Parser, phrase, word } from '../parser.ts'
import * as whys from '../reasons.ts'
import { date, longYear, month, namedMonth, nearYear, ordinal, weekday, year } from './calendar-dates.ts'
import { holiday } from './holidays.ts'
import { amount, namedWeek, relativeDay } from './lengths.ts'
import { oneWeek, weekNumber } from './weeks.ts'

/** Periods: weeks, weekends, months, quarters and years, and parts of them. */

export type Name = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year'
const NAMES: readonly Name[] = ['day', 'week', 'weekend', 'month', 'quarter', 'year']
export const name: Parser<Name> = map(word(...NAMES), said => NAMES.find(known => known === said))

/** The period of a kind that a day is in, or one some periods away. */
export function periodOf(name: Name, today: number, away: number): Span {
  if (name === 'day') return { from: today + away, until: today + away }
  const monday = mondayOf(today) + 7 * away
  if (name === 'week') return { from: monday, until: monday + 6 }
  if (name === 'weekend') return { from: monday + 5, until: monday + 6 }
  const { m, d } = dateOf(today)
  const length = { month: 1, quarter: 3, year: 12 }[name]
  const from = addMonths(today - d + 1, away * length - ((m - 1) % length))
  return { from, until: addMonths(from, length) - 1 }
}
const all = ({ from, until }: Span): When => fixed(from, until)
const left = ({ from, until }: Span): When => running(from, until)
const weakly = (when: When): When => ({ ...when, weak: 'word' })
const span = (from: number, until = from): Span => ({ from, until, begun: true })

const monthInYear = map(phrase`${optional(word('this'))} ${month} ${optional(year)}`, ([said, m, y]) =>
  said === undefined && y === undefined ? weakly(dateOn({ m, y })) : dateOn({ m, y }),
)
/** `december`, `this december`, `the month of december`, `december 2027`, `12/2027`. */
const monthPeriod: Parser<When> = either(
  map(phrase`[the] month of ${monthInYear}`, ([when]) => strong(when)),
  monthInYear,
  map(phrase`next ${month}`, ([m], { today }) => {
    const { y, m: current } = dateOf(today)
    const inYear = (y: number) => periodOf('month', dayNumber(y, m, 1) ?? today, 0)
    return m > current ? doubt(inYear(y), inYear(y + 1), whys.whichNext) : all(inYear(y + 1))
  }),
  map(phrase`${number(1, 12, [1, 2])} ~/ ~${longYear}`, ([m, y]) => dateOn({ m, y })),
  map(phrase`${longYear} ~-|/ ~${number(1, 12, [2])}`, ([y, m]) => dateOn({ m, y })),
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
const yearSaid = either(
  year,
  nearYear,
  map(phrase`[of|in] [the] year`, (_, { today }) => dateOf(today).y),
)
const nthQuarter = either(
  map(phrase`q ~${number(1, 4, [1])}`, ([q]) => q),
  map(phrase`[the] ${ordinal} quarter`, ([q]) => (q <= 4 ? q : undefined)),
)
const nthHalf = map(phrase`[the] ${ordinal} half [of|in]`, ([nth]) => (nth <= 2 ? nth : undefined))
/** A month, a quarter (`q3 2027`), half a year or a year; half a month are its first 15 days or the others. */
const monthOrLonger: Parser<When> = either(
  monthPeriod,
  map(phrase`${nthQuarter} ${optional(yearSaid)}`, ([q, y]) => partOfYear(q, 3, y)),
  map(phrase`${longYear} [-|/] ${nthQuarter}`, ([y, q]) => partOfYear(q, 3, y)),
  map(phrase`h ~${number(1, 2, [1])} ${optional(yearSaid)}`, ([nth, y]) => partOfYear(nth, 6, y)),
  map(phrase`${nthHalf} ${yearSaid}`, ([nth, y]) => partOfYear(nth, 6, y)),
  map(phrase`${nthHalf} ${either(monthPeriod, map(namedMonth, dateOn))}`, ([nth, month]) =>
    carry(month, ({ from, until }) => ({
      spans: [nth === 1 ? span(from, from + 14) : span(from + 15, until)],
    })),
  ),
  map(phrase`[the] ${optional(word('year'))} ${longYear}`, ([said, y]) =>
    said === undefined ? weakly(dateOn({ y })) : dateOn({ y }),
  ),
)

/** `rest of week`, `rest of the month`, `rest of january`: from the day on that it is said of. */
export const rest: Parser<When> = either(
  map(
    phrase`[the] rest [of] [the] [this|current] ${optional(word('working'))} ${word('today', ...NAMES)}`,
    ([working, said]): When => ({
      read: day => {
        const { from, until } = periodOf(NAMES.find(name => name === said) ?? 'day', day, 0)
        return { spans: [{ from: Math.max(from, day), until: working ? from + 4 : until }] }
      },
    }),
  ),
  map(phrase`[the] rest of ${monthOrLonger}`, ([when]) => when),
  map(phrase`[the] rest of [the] next ${name}`, ([name], { today }) => left(periodOf(name, today, 1))),
)
const isMidweek = (name: Name, today: number): boolean => name === 'weekend' && weekdayOf(today) < 5
const workingDays = either<unknown>(word('weekdays'), phrase`working days`)
/** `this week`, `the weekend`, `next month`, `the week after next`, `last week`, `next working week`. */
const named: Parser<When> = either(
  map(
    phrase`[the] ${word('this', 'the', 'current', 'whole', 'entire', 'full', 'all')} [whole|entire|full|current|calendar] ${name}`,
    ([said, name], { today }): When | undefined => {
      if (name === 'weekend' && said === 'the') return undefined
      return name === 'day' ? weakly(fixed(today)) : left(periodOf(name, today, 0))
    },
  ),
  map(
    phrase`[the] weekend`,
    (_, { today }): When => ({
      weekly: true,
      read(from, strict) {
        const now: Span = { ...periodOf('weekend', from, 0), begun: true }
        const isLastDay = weekdayOf(from) === 6 && from === today && !strict
        return isLastDay ? doubtful([now, periodOf('weekend', from, 1)], whys.whichWeekend) : { spans: [now] }
      },
    }),
  ),
  map(
    phrase`[the|this] ${word('next', 'following', 'coming')} [calendar|full|whole] ${name}`,
    ([said, name], { today }): When => {
      // `the 24th to the following week`
      if (said === 'following' && name !== 'weekend')
        return { read: from => ({ spans: [periodOf(name, Math.max(from, today), 1)] }) }
      const [coming, next] = [periodOf(name, today, 0), periodOf(name, today, 1)]
      if (!isMidweek(name, today)) return all(next)
      return said === 'coming' ? all(coming) : doubt(coming, next, whys.whichNext)
    },
  ),
  map(phrase`[the] ${name} after|following next`, ([name], { today }) => {
    const [next, second] = [periodOf(name, today, 1), periodOf(name, today, 2)]
    return isMidweek(name, today) ? doubt(next, second, whys.whichNext) : all(second)
  }),
  map(phrase`[the] ${name} after|following this [one]`, ([name], { today }) => all(periodOf(name, today, 1))),
  map(phrase`[the] last|past|previous ${name}`, ([name], { today }) => all(periodOf(name, today, -1))),
  map(
    either(
      map(
        phrase`[the] ${optional(word('this', 'next'))} working week`,
        ([said], { today }) => mondayOf(today) + (said === 'next' ? 7 : 0),
      ),
      map(phrase`[the] ${workingDays} [of|in] ${namedWeek}`, ([, monday]) => monday),
      map(phrase`${namedWeek} [,|(] ${workingDays} [only] [)]`, ([monday]) => monday),
    ),
    monday => running(monday, monday + 4),
  ),
)

const week = (from: number): Span => span(from, from + 6)
const weekAround = (day: When): When => carry(day, ({ from }) => ({ spans: [week(mondayOf(from))] }))
/** The week of monday is still this one on its friday. */
const weekAroundDate = (day: When): When => {
  const { read, ...around } = weekAround(day)
  return { ...around, read: (from, strict) => read(mondayOf(from), strict) }
}
const dated = either(date, holiday)
const weekFrom = either<unknown>(
  phrase`[the] week of|beginning|starting [on]`,
  phrase`w ~/ ~c|b [.]`,
  word('wc', 'wb'),
)
const weekUntil = either<unknown>(phrase`[the] week ending [on]`, phrase`w ~/ ~e [.]`)
/** `week of 4 jan`, `w/c 28 dec`, `christmas week`: Monday to Sunday around that day. */
export const weekWith = either(
  map(phrase`${weekFrom} ${dated}`, ([, day]) => weekAroundDate(day)),
  map(phrase`${weekFrom} ${relativeDay}`, ([, day]) => weekAround(day)),
  map(phrase`[the] ${holiday} week`, ([day]) => weekAroundDate(day)),
  map(phrase`${date} week`, ([day]) => (day.parts?.m === undefined ? undefined : weekAroundDate(day))),
)
const weekOf = either(
  weekWith,
  map(phrase`${weekUntil} ${either(dated, relativeDay)}`, ([, day]) =>
    carry(day, ({ from: until }) =>
      doubtful([span(mondayOf(until), until), span(until - 6, until)], whys.whichWeek),
    ),
  ),
)
/** `weekend of 5 dec`, `thanksgiving weekend`, `the week before christmas`, `week 50`. */
const weekLike: Parser<When> = either(
  weekOf,
  map(phrase`[the] weekend of ${dated}`, ([day]) =>
    byItsEnd(carry(day, ({ from }) => ({ spans: [span(mondayOf(from) + 5, mondayOf(from) + 6)] }))),
  ),
  // Saturday and Sunday, or with the holiday beside them; a holiday on a Sunday has its Monday off.
  map(phrase`[the] ${holiday} weekend`, ([day]) =>
    byItsEnd(
      carry(day, ({ from }) => {
        const saturday = mondayOf(from + (weekdayOf(from) === 0 ? -1 : 0)) + 5
        const longer =
          weekdayOf(from) === 6
            ? span(from - 2, from + 1)
            : span(Math.min(from, saturday), Math.max(from, saturday + 1))
        return doubtful([span(saturday, saturday + 1), longer], whys.holidayWeekends)
      }),
    ),
  ),
  map(phrase`[the] ${word('week', 'weekend')} ${word('before', 'after')} ${dated}`, ([name, side, day]) =>
    byItsEnd(
      carry(day, ({ from }) => {
        const isAfter = side === 'after'
        const saturday = isAfter ? firstFrom(from + 1, 5) : mondayOf(from - 1) - 2
        if (name === 'weekend') return { spans: [span(saturday, saturday + 1)] }
        const weeks = [mondayOf(from) + (isAfter ? 7 : -7), isAfter ? from + 1 : from - 7]
        return doubtful(weeks.map(week), whys.whichWeek)
      }),
    ),
  ),
  weekNumber,
)

/** A period of which a part is meant, in the next such period where it `comesAgain` and that part is over. */
interface Frame {
  name?: Name
  period: When
  comesAgain?: boolean
}
const by = (name: Name, today: number, away: number): Frame => ({
  name,
  period: left(periodOf(name, today, away)),
})
/** The one that a day is in: after `monday to`, the one with that monday in it. */
const around = (name: Name): Frame => ({
  name,
  period: {
    ...(name === 'year' && { yearly: true }),
    read: day => ({ spans: [{ ...periodOf(name, day, 0), begun: true }] }),
  },
  comesAgain: true,
})
const farFrame: Parser<Frame> = either(
  map(phrase`this|current ${name}`, ([name], { today }) => by(name, today, 0)),
  map(phrase`[the] next|coming|following ${name}`, ([name], { today }) => by(name, today, 1)),
  map(monthOrLonger, (period): Frame => ({ period, comesAgain: meanings.isYearly(period) })),
  map(either(weekOf, oneWeek), (period): Frame => ({ name: 'week', period })),
)
const frame: Parser<Frame> = either(
  map(phrase`[the] ${name}`, ([name]) => around(name)),
  farFrame,
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
/** `end of month`, `the end of next week`, `eom`, `month-end`, `start of january`. */
export const edge: Parser<When> = either(
  map(meaning(ENDS), name => lastDay(around(name))),
  map(phrase`[the] end [~-] of [~-] ${frame}`, ([frame]) => lastDay(frame)),
  map(phrase`[the] ${name} [~-] end`, ([name]) => lastDay(around(name))),
  map(phrase`[the] start|beginning|begin of ${frame}`, ([{ period }]) =>
    carry(period, ({ from }) => ({ spans: [{ from, until: from }] })),
  ),
  map(phrase`end|eom|eoq|eoy ${frame}`, ([frame]) => weakly(lastDay(frame))),
  map(phrase`${farFrame} end`, ([frame]) => weakly(lastDay(frame))),
)
/** What is the nth in a span, counted from the last with -1. */
type Nth = (span: Span, nth: number) => Outcome
const LAST = -1
const one = (from: number | undefined, length = 1): Outcome =>
  from === undefined ? { spans: [], why: whys.noSuchDayIn } : { spans: [span(from, from + length - 1)] }
const within = ({ from, until }: Span, day: number): Outcome =>
  one(day >= from && day <= until ? day : undefined)
const nthOf =
  (weekday: number, length: number): Nth =>
  ({ from, until }, nth) =>
    one(nthWeekday(from, until, nth, weekday), length)
/** Counted from the week that has the first day of the period in it, or from the first that is wholly in it. */
const nthWeek: Nth = (period, nth) => {
  const { from, until } = period
  const [touching, whole] =
    nth < 0
      ? [mondayOf(until) + 7 * (nth + 1), mondayOf(until + 1) + 7 * nth]
      : [mondayOf(from) + 7 * (nth - 1), mondayOf(from + 6) + 7 * (nth - 1)]
  const touched = [week(touching), week(whole)].filter(week => week.until >= from && week.from <= until)
  return touched.length > 0 ? doubtful(touched, whys.whichWeek) : one(undefined)
}
/** The first or last so many days of a span; of weeks those of the calendar can be meant as well. */
function edgeOf(period: Span, { count, unit }: meanings.Amount, nth: number): Outcome {
  const { from, until } = period
  const isLast = nth === LAST
  const start = isLast ? meanings.plus(until + 1, -count, unit) : from
  const end = isLast ? until : meanings.plus(from, count, unit) - 1
  const exact = span(Math.max(start, from), Math.min(end, until))
  if (unit !== 'week') return { spans: [exact] }
  const more = 7 * (count - 1)
  const weeks = nthWeek(period, nth).spans.map(({ from, until }) =>
    isLast ? span(from - more, until) : span(from, until + more),
  )
  return doubtful([exact, ...weeks], whys.whichWeek)
}
const kind: Parser<Nth> = either(
  map(weekday, day => nthOf(day, 1)),
  map(
    word('day'),
    (): Nth => (period, nth) => within(period, nth < 0 ? period.until + nth + 1 : period.from + nth - 1),
  ),
  map(
    word('week'),
    (): Nth => (period, nth) =>
      nth === 1 || nth === LAST ? edgeOf(period, { count: 1, unit: 'week' }, nth) : nthWeek(period, nth),
  ),
)
const which = either(
  map(word('last'), () => LAST),
  ordinal,
)
/** `first monday of january`, `last day of next month`, `2nd week of january`, `last 10 days of the year`. */
const nthIn: Parser<When> = map(
  either(
    phrase`[the] ${which} ${kind} [of|in] ${frame}`,
    map(
      phrase`[the] ${which} ${amount} [of|in] ${frame}`,
      ([nth, amount, frame]): [number, Nth, Frame] | undefined =>
        nth === 1 || nth === LAST ? [nth, period => edgeOf(period, amount, nth), frame] : undefined,
    ),
  ),
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
