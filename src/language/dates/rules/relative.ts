import { firstFrom, mondayOf } from '../calendar.ts'
import { type Amount, carry, doubt, fixed, plus, type When } from '../meaning/when.ts'
import { whichWeek } from '../meaning/whys.ts'
import { once } from '../reading/matches.ts'
import { either, map, meaning, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { COUNTED } from '../reading/words.ts'
import { amount } from './amounts.ts'
import { comma, the, weekday } from './dates.ts'
import { numberedWeek } from './numbered.ts'
import { anyWeekday, distantWeekday } from './weekdays.ts'

/** Days by their distance from today: `tomorrow`, `in 3 days`, `next friday`. */

const NAMED: ReadonlyMap<string, number> = new Map([
  ['now', 0],
  ['today', 0],
  ['tonight', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
])

export const namedDay: Parser<When> = either(
  map(
    meaning(NAMED),
    (days, { today, tokens }, at): When =>
      tokens[at]?.word === 'now' ? { ...fixed(today), weak: 'inside' } : fixed(today + days),
  ),
  map(sequence(word('right'), word('now')), (_, { today }): When => ({ ...fixed(today), weak: 'inside' })),
)

/** The Monday of a week that is named by its distance, or its number. */
export const namedWeek: Parser<number> = either(
  map(
    either(
      map(sequence(word('this', 'the'), optional(word('current')), word('week')), () => 0),
      map(sequence(the, word('next', 'following', 'coming'), word('week')), () => 1),
      map(sequence(the, word('week'), word('after'), word('next')), () => 2),
    ),
    (weeks, { today }) => mondayOf(today) + 7 * weeks,
  ),
  numberedWeek,
)

/** What leads from weekdays to the week that they are in: `monday, next week`. */
export const ofWeek = optional(word('of', 'in', ','))

/** Behind a comma the week may be one of which something else is said: `friday, next week we go live`. */
const ofThatWeekOrAlone = (alone: number, there: number): When =>
  alone < there
    ? doubt({ from: alone, until: alone }, { from: there, until: there }, whichWeek)
    : fixed(there)

/** `friday next week`, `next week on friday`, `monday week`. */
const weekdayOfWeek: Parser<When> = either(
  map(sequence(weekday, ofWeek, namedWeek), ([wanted, sign, monday], { today }) => {
    const there = monday + wanted
    return sign === ',' ? ofThatWeekOrAlone(firstFrom(today, wanted), there) : fixed(there)
  }),
  map(sequence(word('the'), weekday, word('of', 'in'), namedWeek), ([, wanted, , monday]) =>
    fixed(monday + wanted),
  ),
  map(sequence(namedWeek, comma, optional(word('on')), weekday), ([monday, , , wanted]) =>
    fixed(monday + wanted),
  ),
)

const fromNow = sequence(word('from'), word('now'))
/** `in 2 weeks`, `in a week's time`, `3 days hence`. */
const ahead: Parser<Amount> = either(
  map(sequence(word('in'), amount, optional(word('time'))), ([, amount]) => amount),
  map(sequence(amount, either<unknown>(word('hence'), fromNow)), ([amount]) => amount),
)

/** `friday in two weeks`, `in a fortnight on friday`: in the week so far away, or so far from the one to come. */
export const weekdayAhead: Parser<When> = map(
  either(
    map(sequence(the, weekday, comma, ahead), ([, wanted, , amount]) => ({ wanted, amount })),
    map(sequence(ahead, comma, word('on'), weekday), ([amount, , , wanted]) => ({ wanted, amount })),
  ),
  ({ wanted, amount: { count, unit } }, { today }): When | undefined => {
    if (unit !== 'week') return undefined
    const ofWeek = mondayOf(today) + wanted + 7 * count
    const fromComing = firstFrom(today, wanted) + 7 * count
    return doubt({ from: ofWeek, until: ofWeek }, { from: fromComing, until: fromComing }, whichWeek)
  },
)

/** `monday to a week later`: so far from where the days begin that it ends. */
export function later(said: Parser<unknown>): Parser<When> {
  return map(
    sequence(amount, said),
    ([{ count, unit }], { today }): When => ({
      read: from => fixed(plus(Math.max(from, today), count, unit)).read(from),
    }),
  )
}

const inAWhile: Parser<When> = either(
  map(ahead, ({ count, unit }, { today }) => fixed(plus(today, count, unit))),
  later(word('later')),
  // `tomorrow in a week`
  map(sequence(namedDay, ahead), ([day, { count, unit }]) =>
    carry(day, ({ from }) => ({
      spans: [{ from: plus(from, count, unit), until: plus(from, count, unit) }],
    })),
  ),
  map(sequence(amount, word('ago', 'earlier')), ([{ count, unit }], { today }) =>
    fixed(plus(today, -count, unit)),
  ),
  map(
    sequence(optional(word('for', 'over', 'in')), the, word('last', 'past', 'previous'), amount),
    ([, , , { count, unit }], { today }) => fixed(plus(today, -count, unit), today - 1),
  ),
)

/** `this day next week`, `the same time next month`, `this time tomorrow`. */
const sameDay = map(
  sequence(
    the,
    word('this', 'same'),
    word('day', 'time'),
    either(
      map(sequence(word('next'), meaning(COUNTED)), ([, counted]) => counted),
      map(word('tomorrow'), () => ({ unit: 'day' as const, times: 1 })),
    ),
  ),
  ([, , , { unit, times }], { today }) => fixed(plus(today, times, unit)),
)

/** `next working day`, `next weekday`. */
const nextWorkingDay = map(
  sequence(
    the,
    word('next', 'coming', 'following'),
    either<unknown>(sequence(word('working'), word('day')), word('weekday')),
  ),
  (_, { today }) => fixed(plus(today, 1, 'working day')),
)

/** A day by its distance, beside which its weekday or date can stand. */
export const distantDay: Parser<When> = once(either(weekdayOfWeek, distantWeekday, namedDay))

export const relativeDay: Parser<When> = either(
  distantDay,
  anyWeekday,
  nextWorkingDay,
  weekdayAhead,
  inAWhile,
  sameDay,
)
