import { addMonths, dateOf, mondayOf } from '../calendar.ts'
import type { Span } from '../meaning.ts'
import { either, meaning, once, type Parser, phrase, word } from '../parser.ts'

/** Periods by their kind and their distance from today. */

export type Name = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year'
export const NAMES: readonly Name[] = ['day', 'week', 'weekend', 'month', 'quarter', 'year']
export const name: Parser<Name> = word(...NAMES).map(said => NAMES.find(known => known === said))

/** The period of a kind that a day is in, or one some periods away. */
export function periodOf(name: Name, today: number, away: number): Span {
  if (name === 'day') return { from: today + away, until: today + away }
  const monday = mondayOf(today) + 7 * away
  if (name === 'week') return { from: monday, until: monday + 6 }
  if (name === 'weekend') return { from: monday + 5, until: monday + 6 }
  const { m, d } = dateOf(today)
  const length = { month: 1, quarter: 3, year: 12 }[name]
  const from = addMonths(today - d + 1, away * length - ((m - 1) % length))
  return { from, until: addMonths(from, length) - 1 }
}

const AWAY = new Map([
  ['this', 0],
  ['current', 0],
  ['next', 1],
  ['following', 1],
  ['coming', 1],
])
/** `this week`, `the following month`, `the week after next`: of which kind, and how many of them away. */
export const distantPeriod: Parser<readonly [name: Name, away: number]> = once(
  either(
    phrase`[the] ${meaning(AWAY)} ${name}`.map(([away, name]) => [name, away] as const),
    phrase`[the] ${name} after next`.map(([name]) => [name, 2] as const),
  ),
)
