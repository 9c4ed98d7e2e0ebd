import { dateOf, parseDay, weekdayOf } from './calendar.ts'
import { type Schedule, WEEK } from './weekly-schedule.ts'

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `07/12/2026` → `Mon 7 Dec 2026`. What is no day comes back as it is. */
export function sayDay(day: string): string {
  const number = parseDay(day)
  return number === undefined ? day : sayNumber(number)
}

/** The same of a day by its number. */
export function sayNumber(day: number): string {
  const { y, m, d } = dateOf(day)
  return `${WEEKDAYS[weekdayOf(day)]} ${d} ${MONTHS[m - 1]} ${y}`
}

/** `Mon 7 Dec 2026 → Sun 13 Dec 2026 (7 days)`, one day as `Mon 7 Dec 2026 (1 day)`. `days` reads both back. */
export function sayDays(from: string, until: string): string {
  const [first, last] = [parseDay(from), parseDay(until)]
  if (first === undefined || last === undefined) return `${sayDay(from)} → ${sayDay(until)}`
  if (first === last) return `${sayNumber(first)} (1 day)`
  return `${sayNumber(first)} → ${sayNumber(last)} (${last - first + 1} days)`
}

/** `Mon–Fri 08:00–19:00, UTC+01:00`; past midnight `20:00–06:00 (+1)`. What the schedule lacks is left out. */
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
