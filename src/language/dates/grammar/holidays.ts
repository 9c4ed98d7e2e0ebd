import { addMonths, dateOf, dayNumber, easterSunday, nthWeekday } from '../calendar.ts'
import { dateOn, day, fixed, nextYearly, type When } from '../meaning.ts'
import { either, optional, type Parser, phrase, plainWords } from '../parser.ts'
import { tableOf } from '../words.ts'
import { year } from './calendar-dates.ts'

/** Yearly days with a name: christmas eve, easter, thanksgiving. */

/** Names by date, DD/MM. */
const FIXED = `
  01/01: new years day, new year, new years, nyd, ny; 06/01: epiphany; 26/01: australia day; 14/02: valentines day, valentines;
  29/02: leap day; 17/03: st patricks day, st . patricks day, saint patricks day; 01/04: april fools, april fools day;
  25/04: anzac day; 01/05: may day; 05/05: cinco de mayo; 19/06: juneteenth; 01/07: canada day; 14/07: bastille day;
  03/10: day of german unity; 31/10: halloween; 01/11: all saints day, all saints; 05/11: bonfire night, guy fawkes;
  11/11: veterans day, remembrance day, armistice day; 24/12: christmas eve; 25/12: christmas day, christmas;
  26/12: boxing day, st stephens day; 31/12: new years eve, new year eve, nye, hogmanay`
/** Names by the days from Easter Sunday. */
const AROUND_EASTER = `
  -47: mardi gras, shrove tuesday, pancake day; -46: ash wednesday; -7: palm sunday; -3: maundy thursday, holy thursday;
  -2: good friday; -1: holy saturday; 0: easter sunday, easter day, easter; 1: easter monday;
  39: ascension day, ascension; 49: pentecost, whit sunday; 50: whit monday; 60: corpus christi`
/** Names by n, weekday (0 is Monday), month, and an offset in days; n = -1 is the last. */
const BY_WEEKDAY = `
  3 0 1 0: martin luther king day, mlk day; 3 0 2 0: presidents day; -1 0 5 0: memorial day; 1 0 9 0: labor day;
  2 0 10 0: columbus day, indigenous peoples day; 4 3 11 0: thanksgiving day, thanksgiving; 4 3 11 1: black friday;
  4 3 11 4: cyber monday`

type InYear = (year: number | undefined) => When

/** In the given year, or else the next occurrence. */
const yearly =
  (dayIn: (y: number) => number): InYear =>
  year => {
    if (year !== undefined) return fixed(dayIn(year))
    const next = (from: number, { y } = dateOf(from)) => dayIn(dayIn(y) < from ? y + 1 : y)
    return { yearly: true, read: from => ({ spans: [day(next(from))] }) }
  }

const numbers = (text: string, sign: string): number[] => text.split(sign).map(Number)
const HOLIDAYS: readonly (readonly [name: string, InYear])[] = [
  ...tableOf(FIXED).map(([name, date]): [string, InYear] => {
    const [d, m] = numbers(date, '/')
    return [name, y => dateOn({ d, m, y })]
  }),
  ...tableOf(AROUND_EASTER).map(([name, days]): [string, InYear] => {
    return [name, yearly(y => easterSunday(y) + Number(days))]
  }),
  ...tableOf(BY_WEEKDAY).map(([name, rule]): [string, InYear] => {
    const [nth = 1, weekday = 0, month = 1, more = 0] = numbers(rule, ' ')
    const inYear = (y: number) => {
      const first = dayNumber(y, month, 1) ?? 0
      return (nthWeekday(first, addMonths(first, 1) - 1, nth, weekday) ?? 0) + more
    }
    return [name, yearly(inYear)]
  }),
]

/** The bare names: the friday of black friday is no weekday. */
const holidayName: Parser<InYear> = either(
  ...HOLIDAYS.map(([name, inYear]) => plainWords(name).map(() => inYear)),
)

/** `christmas`, `easter 2027`, `this thanksgiving`: the next one, or that of the year. */
export const holiday: Parser<When> = either(
  phrase`[the] ${holidayName} ${optional(year)}`.map(([inYear, y]): When => ({ ...inYear(y), weak: 'word' })),
  phrase`[the] this|coming ${holidayName}`.map(inYear => inYear(undefined)),
  phrase`[the] next|following ${holidayName}`.map((inYear, { today }) =>
    nextYearly(inYear(undefined), today),
  ),
)
