import { lasting } from '../meaning/join.ts'
import { type Amount, doubt, fixed, type When } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { either, map, number, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { comma, the } from './dates.ts'
import { name, periodOf } from './periods.ts'
import { amount } from './relative.ts'
import { from, thing } from './things.ts'

/** So many days, weeks or months: from today, or from a day that is said. */

const starting = either<unknown>(from, word('on'))
/** What tells `3 days starting monday` from `3 days from monday`, which is one day. */
const startingThen = either<unknown>(
  sequence(word('starting', 'beginning'), optional(word('from', 'on'))),
  sequence(word('as'), word('of', 'from')),
)
const next = word('next', 'coming', 'following')
const during = word('for', 'over', 'during', 'in', 'within')

/** `for 3 days from monday`, `from monday for 3 days`, `tomorrow, 2 weeks`. */
const fromSomeDay = either(
  map(sequence(word('for'), amount, comma, starting, thing), ([, amount, , , start]) => ({ amount, start })),
  map(sequence(amount, comma, startingThen, thing), ([amount, , , start]) => ({ amount, start })),
  map(
    sequence(
      optional(from),
      optional(word('on')),
      thing,
      comma,
      optional(word('for')),
      optional(sequence(word('the'), next)),
      amount,
    ),
    ([, , start, , , , amount]) => ({ amount, start }),
  ),
)

/** `for the next week`: from today on, or the calendar’s. */
const nextOne = map(sequence(during, word('the'), next, name), ([, , , name], { today }) => {
  if (name === 'day' || name === 'weekend') return undefined
  const { spans } = lasting(fixed(today), { count: 1, unit: name }, today).read(today)
  return { spans: [...spans, periodOf(name, today, 1)], why: whys.fromTodayOrNext }
})

/** `next 3 days`: with today, or from tomorrow on. */
const nextSome = map(sequence(optional(during), the, next, amount), ([, , , amount], { today }) => ({
  spans: [today, today + 1].flatMap(start => lasting(fixed(start), amount, today).read(today).spans),
  why: whys.countsToday,
}))

export const duration: Parser<When> = either(
  map(fromSomeDay, ({ amount, start }, { today }) => lasting(start, amount, today)),
  map(either(nextOne, nextSome), (outcome): When => ({ read: () => outcome })),
  // As texts spell today, or two days.
  map(sequence(number(2, 2, [1]), tight(word('day'))), (_, { today }) =>
    doubt({ from: today, until: today }, { from: today, until: today + 1 }, whys.todayOrTwo),
  ),
  map(sequence(optional(word('for')), amount), ([, amount], { today }) =>
    lasting(fixed(today), amount, today),
  ),
)

const workingDay = either<unknown>(sequence(word('working'), word('day')), word('weekday'))
const ONE: Amount = { count: 1, unit: 'working day' }
/** `next working day`, `next weekday`. */
export const nextWorkingDay = map(sequence(the, next, workingDay), (_, { today }) =>
  lasting(fixed(today + 1), ONE, today),
)
