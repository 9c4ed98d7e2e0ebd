import type { Linked } from '../../core/context.ts'
import { type Field, issue, ok, type Parsed, type Taken } from '../../core/field.ts'
import type { Moment } from '../../core/locale.ts'
import type { Raw } from '../../core/raw.ts'
import { sayDay, sayDays } from '../../language/dates/text.ts'
import { readReference } from '../../language/names.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import { days, daysOnClock, type Period, readPhrase, sayPeriod } from './days.ts'
import { daysIn } from './days-in-sentence.ts'
import { readShift, SAYS_SHIFT, type Shift, sayShift, takeShift } from './shifts.ts'

/**
 * New days for a pause: all of them; where its beginning is not spoken of, `only` a day that is its end (`until`), or that
 * may be its beginning as well (`to`); or a shift. They are `extending` it where it is to keep all that it has.
 */
export type NewPeriod = ((Period & { only?: 'until' | 'to' }) | Shift) & { extending?: true }

/** Says in a raw that new days are extending a pause. */
export const EXTENDING: Raw = { extending: 'yes' }

/** New days for a pause that a form was filled with: its old beginning may be over while it goes on, and means today then. */
export const newDays: Field<NewPeriod, Linked> = {
  ...days,
  take: async (rest, me) => {
    const shift = await takeShift(rest, me)
    if (shift) return shift
    const { words, adds } = ledIn(rest, me.at)
    const taken = await takeDays(words, me)
    if (!adds && !TOO.test(taken.rest)) return taken
    return { raw: { ...taken.raw, ...EXTENDING }, rest: taken.rest.replace(TOO, '') }
  },
  mayStandIn: rest => SAYS_SHIFT.test(rest) || days.mayStandIn?.(rest) !== false,
  parse: async (raw, me) => {
    const { words, adds } = ledIn(raw.from ?? '', me.at)
    const parsed = await parseNew({ ...raw, from: words }, me)
    const isExtending = adds || (raw.extending !== undefined && !keepsBeginning(raw))
    if (parsed.kind !== 'ok' || !isExtending) return parsed
    return ok({ ...parsed.value, ...('only' in parsed.value && { only: 'until' }), extending: true })
  },
  note: period => mrkdwn`:calendar: ${sayNew(period)}`,
}

/** What leads to days that come to those that there are, or says nothing about them. */
const LEADS_IN = /^(?:(also|plus|with|including|incl\.?|to (?:include|cover|add))|over|across|into)\s+(?=\S)/i
/** What says so behind them. */
const TOO = /^(?:too|also|as well)(?![^\s,;.!])[\s,;.!]*/i

/** Words without what leads to the days that they begin with, and whether that says that the days come to others. */
function ledIn(said: string, at: Moment): { words: string; adds: boolean } {
  const [lead = '', adds] = LEADS_IN.exec(said) ?? []
  const words = said.slice(lead.length)
  const leads = lead !== '' && daysIn(words, at)?.start === 0
  return leads ? { words, adds: adds !== undefined } : { words: said, adds: false }
}

async function takeDays(rest: string, me: Linked): Promise<Taken> {
  const taken = (await days.take?.(rest, me)) ?? { raw: {}, rest }
  const { from = '', until } = taken.raw
  const found = daysIn(rest, me.at)
  const only = found?.days.kind === 'days' ? found.days.only : undefined
  if (!found || !only) return taken
  const isSure = from !== found.phrase
  return {
    ...taken,
    raw: { from: only === 'end' && isSure ? sayEnd(until || from, leadOf(found.phrase)) : found.phrase },
  }
}

async function parseNew(raw: Raw, me: Linked): Promise<Parsed<NewPeriod>> {
  const shift = raw.until ? undefined : readShift(raw.from ?? '', me.at)
  if (shift?.kind === 'ok') return shift
  const parsed = await parseDays(raw, me)
  return parsed.kind === 'issue' && shift ? shift : parsed
}

async function parseDays(raw: Raw, me: Linked): Promise<Parsed<NewPeriod>> {
  const { from = '', until } = raw
  const over = keepsBeginning(raw) && raw.clock === undefined && readPhrase(from, me.at).kind === 'refused'
  const parsed = await daysOnClock.parse(over ? { ...raw, from: 'today' } : raw, me)
  const read = until ? undefined : readPhrase(from, me.at)
  const only = read?.kind === 'refused' ? undefined : read?.only
  if (parsed.kind === 'issue' || !only) return parsed
  if (only === 'length') return issue('from', fromWhen(from))
  if (parsed.kind === 'ok') return ok({ ...parsed.value, only: leadOf(from) })
  const options = parsed.options.map(({ raw: { from = '', until } }) => ({
    label: sayEnd(until || from),
    raw: { from: sayEnd(until || from) },
  }))
  return { ...parsed, options }
}

/** Whether a form still says of a pause on which day it begins, and until when it goes on. */
const keepsBeginning = ({ pause, from, until }: Raw): boolean =>
  pause !== undefined && until !== undefined && from === firstDayOf(readReference(pause).name)

/** Of new days only their end, which is said in full. */
const sayEnd = (day: string, lead: 'until' | 'to' = 'until'): string => `${lead} ${day}`

const leadOf = (phrase: string): 'until' | 'to' => (/^to\s/i.test(phrase) ? 'to' : 'until')

/** New days as people read them: `until Fri 20 Nov 2026`, where only their end is new, or `2 days longer`. */
export function sayNew(days: NewPeriod): string {
  if ('way' in days) return sayShift(days)
  if (days.only === 'to') return `moved to, or until, ${sayDay(days.until)}`
  if (days.only) return sayEnd(sayDay(days.until))
  const said = sayDays(days.from, days.until)
  return days.extending ? `extended by ${said}` : said
}

/** The words of the inputs that read back as the same new days. */
export function sayNewPeriod(days: NewPeriod): Raw {
  const extending = days.extending ? EXTENDING : {}
  if ('way' in days) return { ...extending, from: sayShift(days) }
  if (days.only) return { ...extending, from: sayEnd(sayDay(days.until), days.only) }
  return { ...extending, ...sayPeriod(days) }
}

const fromWhen = (said: string): string =>
  `“${said}” does not say what to count from; say how much longer, such as “2 days longer”, or the last day, such as “until friday”.`

/** The first of the days that `sayDays` says. */
const firstDayOf = (said: string): string | undefined => said.split(/ → | \(/)[0]
