import { weekdayOf } from '../calendar.ts'
import { dateOn } from '../meaning/dates.ts'
import { rowOf } from '../meaning/join.ts'
import { rangeOf } from '../meaning/ranges.ts'
import { type DateParts, eitherOf, fixed, running, type When } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { row } from '../reading/matches.ts'
import { either, map, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { bareDay, comma, month, namedMonth, the, weekday } from './dates.ts'
import { ordinal } from './numbers.ts'
import { atMost } from './refusable.ts'
import { namedWeek, ofWeek } from './relative.ts'
import { from, isSign, upTo } from './things.ts'
import { comingWeekday } from './weekdays.ts'
import { year } from './years.ts'

/** Days whose week or month is said once, before all of them or behind. */

interface Weekdays {
  first: number
  last: number
  said: string
}

const weekdays: Parser<Weekdays> = either(
  map(sequence(optional(from), weekday, upTo, weekday), ([, first, said, last]) => ({ first, last, said })),
  map(sequence(word('between'), weekday, word('and'), weekday), ([, first, said, last]) => ({
    first,
    last,
    said,
  })),
)

const strictly = (wanted: number, today: number): When => ({
  read: from => comingWeekday(wanted, today).read(from, true),
})

/** The week is that of the last day, and of a first one before it; `until` leaves open whether it is, where that is to come. */
function untilWeekday({ first, last, said }: Weekdays, monday: number, today: number) {
  const end: When = { ...fixed(monday + last), weekday: true }
  const fromNow = rangeOf(strictly(first, today), end, today, said)
  if (last <= first) return fromNow
  const inIt = running(monday + first, monday + last)
  const isToCome = monday > today && first >= weekdayOf(today)
  return fromNow && isToCome && said === 'until' ? eitherOf(inIt, fromNow, whys.whichStart) : inIt
}

const introduced = optional(word(',', ':', ';', '('))
/** `next week from tuesday to thursday`, `tue-thu next week`, `friday to tuesday next week`. */
export const inWeek: Parser<When> = either(
  map(sequence(namedWeek, introduced, weekdays, optional(word(')'))), ([monday, , { first, last }]) =>
    running(monday + first, monday + last + (last <= first ? 7 : 0)),
  ),
  map(
    sequence(weekdays, ofWeek, namedWeek, optional(atMost)),
    ([weekdays, , monday, most], { today }): When | undefined =>
      most && isSign(weekdays.said) ? undefined : untilWeekday(weekdays, monday, today),
  ),
)

/** From one day to another of a month that is said before them. */
const daysOf = (day: Parser<When>) =>
  either(
    map(sequence(optional(from), day, upTo, day), ([, first, , last]) => [first, last] as const),
    map(sequence(word('between'), day, word('and'), day), ([, first, , last]) => [first, last] as const),
  )
const nth = map(sequence(the, ordinal), ([, d]): When => ({ ...dateOn({ d }), bare: true }))
const anyMonth = either(
  namedMonth,
  map(sequence(month, optional(year)), ([m, y]): DateParts => ({ m, y })),
)
/** `next month 4-8`, `december (24 to 31)`, `december: 24th to 26th`, `next month from the 4th to the 8th`. */
export const inMonth: Parser<When> = map(
  either(
    map(sequence(namedMonth, comma, daysOf(bareDay)), ([month, , days]) => ({ month, days })),
    map(sequence(anyMonth, word('('), daysOf(bareDay), word(')')), ([month, , days]) => ({ month, days })),
    map(sequence(anyMonth, word(':'), daysOf(nth)), ([month, , days]) => ({ month, days })),
  ),
  ({ month, days: [first, last] }, { today }) =>
    rangeOf(first, dateOn({ ...month, d: last.parts?.d }), today),
)

/** What joins days in a row. */
export const sign = either(
  map(sequence(comma, word('and')), () => 'and'),
  word(',', '+', '/'),
)

/** `tue, wed and thu next week`: the week is said of all, but for those before a new one begins: `sat, sun and mon`. */
export const rowInWeek: Parser<When> = map(
  sequence(row(weekday, optional(sign)), ofWeek, namedWeek),
  ([weekdays, , monday], { today }) => {
    const newWeek = weekdays.findLastIndex((day, i) => day <= (weekdays[i - 1] ?? -1))
    const whens = weekdays.map((day, i) =>
      i < newWeek ? strictly(day, today) : running(monday + day, monday + day),
    )
    return rowOf(whens, today)
  },
)
