import { addMonths, dateOf, dayNumber, easterSunday, nthWeekday } from '../calendar.ts'
import { dateOn } from '../meaning/dates.ts'
import { carry, doubtful, eitherOf, fixed, type When } from '../meaning/when.ts'
import { noSuchDayIn, roughly, whichHoliday, whichNext } from '../meaning/whys.ts'
import { EASTER_HOLIDAYS, FIXED_HOLIDAYS, WEEKDAY_HOLIDAYS } from '../reading/holidays.ts'
import { once } from '../reading/matches.ts'
import { either, map, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { the } from './dates.ts'
import { year } from './years.ts'

/** Days that have a name and come once a year: christmas eve, easter, thanksgiving. */

type InYear = (said: number | undefined) => When

/** In the year that is said, or else the first time that such a day is still to come. */
const yearly =
  (dayIn: (y: number) => number): InYear =>
  said =>
    said === undefined
      ? {
          yearly: true,
          read: from =>
            first(
              [0, 1].map(more => dayIn(dateOf(from).y + more)),
              from,
            ),
        }
      : fixed(dayIn(said))

const first = (days: readonly number[], from: number) => {
  const day = days.find(day => day >= from)
  return day === undefined ? { spans: [], why: noSuchDayIn } : { spans: [{ from: day, until: day }] }
}

/** Whoever says its name does not mean the last one: that it has just gone is no trouble. */
function onDate(d: number, m: number): InYear {
  return y => {
    const when = dateOn({ d, m, y })
    return y === undefined ? { ...when, yearly: true, read: from => when.read(from, true) } : when
  }
}

function onWeekday(nth: number, weekday: number, month: number, more: number): InYear {
  return yearly(y => {
    const from = dayNumber(y, month, 1) ?? 0
    return (nthWeekday(from, addMonths(from, 1) - 1, nth, weekday) ?? 0) + more
  })
}

const inCountries =
  (one: InYear, other: InYear): InYear =>
  y => ({ ...eitherOf(one(y), other(y), whichHoliday), yearly: true })

/** Days that are others in other countries, where none is what most people mean. */
const OTHERS_ABROAD: Record<string, InYear> = {
  'labour day': inCountries(onDate(1, 5), onWeekday(1, 0, 9, 0)),
  'independence day': inCountries(onDate(4, 7), onDate(15, 8)),
  'mothers day': inCountries(
    onWeekday(2, 6, 5, 0),
    yearly(y => easterSunday(y) - 21),
  ),
  'fathers day': inCountries(onWeekday(3, 6, 6, 0), onWeekday(1, 6, 9, 0)),
}

const HOLIDAYS: readonly (readonly [words: string, inYear: InYear])[] = [
  ...Object.entries(FIXED_HOLIDAYS).map(([words, [d, m]]) => [words, onDate(d, m)] as const),
  ...Object.entries(EASTER_HOLIDAYS).map(
    ([words, days]) => [words, yearly(y => easterSunday(y) + days)] as const,
  ),
  ...Object.entries(WEEKDAY_HOLIDAYS).map(
    ([words, [nth, weekday, month, more = 0]]) => [words, onWeekday(nth, weekday, month, more)] as const,
  ),
  ...Object.entries(OTHERS_ABROAD),
]

const spelled = ([words, inYear]: (typeof HOLIDAYS)[number]): Parser<InYear> =>
  map(sequence(...words.split(' ').map(said => word(said))), () => inYear)

/** The names alone, whose words are none by themselves: the friday of black friday. */
export const holidayName = either(...HOLIDAYS.map(spelled))

/** `christmas`, `easter 2027`, `next thanksgiving`: the next one, or the one of the year after. */
export const holiday: Parser<When> = once(
  either(
    map(
      sequence(the, holidayName, optional(year)),
      ([, inYear, y]): When => ({ ...inYear(y), weak: 'word' }),
    ),
    map(sequence(the, word('this', 'coming', 'next'), holidayName), ([, said, inYear], { today }): When => {
      const coming = inYear(undefined)
      if (said !== 'next') return coming
      const { read } = carry(coming, span => {
        const { spans } = coming.read(span.until + 1)
        return doubtful(dateOf(span.from).y > dateOf(today).y ? [span] : [span, ...spans], whichNext)
      })
      return { read }
    }),
  ),
)

/** `over easter`: from good friday to easter monday, or less. */
export const overEaster = map(sequence(word('over'), word('easter'), optional(year)), ([, , y]) =>
  carry(yearly(easterSunday)(y), ({ from: sunday }) => ({
    spans: [
      { from: sunday - 2, until: sunday + 1 },
      { from: sunday, until: sunday },
      { from: sunday - 1, until: sunday + 1 },
    ],
    why: roughly,
  })),
)
