import type { Chrono, Component, ParsedComponents, ParsedResult } from 'chrono-node'
import * as de from 'chrono-node/de'
import * as es from 'chrono-node/es'
import * as fr from 'chrono-node/fr'
import * as it from 'chrono-node/it'
import * as ja from 'chrono-node/ja'
import * as nl from 'chrono-node/nl'
import * as pt from 'chrono-node/pt'
import * as ru from 'chrono-node/ru'
import * as sv from 'chrono-node/sv'
import * as uk from 'chrono-node/uk'
import * as zh from 'chrono-node/zh'
import { dateOf, dayNumber, firstFrom } from '../calendar.ts'
import { dateOn } from '../meaning/dates.ts'
import { doubt, refused, type When } from '../meaning/when.ts'
import { past, whichNext } from '../meaning/whys.ts'
import { comingWeekday } from '../rules/weekdays.ts'

const NOON = 12
/** Two days of which chrono has one, or an hour that it takes for the day's own. */
const NO_DAY =
  /week-?end|wochenende|fin de semana|fine settimana|fim de semana|週末|周末|выходн|вихідн|helg|mittag|middag|mediod|mezzogiorno|meio-dia/i
/** Looking forward, chrono takes the last friday for the next one. */
const GONE =
  /letzt|vorig|vergangen|pasad|dernier|pass[ée]|scors|passat|passad|afgelopen|förra|senaste|прошл|минул|先週|上[个個]?[周週星礼禮]/i
/** No day in words is longer, in any of these languages; chrono takes its time over long texts. */
const LONGEST = 50
const LANGUAGES: ReadonlyMap<string, { casual: Chrono }> = new Map(
  Object.entries({ de, es, fr, it, ja, nl, pt, ru, sv, uk, zh }),
)

/**
 * A single day as chrono-node reads it in a language (`de`): `übermorgen`, `24 de diciembre`. It counts only when chrono
 * took every word, and only what it is certain of: which day of which year that is, and whether it fits its weekday, is
 * not left to it.
 */
export function pointInWords(phrase: string, language: string, today: number): When | undefined {
  if (phrase.length > LONGEST || NO_DAY.test(phrase)) return undefined
  const [result, another] = parse(phrase, language, today)
  if (!result || another || result.end || result.text.length !== phrase.length) return undefined
  const { start } = result
  // Relative amounts can be stretches as well as days: `within 3 days`, `nächste woche`.
  if (start.tags().has('result/relativeDate') || saysHour(start)) return undefined
  const certain = (component: Component) =>
    start.isCertain(component) ? (start.get(component) ?? undefined) : undefined
  const parts = {
    y: certain('year'),
    m: certain('month'),
    d: certain('day'),
    weekday: mondayFirst(certain('weekday')),
  }
  if (parts.d !== undefined && parts.m !== undefined) return dateOn(parts)
  if (parts.weekday === undefined || parts.m !== undefined) return undefined
  if (GONE.test(phrase)) return refused(past)
  const coming = firstFrom(today, parts.weekday)
  const read = dayOf(start) ?? coming
  // `nächsten freitag` can be the one after the next.
  return read > coming && coming > today
    ? doubt({ from: coming, until: coming }, { from: read, until: read }, whichNext)
    : comingWeekday(parts.weekday, today)
}

/** How much of a text's beginning chrono takes for a point in time, hours and all: `morgen um 10` of `morgen um 10 Lasttest`. */
export function lengthOfPoint(text: string, language: string, today: number): number {
  const [result] = parse(text.slice(0, LONGEST), language, today)
  return result?.index === 0 ? result.text.replace(/[\s\p{P}]+$/u, '').length : 0
}

function parse(text: string, language: string, today: number): ParsedResult[] {
  const { y, m, d } = dateOf(today)
  const noon = new Date(y, m - 1, d, NOON)
  return LANGUAGES.get(language)?.casual.parse(text, noon, { forwardDate: true }) ?? []
}

const dayOf = (start: ParsedComponents): number | undefined =>
  dayNumber(start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0)

/** chrono counts weekdays from Sunday, the calendar here from Monday. */
const mondayFirst = (weekday: number | undefined) => (weekday === undefined ? undefined : (weekday + 6) % 7)

/** A day alone stays at the hour of the reference; `heute nachmittag` does not. */
const saysHour = (start: ParsedComponents) => start.isCertain('hour') || start.get('hour') !== NOON
