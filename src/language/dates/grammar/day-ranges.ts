import { firstFrom, lastUpTo, weekdayOf } from '../calendar.ts'
import { carry, dateOn, eitherOf, fixed, isOneDay, refused, running, type When } from '../meaning.ts'
import { either, map, notBefore, number, optional, type Parser, phrase, row, word } from '../parser.ts'
import { lend, rangeOf, rowOf, untilOf } from '../ranges.ts'
import * as whys from '../reasons.ts'
import { bareDay, compactDate, isoDate, namedMonth, weekday } from './calendar-dates.ts'
import { clockTimes, withHours } from './clock-times.ts'
import { end, from, isSign, lastDay, thing, until, upTo } from './days.ts'
import { amount, bareWeekday, comingWeekday, namedWeek } from './lengths.ts'
import { type Name, name, periodOf, rest, weekWith } from './periods.ts'

/** From one day to another, and days in a row. */

const NOON = 12
/** `until monday 5` can be the 5th, or monday at 5: whether that day still counts is asked then. */
function orHour(end: When, today: number): When {
  const { weekday, m, d = 0, ordinal } = end.parts ?? {}
  if (end.weak !== 'figures' || weekday === undefined || m !== undefined || ordinal || d > NOON) return end
  const day = comingWeekday(weekday, today)
  const dayBefore = carry(day, ({ from }) => fixed(from - 1).read(from))
  const atHour: When = { read: from => eitherOf(day, dayBefore, whys.dayOrHour).read(from) }
  return eitherOf(end, atHour, whys.dayOrHour)
}
/** Of two days of a month the last is no hour; a day until its own end is that day. */
export function spanning(first: When, last: When, today: number, said: string): When | undefined {
  if (last.sameDay && isOneDay(first, today)) return first.weak === 'figures' ? first : { read: first.read }
  return rangeOf(first, first.parts?.d === undefined ? orHour(last, today) : last, today, said)
}
export const onwards = either<unknown>(
  word('onwards', 'onward', 'on', 'forward', 'forwards', 'ff'),
  phrase`and|or on|after|later|onwards|beyond`,
)
/** What says no more than `until` does: `until friday at the latest`. */
const atMost = either<unknown>(phrase`at [the] latest`, notBefore(number(1, 9999), word('max', 'maximum')))

interface Weekdays {
  first: number
  last: number
  said: string
}
const sign = either<unknown>(phrase`[,] and`, word(',', '+', '/'))
/** `mon-wed`, `between monday and wednesday`, `tue, wed and thu`. */
const weekdays: Parser<Weekdays> = either(
  map(phrase`${optional(from)} ${weekday} ${upTo} ${weekday}`, ([, first, said, last]) => ({
    first,
    last,
    said,
  })),
  map(phrase`between ${weekday} and ${weekday}`, ([first, last]) => ({ first, last, said: 'and' })),
  map(row(weekday, optional(sign)), (days): Weekdays | undefined => {
    const [first, last] = [days[0], days.at(-1)]
    const isRow = days.length <= 7 && days.every((day, i) => i === 0 || day === ((days[i - 1] ?? 0) + 1) % 7)
    return first !== undefined && last !== undefined && isRow ? { first, last, said: 'and' } : undefined
  }),
)
/** The week is that of the last day, and of a first one before it. */
function untilWeekday({ first, last, said }: Weekdays, monday: number, today: number): When | undefined {
  if (last > first) {
    const inIt = running(monday + first, monday + last)
    // `until` leaves open whether the first is that of the week, or the next one to come.
    const canBeSooner = said === 'until' && monday > today && first >= weekdayOf(today)
    const fromNow = running(firstFrom(today, first), monday + last)
    return canBeSooner ? eitherOf(inIt, fromNow, whys.whichStart) : inIt
  }
  const before = lastUpTo(monday + last - 1, first)
  const start: When =
    before < today ? { read: from => comingWeekday(first, today).read(from, true) } : fixed(before)
  return rangeOf(start, { ...fixed(monday + last), weekday: true }, today, said)
}
const anyWeek = either(
  map(namedWeek, monday => fixed(monday)),
  weekWith,
)
/** `next week from tuesday to thursday`, `tue-thu next week`, `mon and tue w/c 7 dec`. */
const inWeek: Parser<When> = either(
  map(phrase`${anyWeek} [,|:|;|(] ${weekdays} [)]`, ([week, { first, last }]) =>
    carry(week, ({ from }) => running(from + first, from + last + (last <= first ? 7 : 0)).read(from)),
  ),
  map(
    phrase`${weekdays} [of|in|,] ${anyWeek} ${optional(atMost)}`,
    ([weekdays, week, most], { today }): When | undefined =>
      most && isSign(weekdays.said)
        ? undefined
        : carry(week, ({ from }) => untilWeekday(weekdays, from, today)?.read(today) ?? { spans: [] }),
  ),
)
const daysOfMonth = either<readonly [When, When]>(
  map(phrase`${optional(from)} ${bareDay} ${upTo} ${bareDay}`, ([, first, , last]) => [first, last]),
  phrase`between ${bareDay} and ${bareDay}`,
)
/** `next month 4-8`, `next month from the 4th to the 8th`. */
const inMonth: Parser<When> = map(
  phrase`${namedMonth} [,] ${daysOfMonth}`,
  ([month, [first, last]], { today }) => rangeOf(first, dateOn({ ...month, d: last.parts?.d }), today),
)

const and = either<unknown>(upTo, word('and', '+'))
/** `this week and next`, `next week and the week after`. */
const twoPeriods: Parser<When> = map(
  phrase`${optional(from)} [the] ${word('this', 'next', 'coming')} ${optional(name)} ${and} [the] ${either<
    Name | 'next' | 'one'
  >(
    map(phrase`next ${optional(name)}`, ([name]) => name ?? 'next'),
    map(
      phrase`${either<Name | 'one'>(
        name,
        map(word('one'), () => 'one'),
      )} after [that]`,
      ([name]) => name,
    ),
    map(phrase`following ${name}`, ([name]) => name),
  )}`,
  ([, said, one, , other], { tokens, today }, at): When | undefined => {
    const kind = one ?? (other === 'one' || other === 'next' ? undefined : other)
    const isNext = tokens.slice(at + 1).some(({ word }) => word === 'next')
    if (!kind || (other !== kind && other !== 'one' && other !== 'next') || (said !== 'this' && isNext))
      return undefined
    if (kind === 'weekend') return refused(whys.gap)
    const first = said === 'this' ? 0 : 1
    return running(periodOf(kind, today, first).from, periodOf(kind, today, first + 1).until)
  },
)
const hoursOfToday = map(clockTimes, (days, { today }) => withHours(fixed(today), days))
const iso = either(isoDate, compactDate)
/** `from the start of monday`, which is that day. */
const startOfDay = map(phrase`[the] start|beginning of ${end}`, ([day]) => day)
const begin = word('start', 'starts', 'starting', 'begin', 'begins', 'beginning', 'from')
const finish = word('end', 'ending', 'ends', 'finish', 'finishing', 'finishes')
/** `mon-wed after christmas`, `fri to sun in two weeks`: which of them the words behind the last day are said of is open. */
const farWeekdays = map(
  either<unknown>(
    phrase`${weekdays} after|before|following ${thing}`,
    phrase`${weekdays} in ${amount}`,
    phrase`${weekdays} ${amount} ${either<unknown>(word('hence'), phrase`from now`)}`,
  ),
  () => refused(whys.eitherOr),
)
export const range: Parser<When> = either(
  farWeekdays,
  // `2026-12-30 - 01-02`: the end is written as the beginning is
  map(
    phrase`${isoDate} [,] ${either<unknown>(upTo, word('/'))} ${number(1, 12, [2])} ~- ~${number(1, 31, [2])}`,
    ([a, , m, d], { today }) => rangeOf(a, dateOn({ m, d }), today),
  ),
  inWeek,
  inMonth,
  twoPeriods,
  map(
    phrase`${optional(from)} [on|over|in|during] ${either(end, startOfDay, hoursOfToday)} ${optional(onwards)} [,] ${upTo} ${lastDay} ${optional(atMost)}`,
    ([, a, , said, b, most], { today }) => (most && isSign(said) ? undefined : spanning(a, b, today, said)),
  ),
  map(phrase`between ${end} and ${end}`, ([a, b], { today }) => rangeOf(a, b, today)),
  map(phrase`${iso} ~/ ~${iso}`, ([a, b], { today }) => rangeOf(a, b, today)),
  map(phrase`${begin} [~:] [on] ${end} [,] [and] ${finish} [~:] [on] ${end}`, ([, a, , b], { today }) =>
    spanning(a, b, today, 'to'),
  ),
  // `tomorrow for the rest of the week`
  map(phrase`${optional(from)} ${thing} [,] [for|and] ${rest}`, ([, start, rest]) =>
    carry(start, ({ from }) => ({ spans: rest.read(from).spans.map(({ until }) => ({ from, until })) })),
  ),
)
/** `until friday`, `up to and including the 24th`: from today on. */
export const openStart: Parser<When> = map(
  phrase`${until} ${lastDay} ${optional(atMost)}`,
  ([said, when], { today }) => untilOf(said, orHour(when, today), today),
)
/** `fri, sat and sun`, `dec 24 and 25`, `mon tue wed`. */
export const consecutive: Parser<When> = either(
  map(
    row(
      map(phrase`[on|over] ${either(range, end)}`, ([item]) => item),
      sign,
    ),
    (items, { today }) => rowOf(items, today),
  ),
  map(row(bareWeekday, optional(sign)), (items, { today }): When | undefined => {
    const when = rowOf(items, today)
    return when && { ...when, weekday: true, weak: 'word' }
  }),
)
/** `10-12`: a date, or days of a month; `9-5`: a date, or hours of today. */
export const dayOrRange = map(
  phrase`${number(1, 12, [1, 2])} ~- ~${number(1, 12, [1, 2])}`,
  ([first, last], { today, tokens, monthFirst }, at): When | undefined => {
    const days = rangeOf(dateOn({ d: first }), dateOn({ d: last }), today)
    const isPadded = [at, at + 2].some(at => tokens[at]?.text.startsWith('0'))
    if (first === last || (first > last && isPadded) || !days) return undefined
    const date = monthFirst ? dateOn({ d: last, m: first }) : dateOn({ d: first, m: last })
    const [other, why] = first < last ? [days, whys.dayOrRange] : [fixed(today), whys.dayOrHours]
    return { ...eitherOf(date, other, why), weak: 'figures' }
  },
)

const or = phrase`[,] or`
const alternatives = row(end, or)
/** `friday or monday`, `mon-wed or thu-fri`, `tomorrow to friday or monday`: each is an answer. */
export const oneOf: Parser<When> = map(
  either<readonly (When | undefined)[]>(
    map(phrase`[either] [on] ${alternatives}`, ([days]) => lend(days)),
    row(range, or),
    map(phrase`${optional(from)} ${end} ${upTo} ${alternatives}`, ([, first, said, ends], { today }) =>
      lend(ends).map(last => spanning(first, last, today, said)),
    ),
    map(phrase`${until} ${alternatives}`, ([said, ends], { today }) =>
      lend(ends).map(last => untilOf(said, last, today)),
    ),
  ),
  (said): When => {
    const weak = said.at(-1)?.weak
    const [first, ...others] = said.flatMap(day => (day && !day.bare ? [day] : []))
    const isAll = first && others.length === said.length - 1
    const when = isAll
      ? others.reduce((one, other) => eitherOf(one, other, whys.oneOrOther), first)
      : refused(whys.eitherOr)
    return weak ? { ...when, weak } : when
  },
)
