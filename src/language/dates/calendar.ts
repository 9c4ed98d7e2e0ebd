/**
 * Whole days as numbers: days since 1 January 1970, without time or zone. Months are 1–12, weekdays 0 (Monday)
 * to 6 (Sunday).
 */

const MS_PER_DAY = 86_400_000

/** The number of a day; undefined if it does not exist (31 February, month 13) or its year has not four digits. */
export function dayNumber(y: number, m: number, d: number): number | undefined {
  if (y < 1000 || y > 9999 || m < 1 || m > 12 || d < 1) return undefined
  const day = Date.UTC(y, m - 1, d) / MS_PER_DAY
  return dateOf(day).m === m ? day : undefined
}

export function dateOf(day: number): { y: number; m: number; d: number } {
  const date = new Date(day * MS_PER_DAY)
  return { y: date.getUTCFullYear(), m: date.getUTCMonth() + 1, d: date.getUTCDate() }
}

/** The day of an instant in UTC. */
export const dayOfInstant = (ms: number): number => Math.floor(ms / MS_PER_DAY)

export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

export const mondayOf = (day: number): number => day - weekdayOf(day)

/** Adds months, limited to the last day of the month (31 January + 1 → 28 February). */
export function addMonths(day: number, months: number): number {
  const { y, m, d } = dateOf(day)
  const [first, next] = [Date.UTC(y, m - 1 + months), Date.UTC(y, m + months)]
  return Math.min(first / MS_PER_DAY + d, next / MS_PER_DAY) - 1
}

/** The first such weekday on or after a day. */
export const firstFrom = (day: number, weekday: number): number => day + ((weekday - weekdayOf(day) + 7) % 7)

/** The last such weekday on or before a day. */
export const lastUpTo = (day: number, weekday: number): number => day - ((weekdayOf(day) - weekday + 7) % 7)

/** The nth such weekday between two days, -1 for the last; undefined if there are fewer. */
export function nthWeekday(from: number, until: number, nth: number, weekday: number): number | undefined {
  const day = nth < 0 ? lastUpTo(until, weekday) + 7 * (nth + 1) : firstFrom(from, weekday) + 7 * (nth - 1)
  return day < from || day > until ? undefined : day
}

/** Easter Sunday, by the Gregorian computus (Meeus, Jones and Butcher). */
export function easterSunday(y: number): number {
  const a = y % 19
  const b = Math.floor(y / 100)
  const c = y % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return dayNumber(y, Math.floor(n / 31), (n % 31) + 1) ?? 0
}

/** Parses the service's DD/MM/YYYY, also with single digits; undefined if it is no day. The inverse of `writeDay`. */
export function parseDay(text: string): number | undefined {
  const [, d, m, y] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text) ?? []
  return d && m && y ? dayNumber(Number(y), Number(m), Number(d)) : undefined
}

/** Formats a day for the service: DD/MM/YYYY. */
export function writeDay(day: number): string {
  const { y, m, d } = dateOf(day)
  return `${String(d).padStart(2, '0')}/${String(m).padStart(2, '0')}/${String(y).padStart(4, '0')}`
}

/** The service's codes of the days of the week. */
export const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export type Day = (typeof WEEK)[number]

/** A weekly schedule: on each of `days` from hour `start` (1–23) for `duration` hours (1–23), possibly past midnight. */
export interface Schedule {
  days: readonly Day[]
  start?: number | undefined
  duration?: number | undefined
  timezone?: string | undefined
}

/**
 * Whether an hour of a day is within a schedule. A span past midnight belongs to the day on which it starts. A
 * schedule without start or duration has no hours.
 */
export function spans({ days, start, duration }: Schedule, day: number, hour: number): boolean {
  if (start === undefined || duration === undefined) return false
  const starts = (on: number) => {
    const day = WEEK[weekdayOf(on)]
    return day !== undefined && days.includes(day)
  }
  return (
    (hour >= start && hour < start + duration && starts(day)) ||
    (hour + 24 < start + duration && starts(day - 1))
  )
}

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `07/12/2026` → `Mon 7 Dec 2026`. Returns anything else unchanged. */
export function sayDay(day: string): string {
  const number = parseDay(day)
  return number === undefined ? day : sayNumber(number)
}

/** `Mon 7 Dec 2026`, of a day by its number. */
export function sayNumber(day: number): string {
  const { y, m, d } = dateOf(day)
  return `${WEEKDAYS[weekdayOf(day)]} ${d} ${MONTHS[m - 1]} ${y}`
}

/** `Mon 7 Dec 2026 → Sun 13 Dec 2026 (7 days)`, one day as `Mon 7 Dec 2026 (1 day)`. `days` parses both. */
export function sayDays(from: string, until: string): string {
  const [first, last] = [parseDay(from), parseDay(until)]
  if (first === undefined || last === undefined) return `${sayDay(from)} → ${sayDay(until)}`
  if (first === last) return `${sayNumber(first)} (1 day)`
  return `${sayNumber(first)} → ${sayNumber(last)} (${last - first + 1} days)`
}

/** `Mon–Fri 08:00–19:00, UTC+01:00`; past midnight `20:00–06:00 (+1)`. Omits what the schedule lacks. */
export function sayHours(schedule: Schedule): string {
  const { start, duration, timezone } = schedule
  const hours = start === undefined || duration === undefined ? '' : saySpan(start, duration)
  const span = [sayWeek(schedule.days), hours].filter(Boolean).join(' ')
  return [span, timezone].filter(Boolean).join(', ')
}

function saySpan(start: number, duration: number): string {
  const end = start + duration
  return end > 24 ? `${sayHour(start)}–${sayHour(end - 24)} (+1)` : `${sayHour(start)}–${sayHour(end)}`
}

/** `08:00`. */
export const sayHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

function sayWeek(days: Schedule['days']): string {
  const runs: string[][] = []
  WEEK.forEach((code, i) => {
    if (!days.includes(code)) return
    const name = WEEKDAYS[i] ?? code
    const before = WEEK[i - 1]
    if (before && days.includes(before)) runs.at(-1)?.push(name)
    else runs.push([name])
  })
  return runs.map(run => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : run[0])).join(', ')
}
