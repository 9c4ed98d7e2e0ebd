import { mrkdwn } from '../block-kit/mrkdwn.ts'
import { type Field, issue, ok, type Parsed, type Taken } from '../form/field.ts'
import type { Linked } from '../person.ts'
import type { Raw } from '../raw.ts'
import { readReference } from '../text/names.ts'
import { parseDay, writeDay } from '../time/calendar.ts'
import { isBelowTwoYears, days as readDays } from '../time/days.ts'
import { sayDay, sayDays } from '../time/text.ts'
import type { Moment } from '../whereabouts.ts'
import { days, daysOnClock, type Period, readPhrase, sayPeriod } from './days.ts'
import { daysIn } from './days-in-sentence.ts'

/**
 * New days for a pause: `onlyEnd` where its beginning is not spoken of, or by how much it is to be `longer`, as words that
 * count from its end.
 */
export type NewPeriod = (Period & { onlyEnd?: true }) | { longer: string }

/** New days for a pause that a form was filled with: its old beginning may be over while it goes on, and means today then. */
export const newDays: Field<NewPeriod, Linked> = {
  ...days,
  take: async (rest, me) => {
    const longer = await takeLonger(rest, me)
    if (longer) return longer
    const taken = (await days.take?.(rest, me)) ?? { raw: {}, rest }
    const { from = '', until } = taken.raw
    const found = daysIn(rest, me.at)
    const only = found?.days.kind === 'days' ? found.days.only : undefined
    if (!found || !only) return taken
    const isSure = from !== found.phrase
    return { ...taken, raw: { from: only === 'end' && isSure ? sayEnd(until || from) : found.phrase } }
  },
  mayStandIn: rest => SAYS_MORE.test(rest) || days.mayStandIn?.(rest) !== false,
  parse: async (raw, me) => {
    const longer = raw.until ? undefined : readLonger(raw.from ?? '', me.at)
    if (longer?.kind === 'ok') return longer
    const parsed = await parseDays(raw, me)
    return parsed.kind === 'issue' && longer ? longer : parsed
  },
  note: period => mrkdwn`:calendar: ${sayNew(period)}`,
}

async function parseDays(raw: Raw, me: Linked): Promise<Parsed<NewPeriod>> {
  const { pause, from = '', until } = raw
  const unchanged = pause !== undefined && until && from === firstDayOf(readReference(pause).name)
  const over = unchanged && raw.clock === undefined && readPhrase(from, me.at).kind === 'refused'
  const parsed = await daysOnClock.parse(over ? { ...raw, from: 'today' } : raw, me)
  const read = until ? undefined : readPhrase(from, me.at)
  const only = read?.kind === 'refused' ? undefined : read?.only
  if (parsed.kind === 'issue' || !only) return parsed
  if (only === 'length') return issue('from', fromWhen(from))
  if (parsed.kind === 'ok') return ok({ ...parsed.value, onlyEnd: true })
  const options = parsed.options.map(({ raw: { from = '', until } }) => ({
    label: sayEnd(until || from),
    raw: { from: sayEnd(until || from) },
  }))
  return { ...parsed, options }
}

/** Of new days only their end, which is said in full. */
const sayEnd = (day: string): string => `until ${day}`

/** New days as people read them: `until Fri 20 Nov 2026`, where only their end is new, or `2 days longer`. */
export function sayNew(days: NewPeriod): string {
  if ('longer' in days) return sayLonger(days.longer)
  return days.onlyEnd ? sayEnd(sayDay(days.until)) : sayDays(days.from, days.until)
}

/** The words of the inputs that read back as the same new days. */
export function sayNewPeriod(days: NewPeriod): { from: string; until: string } {
  if ('longer' in days) return { from: sayLonger(days.longer), until: '' }
  return days.onlyEnd ? { from: sayEnd(sayDay(days.until)), until: '' } : sayPeriod(days)
}

const sayLonger = (length: string): string => `${length} longer`

/** The last day of days that are made so much longer, as DD/MM/YYYY; nothing where that are too many. */
export function lastDayOf({ from, until }: Period, longer: string, { now, zone = 'UTC' }: Moment) {
  const next = (parseDay(until) ?? 0) + 1
  const read = readDays(`for ${longer} from ${sayDay(writeDay(next))}`, { now, zone })
  if (read.kind !== 'days') return undefined
  return isBelowTwoYears(parseDay(from) ?? next, parseDay(read.until) ?? next) ? read.until : undefined
}

/** What says of a length that it is more than there is. */
const SAYS_MORE = /(?<!\S)(?:by|another|more|longer|extra|additional|further|\+\s?\d\S*)(?!\S)/i

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

/**
 * Words that say how much longer, which is the same wherever somebody is. Where that is no length it is said why, unless
 * it would quote what nobody said.
 */
function readLonger(from: string, at: Moment): Parsed<NewPeriod> | undefined {
  const longer = lengthIn(from)
  if (longer === undefined) return undefined
  const length = readDays(longer, { ...at, zone: at.zone ?? 'UTC' })
  if (length.kind !== 'refused' && length.only !== 'length') return undefined
  if (length.kind === 'days') return ok({ longer })
  return from.includes(longer) ? issue('from', length.why) : undefined
}

/** The length that a sentence begins with, where words lead to it that say that it is more. */
async function takeLonger(rest: string, me: Linked): Promise<Taken | undefined> {
  const length = withoutLead(rest)
  const found = length === rest ? undefined : daysIn(length, me.at)
  if (found?.start !== 0 || (found.days.kind !== 'refused' && found.days.only !== 'length')) return undefined
  const taken = await days.take?.(length, me)
  const from = found.days.kind === 'days' ? sayLonger(found.phrase) : `by ${taken?.raw.from}`
  return taken && { raw: { from }, rest: taken.rest }
}

const fromWhen = (said: string): string =>
  `“${said}” does not say what to count from; say how much longer, such as “2 days longer”, or the last day, such as “until friday”.`

/** The first of the days that `sayDays` says. */
const firstDayOf = (said: string): string | undefined => said.split(/ → | \(/)[0]
