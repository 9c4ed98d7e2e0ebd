import { addMonths, dateOf, mondayOf, weekdayOf } from '../calendar.ts'
import { doubt, doubtful, fixed, running, type Span, type When } from '../meaning/when.ts'
import { whichNext, whichWeekend } from '../meaning/whys.ts'
import { either, map, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { the } from './dates.ts'
import { half, monthPeriod, quarter, yearPeriod } from './months.ts'
import { namedWeek } from './relative.ts'
import { weekLike } from './weeks.ts'

/** Stretches of days by their distance from today: this week, next month, the rest of the year. */

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
    word('this', 'the', 'current', 'whole', 'entire', 'full', 'all'),
    optional(word('whole', 'entire', 'full', 'current', 'calendar')),
    name,
  ),
  ([, said, , name], { today }): When | undefined => {
    if (name === 'weekend' && said === 'the') return undefined
    return name === 'day' ? { ...fixed(today), weak: 'word' } : spanned(periodOf(name, today, 0))
  },
)

const workingWeekOf = (day: number): Span => ({ from: mondayOf(day), until: mondayOf(day) + 4 })

/** `rest of week`, `rest of the month`, `rest of january`: from the day on that it is said of, or from its own beginning. */
export const rest: Parser<When> = either(
  map(
    sequence(
      the,
      word('rest'),
      optional(word('of')),
      the,
      optional(word('this', 'current')),
      either(
        map(
          either(
            name,
            map(word('today'), (): Name => 'day'),
          ),
          name => (day: number) => periodOf(name, day, 0),
        ),
        map(sequence(word('working'), word('week')), () => workingWeekOf),
      ),
    ),
    ([, , , , , periodAround]): When => ({
      read: day => {
        const { from, until } = periodAround(day)
        return { spans: [{ from: Math.max(from, day), until }] }
      },
    }),
  ),
  map(
    sequence(the, word('rest'), word('of'), either(monthPeriod, quarter, half, yearPeriod)),
    ([, , , when]) => when,
  ),
  map(sequence(the, word('rest'), word('of'), the, word('next'), name), ([, , , , , name], { today }) =>
    spanned(periodOf(name, today, 1)),
  ),
)

/** The weekend of the week that it is said of, or the next one on its last day. */
const weekend = map(
  sequence(the, word('weekend')),
  (_, { today }): When => ({
    weekly: true,
    read(from, strict) {
      const now: Span = { ...periodOf('weekend', from, 0), begun: true }
      const isLastDay = weekdayOf(from) === 6 && from === today && !strict
      return isLastDay ? doubtful([now, periodOf('weekend', from, 1)], whichWeekend) : { spans: [now] }
    },
  }),
)

const next = map(
  sequence(
    either(the, word('this')),
    word('next', 'following', 'coming'),
    optional(word('calendar', 'full', 'whole')),
    name,
  ),
  ([, said, , name], { today }): When => {
    const span = periodOf(name, today, 1)
    const midweek = name === 'weekend' && weekdayOf(today) < 5
    // `the 24th to the following week`
    if (said === 'following' && name !== 'weekend')
      return { read: from => ({ spans: [periodOf(name, Math.max(from, today), 1)] }) }
    if (!midweek) return fixed(span.from, span.until)
    const coming = periodOf(name, today, 0)
    return said === 'coming' ? fixed(coming.from, coming.until) : doubt(coming, span, whichNext)
  },
)

const afterNext = map(
  either(
    map(sequence(the, name, word('after', 'following'), word('next')), ([, name]) => name),
    map(sequence(the, word('next'), word('to'), word('next'), name), ([, , , , name]) => name),
  ),
  (name, { today }) => {
    const span = periodOf(name, today, 2)
    const midweek = name === 'weekend' && weekdayOf(today) < 5
    return midweek ? doubt(periodOf(name, today, 1), span, whichNext) : fixed(span.from, span.until)
  },
)
const afterThis = map(
  sequence(the, name, word('after', 'following'), word('this'), optional(word('one'))),
  ([, name], { today }) => {
    const { from, until } = periodOf(name, today, 1)
    return fixed(from, until)
  },
)

const last = map(sequence(the, word('last', 'past', 'previous'), name), ([, , name], { today }) => {
  const { from, until } = periodOf(name, today, -1)
  return fixed(from, until)
})

const workingDays = either<unknown>(word('weekdays'), sequence(word('working'), word('days')))
/** `next working week`, `weekdays next week`, `next week (weekdays only)`: Monday to Friday. */
const workingWeek = map(
  either(
    map(
      sequence(the, optional(word('this', 'next')), word('working'), word('week')),
      ([, said], { today }) => mondayOf(today) + (said === 'next' ? 7 : 0),
    ),
    map(sequence(the, workingDays, optional(word('of', 'in')), namedWeek), ([, , , monday]) => monday),
    map(
      sequence(namedWeek, optional(word(',', '(')), workingDays, optional(word('only')), optional(word(')'))),
      ([monday]) => monday,
    ),
  ),
  monday => running(monday, monday + 4),
)

/** Every named period, whole or what is left of it. */
export const whole: Parser<When> = either(
  current,
  rest,
  weekend,
  next,
  afterNext,
  afterThis,
  last,
  workingWeek,
  weekLike,
  monthPeriod,
  yearPeriod,
  quarter,
  half,
)
