import { tableOf } from './words.ts'
import { offsetText, parseOffset } from './zone.ts'

/** Zones by name, as people look for them. A zone is an IANA name, `UTC`, or an offset such as `UTC+05:30`. */

/**
 * What zones are called now, and the older names by which alone the engine lists them. Source: the links of
 * IANA's `backward` file (https://github.com/eggert/tz/blob/main/backward).
 */
const RENAMED: ReadonlyMap<string, string> = new Map(
  tableOf(`
    Africa/Asmera: Africa/Asmara; America/Buenos_Aires: America/Argentina/Buenos_Aires; America/Catamarca:
    America/Argentina/Catamarca; America/Cordoba: America/Argentina/Cordoba; America/Jujuy:
    America/Argentina/Jujuy; America/Mendoza: America/Argentina/Mendoza; America/Coral_Harbour:
    America/Atikokan; America/Indianapolis: America/Indiana/Indianapolis; America/Louisville:
    America/Kentucky/Louisville; America/Godthab: America/Nuuk; Asia/Saigon: Asia/Ho_Chi_Minh;
    Asia/Katmandu: Asia/Kathmandu; Asia/Calcutta: Asia/Kolkata; Asia/Rangoon: Asia/Yangon; Atlantic/Faeroe:
    Atlantic/Faroe; Europe/Kiev: Europe/Kyiv; Pacific/Truk: Pacific/Chuuk; Pacific/Enderbury:
    Pacific/Kanton; Pacific/Ponape: Pacific/Pohnpei`),
)
const ZONES = ['UTC', ...[...RENAMED.keys(), ...Intl.supportedValuesOf('timeZone')].sort()]
const BESIDE = /\s*\(UTC[+-]\d\d:\d\d\)$|\s+time$/i

/** A zone with the offset that it has at an instant: `Europe/Berlin (UTC+01:00)`. `readZone` reads it back. */
export function sayZone(zone: string, at: Date): string {
  const offset = offsetText(zone, at)
  return zone === offset ? zone : `${zone} (${offset})`
}

/** The zone that words name, however they are spaced or capitalised; undefined for what is none. */
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
 * The zones that typed words may mean, by name, city or offset (`york`, `europe/b`, `utc+2`): the person's
 * own first, then the one that is called so, then the others as they are near to it on the clock.
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

/** Whether the clocks of a zone are put forward and back in the year of an instant, so that one offset is not enough. */
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
