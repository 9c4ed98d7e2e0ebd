import { firstFrom, lastUpTo, mondayOf } from '../calendar.ts'
import { doubt, fixed, type When } from '../meaning/when.ts'
import { sameWeekday, whichNext } from '../meaning/whys.ts'
import { either, map, meaning, number, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { WEEKDAYS } from '../reading/words.ts'
import { the, weekday } from './dates.ts'
import { numberWord } from './numbers.ts'

/** Weekdays as they come: `friday`, `this friday`, `next friday`, `two fridays from now`. */

export const PLURALS: ReadonlyMap<string, number> = new Map([...WEEKDAYS].map(([day, i]) => [`${day}s`, i]))

/** A bare weekday: the next one to come, and a question where today is one. */
export const bareWeekday: Parser<When> = map(weekday, (wanted, { today, tokens }, at) => {
  const short = tokens[at]?.text !== tokens[at]?.word
  return short ? { ...comingWeekday(wanted, today), weak: 'word' } : comingWeekday(wanted, today)
})

export function comingWeekday(wanted: number, today: number): When {
  return {
    weekday: true,
    read(from, strict) {
      const day = firstFrom(from, wanted)
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
    // Wherever it stands it is the first to come: `until this tuesday` never lies far away.
    read: () => comingWeekday(wanted, today).read(today, true),
  }),
)

const nextWeekday = map(
  either(
    map(
      sequence(either(the, word('this')), word('next', 'coming', 'following'), weekday),
      ([, said, wanted]) => ({ said, wanted }),
    ),
    map(sequence(the, weekday, word('coming', 'next')), ([, wanted, said]) => ({ said, wanted })),
  ),
  ({ said, wanted }, { today }): When => {
    const coming = firstFrom(today + 1, wanted)
    const ofNextWeek = mondayOf(today) + 7 + wanted
    const day = (n: number) => ({ from: n, until: n })
    if (said === 'coming')
      return {
        weekday: true,
        // `coming monday to coming friday`, but no day that is far away.
        read: from =>
          comingWeekday(wanted, today).read(from > today && from <= today + 8 ? from : today + 1, true),
      }
    const next = doubt(day(coming), day(ofNextWeek), whichNext)
    // `24 dec to the following monday`, `this thursday to next monday` on a sunday
    const isAfter = (from: number) =>
      said === 'following' ? from > today : from > ofNextWeek && from < ofNextWeek + 7
    return {
      weekday: true,
      read: from => (isAfter(from) ? comingWeekday(wanted, today).read(from + 1, true) : next.read(from)),
    }
  },
)

/** `friday after next`, `next to next friday`. */
const weekdayAfterNext = map(
  either(
    map(sequence(the, weekday, word('after'), word('next')), ([, wanted]) => wanted),
    map(sequence(the, word('next'), word('to'), word('next'), weekday), ([, , , , wanted]) => wanted),
  ),
  (wanted, { today }): When => {
    const coming = firstFrom(today + 1, wanted) + 7
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
  ([, , wanted], { today }) => fixed(lastUpTo(today - 1, wanted)),
)

/** `two fridays from now`. */
const weekdaysFromNow = map(
  sequence(either(number(1, 99, [1, 2]), numberWord), meaning(PLURALS), word('from'), word('now', 'today')),
  ([count, wanted], { today }) => fixed(firstFrom(today + 1, wanted) + 7 * (count - 1)),
)

/** `the friday`, which in a sentence can be any. */
const theWeekday: Parser<When> = map(
  sequence(word('the'), weekday),
  ([, wanted], { today }): When => ({ ...comingWeekday(wanted, today), weak: 'word' }),
)

/** A weekday by its distance, beside which its date can stand. */
export const distantWeekday: Parser<When> = either(thisWeekday, nextWeekday, weekdayAfterNext)

export const anyWeekday: Parser<When> = either(lastWeekday, bareWeekday, theWeekday, weekdaysFromNow)
