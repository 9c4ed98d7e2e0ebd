/**
 * Whole days as numbers: days since 1 January 1970, without clock or zone. Months are 1–12, weekdays 0
 * (Monday) – 6 (Sunday).
 */

const MS_PER_DAY = 86_400_000

export interface CalendarDate {
  y: number
  m: number
  d: number
}

/** Undefined for a day that does not exist (31 February, month 13) or whose year has not four digits. */
export function dayNumber(y: number, m: number, d: number): number | undefined {
  if (y < 1000 || y > 9999 || m < 1 || m > 12 || d < 1) return undefined
  const day = Date.UTC(y, m - 1, d) / MS_PER_DAY
  return dateOf(day).m === m ? day : undefined
}

export function dateOf(day: number): CalendarDate {
  const date = new Date(day * MS_PER_DAY)
  return { y: date.getUTCFullYear(), m: date.getUTCMonth() + 1, d: date.getUTCDate() }
}

/** The day on which an instant falls in Greenwich. */
export const dayOfInstant = (ms: number): number => Math.floor(ms / MS_PER_DAY)

export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

export const mondayOf = (day: number): number => day - weekdayOf(day)

/** The day with the same number some months later, or the last of that month (31 January + 1 → 28 February). */
export function addMonths(day: number, months: number): number {
  const { y, m, d } = dateOf(day)
  const [first, next] = [Date.UTC(y, m - 1 + months), Date.UTC(y, m + months)]
  return Math.min(first / MS_PER_DAY + d, next / MS_PER_DAY) - 1
}

/** The first such weekday from a day on. */
export const firstFrom = (day: number, weekday: number): number => day + ((weekday - weekdayOf(day) + 7) % 7)

/** The last such weekday up to a day. */
export const lastUpTo = (day: number, weekday: number): number => day - ((weekdayOf(day) - weekday + 7) % 7)

/** The nth such weekday between two days, -1 for the last one; undefined where there are not so many. */
export function nthWeekday(from: number, until: number, nth: number, weekday: number): number | undefined {
  const day = nth < 0 ? lastUpTo(until, weekday) + 7 * (nth + 1) : firstFrom(from, weekday) + 7 * (nth - 1)
  return day < from || day > until ? undefined : day
}

/** Easter Sunday by the Gregorian computus (Meeus, Jones and Butcher). */
export function easterSunday(y: number): number {
  const a = y % 19
  const b = Math.floor(y / 100)
  const c = y % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return dayNumber(y, Math.floor(n / 31), (n % 31) + 1) ?? 0
}

/** Reads the service's DD/MM/YYYY (single digits too); undefined when it is no day. The inverse of `writeDay`. */
export function parseDay(text: string): number | undefined {
  const [, d, m, y] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text) ?? []
  return d && m && y ? dayNumber(Number(y), Number(m), Number(d)) : undefined
}

/** Writes a day as the service expects it: DD/MM/YYYY. */
export function writeDay(day: number): string {
  const { y, m, d } = dateOf(day)
  return `${String(d).padStart(2, '0')}/${String(m).padStart(2, '0')}/${String(y).padStart(4, '0')}`
}
