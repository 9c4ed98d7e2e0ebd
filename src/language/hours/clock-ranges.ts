/** The spans between two clock times of a weekly schedule, in minutes. */

/** A time as it was said, in minutes after midnight. */
export interface Clock {
  minutes: number
  /**
   * `exact` by a 24-hour clock, which `hour` seems to be as well (`9h`), in the `am` or `pm` half, or `loose`: 8 can be 8
   * or 20.
   */
  notation: 'exact' | 'hour' | 'am' | 'pm' | 'loose'
}

export const HALF_DAY = 12 * 60
export const WHOLE_DAY = 24 * 60
export const inHalf = (minutes: number): number => minutes % HALF_DAY

/** From a minute of the day on, for so many minutes. */
export interface Stretch {
  start: number
  length: number
  /** Neither end says which half of the day it is in. */
  loose?: boolean
}

/** Said without am or pm, an hour up to this one can as well be in the afternoon: `1 to 5`, `5-1`. */
const EARLY = 6 * 60

/** Every span that two times can mean; several when am or pm is left open, or may be a slip, and all of them make sense. */
export function between(from: Clock, to: Clock): Stretch[] {
  // `9 - 8h` may be an end as well as a length.
  if (from.notation === 'loose' && to.notation === 'hour' && to.minutes <= from.minutes) return []
  const loose = from.notation === 'loose' && to.notation === 'loose'
  const stretches = startsOf(from, to).flatMap(start =>
    endsOf(to, start, from).map(end => ({ start: start % WHOLE_DAY, length: positive(end - start), loose })),
  )
  const shorter = stretches.filter(({ length }) => length < WHOLE_DAY)
  return shorter.length > 0 ? shorter : stretches
}

/** A start with a length: an early hour without am or pm can be in the afternoon too. */
export function lasting(from: Clock, length: number): Stretch[] {
  const starts =
    from.notation === 'loose' && from.minutes < EARLY
      ? [from.minutes, from.minutes + HALF_DAY]
      : [from.minutes]
  return starts.map(start => ({ start: start % WHOLE_DAY, length, loose: from.notation === 'loose' }))
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
 * Whether am may be a slip for pm, or pm for am, as the end lies before the start in the same half of the day: `10am-8am`,
 * `8pm-6pm`. Midnight is none, but in `9-12am`.
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
