import { firstFrom, weekdayOf } from '../calendar.ts'
import {
  carry,
  dateOn,
  doubtful,
  eitherOf,
  fixed,
  type Outcome,
  refused,
  running,
  type Span,
  type When,
} from '../meaning.ts'
import { either, number, once, optional, type Parser, phrase, row, word } from '../parser.ts'
import { lend, rangeOf, rowOf, untilOf } from '../ranges.ts'
import * as whys from '../reasons.ts'
import { isoDate, weekday } from './calendar-dates.ts'
import { end, from, lastDay, thing, until, upTo } from './days.ts'
import { amount, bareWeekday, namedWeek } from './lengths.ts'
import { distantPeriod, periodOf } from './named-periods.ts'
import { weekWith } from './periods.ts'

/** From one day to another, and days in a row. */

const NOON = 12
/** `until monday 5` can be the 5th, or monday at 5. */
function orHour(end: When): When {
  const { weekday, m, d = 0, ordinal } = end.parts ?? {}
  if (end.weak !== 'figures' || weekday === undefined || m !== undefined || ordinal || d > NOON) return end
  return { ...refused(whys.dayOrHour), weak: 'figures' }
}
/** Of two days of a month the last is no hour; a day until its own end is that day. */
function spanning(first: When, last: When, today: number, said: string): When | undefined {
  const isOneDay = first.read(today).spans.every(({ from, until }) => from === until)
  if (last.sameDay && isOneDay) return first
  return rangeOf(first, first.parts?.d === undefined ? orHour(last) : last, today, said)
}

interface Weekdays {
  first: number
  last: number
  said: string
}
const sign = either<unknown>(phrase`[,] and`, word(',', '+', '/'))
/** `mon-wed`, `between monday and wednesday`, `tue, wed and thu`. */
const weekdays: Parser<Weekdays> = either(
  phrase`${optional(from)} ${weekday} ${upTo} ${weekday}`.map(([, first, said, last]) => ({
    first,
    last,
    said,
  })),
  phrase`between ${weekday} and ${weekday}`.map(([first, last]) => ({ first, last, said: 'and' })),
  row(weekday, optional(sign)).map((days): Weekdays | undefined => {
    const [first = 0] = days
    const isRow = days.every((day, i) => day === first + i)
    return isRow ? { first, last: first + days.length - 1, said: 'and' } : undefined
  }),
)
/** Both are of that week; `until` leaves open whether the first is, or is the next one to come. */
function inWeekOf(monday: number, { first, last, said }: Weekdays, today: number): Outcome {
  if (last <= first) return { spans: [], why: whys.whichWeek }
  const span: Span = { from: monday + first, until: monday + last, begun: true }
  const canBeSooner = said === 'until' && monday > today && first >= weekdayOf(today)
  return doubtful(canBeSooner ? [span, { ...span, from: firstFrom(today, first) }] : [span], whys.whichStart)
}
const anyWeek = either(
  namedWeek.map(monday => fixed(monday)),
  weekWith,
)
/** `next week from tuesday to thursday`, `tue-thu next week`, `mon and tue w/c 7 dec`. */
const inWeek: Parser<When> = either(
  phrase`${anyWeek} [,|:|(] ${weekdays} [)]`.map(([week, { first, last }], { today }) =>
    carry(week, ({ from }) => inWeekOf(from, { first, last, said: 'to' }, today)),
  ),
  phrase`${weekdays} [of|in|,] ${anyWeek}`.map(([weekdays, week], { today }) =>
    carry(week, ({ from }) => inWeekOf(from, weekdays, today)),
  ),
)

/** `this week and next`. */
const twoPeriods: Parser<When> = phrase`${optional(from)} ${distantPeriod} and|to|until|through|- next`.map(
  ([, [name, away]], { today }) =>
    away === 0 && name !== 'weekend'
      ? running(periodOf(name, today, 0).from, periodOf(name, today, 1).until)
      : undefined,
)

export const range: Parser<When> = once(
  either(
    // Which of the weekdays the words behind the last are said of is open: `mon-wed after christmas`.
    phrase`${weekdays} ${either<unknown>(phrase`after|before|following ${thing}`, phrase`in ${amount}`)}`.map(
      () => refused(whys.eitherOr),
    ),
    // `2026-12-30 - 01-02`: the end is written as the beginning is
    phrase`${isoDate} ${upTo} ${number(1, 12, [2])} ~- ~${number(1, 31, [2])}`.map(([a, , m, d], { today }) =>
      rangeOf(a, dateOn({ m, d }), today),
    ),
    inWeek,
    twoPeriods,
    phrase`${optional(from)} [on|over|in|during] ${end} [,] ${upTo} ${lastDay}`.map(
      ([, a, said, b], { today }) => spanning(a, b, today, said),
    ),
    phrase`between ${end} and ${end}`.map(([a, b], { today }) => rangeOf(a, b, today)),
    phrase`${isoDate} ~/ ~${isoDate}`.map(([a, b], { today }) => rangeOf(a, b, today)),
  ),
)
/** `until friday`, `up to and including the 24th`: from today on. */
export const openStart: Parser<When> = phrase`${until} ${lastDay}`.map(([said, when], { today }) =>
  untilOf(said, orHour(when), today),
)
/** `fri, sat and sun`, `dec 24 and 25`, `mon tue wed`. */
export const consecutive: Parser<When> = either(
  row(
    phrase`[on|over] ${either(range, end)}`.map(([item]) => item),
    sign,
  ).map((items, { today }) => rowOf(items, today)),
  row(bareWeekday, optional(sign)).map((items, { today }): When | undefined => {
    const when = rowOf(items, today)
    return when && { ...when, weekday: true, weak: 'word' }
  }),
)
/** `friday or monday`, `until the 24th or 26th`: each is an answer. */
export const oneOf: Parser<When> = phrase`${optional(until)} [either] [on] ${row(end, phrase`[,] or`)}`.map(
  ([said, ends], { today }): When => {
    const days = lend(ends).map(day => (said === undefined ? day : untilOf(said, day, today)))
    const [first, ...others] = days.flatMap(day => (day && !day.bare ? [day] : []))
    const weak = ends.at(-1)?.weak
    const when =
      first && others.length === ends.length - 1
        ? others.reduce((one, other) => eitherOf(one, other, whys.oneOrOther), first)
        : refused(whys.eitherOr)
    return weak ? { ...when, weak } : when
  },
)
