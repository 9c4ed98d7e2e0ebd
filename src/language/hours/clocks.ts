import { either, meaning, number, optional, type Parser, phrase, tight, word } from '../dates/parser.ts'
import { UNITS_1_TO_19 } from '../dates/words.ts'
import type { Clock } from './clock-ranges.ts'
import { HALF_DAY, inHalf, WHOLE_DAY } from './clock-ranges.ts'

/** Clock times of a weekly schedule, and how long its hours last. */

const minutes = phrase`~:|.|h ~${number(0, 59, [2])}`.map(([n]) => n)
const ofMeridiem = (half: 'am' | 'pm', letter: string) =>
  either<unknown>(word(half), phrase`${word(letter)} ~. ~m [~.]`, tight(word(letter))).map(() => half)
const half = either(
  ofMeridiem('am', 'a'),
  ofMeridiem('pm', 'p'),
  phrase`in [the] morning`.map(() => 'am'),
  phrase`in|at [the] afternoon|evening|night`.map(() => 'pm'),
)
const hourInWords = meaning(UNITS_1_TO_19).map(n => (n <= 12 ? n : undefined))
const hourOfHalf = either(number(1, 12, [1, 2]), hourInWords)
const minutesOf = (n: number): number | undefined =>
  n % 100 < 60 ? Math.floor(n / 100) * 60 + (n % 100) : undefined
const of24 = either<Clock['notation']>(
  word('h', 'hrs', 'hours', 'uhr').map(() => 'hour'),
  word('oclock').map(() => 'loose'),
)

/** `8`, `8am`, `8:30 pm`, `830pm`, `07h30`, `0800`, `nine`, `noon`. */
export const clock: Parser<Clock> = either(
  either<readonly [number | undefined, 'am' | 'pm']>(
    phrase`${hourOfHalf} ${optional(minutes)} ${half}`.map(([h, m = 0, half]) => [h * 60 + m, half]),
    phrase`${number(100, 1259, [3, 4])} ${half}`.map(([n, half]) => [minutesOf(n), half]),
  ).map(([minutes, notation]): Clock | undefined =>
    minutes === undefined
      ? undefined
      : { minutes: inHalf(minutes) + (notation === 'pm' ? HALF_DAY : 0), notation },
  ),
  phrase`${number(0, 24, [1, 2])} ${optional(minutes)} ${optional(of24)}`.map(
    ([h, m, notation = 'loose'], { tokens }, at): Clock | undefined => {
      const text = tokens[at]?.text ?? ''
      const isExact = h === 0 || h > 12 || text.startsWith('0') || (m !== undefined && text.length === 2)
      return h === 24 && m
        ? undefined
        : { minutes: h * 60 + (m ?? 0), notation: isExact ? 'exact' : notation }
    },
  ),
  phrase`${number(0, 2400, [3, 4])} ${optional(of24)}`.map(([n]): Clock | undefined => {
    const minutes = minutesOf(n)
    return minutes === undefined ? undefined : { minutes, notation: 'exact' }
  }),
  hourInWords.map((h): Clock => ({ minutes: h * 60, notation: 'loose' })),
  word('noon', 'midday', 'midnight').map((name): Clock => {
    return { minutes: name === 'midnight' ? WHOLE_DAY : HALF_DAY, notation: 'exact' }
  }),
)
/** `8h`, `7.5 hours`, `90 minutes`, in minutes. */
export const length: Parser<number> = either(
  phrase`${number(0, 99, [1, 2])} ${optional(phrase`~. ~${number(0, 99, [1, 2])}`)} h|hr|hrs|hour|hours`.map(
    ([whole, part], { tokens }, at) =>
      Math.round(Number(part ? `${whole}.${tokens[at + 2]?.text}` : whole) * 60),
  ),
  phrase`${number(1, 1440)} min|mins|minute|minutes`.map(([n]) => n),
)
