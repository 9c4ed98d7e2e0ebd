import { firstFrom, lastUpTo, weekdayOf } from '../calendar.ts'
import { dateOn } from '../meaning/dates.ts'
import { rowOf } from '../meaning/join.ts'
import { rangeOf } from '../meaning/ranges.ts'
import {
  carry,
  type DateParts,
  doubtful,
  eitherOf,
  fixed,
  running,
  type Span,
  type When,
} from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { byItsEnd } from '../meaning/yearly.ts'
import { row } from '../reading/matches.ts'
import { either, map, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { WEEKDAYS } from '../reading/words.ts'
import { besides, season } from './away.ts'
import { bareDay, comma, month, namedMonth, the, weekday } from './dates.ts'
import { period } from './edges.ts'
import { holiday } from './holidays.ts'
import { monthPeriod } from './months.ts'
import { ordinal } from './numbers.ts'
import { atMost, onwards } from './refusable.ts'
import { namedWeek, ofWeek, weekdayAhead } from './relative.ts'
import { from, isSign, thing, upTo } from './things.ts'
import { comingWeekday } from './weekdays.ts'
import { weekWith } from './weeks.ts'
import { year } from './years.ts'

/** Days whose week or month is said once, before all of them or behind. */

interface Weekdays {
  first: number
  last: number
  said: string
}

const weekdays: Parser<Weekdays> = either(
  map(sequence(optional(from), weekday, upTo, weekday), ([, first, said, last]) => ({ first, last, said })),
  map(sequence(word('between'), weekday, word('and'), weekday), ([, first, said, last]) => ({
    first,
    last,
    said,
  })),
)

/** What joins days in a row. */
export const sign = either(
  map(sequence(comma, word('and')), () => 'and'),
  word(',', '+', '/'),
)

const strictly = (wanted: number, today: number): When => ({
  read: from => comingWeekday(wanted, today).read(from, true),
})

/** `until` leaves open whether the first of some weekdays far away is among them, or the next one to come. */
function orFromNow(first: number, said: string, days: When, today: number): When {
  const fromNow = carry(days, ({ until }) => ({ spans: [{ from: firstFrom(today, first), until }] }))
  return said === 'until' ? eitherOf(days, fromNow, whys.whichStart) : days
}

/** The week is that of the last day, and of a first one before it. */
function untilWeekday({ first, last, said }: Weekdays, monday: number, today: number): When | undefined {
  if (last > first) {
    const inIt = running(monday + first, monday + last)
    return monday > today && first >= weekdayOf(today) ? orFromNow(first, said, inIt, today) : inIt
  }
  const before = lastUpTo(monday + last - 1, first)
  const start = before < today ? strictly(first, today) : fixed(before)
  return rangeOf(start, { ...fixed(monday + last), weekday: true }, today, said)
}

const introduced = optional(word(',', ':', ';', '('))
const week = either(
  map(namedWeek, monday => fixed(monday)),
  weekWith,
)
/** `next week from tuesday to thursday`, `tue-thu next week`, `friday to tuesday next week`, `mon-wed w/c 7 dec`. */
export const inWeek: Parser<When> = either(
  map(sequence(week, introduced, weekdays, optional(word(')'))), ([week, , { first, last }]) =>
    carry(week, ({ from: monday }) =>
      running(monday + first, monday + last + (last <= first ? 7 : 0)).read(monday),
    ),
  ),
  map(
    sequence(weekdays, ofWeek, week, optional(atMost)),
    ([weekdays, , week, most], { today }): When | undefined =>
      most && isSign(weekdays.said)
        ? undefined
        : carry(
            week,
            ({ from: monday }) => untilWeekday(weekdays, monday, today)?.read(today) ?? { spans: [] },
          ),
  ),
)

/** A week has no more. */
const isRow = (days: readonly number[]): boolean =>
  days.length <= WEEKDAYS.size && days.every((day, i) => i === 0 || day === ((days[i - 1] ?? 0) + 1) % 7)
const rowOfWeekdays = map(row(weekday, optional(sign)), (days): Weekdays | undefined => {
  const [first, last] = [days[0], days.at(-1)]
  return first !== undefined && last !== undefined && isRow(days) ? { first, last, said: 'and' } : undefined
})

/** `mon-wed after christmas`, `sat and sun before easter`: those that all lie on that side of it. */
const besideDay = map(
  sequence(
    either(weekdays, rowOfWeekdays),
    word('after', 'before', 'following'),
    besides(thing),
    optional(atMost),
  ),
  ([{ first, last, said }, side, base, most], { today }): When | undefined => {
    if (most && isSign(said)) return undefined
    const days = carry(base, ({ from, until }) => {
      const end = side === 'before' ? lastUpTo(from - 1, last) : firstFrom(until + 1, last)
      const span: Span = { from: lastUpTo(end - 1, first), until: end, begun: true }
      const next: Span = { ...span, from: span.from + 7, until: end + 7 }
      return doubtful(side === 'before' || span.from > until ? [span] : [span, next], whys.whichWeek)
    })
    return orFromNow(first, said, byItsEnd(days), today)
  },
)

/** `mon-wed in two weeks`, but from friday to friday in two weeks it is two. */
const weeksAhead = map(
  sequence(optional(from), weekday, upTo, weekdayAhead, optional(atMost)),
  ([, first, said, last, most], { today }): When | undefined => {
    const isOfWeek = last.read(today).spans.every(({ until }) => weekdayOf(until) !== first)
    if (!isOfWeek || (most && isSign(said))) return undefined
    const days = carry(last, ({ until }) => ({ spans: [{ from: lastUpTo(until - 1, first), until }] }))
    return orFromNow(first, said, days, today)
  },
)

/** Weekdays far away, as what stands behind the last of them says it of them all. */
export const farWeekdays: Parser<When> = either(besideDay, weeksAhead)

/** From one day to another of a month that is said before them. */
const daysOf = (day: Parser<When>) =>
  either(
    map(sequence(optional(from), day, upTo, day), ([, first, , last]) => [first, last] as const),
    map(sequence(word('between'), day, word('and'), day), ([, first, , last]) => [first, last] as const),
  )
const nth = map(sequence(the, ordinal), ([, d]): When => ({ ...dateOn({ d }), bare: true }))
const anyMonth = either(
  namedMonth,
  map(sequence(month, optional(year)), ([m, y]): DateParts => ({ m, y })),
)
/** `next month 4-8`, `december (24 to 31)`, `december: 24th to 26th`, `next month from the 4th to the 8th`. */
export const inMonth: Parser<When> = map(
  either(
    map(sequence(namedMonth, comma, daysOf(bareDay)), ([month, , days]) => ({ month, days })),
    map(sequence(anyMonth, word('('), daysOf(bareDay), word(')')), ([month, , days]) => ({ month, days })),
    map(sequence(anyMonth, word(':'), daysOf(nth)), ([month, , days]) => ({ month, days })),
  ),
  ({ month, days: [first, last] }, { today }) =>
    rangeOf(first, dateOn({ ...month, d: last.parts?.d }), today),
)

/** `tue, wed and thu next week`: the week is said of all, but for those before a new one begins: `sat, sun and mon`. */
export const rowInWeek: Parser<When> = map(
  sequence(row(weekday, optional(sign)), ofWeek, namedWeek),
  ([weekdays, , monday], { today }) => {
    const newWeek = weekdays.findLastIndex((day, i) => day <= (weekdays[i - 1] ?? -1))
    const whens = weekdays.map((day, i) =>
      i < newWeek ? strictly(day, today) : running(monday + day, monday + day),
    )
    return rowOf(whens, today)
  },
)

/** `monday`, `thu-sun`, `sat and sun`: the next ones to come. */
const nextWeekdays: Parser<When> = either(
  map(weekday, (wanted, { today }) => comingWeekday(wanted, today)),
  map(either(weekdays, rowOfWeekdays), ({ first, last, said }, { today }) =>
    rangeOf(comingWeekday(first, today), comingWeekday(last, today), today, said),
  ),
)
/** `next week from tuesday on`, `december from the 10th`: what is left of it from there on. */
export const fromWithin: Parser<When> = map(
  sequence(
    period,
    comma,
    word('from', 'starting', 'beginning'),
    optional(word('on')),
    thing,
    optional(onwards),
  ),
  ([whole, , , , first], { today }) =>
    carry(whole, ({ from, until, begun }) => {
      const [start, ...others] = first.read(begun ? Math.max(from, today) : from, true).spans
      return start && others.length === 0 && start.from >= from && start.until <= until
        ? { spans: [{ from: start.from, until }] }
        : { spans: [], why: whys.notWithin }
    }),
)

const named = either(holiday, monthPeriod)
/** Weekdays that are to come, and not those of a day or a month beside which they stand. */
const nextTo = (days: When, named: When): When =>
  carry(days, span => {
    const { spans } = named.read(span.from - 1, true)
    return spans.some(({ from }) => from <= span.until + 1)
      ? { spans: [span] }
      : { spans: [], why: whys.eitherOr }
  })
/** `thanksgiving thu-sun`, `december monday to friday`, `thu-fri over christmas`. */
export const besideName: Parser<When> = either(
  map(sequence(named, comma, nextWeekdays), ([named, , days]) => nextTo(days, named)),
  map(
    sequence(
      nextWeekdays,
      optional(word(',', 'for', 'of', 'in', 'on', 'at', 'over', 'during')),
      named,
      optional(season),
    ),
    ([days, , named]): When => ({ ...nextTo(days, named), weak: 'figures' }),
  ),
)
