import { mondayOf, weekdayOf } from '../calendar.ts'
import { type Amount, carry, doubt, fixed, plus, type When } from '../meaning/when.ts'
import { sameWeekday, whichNext, whichWeek } from '../meaning/whys.ts'
import { once } from '../reading/matches.ts'
import { either, map, meaning, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { amount } from './amounts.ts'
import { comma, the, weekday } from './dates.ts'
import { numberedWeek } from './numbered.ts'

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
      tokens[at]?.word === 'now' ? { ...fixed(today), weak: 'word' } : fixed(today + days),
  ),
  map(sequence(word('right'), word('now')), (_, { today }): When => ({ ...fixed(today), weak: 'word' })),
)

/** A bare weekday: the next one to come, and a question where today is one. */
export const bareWeekday: Parser<When> = map(weekday, (wanted, { today, tokens }, at) => {
  const short = tokens[at]?.text !== tokens[at]?.word
  return short ? { ...comingWeekday(wanted, today), weak: 'word' } : comingWeekday(wanted, today)
})

export function comingWeekday(wanted: number, today: number): When {
  return {
    weekday: true,
    read(from, strict) {
      const day = from + ((wanted - weekdayOf(from) + 7) % 7)
      const first = { from: day, until: day }
      if (strict || day !== today || from !== today) return { spans: [first] }
      return { spans: [first, { from: day + 7, until: day + 7 }], why: sameWeekday(wanted) }
    },
  }
}

const thisWeekday = map(
  sequence(the, word('this'), weekday),
  ([, , wanted], { today }): When => ({
    weekday: true,
    // Of the days that can be called so it is the first from there on; `until this tuesday` never lies far away.
    read: from => {
      const start = from > today + 7 ? today : from
      return comingWeekday(wanted, start).read(start, true)
    },
  }),
)

const nextWeekday = map(
  sequence(either(the, word('this')), word('next', 'coming', 'following'), weekday),
  ([, said, wanted], { today }): When => {
    const coming = today + 1 + ((wanted - weekdayOf(today + 1) + 7) % 7)
    const ofNextWeek = mondayOf(today) + 7 + wanted
    const day = (n: number) => ({ from: n, until: n })
    if (said === 'coming') return { ...fixed(coming), weekday: true }
    const next = doubt(day(coming), day(ofNextWeek), whichNext)
    // `24 dec to the following monday`
    const after = (from: number) => comingWeekday(wanted, today).read(from + 1, true)
    return {
      weekday: true,
      read: from => (said === 'following' && from > today ? after(from) : next.read(from)),
    }
  },
)

/** `friday after next`. */
const weekdayAfterNext = map(
  sequence(the, weekday, word('after'), word('next')),
  ([, wanted], { today }): When => {
    const coming = today + 8 + ((wanted - weekdayOf(today + 1) + 7) % 7)
    const ofWeekAfterNext = mondayOf(today) + 14 + wanted
    return doubt(
      { from: coming, until: coming },
      { from: ofWeekAfterNext, until: ofWeekAfterNext },
      whichNext,
    )
  },
)

const lastWeekday = map(
  sequence(optional(word('this', 'the')), word('last', 'past', 'previous'), weekday),
  ([, , wanted], { today }) => fixed(today - 1 - ((weekdayOf(today - 1) - wanted + 7) % 7)),
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

/** `friday next week`, `next week on friday`, `monday week`. */
const weekdayOfWeek: Parser<When> = either(
  map(sequence(weekday, optional(word('of', 'in')), namedWeek), ([wanted, , monday]) =>
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
const weekdayAhead: Parser<When> = map(
  either(
    map(sequence(the, weekday, comma, ahead), ([, wanted, , amount]) => ({ wanted, amount })),
    map(sequence(ahead, comma, word('on'), weekday), ([amount, , , wanted]) => ({ wanted, amount })),
  ),
  ({ wanted, amount: { count, unit } }, { today }): When | undefined => {
    if (unit !== 'week') return undefined
    const ofWeek = mondayOf(today) + wanted + 7 * count
    const fromComing = today + ((wanted - weekdayOf(today) + 7) % 7) + 7 * count
    return doubt({ from: ofWeek, until: ofWeek }, { from: fromComing, until: fromComing }, whichWeek)
  },
)

const inAWhile: Parser<When> = either(
  map(ahead, ({ count, unit }, { today }) => fixed(plus(today, count, unit))),
  // `monday to a week later`
  map(
    sequence(amount, word('later')),
    ([{ count, unit }], { today }): When => ({
      read: from => fixed(plus(Math.max(from, today), count, unit)).read(from),
    }),
  ),
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

/** `next working day`, `next weekday`. */
const nextWorkingDay = map(
  sequence(
    the,
    word('next', 'coming', 'following'),
    either<unknown>(sequence(word('working'), word('day')), word('weekday')),
  ),
  (_, { today }) => fixed(plus(today, 1, 'working day')),
)

/** `the friday`, which in a sentence can be any. */
const theWeekday: Parser<When> = map(
  sequence(word('the'), weekday),
  ([, wanted], { today }): When => ({ ...comingWeekday(wanted, today), weak: 'word' }),
)

/** A day by its distance, beside which its weekday or date can stand. */
export const distantDay: Parser<When> = once(
  either(weekdayOfWeek, thisWeekday, nextWeekday, weekdayAfterNext, namedDay),
)

export const relativeDay: Parser<When> = either(
  distantDay,
  lastWeekday,
  bareWeekday,
  theWeekday,
  nextWorkingDay,
  weekdayAhead,
  inAWhile,
)
