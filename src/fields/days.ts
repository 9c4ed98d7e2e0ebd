import { isDeepStrictEqual } from 'node:util'
import { createBounded } from '../bounded.ts'
import { type Field, issue, ok } from '../field.ts'
import type { At, Linked } from '../person.ts'
import { filled } from '../raw.ts'
import { mrkdwn } from '../slack/mrkdwn.ts'
import { withoutMarks, withoutSigns } from '../text/marks.ts'
import { readReference } from '../text/names.ts'
import { type Days, daysBetween, days as readDays, type At as Said } from '../time/days.ts'
import { beginningOfReason, findDays } from '../time/find.ts'
import { LANGUAGES } from '../time/languages/languages.ts'
import type { Found } from '../time/sentence.ts'
import { sayDay, sayDays } from '../time/text.ts'
import { today } from '../time/zone.ts'
import { text } from './inputs.ts'
import { SAYS_WHY } from './words.ts'

/** Whole days, both ends included, as DD/MM/YYYY. */
export type Period = { from: string; until: string }

const PHRASE = { max: 100, calendar: true, reshapes: true } as const

/** What leads from a reason to the days behind it. */
const LEADS_ON = /[\s,;:–—-]+$/

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
      placeholder: 'friday, 2 Jan, end of month …',
      hint: 'The last day of the pause. Leave it empty where From says it all.',
    }),
  ],
  parse: ({ from, until }, { at }) => {
    if (!from) return issue('from', 'Say from which day to which, for example: tomorrow to friday.')
    const last = until?.replace(/^(until|till?|to) /i, '')
    const read = readAt(said => (last ? daysBetween(from, last, said) : readDays(from, said)), at)
    if (read.kind === 'days') return ok({ from: read.from, until: read.until })
    if (read.kind === 'refused')
      return issue(until && readPhrase(from, at).kind !== 'refused' ? 'until' : 'from', read.why)
    const options = read.readings.map(reading => ({ label: reading.label, raw: sayPeriod(reading) }))
    return { kind: 'choice', key: 'from', why: read.why, options }
  },
  take: (rest, { at }) => {
    const found = daysIn(rest, { ...at, zone: at.zone ?? 'UTC' })
    if (!found) return SAYS_WHY.test(rest) ? { raw: {}, rest } : { raw: filled({ from: rest }), rest: '' }
    const sure = found.days.kind === 'days' && at.zone !== undefined ? found.days : undefined
    const raw = sure ? filled(sayPeriod(sure)) : { from: found.phrase }
    const { start, end, more = { start: end, end } } = found
    const isAround = (from: number, to: number) =>
      (from < end && to > start) || (from < more.end && to > more.start)
    const text = withoutSigns(withoutMarks(rest, isAround), start, end)
    const left = [text.slice(0, start), text.slice(end, more.start)].map(words => words.replace(LEADS_ON, ''))
    return { raw, rest: [...left, text.slice(more.end)].join(' ').trim() }
  },
  mayStandIn,
  note: ({ from, until }) => mrkdwn`:calendar: ${sayDays(from, until)}`,
}

/** New days for a pause: `onlyEnd` where its beginning is not spoken of. */
export type NewPeriod = Period & { onlyEnd?: true }

const ONLY_END = /^(?:until|till?|to)\s/i

/** New days for a pause that a form was filled with: its old beginning may be over while it goes on, and means today then. */
export const newDays: Field<NewPeriod, Linked> = {
  ...days,
  take: async (rest, me) => {
    const taken = (await days.take?.(rest, me)) ?? { raw: {}, rest }
    const { from, until = from } = taken.raw
    const phrase = daysIn(rest, { ...me.at, zone: me.at.zone ?? 'UTC' })?.phrase
    const isOnlyEnd = phrase !== undefined && phrase !== from && ONLY_END.test(phrase)
    return isOnlyEnd ? { ...taken, raw: { from: `until ${until}` } } : taken
  },
  parse: async (raw, me) => {
    const { pause, from = '', until } = raw
    const unchanged = pause !== undefined && until && from === firstDayOf(readReference(pause).name)
    const over = unchanged && readPhrase(from, me.at).kind === 'refused'
    const parsed = await days.parse(over ? { ...raw, from: 'today' } : raw, me)
    if (parsed.kind !== 'ok' || until || !ONLY_END.test(from)) return parsed
    return ok({ ...parsed.value, onlyEnd: true })
  },
  note: ({ from, until, onlyEnd }) =>
    mrkdwn`:calendar: ${onlyEnd ? `until ${sayDay(until)}` : sayDays(from, until)}`,
}

/**
 * Days of a button that knows the clock on which its plan runs: full dates are the same on every clock, but which of
 * them are over that one tells, wherever the person is.
 */
export const daysOnClock: typeof days = {
  ...days,
  parse: (raw, me) => {
    const { clock, from = '' } = raw
    const until = raw.until || from
    const read =
      clock === undefined ? undefined : readPhrase(`${from} to ${until}`, { ...me.at, zone: clock })
    const isFull = read?.kind === 'days' && sayDay(read.from) === from && sayDay(read.until) === until
    return isFull ? ok({ from: read.from, until: read.until }) : days.parse(raw, me)
  },
}

/** The first of the days that `sayDays` says. */
const firstDayOf = (said: string): string | undefined => said.split(/ → | \(/)[0]

/**
 * Whole days as the words of the two inputs, which read back as the same days in any locale. One day is in the first
 * alone: whoever moves it moves the whole.
 */
export function sayPeriod({ from, until }: Period): { from: string; until: string } {
  return { from: sayDay(from), until: from === until ? '' : sayDay(until) }
}

/** Where days begin in a sentence, whatever stands before and behind them. It does not depend on who says them when. */
export const beginningOfDays = (sentence: string): number | undefined => firstDays(sentence)?.at

/**
 * Whether a sentence says days that may be some, in any language, since nobody has been asked yet who says it:
 * `whenever` never are, whoever says it when. Where it begins with days they may be what a plan is called.
 */
function mayStandIn(sentence: string): boolean {
  return holdsDays(sentence) || LANGUAGES.some(locale => holdsDays(sentence, locale)) || mayFollow(sentence)
}

function holdsDays(sentence: string, locale?: string): boolean {
  const found = firstDays(sentence, locale)
  return found !== undefined && (!found.never || holdsDays(sentence.slice(found.end), locale))
}

/** Whether days may stand behind one word that says some as well: `tomorrow friday`, but not `friday or saturday`. */
function mayFollow(sentence: string): boolean {
  const [, name = '', behind = ''] = /^(\S+)\s+(.+)$/s.exec(sentence) ?? []
  return daysIn(name, ANY_DAY)?.end === name.length && firstDays(behind)?.at === 0 && holdsDays(behind)
}

interface Place {
  at: number
  end: number
  never: boolean
}

/** Those before a stated reason, whatever signs stand before them, else those that are led to behind it. */
function firstDays(sentence: string, locale?: string): Place | undefined {
  const said = { ...ANY_DAY, locale }
  const why = beginningOfReason(sentence) ?? sentence.length
  const behind = daysIn(sentence.slice(why), said)
  return (
    sentence
      .matchAll(/\S+/g)
      .take(locale === undefined ? WORDS_BEFORE_DAYS : WORDS_BEFORE_DAYS_ABROAD)
      .filter(({ index }) => index < why)
      .flatMap(({ index }): Place[] => {
        const found = daysIn(sentence.slice(index), said)
        const isFirst = found && !/[\p{L}\p{N}]/u.test(sentence.slice(index, index + found.start))
        return isFirst ? [placeOf(found, index)] : []
      })
      .find(() => true) ??
    (behind && placeOf(behind, why))
  )
}

const placeOf = ({ start, end, never }: Found, at: number): Place => ({
  at: at + start,
  end: at + end,
  never,
})

const ANY_DAY = { now: new Date(0), zone: 'UTC' }
const WORDS_BEFORE_DAYS = 40
/** Days in other languages are read where they stand right behind a name. */
const WORDS_BEFORE_DAYS_ABROAD = 5

/**
 * Every part of a sentence that may hold a name asks where the days begin behind it, and people say the same of one plan
 * after the other.
 */
const found = createBounded<{ days: Found | undefined }>({ most: 500 })

/** The same as `findDays`: what it finds in the same words is the same for a day and a language. */
function daysIn(text: string, at: Said): Found | undefined {
  const key = `${today(at.now, at.zone)} ${at.locale ?? ''} ${text}`
  const known = found.get(key)
  if (known) return known.days
  const days = findDays(withoutMarks(text), at)
  found.set(key, { days })
  return days
}

const readPhrase = (phrase: string, at: At): Days => readAt(said => readDays(phrase, said), at)

/** Reads days on the speaker's calendar. Where that is not known, only what is the same day everywhere counts. */
function readAt(read: (said: Said) => Days, at: At): Days {
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
