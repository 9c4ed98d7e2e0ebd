import { lasting } from '../meaning/join.ts'
import {
  type Amount,
  carry,
  doubt,
  eitherOf,
  fixed,
  isOneDay,
  plus,
  refused,
  type When,
} from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import type { Input } from '../reading/input.ts'
import { either, map, number, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { SINGULAR } from '../reading/words.ts'
import { amount, count, fortnight, unit } from './amounts.ts'
import { comma, the } from './dates.ts'
import { numberWord } from './numbers.ts'
import { name, periodOf, rest } from './periods.ts'
import { onwards } from './refusable.ts'
import { from, thing } from './things.ts'

/** So many days, weeks or months: from today, or from a day that is said. */

const NOON = 12
/** Whether a number is rather of what stands before it than of what it counts: `dec 24 day off`, `friday 27 week off`. */
const isDayOf = ({ parts, weekday }: When, { odd = false, count }: Amount): boolean =>
  odd && ((parts?.m !== undefined && parts.d === undefined) || (weekday === true && count > NOON))

const starting = either<unknown>(from, word('on'))
/** What tells `3 days starting monday` from `3 days from monday`, which is one day. */
const startingThen = either<unknown>(
  sequence(word('starting', 'starts', 'beginning', 'begins'), optional(word('from', 'on', 'at'))),
  sequence(word('as'), word('of', 'from')),
  sequence(word('long'), starting),
)
const next = word('next', 'coming', 'following')
const during = word('for', 'over', 'during', 'in', 'within')

/** How long something goes on. */
const long = word('for', 'during', 'lasting')
/** `for 3 days from monday`, `from monday for 3 days`, `tomorrow, 2 weeks`, `the next 3 days from tomorrow`. */
const fromSomeDay = either(
  map(sequence(long, the, either(amount, fortnight), comma, starting, thing), ([, , amount, , , start]) => ({
    amount,
    start,
  })),
  map(sequence(the, either(amount, fortnight), comma, startingThen, thing), ([, amount, , , start]) => ({
    amount,
    start,
  })),
  map(sequence(optional(during), the, next, amount, comma, starting, thing), ([, , , amount, , , start]) => ({
    amount,
    start,
  })),
  map(
    sequence(
      optional(from),
      optional(word('on')),
      thing,
      optional(onwards),
      comma,
      optional(long),
      optional(sequence(word('the'), next)),
      amount,
    ),
    ([, , start, , comma, said, theNext, amount]) =>
      isDayOf(start, amount) && !comma && !said && !theNext ? undefined : { amount, start },
  ),
)

/** Nothing but how long. */
const asLength = (when: When): When => ({ ...when, only: 'length' })

const plusSign = word('+', 'and')
const plusAmount = map(sequence(plusSign, amount), ([, more]) => more)
const plusCount = map(
  sequence(word('+'), number(1, 99, [1, 2])),
  ([, count]): Amount => ({ count, unit: 'day' }),
)
const moreDays = either(plusAmount, plusCount)
/** `today and the next two days`; `24/12 +3d`, `+2d`: how long, with the day itself or without, or how far away. */
const added = either(
  map(
    sequence(
      thing,
      plusSign,
      word('the'),
      either(
        map(sequence(next, amount), ([, amount]) => amount),
        map(sequence(amount, word('after', 'following'), optional(word('that'))), ([amount]) => amount),
      ),
    ),
    ([start, , , { count, unit }]) =>
      carry(start, ({ from, until }) => ({ spans: [{ from, until: plus(until, count, unit) }] })),
  ),
  map(sequence(thing, plusAmount), ([start, more], input, at) => further(start, more, input, at)),
  map(sequence(thing, plusCount), ([start, more], input, at) =>
    // The 52 of `weeks 51 + 52` counts no days.
    isOneDay(start, input.today) ? further(start, more, input, at) : undefined,
  ),
  map(moreDays, (more, { today, tokens }, at) =>
    tokens[at]?.text === '+' ? asLength(longOrFar(fixed(today), more, today)) : undefined,
  ),
)

const MINUS: ReadonlySet<string> = new Set(['-', '\u2212'])
const minusSign = map(word('-', '–'), (sign, { tokens }, at) => {
  const { text = '', tight } = tokens[at] ?? {}
  return MINUS.has(text) && !tight ? sign : undefined
})

/** `-3 days`, `in -1 week`: a minus, where a dash has a space behind it. */
export const backwards = map(sequence(optional(word('for', 'in')), minusSign, tight(amount)), () =>
  refused(whys.countsBackwards),
)
/** `24/12 -3d`. */
const lessDays = either(
  backwards,
  map(sequence(thing, backwards), ([, less]) => less),
)

const further = (start: When, more: Amount, { today, tokens }: Input, at: number): When =>
  tokens[at]?.word === 'in' ? farther(start, more) : longOrFar(start, more, today)

/** `in a month and 2 days` is one day. */
const farther = (start: When, { count, unit }: Amount): When =>
  carry(start, ({ until }) => {
    const there = plus(until, count, unit)
    return { spans: [{ from: there, until: there }] }
  })

function longOrFar(start: When, amount: Amount, today: number): When {
  const first = lasting(start, amount, today)
  const read = carry(start, ({ from, until }) => {
    const last = plus(until, amount.count, amount.unit)
    const longer = { from, until: last }
    return { spans: from === until ? [longer, { from: last, until: last }] : [longer] }
  })
  return eitherOf(first, read, whys.amountFrom)
}

/** `for the next week`: from today on, or the calendar’s. */
const nextOne = map(sequence(during, word('the'), next, name), ([, , , name], { today }) => {
  if (name === 'day' || name === 'weekend') return undefined
  const { spans } = lasting(fixed(today), { count: 1, unit: name }, today).read(today)
  return { spans: [...spans, periodOf(name, today, 1)], why: whys.fromTodayOrNext }
})

const units = map(unit, (unit, { tokens }, at) => (SINGULAR.has(tokens[at]?.word ?? '') ? undefined : unit))
/** `next 3 days`: with today, or from tomorrow on; `for` so many days counts from today. */
const nextSome = map(
  sequence(
    optional(during),
    the,
    either(
      map(sequence(next, either(amount, fortnight)), ([, amount]) => amount),
      // `the 3 next days`
      map(sequence(count, next, units), ([n, , { count, unit }]) => ({ count: n * count, unit })),
    ),
  ),
  ([said, , amount], { today }) => ({
    spans: (said === 'for' ? [today] : [today, today + 1]).flatMap(
      start => lasting(fixed(start), amount, today).read(today).spans,
    ),
    why: whys.countsToday,
  }),
)

/** `26 dec 2027 y`: behind a date without its year the number is that year, and what it counts is left over. */
const isYear = ({ count }: Amount, { parts }: When): boolean =>
  count >= FIRST_YEAR && parts?.m !== undefined && parts.y === undefined
const FIRST_YEAR = 1000

/** What says behind the reason how long days go on that were said before it. */
export const lengthBehind = sequence(
  word('for'),
  either<unknown>(sequence(optional(word('the')), optional(next), amount), rest),
)

const halfMore = sequence(word('and'), word('a'), word('half'))
const dayOrWeek = map(word('day', 'days', 'week', 'weeks'), said => (said.startsWith('week') ? 7 : 1))
const some = either(
  number(1, 99, [1, 2]),
  numberWord,
  map(word('a', 'one'), () => 1),
)
/** `1.5 weeks`, `a week and a half`: whole days, one more or one less. */
const andHalf = map(
  sequence(
    optional(word('for')),
    either(
      map(sequence(some, dayOrWeek, halfMore), ([n, length]) => (n + 0.5) * length),
      map(sequence(some, halfMore, dayOrWeek), ([n, , length]) => (n + 0.5) * length),
      map(
        sequence(number(1, 99, [1, 2]), tight(word('.')), tight(number(5, 5, [1])), dayOrWeek),
        ([n, , , length]) => (n + 0.5) * length,
      ),
      map(sequence(word('half'), optional(word('of')), word('a', 'the'), word('week')), () => 3.5),
      map(
        sequence(number(1, 99, [1, 2]), tight(word('½')), dayOrWeek),
        ([n, , length]) => (n + 0.5) * length,
      ),
    ),
  ),
  ([, days], { today }): When => {
    const fewer = { from: today, until: today + Math.max(Math.floor(days), 1) - 1 }
    return asLength(doubt(fewer, { from: today, until: today + Math.ceil(days) - 1 }, whys.roughly))
  },
)

const ofLength = (amount: Amount, today: number): When => asLength(lasting(fixed(today), amount, today))

export const duration: Parser<When> = either(
  map(fromSomeDay, ({ amount, start }, { today }) =>
    isYear(amount, start) ? refused(whys.unread) : lasting(start, amount, today),
  ),
  lessDays,
  map(either(nextOne, nextSome), (outcome): When => ({ read: () => outcome })),
  added,
  andHalf,
  map(fortnight, (amount, { today }) => ofLength(amount, today)),
  // As texts spell today, or two days.
  map(sequence(number(2, 2, [1]), tight(word('day'))), (_, { today }) =>
    doubt({ from: today, until: today }, { from: today, until: today + 1 }, whys.todayOrTwo),
  ),
  map(sequence(optional(long), amount), ([, amount], { today }) => ofLength(amount, today)),
)
