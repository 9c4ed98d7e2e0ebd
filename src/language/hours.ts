import { isDeepStrictEqual } from 'node:util'
import { LANGUAGES } from './dates/languages/languages.ts'
import { translations } from './dates/languages/translated.ts'
import { type Input, inputOf } from './dates/reading/input.ts'
import { matchesOf, whole } from './dates/reading/matches.ts'
import { spelled } from './dates/reading/spelling.ts'
import { type Token, tokens, unwrapped } from './dates/reading/tokens.ts'
import { sayHours } from './dates/text.ts'
import { type Day, WEEK } from './dates/week.ts'
import { quotable } from './dates.ts'
import { WHOLE_DAY } from './hours/clocks.ts'
import { type Said, schedule, scheduleWords } from './hours/schedules.ts'
import type { Stretch } from './hours/stretches.ts'
import { ALL, WEEKEND, WORKDAYS } from './hours/weekdays.ts'
import { WHYS } from './hours/whys.ts'

/** A weekly schedule that the service can hold: whole hours, start 1–23, duration 1–23, the same on each of its days. */
export interface Weekly {
  days: Day[]
  start: number
  duration: number
}

/** What a phrase about hours means: a schedule, a question (with the nearest that can be), or what is wrong with it. */
export type Hours =
  | ({ kind: 'hours' } & Weekly)
  | { kind: 'choice'; readings: (Weekly & { label: string })[]; why: string }
  | { kind: 'refused'; why: string }

const LONGEST = 200
const MOST_READINGS = 4

/**
 * Reads a whole phrase (`weekdays 8am to 7pm`, `mon-thu 9 for 8h`) as a weekly schedule. What the service cannot hold
 * becomes a choice of the nearest it can, or a refusal that says why. Pure, and never throws.
 */
export function hours(text: string): Hours {
  const quoted = `“${quotable(text)}”`
  if (text.length > LONGEST) return { kind: 'refused', why: WHYS.tooLong(quoted) }
  const words = unwrapped(tokens(text))
  if (words.length === 0) return { kind: 'refused', why: WHYS.nothing }
  const found = read(words) ?? read(spelled(words, scheduleWords)) ?? readAbroad(text, words)
  return found ? settle(found, quoted) : { kind: 'refused', why: WHYS.unread(quoted) }
}

/** Where the hours begin with which a sentence ends, such as at 9 in `web-prod weekdays 8-19`; they may be refused. */
export const beginningOfHours = (sentence: string): number | undefined =>
  findWord(sentence, input => whole(schedule, input) !== undefined)

/** Where hours begin behind other words, whatever follows them. */
export const firstHours = (sentence: string): number | undefined =>
  findWord(sentence, input => matchesOf(schedule, input, 0).some(({ value }) => value.spans.length > 0))

/** Where the first word stands from which on something can be read. */
function findWord(sentence: string, reads: (input: Input) => boolean): number | undefined {
  return sentence
    .matchAll(/\S+/g)
    .take(WORDS_BEFORE_HOURS)
    .map(({ index }) => index)
    .find(index => reads(inputOf(unwrapped(tokens(sentence.slice(index))), 0)))
}

const WORDS_BEFORE_HOURS = 40

const read = (tokens: readonly Token[]): Said | undefined => whole(schedule, inputOf(tokens, 0))

/** `no weekends`, which are those in Portuguese. */
const LEAVES_OUT: ReadonlySet<string> = new Set(['no', 'not'])
/** The same in another language, where all that can read it mean the same. */
function readAbroad(text: string, words: readonly Token[]): Said | undefined {
  if (words.some(({ word }) => LEAVES_OUT.has(word))) return undefined
  const [found, ...others] = LANGUAGES.flatMap(language =>
    translations(text.replaceAll(/[’ʼ]/g, "'"), language).flatMap(
      english => read(unwrapped(tokens(english))) ?? [],
    ),
  ).filter(({ spans }) => spans.length > 0)
  const isSure = others.every(({ spans }) => isDeepStrictEqual(spans, found?.spans))
  return isSure && !found?.spans.some(({ days }) => isOverSunday(days)) ? found : undefined
}

/** What is short for a day is so in several languages: `sa-do` is not always from one week to the next. */
const isOverSunday = (days: readonly number[]): boolean =>
  days.length < WEEK.length && days.includes(0) && days.includes(WEEK.length - 1)

function settle({ spans, why }: Said, quoted: string): Hours {
  const whole = spans.find(({ stretch }) => stretch.length >= WHOLE_DAY)
  if (whole) return { kind: 'refused', why: WHYS.wholeDay(quoted, withoutAnHour(whole)) }
  const readings = new Map<string, Weekly & { label: string }>()
  for (const { days, stretch } of spans) {
    for (const weekly of nearest(days, stretch)) {
      const label = sayHours(weekly)
      readings.set(label, { ...weekly, label })
    }
  }
  const [first, ...others] = readings.values()
  if (!first) return { kind: 'refused', why: (why ?? WHYS.unread)(quoted) }
  const exact = spans.some(({ stretch }) => isWhole(stretch) && stretch.start > 0)
  if (others.length === 0 && exact) {
    const { days, start, duration } = first
    return { kind: 'hours', days, start, duration }
  }
  const unfit = spans.some(({ stretch }) => stretch.start === 0) ? WHYS.fromOne : WHYS.wholeHours
  const asked = why ?? unfit
  return { kind: 'choice', readings: [first, ...others].slice(0, MOST_READINGS), why: asked(quoted) }
}

/** The nearest to a whole day, as people say it: `weekdays 01:00 for 23h`. */
function withoutAnHour({ days, stretch }: Said['spans'][number]): string {
  const named = NAMED.find(([, week]) => week.length === days.length && week.every(day => days.includes(day)))
  const [said = sayHours({ days: WEEK.filter((_, i) => days.includes(i)) })] = named ?? []
  const start = Math.max(Math.floor(stretch.start / 60), 1)
  return `${said} ${String(start).padStart(2, '0')}:00 for 23h`
}

const NAMED = [
  ['every day', ALL],
  ['weekdays', WORKDAYS],
  ['weekends', WEEKEND],
] as const

const isWhole = ({ start, length }: Stretch): boolean => start % 60 === 0 && length % 60 === 0

/** The spans of whole hours, starting at 1:00 at the earliest, that come nearest to one: itself where it is such a span. */
function nearest(days: readonly number[], { start, length }: Stretch): Weekly[] {
  const starts = new Set([Math.floor(start / 60), Math.ceil(start / 60)])
  const ends = new Set([Math.ceil((start + length) / 60), Math.floor((start + length) / 60)])
  return [...starts].flatMap(from =>
    [...ends].flatMap(until => {
      const fits = [{ days, from, until }]
      // Midnight is an hour too early for the service: an hour later, or the evening before.
      if (from % 24 === 0) {
        const eve = days.map(day => (day + 6) % 7)
        fits.splice(0, 1, { days, from: 1, until }, { days: eve, from: 23, until: until + 24 })
      }
      return fits.flatMap(fit => {
        const duration = fit.until - fit.from
        if (duration < 1 || duration > 23) return []
        return [{ days: WEEK.filter((_, i) => fit.days.includes(i)), start: fit.from, duration }]
      })
    }),
  )
}
