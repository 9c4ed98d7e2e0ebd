import { either, meaning, number, optional, type Parser, phrase, tight, word } from '../dates/parser.ts'
import { UNITS_1_TO_19 } from '../dates/words.ts'

/** The spans between two clock times of a weekly schedule, in minutes. */

/** A time as typed, in minutes after midnight. */
export interface Clock {
  minutes: number
  /**
   * `exact`: 24-hour clock; `hour`: probably so (`9h`); `am` or `pm`; `loose`: 8 may be 8 or 20.
   */
  notation: 'exact' | 'hour' | 'am' | 'pm' | 'loose'
}

const HALF_DAY = 12 * 60
export const WHOLE_DAY = 24 * 60
const inHalf = (minutes: number): number => minutes % HALF_DAY

/** A span of minutes, from a minute of the day on. */
export interface Stretch {
  start: number
  length: number
}

/** Without am or pm, hours up to this one may be in the afternoon: `1 to 5`, `5-1`. */
const EARLY = 6 * 60

/** All plausible spans between two times: several if am or pm is missing or probably mistyped. */
export function between(from: Clock, to: Clock): Stretch[] {
  // The 8h of `9 - 8h` may be an end or a length.
  if (from.notation === 'loose' && to.notation === 'hour' && to.minutes <= from.minutes) return []
  const stretches = startsOf(from, to).flatMap(start =>
    endsOf(to, start, from).map(end => ({ start: start % WHOLE_DAY, length: positive(end - start) })),
  )
  const shorter = stretches.filter(({ length }) => length < WHOLE_DAY)
  return shorter.length > 0 ? shorter : stretches
}

/** All plausible spans of a length: an early start without am or pm may be in the afternoon. */
export function lasting(from: Clock, length: number): Stretch[] {
  const starts =
    from.notation === 'loose' && from.minutes < EARLY
      ? [from.minutes, from.minutes + HALF_DAY]
      : [from.minutes]
  return starts.map(start => ({ start: start % WHOLE_DAY, length }))
}

const positive = (length: number): number => (length > 0 ? length : length + WHOLE_DAY)

function startsOf(from: Clock, to: Clock): number[] {
  const { minutes, notation } = from
  const [morning, afternoon] = [inHalf(minutes), inHalf(minutes) + HALF_DAY]
  if (notation === 'hour' && to.notation === 'hour' && minutes === to.minutes) return [morning, afternoon]
  if (notation === to.notation && isSlip(to, minutes, from)) return [morning, afternoon]
  if (notation !== 'loose' || to.notation === 'exact') return [minutes]
  const before = inHalf(minutes) < inHalf(to.minutes)
  if (to.notation === 'loose' || to.notation === 'hour') {
    if (minutes >= HALF_DAY) return minutes === to.minutes ? [afternoon, morning] : [minutes]
    return minutes <= EARLY ? [minutes, afternoon] : [minutes]
  }
  if (to.notation === 'am') return before ? [morning] : [morning, afternoon]
  if (!before) return minutes <= EARLY && to.minutes === HALF_DAY ? [morning, afternoon] : [morning]
  return minutes < EARLY || minutes >= HALF_DAY ? [afternoon] : [morning, afternoon]
}

/**
 * Whether am and pm are probably mixed up, since the end is before the start in the same half of the day:
 * `10am-8am`, `8pm-6pm`. Not for midnight, except in `9-12am`.
 */
function isSlip({ minutes, notation }: Clock, start: number, from: Clock): boolean {
  if ((notation !== 'am' && notation !== 'pm') || start < HALF_DAY !== minutes < HALF_DAY) return false
  const loose = from.notation === 'loose'
  return minutes === 0 ? loose && start > 0 : minutes < start || (loose && minutes === start)
}

function endsOf(to: Clock, start: number, from: Clock): number[] {
  const { minutes, notation } = to
  const [morning, afternoon] = [inHalf(minutes), inHalf(minutes) + HALF_DAY]
  if (isSlip(to, start, from)) return [(minutes + HALF_DAY) % WHOLE_DAY, minutes]
  if (notation === 'hour' && minutes <= start && start <= HALF_DAY) return [afternoon, minutes]
  if (notation !== 'loose' && notation !== 'hour') return [minutes]
  if (from.notation === 'exact' && start > HALF_DAY) return [minutes]
  if (from.notation === 'pm') return [afternoon > start ? afternoon : morning]
  if (from.notation === 'am')
    return minutes > start && minutes < HALF_DAY ? [morning, afternoon] : [afternoon]
  if (start >= HALF_DAY) return [afternoon > start ? afternoon : morning]
  if (minutes > start) return [minutes]
  return from.notation === 'exact' || from.notation === 'hour' ? [morning, afternoon] : [afternoon]
}

/** Clock times of a weekly schedule, and how long its hours last. */

const minutes = phrase`~:|.|h ~${number(0, 59, [2])}`
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
  phrase`${number(1, 1440)} min|mins|minute|minutes`,
)
