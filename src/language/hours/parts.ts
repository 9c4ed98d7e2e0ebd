import { either, map, meaning, type Parser, sequence, word } from '../dates/reading/parser.ts'
import type { PartOfDay } from './stretches.ts'
import { ALL, WORKDAYS } from './weekdays.ts'

/** The parts of a day that hours are said with, and those that say on which days as well. */

const NAMES: readonly PartOfDay[] = ['morning', 'afternoon', 'evening', 'night']
const PARTS: ReadonlyMap<string, PartOfDay> = new Map([
  ...NAMES.flatMap(part => [[part, part] as const, [`${part}s`, part] as const]),
  ['overnight', 'night'],
])

/** `night`, `nights`, `overnight`. */
export const partOfDay: Parser<PartOfDay> = meaning(PARTS)

interface Daily {
  part: PartOfDay
  days: readonly number[]
}

/** `every night`, `nightly`, `weeknights`. */
export const daily: Parser<Daily> = either(
  map(sequence(word('every', 'each'), partOfDay), ([, part]) => ({
    part: part === 'night' ? 'every night' : part,
    days: ALL,
  })),
  map(word('nightly'), (): Daily => ({ part: 'every night', days: ALL })),
  map(word('weeknight', 'weeknights'), (): Daily => ({ part: 'night', days: WORKDAYS })),
)
