import { dateOn } from '../meaning/dates.ts'
import { rangeOf, rowOf, untilOf } from '../meaning/join.ts'
import { carry, refused, running, type When } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { row } from '../reading/matches.ts'
import { either, map, number, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { comma, the, weekday } from './dates.ts'
import { isoDate } from './figures.ts'
import { type Name, name, periodOf, rest } from './periods.ts'
import { bareWeekday, namedWeek } from './relative.ts'
import { end, from, thing, until, upTo } from './things.ts'

/** From one day to another, and days in a row. */

/** The night at the end of a day is still that day. */
const lastDay = map(sequence(end, optional(word('night', 'evening'))), ([day]) => day)

const fromTo = either(
  map(
    sequence(optional(from), optional(word('on')), end, comma, upTo, lastDay),
    ([, , a, , , b], { today }) => rangeOf(a, b, today),
  ),
  map(sequence(word('between'), end, word('and'), end), ([, a, , b], { today }) => rangeOf(a, b, today)),
  // An interval as ISO 8601 writes it.
  map(sequence(isoDate, tight(word('/')), tight(isoDate)), ([a, , b], { today }) => rangeOf(a, b, today)),
)

/** `tomorrow for the rest of the week`. */
const forTheRest = map(
  sequence(optional(from), thing, comma, optional(word('for', 'and')), rest),
  ([, start, , , rest]) =>
    carry(start, ({ from }) => ({ spans: rest.read(from).spans.map(({ until }) => ({ from, until })) })),
)

const weekdays = sequence(
  optional(either<unknown>(from, word('between'))),
  weekday,
  either(upTo, word('and')),
  weekday,
)
const ofWeek = (monday: number, first: number, last: number): When =>
  last < first ? refused(whys.backwards) : running(monday + first, monday + last)
/** `next week from tuesday to thursday`, `tue-thu next week`. */
const inWeek = either(
  map(sequence(namedWeek, comma, weekdays), ([monday, , [, first, , last]]) => ofWeek(monday, first, last)),
  map(sequence(weekdays, optional(word('of', 'in')), namedWeek), ([[, first, , last], , monday]) =>
    ofWeek(monday, first, last),
  ),
)

export const range: Parser<When> = either(inWeek, fromTo, forTheRest)

/** `until friday`, `up to and including the 24th`: from today on. */
export const openStart = map(sequence(until, lastDay), ([said, when], { today }) =>
  untilOf(said, when, today),
)

const sign = either(
  map(sequence(comma, word('and')), () => 'and'),
  word(',', '+', '/'),
)
const joined = (name: Name, today: number, first: number): When =>
  name === 'weekend'
    ? refused(whys.gap)
    : running(periodOf(name, today, first).from, periodOf(name, today, first + 1).until)
/** `this week and next`, `next week and the week after`. */
const twoPeriods = either(
  map(
    sequence(word('this'), optional(name), either(upTo, word('and', '+')), the, word('next'), optional(name)),
    ([, one, , , , other], { today }): When | undefined => {
      const said = one ?? other
      if (!said || (one && other && one !== other)) return undefined
      return joined(said, today, 0)
    },
  ),
  map(
    sequence(the, word('next'), name, word('and'), the, name, word('after')),
    ([, , one, , , other], { today }): When | undefined =>
      one === other ? joined(one, today, 1) : undefined,
  ),
)
/** `fri, sat and sun`, `dec 24 and 25`, `mon tue wed`. */
export const consecutive: Parser<When> = either(
  map(
    row(
      map(sequence(optional(word('on')), either(range, end)), ([, item]) => item),
      sign,
    ),
    (items, { today }) => rowOf(items, today),
  ),
  map(row(bareWeekday, optional(sign)), (items, { today }): When | undefined => {
    const when = rowOf(items, today)
    return when && { ...when, weekday: true, weak: 'word' }
  }),
  twoPeriods,
)

/** `10-12`: a date, or days of a month. */
export const dayOrRange = map(
  sequence(number(1, 12, [1, 2]), tight(word('-')), tight(number(1, 12, [1, 2]))),
  ([first, , last], { today, monthFirst }): When | undefined => {
    const days = rangeOf(dateOn({ d: first }), dateOn({ d: last }), today)
    if (first >= last || !days) return undefined
    const date = monthFirst ? dateOn({ d: last, m: first }) : dateOn({ d: first, m: last })
    const spans = [date, days].flatMap(when => when.read(today).spans)
    return { read: () => ({ spans, why: whys.dayOrRange }), weak: 'figures' }
  },
)
