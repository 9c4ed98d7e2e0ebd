import type { Args, Period } from '../core/args.ts'
import type { RequestTime } from '../core/context.ts'
import { sayDay, sayDays } from '../language/dates/text.ts'
import { todayIn } from '../language/dates/zone.ts'
import { findDays } from '../language/dates.ts'
import { toServiceDate } from '../service/contract/endpoint.ts'

/** `Mon 7 Dec 2026`. */
export const formatDay = (day: string): string => sayDay(toServiceDate(day))

/** The same without its year where that is the one of `today`. */
export const formatShortDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).slice(0, -' 2026'.length) : formatDay(day)

/** Days of a list: `7–13 Dec`, `30 Nov – 4 Dec`; with the year where that is not the one of `today`. */
export function formatShortPeriod({ from, until }: Period, today: string): string {
  const [first, last] = [from, until].map(day => formatShortDay(day, today).slice('Mon '.length))
  if (from === until) return first ?? ''
  const isSameMonth = from.slice(0, 7) === until.slice(0, 7)
  return isSameMonth ? `${first?.split(' ')[0]}–${last}` : `${first} – ${last}`
}

/** `Mon 7 Dec 2026 → Sun 13 Dec 2026 (7 days)`. */
export const formatPeriod = ({ from, until }: Period): string =>
  sayDays(toServiceDate(from), toServiceDate(until))

/** The day so many days after another, or before it. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** How many days lie from one day to another: 0 for the same day. */
export const daysFrom = (from: string, until: string): number =>
  Temporal.PlainDate.from(from).until(until).days

/** Today for a person. */
export const todayAt = ({ now, zone = 'UTC' }: RequestTime): string => todayIn(zone, now)

/** The later of two days. */
export const laterOf = (one: string, other: string): string => (one > other ? one : other)

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek)

/**
 * A time as the service writes it, as a day: `Tue 1 Dec 2026` for 01/12/2026 or 2026-12-01T09:00:00Z. The interface
 * document does not show the format: anything else stays as it is.
 */
export function formatStamp(stamp: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(stamp) ?? []
  return sayDay(year ? `${day}/${month}/${year}` : stamp)
}

/** Explains that days behind what is done at once are left out: `why`, and what to say instead. */
export const explainDays =
  (why: (days: string, args: Args) => string) =>
  (words: string, args: Args): string | undefined =>
    findDays(words, { now: new Date(0), zone: 'UTC' })?.start === 0
      ? `I left out “${words}”: ${why(words, args)}`
      : undefined
