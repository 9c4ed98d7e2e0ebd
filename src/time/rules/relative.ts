import { mondayOf, weekdayOf } from '../calendar.ts'
import { type Amount, doubt, fixed, plus, type When } from '../meaning/when.ts'
import { sameWeekday, whichNext } from '../meaning/whys.ts'
import { once } from '../reading/matches.ts'
import {
  either,
  map,
  meaning,
  number,
  optional,
  type Parser,
  sequence,
  tight,
  word,
} from '../reading/parser.ts'
import { COUNTED } from '../reading/words.ts'
import { comma, the, weekday } from './dates.ts'
import { numberWord } from './numbers.ts'

/** Days by their distance from today: `tomorrow`, `in 3 days`, `next friday`. */

const NAMED: ReadonlyMap<string, number> = new Map([
  ['now', 0],
  ['today', 0],
  ['tonight', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
])

export const namedDay: Parser<When> = map(
  meaning(NAMED),
  (days, { today, tokens }, at): When =>
    tokens[at]?.word === 'now' ? { ...fixed(today), weak: 'word' } : fixed(today + days),
)

const count: Parser<number> = either(
  number(1, 9999),
  numberWord,
  map(word('a', 'an'), () => 1),
  map(sequence(optional(word('a')), word('couple'), optional(word('of'))), () => 2),
)

const unit: Parser<Amount> = either(
  map(
    sequence(optional(word('full', 'whole', 'calendar', 'consecutive', 'straight')), meaning(COUNTED)),
    ([, { unit, times }]): Amount => ({ unit, count: times }),
  ),
  map(sequence(word('working'), word('day', 'days')), (): Amount => ({ unit: 'working day', count: 1 })),
  map(word('weekday', 'weekdays'), (): Amount => ({ unit: 'working day', count: 1 })),
)

const oneAmount: Parser<Amount> = map(
  sequence(count, optional(tight(word('-'))), unit),
  ([n, , { unit, count }]) => ({ unit, count: n * count }),
)
const inDays = ({ count, unit }: Amount): number | undefined =>
  unit === 'day' ? count : unit === 'week' ? 7 * count : undefined

/** `3 days`, `2w`, `a fortnight`, `a couple of weeks`, `1 week and 2 days`. */
export const amount: Parser<Amount> = once(
  either(
    map(sequence(oneAmount, optional(word('and', ',')), oneAmount), ([a, , b]): Amount | undefined => {
      const [first, second] = [inDays(a), inDays(b)]
      return first === undefined || second === undefined || first < second
        ? undefined
        : { count: first + second, unit: 'day' }
    }),
    oneAmount,
  ),
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
    return { ...doubt(day(coming), day(ofNextWeek), whichNext), weekday: true }
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

/** The Monday of a week that is named by its distance. */
export const namedWeek: Parser<number> = map(
  either(
    map(sequence(word('this', 'the'), optional(word('current')), word('week')), () => 0),
    map(sequence(the, word('next', 'following', 'coming'), word('week')), () => 1),
    map(sequence(the, word('week'), word('after'), word('next')), () => 2),
  ),
  (weeks, { today }) => mondayOf(today) + 7 * weeks,
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
const inAWhile: Parser<When> = either(
  map(
    either(
      map(sequence(word('in'), amount, optional(word('time'))), ([, amount]) => amount),
      map(sequence(amount, either<unknown>(word('later', 'hence'), fromNow)), ([amount]) => amount),
    ),
    ({ count, unit }, { today }) => fixed(plus(today, count, unit)),
  ),
  map(sequence(amount, word('ago', 'earlier')), ([{ count, unit }], { today }) =>
    fixed(plus(today, -count, unit)),
  ),
  map(
    sequence(optional(word('for', 'over', 'in')), the, word('last', 'past', 'previous'), amount),
    ([, , , { count, unit }], { today }) => fixed(plus(today, -count, unit), today - 1),
  ),
)

/** A day by its distance, beside which its weekday or date can stand. */
export const distantDay: Parser<When> = once(
  either(weekdayOfWeek, thisWeekday, nextWeekday, weekdayAfterNext, namedDay),
)

export const relativeDay: Parser<When> = either(distantDay, lastWeekday, bareWeekday, inAWhile)
