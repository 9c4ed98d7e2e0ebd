import { lasting, rangeOf, rowOf, untilOf } from '../meaning/join.ts'
import { carry, fixed, refused, running, type When } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { either, map, number, optional, type Parser, row, sequence, tight, word } from '../reading/parser.ts'
import { comma, dateOn, the, weekday } from './dates.ts'
import { period } from './edges.ts'
import { hourly } from './hourly.ts'
import { name, periodOf } from './periods.ts'
import { refusable } from './refusable.ts'
import { amount, namedWeek } from './relative.ts'
import { end, from, thing, until, upTo } from './things.ts'

/** The grammar of days: how points and periods are joined into one stretch, and what is refused by name. */

const sign = either(
  map(sequence(comma, word('and')), () => 'and'),
  word(',', '+', '/'),
)

const range = either(
  map(sequence(optional(from), optional(word('on')), end, comma, upTo, end), ([, , a, , , b], input) =>
    rangeOf(a, b, input.today),
  ),
  map(sequence(word('between'), end, word('and'), end), ([, a, , b], { today }) => rangeOf(a, b, today)),
)

const weekdays = sequence(
  optional(either(from, word('between'))),
  weekday,
  either(upTo, word('and')),
  weekday,
)
const ofWeek = (monday: number, first: number, last: number): When =>
  last < first ? refused(whys.backwards) : running(monday + first, monday + last)
/** `next week from tuesday to thursday`, `tue-thu next week`. */
const rangeInWeek = either(
  map(sequence(namedWeek, comma, weekdays), ([monday, , [, first, , last]]) => ofWeek(monday, first, last)),
  map(sequence(weekdays, optional(word('of', 'in')), namedWeek), ([[, first, , last], , monday]) =>
    ofWeek(monday, first, last),
  ),
)

const starting = sequence(either(from, word('on')), optional(word('from', 'on')))
const duration = either(
  map(sequence(word('for'), amount, comma, starting, thing), ([, amount, , , start], { today }) =>
    lasting(start, amount, today),
  ),
  map(
    sequence(amount, comma, word('starting', 'beginning'), optional(word('from', 'on')), thing),
    ([amount, , , , start], { today }) => lasting(start, amount, today),
  ),
  map(
    sequence(optional(from), optional(word('on')), thing, comma, optional(word('for')), amount),
    ([, , start, , , amount], { today }) => lasting(start, amount, today),
  ),
  map(
    sequence(word('for', 'over', 'during'), the, word('next', 'coming', 'following'), name),
    ([, , , name], { today }): When | undefined => {
      if (name === 'day' || name === 'weekend') return undefined
      const fromToday = lasting(fixed(today), { count: 1, unit: name }, today)
      const spans = [...fromToday.read(today).spans, periodOf(name, today, 1)]
      return { read: () => ({ spans, why: whys.fromTodayOrNext }) }
    },
  ),
  map(
    sequence(optional(word('for', 'over', 'during')), the, word('next', 'coming', 'following'), amount),
    ([, , , amount], { today }): When => {
      const spans = [today, today + 1].flatMap(
        start => lasting(fixed(start), amount, today).read(today).spans,
      )
      return { read: () => ({ spans, why: whys.countsToday }) }
    },
  ),
  map(sequence(optional(word('for')), amount), ([, amount], { today }) =>
    lasting(fixed(today), amount, today),
  ),
)
/** `next working day`, `next weekday`. */
const nextWorkingDay = map(
  sequence(
    the,
    word('next'),
    either(
      map(sequence(word('working'), word('day')), () => ''),
      word('weekday'),
    ),
  ),
  (_, { today }) => lasting(fixed(today + 1), { count: 1, unit: 'working day' }, today),
)

const openStart = map(
  sequence(until, optional(sequence(word('and'), word('including'))), end),
  ([said, , when], { today }) => untilOf(said, when, today),
)

const PREPOSITIONS = word('on', 'in', 'during', 'throughout', 'for', 'at')
const consecutive = map(sequence(optional(PREPOSITIONS), row(end, sign)), ([, items], { today }) =>
  rowOf(items, today),
)
/** Until somebody says otherwise. */
const forNow = map(sequence(word('for'), word('now')), () => refused(whys.vague))
const single: Parser<When> = either(
  thing,
  map(sequence(word('over'), period), ([, { weak: _, ...when }]): When => when),
  map(
    sequence(PREPOSITIONS, thing),
    ([said, { weak, ...when }]): When =>
      weak && (weak === 'figures' || said === 'for') ? { ...when, weak } : when,
  ),
)

/** `10-12`: a date, or days of a month. */
const dayOrRange = map(
  sequence(number(1, 12, [1, 2]), tight(word('-')), tight(number(1, 12, [1, 2]))),
  ([first, , last], { today }): When | undefined => {
    const days = rangeOf(dateOn({ d: first }), dateOn({ d: last }), today)
    if (first >= last || !days) return undefined
    const spans = [dateOn({ d: first, m: last }), days].flatMap(when => when.read(today).spans)
    return { read: () => ({ spans, why: whys.dayOrRange }), weak: 'figures' }
  },
)

/** What `sayDays` adds: the number of days has to be right. */
const counted = map(
  sequence(either(range, single), word('('), number(1, 999), word('day', 'days'), word(')')),
  ([when, , count]) =>
    carry(when, span =>
      span.until - span.from + 1 === count
        ? { spans: [span] }
        : { spans: [], why: whys.wrongCount(span.until - span.from + 1) },
    ),
)

const some = (...words: string[]): Parser<unknown> => {
  const filler = optional(word(...words))
  return optional(sequence(comma, word(...words), filler))
}
const before = either<unknown>(
  sequence(
    some('just', 'please', 'ooo', 'only'),
    optional(
      either<unknown>(
        sequence(the, word('all', 'whole'), word('of')),
        word('all', 'whole', 'entire'),
        sequence(word('all'), word('day')),
      ),
    ),
  ),
)
const after = some('please', 'only', 'thanks', 'inclusive', '.', '!')

/** Every way to say days, with polite words around it, in the order of preference. */
export const phrase: Parser<When> = map(
  sequence(
    before,
    either(
      counted,
      dayOrRange,
      nextWorkingDay,
      forNow,
      duration,
      single,
      rangeInWeek,
      range,
      openStart,
      consecutive,
      refusable,
      hourly(thing, upTo),
    ),
    after,
  ),
  ([, when]) => when,
)
