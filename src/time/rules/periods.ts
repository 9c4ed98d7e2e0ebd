import { addMonths, dateOf, dayNumber, mondayOf, weekdayOf } from '../calendar.ts'
import { carry, doubt, fixed, running, type Span, type When } from '../meaning/when.ts'
import { whichNext, whichWeekend } from '../meaning/whys.ts'
import { either, map, number, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { date, dateOn, longYear, month, ordinal, the, year } from './dates.ts'
import { holiday, yearlyDay } from './yearly.ts'

/** Stretches of days that have a name: weeks, weekends, months, quarters, years. */

export type Name = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year'
const NAMES: readonly Name[] = ['day', 'week', 'weekend', 'month', 'quarter', 'year']

/** The period of a kind that a day is in, or one some periods away. */
export function periodOf(name: Name, today: number, away: number): Span {
  const { m, d } = dateOf(today)
  const months = (first: number, count: number): Span => {
    const from = addMonths(today - d + 1, first - m + away * count)
    return { from, until: addMonths(from, count) - 1 }
  }
  const monday = mondayOf(today) + 7 * away
  return {
    day: () => ({ from: today + away, until: today + away }),
    week: () => ({ from: monday, until: monday + 6 }),
    weekend: () => ({ from: monday + 5, until: monday + 6 }),
    month: () => months(m, 1),
    quarter: () => months(m - ((m - 1) % 3), 3),
    year: () => months(1, 12),
  }[name]()
}

export const name: Parser<Name> = map(word(...NAMES), said => NAMES.find(known => known === said))

export const spanned = ({ from, until }: Span): When => running(from, until)

/** `this week`, `the weekend`: what is left of it. */
const current = map(
  sequence(
    the,
    word('this', 'the', 'current', 'whole', 'entire', 'all'),
    optional(word('whole', 'entire', 'current')),
    name,
  ),
  ([, , , name], { today }): When =>
    name === 'day' ? { ...fixed(today), weak: 'word' } : spanned(periodOf(name, today, 0)),
)

/** `rest of week`, `rest of the month`. */
const rest = map(
  sequence(
    the,
    word('rest'),
    word('of'),
    optional(word('the', 'this')),
    either(
      name,
      map(word('today'), (): Name => 'day'),
    ),
  ),
  ([, , , , name], { today }) => spanned(periodOf(name, today, 0)),
)

const weekend = map(sequence(the, word('weekend')), (_, { today }): When => {
  const now = periodOf('weekend', today, 0)
  if (weekdayOf(today) < 6) return spanned(now)
  return doubt({ from: today, until: today }, periodOf('weekend', today, 1), whichWeekend)
})

const next = map(
  sequence(either(the, word('this')), word('next', 'following', 'coming'), name),
  ([, said, name], { today }): When => {
    const span = periodOf(name, today, 1)
    const midweek = name === 'weekend' && weekdayOf(today) < 5
    if (!midweek) return fixed(span.from, span.until)
    const coming = periodOf(name, today, 0)
    return said === 'coming' ? fixed(coming.from, coming.until) : doubt(coming, span, whichNext)
  },
)

const afterNext = map(sequence(the, name, word('after'), word('next')), ([, name], { today }) => {
  const { from, until } = periodOf(name, today, 2)
  return fixed(from, until)
})

const last = map(sequence(the, word('last', 'past', 'previous'), name), ([, , name], { today }) => {
  const { from, until } = periodOf(name, today, -1)
  return fixed(from, until)
})

/** `next working week`, `weekdays next week`: Monday to Friday. */
const workingWeek = map(
  either(
    map(sequence(the, word('this', 'next'), word('working'), word('week')), ([, said]) => said),
    map(
      sequence(word('weekdays'), optional(word('of')), word('this', 'next'), word('week')),
      ([, , said]) => said,
    ),
  ),
  (said, { today }) => {
    const monday = mondayOf(today) + (said === 'next' ? 7 : 0)
    return running(monday, monday + 4)
  },
)

const weekAround = (day: When): When =>
  carry(day, ({ from }) => ({ spans: [{ from: mondayOf(from), until: mondayOf(from) + 6, begun: true }] }))

/** `week of 4 jan`, `w/c 28 dec`: Monday to Sunday around that day. */
export const weekOf = map(
  sequence(
    either(
      map(sequence(the, word('week'), word('of', 'commencing', 'beginning', 'starting')), () => 'week'),
      map(sequence(word('w'), tight(word('/')), tight(word('c')), optional(word('.'))), () => 'week'),
      word('wc'),
    ),
    either(date, yearlyDay),
  ),
  ([, day]) => weekAround(day),
)
const holidayWeek = map(sequence(holiday, word('week')), ([day]) => weekAround(day))

/** `week 31` by ISO 8601: week 1 has 4 January in it. */
const weekNumber = map(
  sequence(word('week', 'kw', 'cw'), number(1, 53, [1, 2]), optional(year)),
  ([, week, said], { today }): When => {
    const monday = (y: number) => mondayOf(dayNumber(y, 1, 4) ?? 0) + 7 * (week - 1)
    const y = said ?? dateOf(today).y
    const from = said === undefined && monday(y) + 6 < today ? monday(y + 1) : monday(y)
    return running(from, from + 6)
  },
)

/** `december`, `this december`, `december 2027`, `12/2027`. */
export const monthPeriod: Parser<When> = either(
  map(sequence(optional(word('this')), month, optional(year)), ([said, m, y]): When => {
    const when = dateOn({ m, y })
    return said === undefined && y === undefined ? { ...when, weak: 'word' } : when
  }),
  map(sequence(number(1, 12, [1, 2]), tight(word('/')), tight(longYear)), ([m, , y]) => dateOn({ m, y })),
  map(sequence(longYear, tight(word('-')), tight(number(1, 12, [2]))), ([y, , m]) => dateOn({ m, y })),
  map(sequence(word('next'), month), ([, m], { today }): When => {
    const y = dateOf(today).y
    const inYear = (y: number): Span => {
      const from = dayNumber(y, m, 1) ?? today
      return { from, until: addMonths(from, 1) - 1 }
    }
    const { m: current } = dateOf(today)
    return m > current
      ? doubt(inYear(y), inYear(y + 1), whichNext)
      : fixed(inYear(y + 1).from, inYear(y + 1).until)
  }),
)

const yearPeriod = map(
  sequence(optional(word('year')), longYear),
  ([said, y]): When => (said === undefined ? { ...dateOn({ y }), weak: 'word' } : dateOn({ y })),
)

/** `q3`, `4th quarter 2027`, `third quarter`. */
export const quarter = map(
  sequence(
    either(
      map(sequence(word('q'), tight(number(1, 4, [1]))), ([, q]) => q),
      map(sequence(the, ordinal, word('quarter')), ([, q]) => (q <= 4 ? q : undefined)),
    ),
    optional(year),
  ),
  ([q, said]): When => ({
    ...(said === undefined ? { weak: 'word' } : {}),
    read(day) {
      const { y, m } = dateOf(day)
      const chosen = said ?? (m > q * 3 ? y + 1 : y)
      const from = dayNumber(chosen, q * 3 - 2, 1) ?? day
      return { spans: [{ from, until: addMonths(from, 3) - 1, begun: true }] }
    },
  }),
)

/** Every named period, whole or what is left of it. */
export const whole: Parser<When> = either(
  current,
  rest,
  weekend,
  next,
  afterNext,
  last,
  workingWeek,
  weekOf,
  holidayWeek,
  weekNumber,
  monthPeriod,
  yearPeriod,
  quarter,
)
