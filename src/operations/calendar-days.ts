import type { Period } from '../core/args.ts'
import type { RequestTime } from '../core/context.ts'
import { MONTHS, sayDay, sayDays, WEEKDAYS } from '../language/dates/calendar.ts'
import { todayIn } from '../language/dates/zone.ts'
import { toServiceDate } from '../service/contract/endpoint.ts'

/** `Mon 7 Dec 2026`. */
export const formatDay = (day: string): string => sayDay(toServiceDate(day))

export const formatWeekday = (day: string): string =>
  WEEKDAYS[Temporal.PlainDate.from(day).dayOfWeek - 1] ?? ''

/** `7 Dec`, with the year if it differs from today's. */
function formatDate(day: string, today: string): string {
  const { day: number, month, year } = Temporal.PlainDate.from(day)
  const date = `${number} ${MONTHS[month - 1]}`
  return day.slice(0, 4) === today.slice(0, 4) ? date : `${date} ${year}`
}

/** `Mon 7 Dec`, with the year if it differs from today's. */
export const formatShortDay = (day: string, today: string): string =>
  `${formatWeekday(day)} ${formatDate(day, today)}`

/** `7–13 Dec`, `30 Nov – 4 Dec`, with the year if it differs from today's. */
export function formatShortPeriod({ from, until }: Period, today: string): string {
  const last = formatDate(until, today)
  if (from === until) return last
  const isSameMonth = from.slice(0, 7) === until.slice(0, 7)
  return isSameMonth ? `${Temporal.PlainDate.from(from).day}–${last}` : `${formatDate(from, today)} – ${last}`
}

/** Returns the local day and time of an instant: `2026-12-08`, `08:00`. */
export function dayAndTimeOn(instant: Date, zone: string): { day: string; time: string } {
  const local = instant.toTemporalInstant().toZonedDateTimeISO(zone)
  return {
    day: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
}

/** `Mon 7 Dec 2026 → Sun 13 Dec 2026 (7 days)`. */
export const formatPeriod = ({ from, until }: Period): string =>
  sayDays(toServiceDate(from), toServiceDate(until))

/** Returns the day `days` days later, or earlier if negative. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** Returns the number of days from one day to another: 0 for the same day. */
export const daysFrom = (from: string, until: string): number =>
  Temporal.PlainDate.from(from).until(until).days

export const todayAt = ({ now, zone = 'UTC' }: RequestTime): string => todayIn(zone, now)

export const laterOf = (one: string, other: string): string => (one > other ? one : other)

export const mondayOf = (day: string): string => addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek)

/**
 * Formats the day of a timestamp of the service: `Tue 1 Dec 2026` for 01/12/2026 or 2026-12-01T09:00:00Z. The
 * interface document does not specify the format: other text is returned unchanged.
 */
export function formatStamp(stamp: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(stamp) ?? []
  return sayDay(year ? `${day}/${month}/${year}` : stamp)
}
