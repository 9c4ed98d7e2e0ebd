import { addMonths, dateOf, dayNumber, easterSunday, nthWeekday } from '../calendar.ts'
import { dateOn, isLately } from '../meaning/dates.ts'
import { carry, doubtful, fixed, type Outcome, type When } from '../meaning/when.ts'
import { justGone, noSuchDayIn, whichNext } from '../meaning/whys.ts'
import { once } from '../reading/matches.ts'
import { either, map, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { EASTER_HOLIDAYS, FIXED_HOLIDAYS, WEEKDAY_HOLIDAYS } from '../reading/words.ts'
import { the, year } from './dates.ts'

/** Days that have a name and come once a year: christmas eve, easter, thanksgiving. */

type InYear = (said: number | undefined) => When

/** In the year that is said, or else the first time that such a day is still to come. */
const yearly =
  (dayIn: (y: number) => number): InYear =>
  said =>
    said === undefined
      ? {
          read: (from, strict) =>
            comingOf(
              [-1, 0, 1].map(more => dayIn(dateOf(from).y + more)),
              from,
              strict,
            ),
        }
      : fixed(dayIn(said))

function comingOf(days: readonly number[], from: number, strict: boolean | undefined): Outcome {
  const day = days.find(day => day >= from)
  if (day === undefined) return { spans: [], why: noSuchDayIn }
  const gone = !strict && days.some(day => isLately(day, from))
  return gone ? { spans: [], why: justGone(day) } : { spans: [{ from: day, until: day }] }
}

function onWeekday(nth: number, weekday: number, month: number, more: number): InYear {
  return yearly(y => {
    const from = dayNumber(y, month, 1) ?? 0
    return (nthWeekday(from, addMonths(from, 1) - 1, nth, weekday) ?? 0) + more
  })
}

const HOLIDAYS: readonly (readonly [words: string, inYear: InYear])[] = [
  ...Object.entries(FIXED_HOLIDAYS).map(
    ([words, [d, m]]) => [words, (y?: number) => dateOn({ d, m, y })] as const,
  ),
  ...Object.entries(EASTER_HOLIDAYS).map(
    ([words, days]) => [words, yearly(y => easterSunday(y) + days)] as const,
  ),
  ...Object.entries(WEEKDAY_HOLIDAYS).map(
    ([words, [nth, weekday, month, more = 0]]) => [words, onWeekday(nth, weekday, month, more)] as const,
  ),
]

const spelled = ([words, inYear]: (typeof HOLIDAYS)[number]): Parser<InYear> =>
  map(sequence(...words.split(' ').map(said => word(said))), () => inYear)

/** `christmas`, `easter 2027`, `next thanksgiving`: the next one, or the one of the year after. */
export const holiday: Parser<When> = once(
  either(
    map(
      sequence(the, either(...HOLIDAYS.map(spelled)), optional(year)),
      ([, inYear, y]): When => ({ ...inYear(y), weak: 'word' }),
    ),
    map(
      sequence(the, word('this', 'coming', 'next'), either(...HOLIDAYS.map(spelled))),
      ([, said, inYear], { today }): When => {
        const { read } = inYear(undefined)
        if (said === 'this') return { read }
        const coming: When = { read: from => read(from, true) }
        if (said === 'coming') return coming
        return carry(coming, span => {
          const { spans } = coming.read(span.until + 1)
          return doubtful(dateOf(span.from).y > dateOf(today).y ? [span] : [span, ...spans], whichNext)
        })
      },
    ),
  ),
)
