import { dayOfInstant, type Schedule, spans } from './calendar.ts'
import { tableOf } from './words.ts'

const MS_PER_MINUTE = 60_000
const NS_PER_MINUTE = 60e9
const MS_PER_HOUR = 60 * MS_PER_MINUTE
const OFFSET = /^(?:utc|gmt|z)?\s*(?:([+\u2212-])\s*(\d{1,2})(?::?([0-5]\d))?)?$/i
const NAME = /^[a-z](?!\d)[a-z0-9_+/-]{1,63}$/i
const FARTHEST = 14 * 60

/**
 * Parses an offset in minutes east of UTC from the service's text: `UTC+01:00`, `+01:00`, `GMT-3`, `UTC`,
 * `+0530`. With `at`, also the name of a zone, such as `Europe/Madrid`. Undefined for anything else.
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
 * Parses the offset of a plan's time zone; also one in brackets beside other words, as in `(UTC-08:00) Pacific
 * Time`. Undefined for anything else, such as the ambiguous `PST`.
 */
export const offsetOfClock = cachedByQuarter(readClock)

function readClock(text: string, at: Date): number | undefined {
  const minutes = parseOffset(text.replace(BRACKETS, ''), at)
  if (minutes !== undefined) return minutes
  const [inside, another] = [...text.matchAll(BRACKETS)].flatMap(([, words = '']) => parseOffset(words) ?? [])
  return another === undefined ? inside : undefined
}

const BRACKETS = /\(([^()]*)\)/g

/** Whether the time zone of a plan can be parsed. */
export const isClock = (text: string, at: Date): boolean => offsetOfClock(text, at) !== undefined

const MS_PER_QUARTER = 15 * MS_PER_MINUTE
const MOST_ZONES = 1000

/**
 * Caches the last result of each zone for a quarter of an hour: offsets change, and days begin, only at one.
 */
function cachedByQuarter<T>(read: (zone: string, at: Date) => T): typeof read {
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

/** The offset of a named zone at an instant, in minutes. */
const offsetOfName = cachedByQuarter((name, at): number | undefined => {
  try {
    return Math.round(at.toTemporalInstant().toZonedDateTimeISO(name).offsetNanoseconds / NS_PER_MINUTE)
  } catch {
    return undefined
  }
})

/** The number of the present day (calendar.ts) in a zone; in UTC for an invalid one. */
export const today = (now: Date, zone: string): number => localTime(now, zone).day

/** The instant of a time (`HH:MM`) on an ISO day in the time zone of a plan. */
export function instantOf(day: string, time: string, clock: string): Date {
  const shown = Date.parse(`${day}T${time}Z`)
  const guess = (at: number) => shown - (offsetOfClock(clock, new Date(at)) ?? 0) * MS_PER_MINUTE
  return new Date(guess(guess(shown)))
}

/** Today in a zone, in ISO 8601; in UTC for an invalid one. */
export const todayIn = cachedByQuarter((zone, now) => {
  const offsetMs = (offsetOfClock(zone, now) ?? 0) * MS_PER_MINUTE
  return new Date(now.getTime() + offsetMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
})

/** The offset of a zone at an instant, in the service's format: `UTC+01:00`. */
export function offsetText(zone: string, at: Date): string {
  const minutes = parseOffset(zone, at) ?? 0
  const size = Math.abs(minutes)
  const pad = (n: number) => String(n).padStart(2, '0')
  return `UTC${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** Whether a schedule is in its hours. Undefined if its time zone cannot be parsed. */
export function inHours(schedule: Schedule, now: Date): boolean | undefined {
  const clock = clockOfSchedule(schedule, now)
  return clock && spans(schedule, clock.day, clock.hour)
}

export type Clock = { day: number; hour: number }

/** The local time of a schedule: UTC without a time zone, undefined if that cannot be parsed. */
export const clockOfSchedule = ({ timezone = 'UTC' }: Schedule, now: Date): Clock | undefined =>
  isClock(timezone, now) ? localTime(now, timezone) : undefined

/** A local time: the number of the day, and the hours since midnight including fractions. */
export function localTime(now: Date, zone: string): Clock {
  const local = now.getTime() + (offsetOfClock(zone, now) ?? 0) * MS_PER_MINUTE
  const day = dayOfInstant(local)
  return { day, hour: local / MS_PER_HOUR - day * 24 }
}

/** Time zones as people name them: an IANA name, `UTC`, or an offset such as `UTC+05:30`. */

/**
 * Present names of zones that the engine lists only by their older names.
 * Source: IANA's `backward` file (https://github.com/eggert/tz/blob/main/backward).
 */
const RENAMED: ReadonlyMap<string, string> = new Map(
  tableOf(`
    Africa/Asmera: Africa/Asmara; America/Buenos_Aires: America/Argentina/Buenos_Aires; America/Godthab: America/Nuuk;
    Asia/Saigon: Asia/Ho_Chi_Minh; Asia/Katmandu: Asia/Kathmandu; Asia/Calcutta: Asia/Kolkata; Asia/Rangoon: Asia/Yangon;
    Europe/Kiev: Europe/Kyiv`),
)
const ZONES = ['UTC', ...[...RENAMED.keys(), ...Intl.supportedValuesOf('timeZone')].sort()]
const BESIDE = /\s*\(UTC[+-]\d\d:\d\d\)$|\s+time$/i

/** A zone with its offset at an instant: `Europe/Berlin (UTC+01:00)`. `readZone` is the inverse. */
export function sayZone(zone: string, at: Date): string {
  const offset = offsetText(zone, at)
  return zone === offset ? zone : `${zone} (${offset})`
}

/** Finds the zone of a name, whatever its spacing and case. */
export function readZone(words: string, at: Date): string | undefined {
  const zone = words.replace(BESIDE, '').trim()
  if (parseOffset(zone) !== undefined) return /^utc$/i.test(zone) ? 'UTC' : offsetText(zone, at)
  const name = zone.replace(/\s+/g, '_')
  if (parseOffset(name, at) !== undefined) return ZONES.find(each => spelt(each) === spelt(name)) ?? name
  const cities = ZONES.filter(each => spelt(each.split('/').at(-1) ?? each) === spelt(zone))
  const [only, another] = cities.filter(each => !cities.some(city => RENAMED.get(city) === each))
  return another === undefined ? only : undefined
}

/**
 * Finds zones by name, city or offset (`york`, `europe/b`, `utc+2`): the person's own first, then an exact
 * match, then the others by the distance of their offsets.
 */
export function findZones(typed: string, at: Date, own = 'UTC'): string[] {
  const offset = parseOffset(typed)
  const here = parseOffset(own, at) ?? 0
  const far = (zone: string) => Math.abs((parseOffset(zone, at) ?? 0) - here)
  const found = [own, ...ZONES].filter(zone =>
    offset === undefined ? spelt(zone).includes(spelt(typed)) : parseOffset(zone, at) === offset,
  )
  const near = found.sort((a, b) => far(a) - far(b))
  const named = readZone(typed, at)
  return [...new Set([...near.filter(zone => zone === own), ...(named ? [named] : []), ...near])]
}

/** Whether a zone has daylight saving time in the year of an instant, so that one offset is not enough. */
export function putsClocks(zone: string, at: Date): boolean {
  const [winter, summer] = [0, 6].map(month =>
    parseOffset(zone, new Date(Date.UTC(at.getUTCFullYear(), month))),
  )
  return winter !== summer
}

const spelt = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
