import { dayOfInstant } from './calendar.ts'
import { type Schedule, spans } from './weekly-schedule.ts'

const MS_PER_MINUTE = 60_000
const NS_PER_MINUTE = 60e9
const MS_PER_HOUR = 60 * MS_PER_MINUTE
const OFFSET = /^(?:utc|gmt|z)?\s*(?:([+\u2212-])\s*(\d{1,2})(?::?([0-5]\d))?)?$/i
const NAME = /^[a-z](?!\d)[a-z0-9_+/-]{1,63}$/i
const FARTHEST = 14 * 60

/**
 * Minutes east of Greenwich, read leniently from the service's offset-style text: `UTC+01:00`, `+01:00`,
 * `GMT-3`, `UTC`, `+0530`. A name such as `Europe/Madrid` has an offset only at an instant, so it is read
 * when `at` is given. Undefined for what is neither.
 */
export function parseOffset(text: string, at?: Date): number | undefined {
  const trimmed = text.trim()
  const match = trimmed && OFFSET.exec(trimmed)
  if (match) {
    const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)
    if (minutes > FARTHEST) return undefined
    return match[1] && match[1] !== '+' ? 0 - minutes : minutes
  }
  return at && NAME.test(trimmed) ? offsetOfName(trimmed, at) : undefined
}

/**
 * The same of the clock of a plan, however the service writes it: also an offset in brackets beside words
 * that are no zone, `(UTC-08:00) Pacific Time`. Undefined for what cannot be read, such as `PST`, which is
 * several.
 */
export const offsetOfClock = keptByQuarter(readClock)

function readClock(text: string, at: Date): number | undefined {
  const minutes = parseOffset(text.replace(BRACKETS, ''), at)
  if (minutes !== undefined) return minutes
  const [inside, another] = [...text.matchAll(BRACKETS)].flatMap(([, words = '']) => parseOffset(words) ?? [])
  return another === undefined ? inside : undefined
}

const BRACKETS = /\(([^()]*)\)/g

/** Whether the clock of a plan can be read. */
export const isClock = (text: string, at: Date): boolean => offsetOfClock(text, at) !== undefined

const MS_PER_QUARTER = 15 * MS_PER_MINUTE
const MOST_ZONES = 1000

/**
 * Keeps what was read last of each zone. Zones change their offset on the quarter of an hour at the most, and
 * a day begins on one; every plan of a list asks for both.
 */
function keptByQuarter<T>(read: (zone: string, at: Date) => T): typeof read {
  const known = new Map<string, { quarter: number; value: T }>()
  return (zone, at) => {
    const quarter = Math.floor(at.getTime() / MS_PER_QUARTER)
    const last = known.get(zone)
    if (last?.quarter === quarter) return last.value
    if (known.size >= MOST_ZONES) known.clear()
    const value = read(zone, at)
    known.set(zone, { quarter, value })
    return value
  }
}

/** Of an instant, not of what a clock shows: at 04:30 in Greenwich it may be summer in New York still. */
const offsetOfName = keptByQuarter((name, at): number | undefined => {
  try {
    return Math.round(at.toTemporalInstant().toZonedDateTimeISO(name).offsetNanoseconds / NS_PER_MINUTE)
  } catch {
    return undefined
  }
})

/** The number of the day (calendar.ts) that it is in a zone. What is no zone counts as Greenwich. */
export function today(now: Date, zone: string): number {
  return localTime(now, zone).day
}

/** The instant at which the clock of a plan shows a time, `HH:MM`, of a day as ISO 8601. */
export function instantOf(day: string, time: string, clock: string): Date {
  const shown = Date.parse(`${day}T${time}Z`)
  const guess = (at: number) => shown - (offsetOfClock(clock, new Date(at)) ?? 0) * MS_PER_MINUTE
  return new Date(guess(guess(shown)))
}

/** Today in a zone, as ISO 8601. What is no zone counts as Greenwich. */
export const todayIn = keptByQuarter((zone, now) => {
  const offsetMs = (offsetOfClock(zone, now) ?? 0) * MS_PER_MINUTE
  return new Date(now.getTime() + offsetMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
})

/** The offset that a zone has at an instant, as the service writes it: `UTC+01:00`. */
export function offsetText(zone: string, at: Date): string {
  const minutes = parseOffset(zone, at) ?? 0
  const size = Math.abs(minutes)
  const pad = (n: number) => String(n).padStart(2, '0')
  return `UTC${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** Whether a schedule is in its hours. Undefined where its time zone cannot be read. */
export function inHours(schedule: Schedule, now: Date): boolean | undefined {
  const clock = clockOfSchedule(schedule, now)
  return clock && spans(schedule, clock.day, clock.hour)
}

export type Clock = { day: number; hour: number }

/** What the clock of a schedule shows: that of Greenwich where it has no time zone, and none where that cannot be read. */
export const clockOfSchedule = ({ timezone = 'UTC' }: Schedule, now: Date): Clock | undefined =>
  isClock(timezone, now) ? localTime(now, timezone) : undefined

/** What a clock in a zone shows: the number of its day, and the hours since midnight with their fraction. */
export function localTime(now: Date, zone: string): Clock {
  const local = now.getTime() + (offsetOfClock(zone, now) ?? 0) * MS_PER_MINUTE
  const day = dayOfInstant(local)
  return { day, hour: local / MS_PER_HOUR - day * 24 }
}
