import { dateOn } from '../meaning/dates.ts'
import { rowOf, untilOf } from '../meaning/join.ts'
import { rangeOf } from '../meaning/ranges.ts'
import { carry, eitherOf, fixed, isOneDay, refused, running, type When } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { row } from '../reading/matches.ts'
import { either, map, number, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { comma, the, weekday } from './dates.ts'
import { period } from './edges.ts'
import { compact, isoDate } from './figures.ts'
import { lastDay } from './last-days.ts'
import { type Name, name, periodOf, rest } from './periods.ts'
import { atMost, onwards } from './refusable.ts'
import { colon, end, from, isSign, thing, until, upTo } from './things.ts'
import { bareWeekday, comingWeekday } from './weekdays.ts'
import { farWeekdays, inMonth, inWeek, rowInWeek, sign } from './within.ts'

/** From one day to another, and days in a row. */

const NOON = 12
/** `until monday 5` can be the 5th, or monday at 5: whether that day still counts is asked then. */
function orHour(end: When, today: number): When {
  const { weekday, m, d = 0, ordinal } = end.parts ?? {}
  if (end.weak !== 'figures' || weekday === undefined || m !== undefined || ordinal || d > NOON) return end
  const day = comingWeekday(weekday, today)
  const dayBefore = carry(day, ({ from }) => ({ spans: [{ from: from - 1, until: from - 1 }] }))
  const atHour: When = { read: from => eitherOf(day, dayBefore, whys.dayOrHour).read(from) }
  return eitherOf(end, atHour, whys.dayOrHour)
}

/** Of two days of a month the last is no hour; a day until its own end is that day. */
export function spanning(first: When, last: When, today: number, said: string): When | undefined {
  if (last.sameDay && isOneDay(first, today)) return first.weak === 'figures' ? first : { read: first.read }
  return rangeOf(first, first.parts?.d === undefined ? orHour(last, today) : last, today, said)
}

/** `2026-12-30 - 01-02`: what ends it is written as what begins it. */
const monthAndDay = map(
  sequence(number(1, 12, [2]), tight(word('-')), tight(number(1, 31, [2]))),
  ([m, , d]) => dateOn({ m, d }),
)
/** `starting monday, ending friday`. */
const startToEnd = map(
  sequence(
    word('start', 'starts', 'starting', 'begin', 'begins', 'beginning', 'from'),
    colon,
    optional(word('on')),
    end,
    comma,
    optional(word('and')),
    word('end', 'ending', 'ends', 'finish', 'finishing', 'finishes'),
    colon,
    optional(word('on')),
    end,
  ),
  ([, , , a, , , , , , b], { today }) => spanning(a, b, today, 'to'),
)
/** `friday to the monday after`. */
const toTheNext = map(
  sequence(
    optional(from),
    thing,
    either<unknown>(upTo, word('and', '+')),
    word('the'),
    weekday,
    word('after'),
    optional(word('that')),
  ),
  ([, start, , , wanted], { today }) =>
    carry(start, span => ({
      spans: comingWeekday(wanted, today)
        .read(span.until + 1, true)
        .spans.map(({ until }) => ({ ...span, until })),
    })),
)

const iso = either(isoDate, compact)
const toLast = (first: Parser<When>) =>
  map(
    sequence(
      optional(either<unknown>(from, word('since'))),
      optional(word('on', 'over', 'in', 'during')),
      first,
      optional(onwards),
      comma,
      upTo,
      lastDay,
      optional(atMost),
    ),
    ([, , a, , , said, b, most], { today }): When | undefined =>
      most && isSign(said) ? undefined : spanning(a, b, today, said),
  )
/** `from the start of monday`, which is that day. */
const startOfDay = map(sequence(the, word('start', 'beginning'), word('of'), end), ([, , , day]) => day)
const fromTo = either(
  map(sequence(isoDate, comma, either<unknown>(upTo, word('/')), monthAndDay), ([a, , , b], { today }) =>
    rangeOf(a, b, today),
  ),
  toLast(end),
  toLast(startOfDay),
  map(sequence(word('between'), end, word('and'), end), ([, a, , b], { today }) => rangeOf(a, b, today)),
  // An interval as ISO 8601 writes it, or as a command line takes it.
  map(sequence(iso, tight(word('/')), tight(iso)), ([a, , b], { today }) => rangeOf(a, b, today)),
  map(sequence(isoDate, isoDate), ([a, b], { today }) => rangeOf(a, b, today)),
)

/** `tomorrow for the rest of the week`. */
const forTheRest = map(
  sequence(optional(from), thing, comma, optional(word('for', 'and')), rest),
  ([, start, , , rest]) =>
    carry(start, ({ from }) => ({ spans: rest.read(from).spans.map(({ until }) => ({ from, until })) })),
)

const joined = (name: Name, today: number, first: number): When =>
  name === 'weekend'
    ? refused(whys.gap)
    : running(periodOf(name, today, first).from, periodOf(name, today, first + 1).until)
/** `this week and next`. */
const thisAndNext = map(
  sequence(word('this'), optional(name), either(upTo, word('and', '+')), the, word('next'), optional(name)),
  ([, one, , , , other], { today }): When | undefined => {
    const said = one ?? other
    if (!said || (one && other && one !== other)) return undefined
    return joined(said, today, 0)
  },
)
/** `next week and the week after`, `from next week until the following week`. */
const andTheOneAfter = map(
  sequence(
    optional(from),
    the,
    word('this', 'next', 'coming'),
    name,
    either<unknown>(upTo, word('and', '+')),
    the,
    either(
      map(sequence(either(name, word('one')), word('after'), optional(word('that'))), ([name]) => name),
      map(sequence(word('following'), name), ([, name]) => name),
    ),
  ),
  ([, , said, one, , , other], { today }): When | undefined =>
    other === one || other === 'one' ? joined(one, today, said === 'this' ? 0 : 1) : undefined,
)

export const range: Parser<When> = either(
  inWeek,
  inMonth,
  farWeekdays,
  andTheOneAfter,
  fromTo,
  startToEnd,
  toTheNext,
  forTheRest,
)

/** `until friday`, `up to and including the 24th`: from today on. */
export const openStart = map(sequence(until, lastDay, optional(atMost)), ([said, when], { today }) =>
  untilOf(said, orHour(when, today), today),
)

const before = either<unknown>(word('on', 'over'), sequence(word('all'), word('of')))
/** `fri, sat and sun`, `dec 24 and 25`, `mon tue wed`. */
export const consecutive: Parser<When> = either(
  rowInWeek,
  map(
    row(
      map(sequence(optional(before), either(range, end)), ([, item]) => item),
      sign,
    ),
    (items, { today }) => rowOf(items, today),
  ),
  // `friday over the weekend`
  map(sequence(optional(from), end, word('over'), period), ([, day, , period], { today }) =>
    rowOf([day, period], today),
  ),
  map(row(bareWeekday, optional(sign)), (items, { today }): When | undefined => {
    const when = rowOf(items, today)
    return when && { ...when, weekday: true, weak: 'word' }
  }),
  thisAndNext,
)

/** `10-12`: a date, or days of a month; `9-5`: a date, or hours of today. */
export const dayOrRange = map(
  sequence(number(1, 12, [1, 2]), tight(word('-')), tight(number(1, 12, [1, 2]))),
  ([first, , last], { today, tokens, monthFirst }, at): When | undefined => {
    const days = rangeOf(dateOn({ d: first }), dateOn({ d: last }), today)
    const padded = [at, at + 2].some(at => tokens[at]?.text.startsWith('0'))
    if (first === last || (first > last && padded) || !days) return undefined
    const date = monthFirst ? dateOn({ d: last, m: first }) : dateOn({ d: first, m: last })
    const [other, why] = first < last ? [days, whys.dayOrRange] : [fixed(today), whys.dayOrHours]
    return { ...eitherOf(date, other, why), weak: 'figures' }
  },
)
