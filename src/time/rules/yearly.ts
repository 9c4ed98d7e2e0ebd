import { addMonths, dateOf, dayNumber, easterSunday, weekdayOf } from '../calendar.ts'
import { type DateParts, fixed, refused, type When } from '../meaning/when.ts'
import { noSuchDayIn } from '../meaning/whys.ts'
import { either, map, once, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { EASTER_HOLIDAYS, FIXED_HOLIDAYS, THANKSGIVING_HOLIDAYS } from '../reading/words.ts'
import { dateOn, month, namedMonth, ordinal, the, weekday, year } from './dates.ts'

/** Days that come once a year by a rule: the first monday of january, easter, christmas eve. */

type DayIn = (y: number) => number | undefined

const THURSDAY = 3

/** In the year that is said, or else the first time that such a day is still to come. */
function yearly(dayIn: DayIn, said: number | undefined): When {
  if (said !== undefined) {
    const day = dayIn(said)
    return day === undefined ? refused(noSuchDayIn) : fixed(day)
  }
  return {
    read(from) {
      const { y } = dateOf(from)
      for (let i = y; i < y + 30; i++) {
        const day = dayIn(i)
        if (day !== undefined && day >= from) return { spans: [{ from: day, until: day }] }
      }
      return { spans: [], why: noSuchDayIn }
    },
  }
}

/** The nth day, or nth such weekday, of a month; the last one with -1. */
function nthIn(m: number, nth: number, weekday: number | undefined): DayIn {
  return y => {
    const first = dayNumber(y, m, 1) ?? 0
    const last = addMonths(first, 1) - 1
    const step = weekday === undefined ? 1 : 7
    const early = weekday === undefined ? first : first + ((weekday - weekdayOf(first) + 7) % 7)
    const late = weekday === undefined ? last : last - ((weekdayOf(last) - weekday + 7) % 7)
    const day = nth < 0 ? late : early + step * (nth - 1)
    return day > last ? undefined : day
  }
}

/** `first monday of january`, `last friday in october 2027`, `last day of next month`. */
const nthOfMonth = map(
  sequence(
    the,
    either(
      map(word('last'), () => -1),
      ordinal,
    ),
    either<number | undefined>(
      weekday,
      map(word('day'), () => -1),
    ),
    word('of', 'in'),
    either(
      map(sequence(month, optional(year)), ([m, y]): DateParts => ({ m, y })),
      namedMonth,
    ),
  ),
  ([, nth, wanted, , { m = 1, y }]) => yearly(nthIn(m, nth, wanted === -1 ? undefined : wanted), y),
)

const thanksgiving = (y: number): number => nthIn(11, 4, THURSDAY)(y) ?? 0
const moving = (anchor: (y: number) => number, days: number) => (y: number | undefined) =>
  yearly(y => anchor(y) + days, y)

const HOLIDAYS = [
  ...Object.entries(FIXED_HOLIDAYS).map(([words, [d, m]]) => holidayOf(words, y => dateOn({ d, m, y }))),
  ...Object.entries(EASTER_HOLIDAYS).map(([words, days]) => holidayOf(words, moving(easterSunday, days))),
  ...Object.entries(THANKSGIVING_HOLIDAYS).map(([words, days]) =>
    holidayOf(words, moving(thanksgiving, days)),
  ),
]

function holidayOf(words: string, inYear: (y: number | undefined) => When) {
  return map(sequence(...words.split(' ').map(said => word(said))), () => inYear)
}

export const holiday: Parser<When> = once(
  map(
    sequence(the, either(...HOLIDAYS), optional(year)),
    ([, inYear, y]): When => ({ ...inYear(y), weak: 'word' }),
  ),
)

export const yearlyDay: Parser<When> = either(nthOfMonth, holiday)
