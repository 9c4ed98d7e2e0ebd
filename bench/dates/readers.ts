import recognizers from '@microsoft/recognizers-text-date-time'
import * as chrono from 'chrono-node'
import nlp from 'compromise'
import datesPlugin from 'compromise-dates'
import { dateOf } from '../../src/language/dates/calendar.ts'
import { today } from '../../src/language/dates/zone.ts'
import { days } from '../../src/language/dates.ts'
import type { Case } from './cases.ts'

/** What a reader makes of a phrase: whole days as DD/MM/YYYY, both included, or no answer. */
export type Answer = readonly [from: string, until: string] | 'asked' | 'refused'

export type Reader = (said: Case) => Answer

/** Dayshift and its peers, each with what it offers for dates ahead, chrono in the speaker’s language and else in English; a peer that finds nothing refuses. */
export const READERS: Readonly<
  Record<'dayshift' | 'chrono-node' | 'recognizers-text' | 'compromise-dates', Reader>
> = {
  dayshift: ({ phrase, at }) => {
    const read = days(phrase, at)
    if (read.kind === 'days') return [read.from, read.until]
    return read.kind === 'choice' ? 'asked' : 'refused'
  },
  'chrono-node': ({ phrase, at }) => {
    const own = LANGUAGES.get(at.locale?.slice(0, 2) ?? 'en') ?? en
    const read = ({ casual }: typeof own) => casual.parse(phrase, localNoon(at), { forwardDate: true })[0]
    const found = read(own) ?? (own === en ? undefined : read(en))
    return found ? [write(found.start.date()), write((found.end ?? found.start).date())] : 'refused'
  },
  'recognizers-text': ({ phrase, at }) => {
    const [found] = recognizers.recognizeDateTime(phrase, 'en-gb', undefined, localNoon(at))
    const { timex = '', value, start = value, end = start } = found?.resolution?.values.at(-1) ?? {}
    if (!ISO.test(start) || !ISO.test(end)) return 'refused'
    // The end of a named period is the day after it, that of a range said in full its last day.
    const last = new Date(end)
    if (Number.isNaN(last.getTime())) return 'refused'
    if (end !== start && !timex.startsWith('(')) last.setUTCDate(last.getUTCDate() - 1)
    return [fromIso(start), fromIso(last.toISOString())]
  },
  'compromise-dates': ({ phrase, at }) => {
    const today = localNoon(at).toISOString()
    const [found] = english(phrase).dates({ today, timezone: 'UTC', dmy: true }).get()
    return found?.start ? [fromIso(found.start), fromIso(found.end ?? found.start)] : 'refused'
  },
}

const { de, en, es, fr, it, ja, nl, pt, ru, sv, uk, zh } = chrono
const LANGUAGES: ReadonlyMap<string, Pick<typeof en, 'casual'>> = new Map(
  Object.entries({ de, en, es, fr, it, ja, nl, pt, ru, sv, uk, zh }),
)
const english = nlp.extend(datesPlugin)
const ISO = /^\d{4}-\d\d-\d\d/

/** Noon of the speaker’s day on the calendar of this process, which is all that the peers know. */
function localNoon({ now, zone }: Case['at']): Date {
  const { y, m, d } = dateOf(today(now, zone))
  return new Date(y, m - 1, d, 12)
}

const write = (date: Date): string =>
  [date.getDate(), date.getMonth() + 1, date.getFullYear()].map(n => String(n).padStart(2, '0')).join('/')

const fromIso = (text: string): string => text.slice(0, 10).split('-').toReversed().join('/')
