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
} from '../reading/parser.ts'
import { UNITS_1_TO_19 } from '../reading/words.ts'

/** Clock times of a weekly schedule, and the spans between two of them. */

/** A time as it was said, in minutes after midnight. */
export interface Clock {
  minutes: number
  /** `exact` by a 24-hour clock, in the `am` or `pm` half, or `loose`: 8 can be 8 or 20. */
  said: 'exact' | 'am' | 'pm' | 'loose'
}

/** From a minute of the day on, for so many minutes. */
export interface Stretch {
  start: number
  length: number
  /** Neither end says which half of the day it is in. */
  loose?: boolean
}

const HALF_DAY = 12 * 60
export const WHOLE_DAY = 24 * 60
/** Said without am or pm, an hour up to this one can as well be in the afternoon: `1 to 5`, `5-1`. */
const EARLY = 6 * 60

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

const oclock = word('h', 'hrs', 'hours', 'oclock', 'uhr')

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
    sequence(number(0, 24, [1, 2]), optional(minutes), optional(oclock)),
    ([h, m], { tokens }, at): Clock | undefined => {
      const text = tokens[at]?.text ?? ''
      if (h === 24 && m) return undefined
      const exact = h === 0 || h > 12 || text.startsWith('0') || (m !== undefined && text.length === 2)
      return { minutes: h * 60 + (m ?? 0), said: exact ? 'exact' : 'loose' }
    },
  ),
  map(sequence(number(0, 2400, [3, 4]), optional(oclock)), ([n]): Clock | undefined => {
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

/** Every span that two times can mean; several when am or pm is left open and both make sense. */
export function between(from: Clock, to: Clock): Stretch[] {
  const loose = from.said === 'loose' && to.said === 'loose'
  return startsOf(from, to).flatMap(start =>
    endsOf(to, start, from).map(end => ({ start: start % WHOLE_DAY, length: positive(end - start), loose })),
  )
}

/** A start with a length: an early hour without am or pm can be in the afternoon too. */
export function lasting(from: Clock, length: number): Stretch[] {
  const starts =
    from.said === 'loose' && from.minutes < EARLY ? [from.minutes, from.minutes + HALF_DAY] : [from.minutes]
  return starts.map(start => ({ start: start % WHOLE_DAY, length, loose: from.said === 'loose' }))
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night' | 'every night'
/** When each of them begins and ends. After midnight it is another day, which makes no difference to every night. */
const PARTS: Readonly<Record<PartOfDay, readonly (readonly [number, number])[]>> = {
  morning: [[0, HALF_DAY]],
  afternoon: [[HALF_DAY, 18 * 60]],
  evening: [[15 * 60, WHOLE_DAY]],
  night: [[17 * 60, WHOLE_DAY]],
  'every night': [
    [17 * 60, WHOLE_DAY],
    [0, 5 * 60],
  ],
}

/** Of some spans those that start in a part of the day; what leaves am and pm open is moved there. */
export function startingIn(part: PartOfDay, stretches: readonly Stretch[]): Stretch[] {
  const fits = ({ start }: Stretch) => PARTS[part].some(([from, until]) => start >= from && start < until)
  const exact = stretches.filter(fits)
  if (exact.length > 0) return exact
  return stretches
    .filter(({ loose }) => loose)
    .map(stretch => ({ ...stretch, start: (stretch.start + HALF_DAY) % WHOLE_DAY }))
    .filter(fits)
}

const positive = (length: number): number => (length > 0 ? length : length + WHOLE_DAY)
const inHalf = (minutes: number): number => minutes % HALF_DAY

function startsOf(from: Clock, to: Clock): number[] {
  const { minutes, said } = from
  if (said !== 'loose' || to.said === 'exact') return [minutes]
  const [morning, afternoon] = [inHalf(minutes), inHalf(minutes) + HALF_DAY]
  const before = inHalf(minutes) < inHalf(to.minutes)
  if (to.said === 'loose') {
    if (minutes >= HALF_DAY) return minutes === to.minutes ? [afternoon, morning] : [minutes]
    return minutes <= EARLY ? [minutes, afternoon] : [minutes]
  }
  if (to.said === 'am') return [before ? morning : afternoon]
  if (!before) return [morning]
  return minutes < EARLY || minutes >= HALF_DAY ? [afternoon] : [morning, afternoon]
}

function endsOf(to: Clock, start: number, from: Clock): number[] {
  const { minutes, said } = to
  if (said !== 'loose') return [minutes]
  if (from.said === 'exact' && start > HALF_DAY) return [minutes]
  const [morning, afternoon] = [inHalf(minutes), inHalf(minutes) + HALF_DAY]
  if (from.said === 'pm') return [afternoon > start ? afternoon : morning]
  if (from.said === 'am') return minutes > start && minutes < HALF_DAY ? [morning, afternoon] : [afternoon]
  if (start >= HALF_DAY) return [afternoon > start ? afternoon : morning]
  if (minutes > start) return [minutes]
  return from.said === 'exact' ? [morning, afternoon] : [afternoon]
}
