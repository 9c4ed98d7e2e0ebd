import { isDeepStrictEqual } from 'node:util'
import type { Linked } from '../../core/context.ts'
import { type Field, issue, ok, type Parsed } from '../../core/field.ts'
import type { Moment } from '../../core/locale.ts'
import { filled, type Raw } from '../../core/raw.ts'
import { mondayOf, parseDay, writeDay } from '../../language/dates/calendar.ts'
import type { FoundDays } from '../../language/dates/find.ts'
import { pastWeek } from '../../language/dates/reasons.ts'
import { readDay, sayDay, sayDays } from '../../language/dates/text.ts'
import { today } from '../../language/dates/zone.ts'
import { type Days, daysBetween, type Over, days as readDays, type At as Said } from '../../language/dates.ts'
import { withoutMarks, withoutSigns } from '../../language/marks.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import { daysIn, mayStandIn } from './days-in-sentence.ts'
import { text } from './inputs.ts'
import { SAYS_WHY } from './plain.ts'
import { ifSaid } from './variants.ts'

/** Whole days, both ends included, as DD/MM/YYYY. */
export type Period = { from: string; until: string }

const PHRASE = { max: 100, calendar: true, reshapes: true } as const

/** What leads from a reason to the days behind it; the colon of an emoji's name is none. */
const LEADS_ON = /(?:[\s,;|–—-]|(?<!:[\w+-]{1,40}):|(?<!\S)@)+$/

/** From which day to which: one phrase over both inputs. */
export const days: Field<Period, Linked> = {
  inputs: [
    text('from', 'From', {
      ...PHRASE,
      placeholder: 'today, tomorrow, 24 Dec, next week, 2026-12-24 …',
    }),
    text('until', 'Until', {
      ...PHRASE,
      optional: true,
      placeholder: 'friday, 2 Jan, 2 weeks …',
      hint: 'The last day of the pause, or how long. Leave it empty if From already says it.',
    }),
  ],
  parse: (raw, { at }) => parsePeriod(raw, at, 'refused'),
  take: (rest, { at }) => {
    const found = daysIn(rest, at)
    if (!found) return SAYS_WHY.test(rest) ? { raw: {}, rest } : { raw: filled({ from: rest }), rest: '' }
    if (isPlainAlone(found, at)) {
      return {
        raw: { from: rest.slice(found.start) },
        rest: rest.slice(0, found.start).replace(LEADS_ON, ''),
      }
    }
    const sure = found.days.kind === 'days' && at.zone !== undefined ? found.days : undefined
    const raw = sure ? filled(sayPeriod(sure)) : { from: found.phrase }
    const { start, end, more = { start: end, end } } = found
    const isAround = (from: number, to: number) =>
      (from < end && to > start) || (from < more.end && to > more.start)
    const text = withoutSigns(withoutMarks(rest, isAround), start, end)
    const before = [text.slice(0, start), text.slice(end, more.start)].map(words =>
      words.replace(LEADS_ON, ''),
    )
    const left = [...before, text.slice(more.end)].map(words => words.trim())
    return { raw, rest: left.filter(words => words !== '').join(' ') }
  },
  mayStandIn,
  note: ({ from, until }) => mrkdwn`:calendar: ${sayDays(from, until)}`,
}

function parsePeriod({ from, until }: Raw, at: Moment, over: Over): Parsed<Period> {
  if (!from) return issue('from', 'Say the first and the last day, for example: tomorrow to friday.')
  const last = until?.replace(/^(until|till?|to) /i, '')
  const between = readAt(
    said => (last ? daysBetween(from, last, said, over) : readDays(from, said, over)),
    at,
  )
  const lasting = between.kind === 'refused' && last ? lastingFor(from, last) : undefined
  const long = lasting ? readAt(said => readDays(lasting, said, over), at) : between
  const read = long.kind === 'refused' ? between : long
  if (read.kind === 'days') return ok({ from: read.from, until: read.until })
  if (read.kind === 'refused') {
    const key = until && readPhrase(from, at).kind !== 'refused' ? 'until' : 'from'
    const among = daysIn(key === 'from' ? from : (until ?? ''), at)
    return issue(key, among && isPlainAlone(among, at) ? among.days.why : read.why)
  }
  const options = read.readings.map(reading => ({ label: reading.label, raw: sayPeriod(reading) }))
  return { kind: 'choice', key: 'from', why: read.why, options }
}

/** What is no end may be how long it is, `2 weeks`, or how much longer: `+3`, `2 more days`. */
function lastingFor(from: string, last: string): string {
  const more = last.replace(/^(\S+) more /i, '+$1 ')
  return more.startsWith('+') ? `${from} ${more}` : `${from} for ${last.replace(/^for /i, '')}`
}

type Asked = FoundDays & { days: Exclude<Days, { kind: 'days' }> }

/**
 * Whether days are plain alone, but not beside the words behind them: `friday 4 load test`, `24 dec 27 nodes`. All of it
 * stays together then, for whoever is asked.
 */
const isPlainAlone = (found: FoundDays, at: Moment): found is Asked =>
  found.days.kind !== 'days' && readPhrase(found.phrase, at).kind === 'days'

/** Days to look at, where any are said: they may be over. */
export const daysIfAny = ifSaid('from', { ...days, parse: (raw, { at }) => parsePeriod(raw, at, 'counts') })

/**
 * The week of such days, as the number of its Monday: this one or one that comes, for what is over was drawn by hours and
 * pauses that may be others by now. Full dates are those of a button, which may be old: their week that is over is this one.
 */
export const weekIfAny: Field<number | undefined, Linked> = {
  inputs: daysIfAny.inputs,
  ...(daysIfAny.take && { take: daysIfAny.take }),
  parse: async (raw, me) => {
    const parsed = await daysIfAny.parse(raw, me)
    if (parsed.kind !== 'ok') return parsed
    const [from, until] = [parseDay(parsed.value?.from ?? ''), parseDay(parsed.value?.until ?? '')]
    if (from === undefined || until === undefined) return ok(undefined)
    const current = mondayOf(today(me.at.now, me.at.zone ?? 'UTC'))
    if (until >= current) return ok(Math.max(mondayOf(from), current))
    return readDay(raw.from ?? '') === undefined ? issue('from', pastWeek(`“${raw.from}”`)) : ok(undefined)
  },
}

/**
 * Days of a button that knows the clock on which its plan runs: full dates are the same on every clock, but which of
 * them are over that one tells, wherever the person is. What began before is left from today on: the button may be old.
 */
export const daysOnClock: typeof days = {
  ...days,
  parse: (raw, me) => {
    const { clock, from = '' } = raw
    const [first, last] = [readDay(from), readDay(raw.until || from)]
    if (clock === undefined || first === undefined || last === undefined) return days.parse(raw, me)
    const day = today(me.at.now, clock)
    if (last < Math.max(first, day)) return days.parse(raw, me)
    return ok({ from: writeDay(Math.max(first, day)), until: writeDay(last) })
  },
}

/**
 * Whole days as the words of the two inputs, which read back as the same days in any locale. One day is in the first
 * alone: whoever moves it moves the whole.
 */
export function sayPeriod({ from, until }: Period): { from: string; until: string } {
  return { from: sayDay(from), until: from === until ? '' : sayDay(until) }
}

export const readPhrase = (phrase: string, at: Moment): Days => readAt(said => readDays(phrase, said), at)

/** Reads days on the speaker's calendar. Where that is not known, only what is the same day everywhere counts. */
function readAt(read: (said: Said) => Days, at: Moment): Days {
  const { zone } = at
  if (zone !== undefined) return read({ ...at, zone })
  const [first, last] = [read({ ...at, zone: FIRST }), read({ ...at, zone: LAST })]
  return isDeepStrictEqual(first, last) ? first : { kind: 'refused', why: ZONE_UNKNOWN }
}

/** Where a calendar day begins first, and where it begins last. */
const FIRST = 'Pacific/Kiritimati'
const LAST = 'Etc/GMT+12'
const ZONE_UNKNOWN =
  'Slack did not tell me your time zone just now, so I cannot know which days these are for you. Try again, or give dates, such as 24 Dec 2026.'
