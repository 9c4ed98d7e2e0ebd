import type { Chrono, Component, ParsedComponents } from 'chrono-node'
import * as de from 'chrono-node/de'
import * as en from 'chrono-node/en'
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
import { dateOf } from '../calendar.ts'
import type { When } from '../meaning/when.ts'
import { dateOn } from '../rules/dates.ts'
import { comingWeekday } from '../rules/relative.ts'

const NOON = 12
const LANGUAGES = { de, en, es, fr, it, ja, nl, pt, ru, sv, uk, zh }

/**
 * A single day in words that the grammar does not know, as chrono-node reads them in English or in the language of a
 * Slack locale (`de-DE`): `2026 dec 24`, `übermorgen`, `24 de diciembre`. It counts only when chrono took every word,
 * and only what it is certain of: which day of which year that is, and whether it fits its weekday, is not left to it.
 */
export function pointInWords(phrase: string, today: number, locale = 'en'): When | undefined {
  for (const chrono of chronosFor(locale)) {
    const read = wholeDay(chrono, phrase.trim(), today)
    if (read) return read
  }
  return undefined
}

function chronosFor(locale: string): Chrono[] {
  const [language = ''] = locale.toLowerCase().split(/[-_]/)
  return Object.entries(LANGUAGES)
    .filter(([name]) => name === language || name === 'en')
    .map(([, { casual }]) => casual)
}

function wholeDay(chrono: Chrono, phrase: string, today: number): When | undefined {
  const { y, m, d } = dateOf(today)
  const [result, another] = chrono.parse(phrase, new Date(y, m - 1, d, NOON))
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
  return parts.weekday !== undefined && parts.m === undefined
    ? comingWeekday(parts.weekday, today)
    : undefined
}

/** chrono counts weekdays from Sunday, the calendar here from Monday. */
const mondayFirst = (weekday: number | undefined) => (weekday === undefined ? undefined : (weekday + 6) % 7)

/** A day alone stays at the hour of the reference; `heute nachmittag` does not. */
const saysHour = (start: ParsedComponents) => start.isCertain('hour') || start.get('hour') !== NOON
