import { createRequire } from 'node:module'
import type * as ChronoNode from 'chrono-node'
import { dateOf } from '../calendar.ts'
import { dateOn, refused, type When } from '../meaning.ts'
import { whys } from '../reasons.ts'

const NOON = 12
/** A weekend, of which chrono reads one day, and a noon, which it reads as the day alone. */
const NO_DAY =
  /week-?end|wochenende|fin de semana|fine settimana|fim de semana|週末|周末|выходн|вихідн|helg|mittag|middag|mediod|mezzogiorno|meio-dia/i
/** "Last": looking forward, chrono takes the last friday for the next one. */
const LAST =
  /letzt|vorig|vergangen|pasad|dernier|pass[ée]|scors|passat|passad|afgelopen|förra|senaste|прошл|минул|先週|上[个個]?[周週星礼禮]/i
/** No day is longer in any of these languages, and chrono is slow with long texts. */
const LONGEST = 50
type Languages = ReadonlyMap<string, { casual: ChronoNode.Chrono }>

let loaded: Languages | undefined

/** Loads chrono's languages with the first phrase that needs one: they take 0.1 s and 25 MB. */
function languages(): Languages {
  const chrono: typeof ChronoNode = createRequire(import.meta.url)('chrono-node')
  const { de, es, fr, it, ja, nl, pt, ru, sv, uk, zh } = chrono
  return new Map(Object.entries({ de, es, fr, it, ja, nl, pt, ru, sv, uk, zh }))
}

/**
 * A single date as chrono-node reads it in a language (`de`): `24 de dic.`, `12 février`, `ayer`. It counts
 * only when chrono took every word, and only the parts of which it is certain: year and weekday are checked
 * here.
 */
export function readPoint(phrase: string, language: string, today: number): When | undefined {
  if (phrase.length > LONGEST || NO_DAY.test(phrase)) return undefined
  const { y, m, d } = dateOf(today)
  const noon = new Date(y, m - 1, d, NOON)
  loaded ??= languages()
  const [result, another] = loaded.get(language)?.casual.parse(phrase, noon, { forwardDate: true }) ?? []
  if (!result || another || result.end || result.text.length !== phrase.length) return undefined
  const { start } = result
  // Relative amounts can be lengths as well: `nächste woche`. A day alone stays at the hour of the reference.
  const isHour = start.isCertain('hour') || start.get('hour') !== NOON
  if (start.tags().has('result/relativeDate') || isHour) return undefined
  const certain = (component: ChronoNode.Component) =>
    start.isCertain(component) ? (start.get(component) ?? undefined) : undefined
  // chrono counts weekdays from Sunday.
  const sunday = certain('weekday')
  const weekday = sunday === undefined ? undefined : (sunday + 6) % 7
  const parts = { y: certain('year'), m: certain('month'), d: certain('day'), weekday }
  if (parts.d !== undefined && parts.m !== undefined) return dateOn(parts)
  return LAST.test(phrase) ? refused(whys.past) : undefined
}
