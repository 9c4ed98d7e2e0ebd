import type { Linked } from '../../core/context.ts'
import { issue, type Parsed, type Taken } from '../../core/field.ts'
import type { Moment } from '../../core/locale.ts'
import { parseDay, writeDay } from '../../language/dates/calendar.ts'
import { sayDay } from '../../language/dates/text.ts'
import { isBelowTwoYears, days as readDays } from '../../language/dates.ts'
import { days, readPhrase } from './days.ts'
import { daysIn } from './days-in-sentence.ts'

/** By how much a pause is to be longer, or to be moved, as words that count from its own days. */
export type Shift = { length: string; way: 'longer' | 'shorter' | 'later' | 'earlier' }

/** A shift in words that read back as the same. */
export const sayShift = ({ length, way }: Shift): string => `${length} ${way}`

/** The last day of days that are made so much longer, as DD/MM/YYYY; nothing where that are too many. */
export function lastDayOf({ from, until }: { from: string; until: string }, longer: string, at: Moment) {
  const next = (parseDay(until) ?? 0) + 1
  const last = lastIn(`for ${longer} from ${sayDay(writeDay(next))}`, at)
  return last && isBelowTwoYears(parseDay(from) ?? next, parseDay(last) ?? next) ? last : undefined
}

/** The day that is so much later than one, or else earlier, as DD/MM/YYYY; nothing where that is over. */
export const movedDay = (day: string, { length, way }: Shift, at: Moment): string | undefined =>
  lastIn(`${length} ${way === 'later' ? 'after' : 'before'} ${sayDay(day)}`, at)

function lastIn(phrase: string, { now, zone = 'UTC' }: Moment): string | undefined {
  const read = readDays(phrase, { now, zone })
  return read.kind === 'days' ? read.until : undefined
}

/** What says of a length that it is more than there is, or that it is by how much something is moved. */
export const SAYS_SHIFT =
  /(?<!\S)(?:by|another|more|longer|extra|additional|further|later|earlier|sooner|shorter|\+\s?\d\S*)(?!\S)/i

/** What leads to a length that is more than there is. */
const LEADS =
  /^(?:(?:for|by)\s+)?(?:another\s+(?=\d)|(another|an?\s+(?:extra|additional|further|more))\s+)|^by\s+|^\+\s?(?=\d)/i

const withoutLead = (said: string): string => said.replace(LEADS, (_, one) => (one ? 'a ' : ''))

/** How much longer: `by 2 days`, `another week`, `for 2 more days`, `2 days longer`, `+2d`. Nothing where that is not said. */
function lengthIn(phrase: string): string | undefined {
  const length = withoutLead(phrase.trim())
    .replace(/\s+(?:more|extra|additional|further)(?=\s)/i, '')
    .replace(/\s+(?:longer|more|extra)$/i, '')
  return length === phrase.trim() ? undefined : length.replace(/^for\s+/i, '')
}

const MOVED = /^(?:(?:by|to)\s+)?(\S+(?:\s+\S+){0,3}?)\s+(later|earlier|sooner|shorter)(?![^\s,;.!])[\s,;]*/i
const WAYS: ReadonlyMap<string, Shift['way']> = new Map([
  ['later', 'later'],
  ['earlier', 'earlier'],
  ['sooner', 'earlier'],
  ['shorter', 'shorter'],
])

/** How much later, earlier or shorter words begin with, and what is behind that. */
function movedIn(words: string, at: Moment): { shift: Shift; rest: string } | undefined {
  const [whole = '', length = '', said = ''] = MOVED.exec(words) ?? []
  const way = WAYS.get(said.toLowerCase())
  const read = readPhrase(length, at)
  if (!way || read.kind !== 'days' || read.only !== 'length') return undefined
  return { shift: { length, way }, rest: words.slice(whole.length) }
}

/**
 * Words that say how much longer, or otherwise, which is the same wherever somebody is. Where that is no length it is
 * said why, unless it would quote what nobody said.
 */
export function readShift(from: string, at: Moment): Parsed<Shift> | undefined {
  const moved = movedIn(from.trim(), at)
  if (moved?.rest === '') return { kind: 'ok', value: moved.shift }
  const longer = lengthIn(from)
  if (longer === undefined) return undefined
  const length = readDays(longer, { ...at, zone: at.zone ?? 'UTC' })
  if (length.kind !== 'refused' && length.only !== 'length') return undefined
  if (length.kind === 'days') return { kind: 'ok', value: { length: longer, way: 'longer' } }
  return from.includes(longer) ? issue('from', length.why) : undefined
}

/** The shift that a sentence begins with, where words around its length say that it is one. */
export async function takeShift(rest: string, me: Linked): Promise<Taken | undefined> {
  const moved = movedIn(rest, me.at)
  if (moved) return { raw: { from: sayShift(moved.shift) }, rest: moved.rest }
  const length = withoutLead(rest)
  const found = length === rest ? undefined : daysIn(length, me.at)
  if (found?.start !== 0 || (found.days.kind !== 'refused' && found.days.only !== 'length')) return undefined
  const taken = await days.take?.(length, me)
  const from =
    found.days.kind === 'days' ? sayShift({ length: found.phrase, way: 'longer' }) : `by ${taken?.raw.from}`
  return taken && { raw: { from }, rest: taken.rest }
}
