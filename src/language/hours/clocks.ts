import { either, map, meaning, number, optional, type Parser, phrase, tight, word } from '../dates/parser.ts'
import { UNITS_1_TO_19 } from '../dates/words.ts'
import type { Clock } from './clock-ranges.ts'
import { HALF_DAY, inHalf, WHOLE_DAY } from './clock-ranges.ts'

/** Clock times of a weekly schedule, and how long its hours last. */

const minutes = map(phrase`~:|.|h ~${number(0, 59, [2])}`, ([n]) => n)
const ofMeridiem = (half: 'am' | 'pm', letter: string) =>
  map(either<unknown>(word(half), phrase`${word(letter)} ~. ~m [~.]`, tight(word(letter))), () => half)
const half = either(
  ofMeridiem('am', 'a'),
  ofMeridiem('pm', 'p'),
  map(phrase`in [the] morning`, () => 'am' as const),
  map(phrase`in|at [the] afternoon|evening|night`, () => 'pm' as const),
)
const hourInWords = map(meaning(UNITS_1_TO_19), n => (n <= 12 ? n : undefined))
const hourOfHalf = either(number(1, 12, [1, 2]), hourInWords)
const minutesOf = (n: number): number | undefined =>
  n % 100 < 60 ? Math.floor(n / 100) * 60 + (n % 100) : undefined
const of24 = either<Clock['said']>(
  map(word('h', 'hrs', 'hours', 'uhr'), () => 'hour'),
  map(word('oclock'), () => 'loose'),
)

/** `8`, `8am`, `8:30 pm`, `830pm`, `07h30`, `0800`, `nine`, `noon`. */
export const clock: Parser<Clock> = either(
  map(
    either<readonly [number | undefined, 'am' | 'pm']>(
      map(phrase`${hourOfHalf} ${optional(minutes)} ${half}`, ([h, m = 0, half]) => [h * 60 + m, half]),
      map(phrase`${number(100, 1259, [3, 4])} ${half}`, ([n, half]) => [minutesOf(n), half]),
    ),
    ([minutes, said]): Clock | undefined =>
      minutes === undefined ? undefined : { minutes: inHalf(minutes) + (said === 'pm' ? HALF_DAY : 0), said },
  ),
  map(
    phrase`${number(0, 24, [1, 2])} ${optional(minutes)} ${optional(of24)}`,
    ([h, m, said = 'loose'], { tokens }, at): Clock | undefined => {
      const text = tokens[at]?.text ?? ''
      const isExact = h === 0 || h > 12 || text.startsWith('0') || (m !== undefined && text.length === 2)
      return h === 24 && m ? undefined : { minutes: h * 60 + (m ?? 0), said: isExact ? 'exact' : said }
    },
  ),
  map(phrase`${number(0, 2400, [3, 4])} ${optional(of24)}`, ([n]): Clock | undefined => {
    const minutes = minutesOf(n)
    return minutes === undefined ? undefined : { minutes, said: 'exact' }
  }),
  map(hourInWords, (h): Clock => ({ minutes: h * 60, said: 'loose' })),
  map(word('noon', 'midday', 'midnight'), (said): Clock => {
    return { minutes: said === 'midnight' ? WHOLE_DAY : HALF_DAY, said: 'exact' }
  }),
)
/** `8h`, `7.5 hours`, `90 minutes`, in minutes. */
export const length: Parser<number> = either(
  map(
    phrase`${number(0, 99, [1, 2])} ${optional(phrase`~. ~${number(0, 99, [1, 2])}`)} h|hr|hrs|hour|hours`,
    ([whole, part], { tokens }, at) =>
      Math.round(Number(part ? `${whole}.${tokens[at + 2]?.text}` : whole) * 60),
  ),
  map(phrase`${number(1, 1440)} min|mins|minute|minutes`, ([n]) => n),
)
