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
} from '../dates/reading/parser.ts'
import { UNITS_1_TO_19 } from '../dates/reading/words.ts'

/** Clock times of a weekly schedule, and how long something lasts. */

/** A time as it was said, in minutes after midnight. */
export interface Clock {
  minutes: number
  /**
   * `exact` by a 24-hour clock, which `hour` seems to be as well (`9h`), in the `am` or `pm` half, or `loose`: 8 can be 8
   * or 20.
   */
  said: 'exact' | 'hour' | 'am' | 'pm' | 'loose'
}

export const HALF_DAY = 12 * 60
export const WHOLE_DAY = 24 * 60
export const inHalf = (minutes: number): number => minutes % HALF_DAY
const minutes = map(sequence(tight(word(':', '.', 'h')), tight(number(0, 59, [2]))), ([, n]) => n)
const ofMeridiem = (half: 'am' | 'pm', letter: string) =>
  map(
    either<unknown>(
      word(half),
      sequence(word(letter), tight(word('.')), tight(word('m')), optional(tight(word('.')))),
      tight(word(letter)),
    ),
    () => half,
  )
const inThe = (...parts: string[]) => sequence(word('in', 'at'), optional(word('the')), word(...parts))
const half = either(
  ofMeridiem('am', 'a'),
  ofMeridiem('pm', 'p'),
  map(inThe('morning'), () => 'am' as const),
  map(inThe('afternoon', 'evening', 'night'), () => 'pm' as const),
)
const hourInWords = map(meaning(UNITS_1_TO_19), n => (n <= 12 ? n : undefined))
const hourOfHalf = either(number(1, 12, [1, 2]), hourInWords)
/** `half past`, `quarter to`. */
const minutesBefore = either(
  map(sequence(word('half'), word('past')), () => 30),
  map(sequence(optional(word('a')), word('quarter'), word('past')), () => 15),
  map(sequence(optional(word('a')), word('quarter'), word('to')), () => -15),
)
const minutesOf = (n: number): number | undefined =>
  n % 100 < 60 ? Math.floor(n / 100) * 60 + (n % 100) : undefined

const of24 = either<Clock['said']>(
  map(word('h', 'hrs', 'hours', 'uhr'), () => 'hour'),
  map(word('oclock'), () => 'loose'),
)

/** `8`, `8am`, `08:00`, `8:30 pm`, `830pm`, `07h30`, `0800`, `900`, `nine`, `half past five`, `12 noon`. */
export const clock: Parser<Clock> = either(
  map(
    either(
      map(sequence(hourOfHalf, optional(minutes), half), ([h, m = 0, said]) => ({
        minutes: h * 60 + m,
        said,
      })),
      map(sequence(minutesBefore, hourOfHalf, half), ([m, h, said]) => ({ minutes: h * 60 + m, said })),
      map(sequence(number(100, 1259, [3, 4]), half), ([n, said]) => {
        const minutes = minutesOf(n)
        return minutes === undefined ? undefined : { minutes, said }
      }),
    ),
    ({ minutes, said }): Clock => ({ minutes: inHalf(minutes) + (said === 'pm' ? HALF_DAY : 0), said }),
  ),
  map(sequence(minutesBefore, hourOfHalf), ([m, h]): Clock => ({ minutes: h * 60 + m, said: 'loose' })),
  map(
    sequence(number(0, 24, [1, 2]), optional(minutes), optional(of24)),
    ([h, m, said = 'loose'], { tokens }, at): Clock | undefined => {
      const text = tokens[at]?.text ?? ''
      if (h === 24 && m) return undefined
      const exact = h === 0 || h > 12 || text.startsWith('0') || (m !== undefined && text.length === 2)
      return { minutes: h * 60 + (m ?? 0), said: exact ? 'exact' : said }
    },
  ),
  map(sequence(number(0, 2400, [3, 4]), optional(of24)), ([n]): Clock | undefined => {
    const minutes = minutesOf(n)
    return minutes !== undefined && minutes <= WHOLE_DAY ? { minutes, said: 'exact' } : undefined
  }),
  map(hourInWords, (h): Clock => ({ minutes: h * 60, said: 'loose' })),
  map(
    sequence(
      optional(number(12, 12)),
      either(
        map(word('noon', 'midday'), () => HALF_DAY),
        map(word('midnight'), () => WHOLE_DAY),
      ),
    ),
    ([, minutes]): Clock => ({ minutes, said: 'exact' }),
  ),
)

/** What ends at twelve ends at noon in the morning, and at midnight at night. */
export const lastClock: Parser<Clock> = either(
  map(
    sequence(
      either<unknown>(number(12, 12), word('twelve')),
      either(
        map(inThe('morning'), () => HALF_DAY),
        map(inThe('night'), () => WHOLE_DAY),
      ),
    ),
    ([, minutes]): Clock => ({ minutes, said: 'exact' }),
  ),
  clock,
)

const hours = word('h', 'hr', 'hrs', 'hour', 'hours')
/** `8h`, `7.5 hours`, `eight hours`, `90 minutes`, in minutes. */
export const length: Parser<number> = either(
  map(
    sequence(
      number(0, 99, [1, 2]),
      optional(sequence(tight(word('.')), tight(number(0, 99, [1, 2])))),
      hours,
    ),
    ([whole, part], { tokens }, at) =>
      Math.round(Number(part ? `${whole}.${tokens[at + 2]?.text}` : whole) * 60),
  ),
  map(sequence(hourInWords, hours), ([n]) => n * 60),
  map(sequence(number(1, 1440), word('min', 'mins', 'minute', 'minutes')), ([n]) => n),
)
