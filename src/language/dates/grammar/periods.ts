import { addMonths, dateOf, dayNumber, easterSunday, mondayOf, nthWeekday, weekdayOf } from '../calendar.ts'
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
import { either, meaning, number, optional, type Parser, phrase, word } from '../parser.ts'
import { whys } from '../reasons.ts'
import {
  AWAY,
  amount,
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
  unit,
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
  phrase`[the] [whole|entire|full] month of ${monthInYear}`.map(strong),
  phrase`next ${month}`.map((m, { today }) => {
    const { y, m: current } = dateOf(today)
    const inYear = (y: number) => periodOf('month', dayNumber(y, m, 1) ?? today, 0)
    return m > current ? doubt(inYear(y), inYear(y + 1), whys.whichNext) : all(inYear(y + 1))
  }),
  phrase`${number(1, 12, [1, 2])} ~/|- ~${longYear}`.map(([m, y]) => dateOn({ m, y })),
  phrase`${longYear} ~/|- ~${number(1, 12, [1, 2])}`.map(([y, m]) => weakly(dateOn({ m, y }))),
)
/** The nth group of months in the given year, or else in the first year in which it is not over. */
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

/** `rest of week`, `rest of the month`, `rest of january`: from the day at which it is read. */
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
      const when = name === 'day' ? fixed(today) : left(periodOf(name, today, 0))
      // `the week of the release`
      return name === 'day' || which === 'the' ? weakly(when) : when
    },
  ),
  phrase`[the] ${either<unknown>(word('weekend'), phrase`w ~/ ~e|end`)}`.map(
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
  either(
    phrase`weekdays [of|in] ${namedWeek}`,
    phrase`[the] ${meaning(AWAY)} ${either<unknown>(word('workweek'), phrase`working week`)}`.map(
      ([away], { today }) => mondayOf(today) + 7 * away,
    ),
  ).map(monday => running(monday, monday + 4)),
)

const week = (from: number): Span => span(from, from + 6)
const weekOf = ({ from }: Span): Span => week(mondayOf(from))
const dated = either(date, holiday)
/** On Friday, the week of Monday is still the present one. */
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
/** The weekend next to a holiday, alone or including it; four days for Easter. */
function withWeekend({ from: day }: Span): Outcome {
  const weekend = periodOf('weekend', day, weekdayOf(day) < 3 ? -1 : 0)
  const [first, last] = day === easterSunday(dateOf(day).y) ? [day - 2, day + 1] : [day, day]
  const long = span(Math.min(first, weekend.from), Math.max(last, weekend.until))
  return doubtful([weekend, long], whys.holidayWeekends)
}
/** `weekend of 5 dec`, `the week after christmas`, `week 50`. */
const weekLike: Parser<When> = either(
  weekWith,
  phrase`[the] weekend of ${dated}`.map(day =>
    byItsEnd(
      carry(day, ({ from }) => {
        const weekend = periodOf('weekend', from, 0)
        return weekdayOf(from) < 4
          ? doubtful([periodOf('weekend', from, -1), weekend], whys.whichWeek)
          : weekend
      }),
    ),
  ),
  phrase`[the] ${holiday} weekend`.map(holiday => byItsEnd(carry(holiday, withWeekend))),
  phrase`${either<unknown>(phrase`[the] week ending [on]`, phrase`w ~/ ~e`)} ${dated}`.map(() =>
    refused(whys.whichWeek),
  ),
  weekNumber,
)

/** A period with a part of it; the next period if it `recurs` and that part is over. */
interface Frame {
  name?: Name
  period: When
  recurs?: boolean
}
/** The period that contains the day at which it is read: after `monday to`, that monday. */
const around = (name: Name): Frame => ({
  name,
  period: {
    ...(name === 'year' && { yearly: true }),
    read: day => ({ spans: [{ ...periodOf(name, day, 0), mayHaveStarted: true }] }),
  },
  recurs: true,
})
const frame: Parser<Frame> = either(
  phrase`[the] ${name}`.map(name => around(name)),
  distantPeriod.map(([name, away], { today }) => ({ name, period: left(periodOf(name, today, away)) })),
  monthOrLonger.map((period): Frame => ({ period, recurs: isYearly(period) })),
  either(weekWith, oneWeek).map((period): Frame => ({ name: 'week', period })),
)
/** The last day of a period; of a week possibly its Friday. */
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
/** The possible nth parts of a period, counted from its end if n is negative. */
type Nth = (whole: Span, nth: number) => readonly Span[]
const [SHORTEST_MONTH, LONGEST_MONTH, DAYS_OF_YEAR] = [28, 31, 365]
/** Several days, weeks or others in a row. */
const inRow =
  ({ count, unit }: Amount): Nth =>
  ({ from, until }, nth) => {
    const [edge, before] = nth < 0 ? [until + 1, nth] : [from, nth - 1]
    const at = (n: number) => plus(edge, n * count, unit)
    if (unit !== 'week') return [span(at(before), at(before + 1) - 1)]
    // Weeks may be counted from the first day, as whole weeks, or as calendar weeks.
    const [first, length] = [at(before), 7 * count]
    const starts = until - from < SHORTEST_MONTH - 1 ? [] : [mondayOf(first), mondayOf(first + 6), first]
    return starts.map(day => span(day, day + length - 1))
  }
/** A single day; none if there are fewer. */
const oneDay =
  (dayIn: (whole: Span, nth: number) => number | undefined): Nth =>
  (whole, nth) => {
    const day = dayIn(whole, nth)
    return day === undefined ? [] : [span(day)]
  }
/** A weekend whose Saturday or Sunday is in the period. */
const weekendIn: Nth = ({ from, until }, nth) =>
  [5, 6].flatMap(day => {
    const found = nthWeekday(from, until, nth, day)
    return found === undefined ? [] : [span(found - day + 5, found - day + 6)]
  })
/** Half of a month or of a year. */
const halfOf: Nth = ({ from, until }, nth) => {
  const days = until - from + 1
  const isMonth = days >= SHORTEST_MONTH && days <= LONGEST_MONTH
  if (!isMonth && days < DAYS_OF_YEAR) return []
  const second = isMonth ? from + 15 : addMonths(from, 6)
  return [nth === 1 ? span(from, second - 1) : span(second, until)]
}
const kind: Parser<Nth> = either(
  weekday.map(day => oneDay(({ from, until }, nth) => nthWeekday(from, until, nth, day))),
  either<unknown>(phrase`working day`, word('weekday')).map(() =>
    oneDay(({ from, until }, nth) => plus(nth < 0 ? until + 1 : from - 1, nth, 'working day')),
  ),
  word('weekend').map(() => weekendIn),
  word('half').map(() => halfOf),
  // `week`, `2 weeks`, but no `weeks`
  unit.map(amount => (amount.odd ? inRow(amount) : undefined)),
  amount.map(amount => (amount.unit === 'working day' ? undefined : inRow(amount))),
)
/** `last`, `2nd last`, `third`; from the end below 0. */
export const nth = either(
  word('last').map(() => -1),
  phrase`${ordinal} [to] last`.map(nth => -nth),
  ordinal,
)
/** `first monday of january`, `2nd last day of next month`, `the third week of 2027`, `first 2 weeks of august`. */
const nthIn: Parser<When> = phrase`[the] ${nth} ${kind} [of|in] ${frame}`.map(
  ([nth, kind, { period, recurs }]): When => {
    const partOf = (whole: Span): Outcome => {
      const isPart = ({ from, until }: Span) =>
        from <= whole.until && until >= whole.from && until - from <= whole.until - whole.from
      const parts = kind(whole, nth).filter(isPart)
      return parts.length > 0 ? doubtful(parts, whys.whichWeek) : { spans: [], why: whys.noSuchDayIn }
    }
    const read = (today: number): Outcome =>
      each(period.read(today), whole => {
        const picked = partOf(whole)
        const isOver = picked.spans.length > 0 && picked.spans.every(({ until }) => until < today)
        return isOver && recurs ? each(period.read(whole.until + 1), partOf) : picked
      })
    return { ...(isYearly(period) && { yearly: true }), read }
  },
)

/** A period, or a part of one. */
export const period: Parser<When> = either(named, rest, weekLike, monthOrLonger, edge, nthIn)
