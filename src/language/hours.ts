import { isDeepStrictEqual } from 'node:util'
import { type Day, sayHours, WEEK } from './dates/calendar.ts'
import { LANGUAGES, translations } from './dates/languages/translate.ts'
import { either, inputOf, matchesOf, number, type Parser, phrase, readWhole, word } from './dates/parser.ts'
import { explain } from './dates/reasons.ts'
import { quotable } from './dates/settle.ts'
import { type Token, tokens, unwrap } from './dates/words.ts'
import { clock, type Stretch, WHOLE_DAY } from './hours/clocks.ts'
import { type ParsedHours, schedule, WHYS, weekPart } from './hours/schedules.ts'

/** A weekly schedule of the service: whole hours, start 1–23, duration 1–23, the same on each of its days. */
export interface Weekly {
  days: Day[]
  start: number
  duration: number
}

/** The meaning of a phrase about hours: a schedule, a choice of the nearest ones, or a refusal. */
export type Hours =
  | ({ kind: 'hours' } & Weekly)
  | { kind: 'choice'; readings: (Weekly & { label: string })[]; why: string }
  | { kind: 'refused'; why: string }

const NOTHING = 'You have not said which hours; try “weekdays 8am to 7pm”.'
const tooLong = (quoted: string) =>
  `${quoted} is more than ${LONGEST} characters; shorten it, to something such as “weekdays 8am to 7pm”.`
const LONGEST = 200
const PART_OF_DAY = /^(?:nightly|(?:(?:over|week)?night|morning|afternoon|evening)s?)$/
const MOST_READINGS = 4

/**
 * Reads a whole phrase (`weekdays 8am to 7pm`, `mon-thu 9 for 8h`) as a weekly schedule. What the service does
 * not support becomes a choice of the nearest schedules, or a refusal with the reason. Pure; never throws.
 */
export function hours(text: string): Hours {
  const quoted = `“${quotable(text)}”`
  if (text.length > LONGEST) return { kind: 'refused', why: tooLong(quoted) }
  const words = tokens(unwrap(text))
  if (words.length === 0) return { kind: 'refused', why: NOTHING }
  const parsed = read(words) ?? readInOtherLanguage(text, words)
  if (parsed) return settle(parsed, quoted)
  const part = words.find(({ word }) => PART_OF_DAY.test(word))
  return { kind: 'refused', why: explain(part ? WHYS.partOfDay(part.text) : WHYS.unread, quoted) }
}

/** The index of hours at the end of a sentence, such as 9 in `web-prod weekdays 8-19`; they may be refused. */
export const beginningOfHours = (sentence: string): number | undefined =>
  findWord(sentence, Math.max(sentence.length - LONGEST_FOUND, 0), words => read(words) !== undefined)

/** The index of the first hours in a sentence, whatever follows them. */
export const firstHours = (sentence: string): number | undefined =>
  findWord(sentence, 0, words =>
    matchesOf(schedule, inputOf(words, 0), 0).some(({ value }) => value.spans.length > 0),
  )

const WORDS_BEFORE_HOURS = 40
/** In characters; longer than hours within a sentence are. */
const LONGEST_FOUND = 120

/** The index of the first word from which the text can be read. */
const findWord = (
  sentence: string,
  from: number,
  reads: (words: readonly Token[]) => boolean,
): number | undefined =>
  sentence
    .matchAll(/(?<!\S)\S+/g)
    .map(({ index }) => index)
    .filter(index => index >= from)
    .take(WORDS_BEFORE_HOURS)
    .find(index => reads(tokens(unwrap(sentence.slice(index, index + LONGEST_FOUND)))))

const read = (tokens: readonly Token[]): ParsedHours | undefined => readWhole(schedule, inputOf(tokens, 0))

/** Reads a phrase in another language, if all languages that can read it agree. */
function readInOtherLanguage(text: string, words: readonly Token[]): ParsedHours | undefined {
  // In Portuguese, `no` means “in the”.
  if (words.some(({ word }) => /^(no|not)$/.test(word))) return undefined
  const [first, ...others] = LANGUAGES.flatMap(language =>
    translations(text, language).flatMap(english => read(tokens(unwrap(english))) ?? []),
  ).filter(({ spans }) => spans.length > 0)
  const isSure = others.every(({ spans }) => isDeepStrictEqual(spans, first?.spans))
  return isSure && !first?.spans.some(({ days }) => isOverSunday(days)) ? first : undefined
}

/** Whether days include a change of weeks: short names such as those of `sa-do` differ between languages. */
const isOverSunday = (days: readonly number[]): boolean =>
  days.length < WEEK.length && days.includes(0) && days.includes(WEEK.length - 1)

function settle({ spans, why }: ParsedHours, quoted: string): Hours {
  const wholeDay = spans.find(({ stretch }) => stretch.length >= WHOLE_DAY)
  if (wholeDay) return { kind: 'refused', why: whyNoWholeDay(quoted, wholeDay) }
  const readings = new Map<string, Weekly & { label: string }>()
  for (const { days, stretch } of spans) {
    for (const weekly of nearest(days, stretch)) {
      const label = sayHours(weekly)
      readings.set(label, { ...weekly, label })
    }
  }
  const [first, ...others] = readings.values()
  if (!first) return { kind: 'refused', why: explain(why ?? WHYS.unread, quoted) }
  const exact = spans.some(({ stretch }) => isWhole(stretch) && stretch.start > 0)
  if (others.length === 0 && exact) {
    const { days, start, duration } = first
    return { kind: 'hours', days, start, duration }
  }
  const unfit = spans.some(({ stretch }) => stretch.start === 0) ? WHYS.fromOne : WHYS.wholeHours
  return {
    kind: 'choice',
    readings: [first, ...others].slice(0, MOST_READINGS),
    why: explain(why ?? unfit, quoted),
  }
}

function whyNoWholeDay(quoted: string, { days, stretch }: ParsedHours['spans'][number]): string {
  const start = Math.max(Math.floor(stretch.start / 60), 1)
  const nearest = sayHours({ days: WEEK.filter((_, i) => days.includes(i)), start, duration: 23 })
  return `The service allows 23 hours a day at most, so ${quoted} cannot be a schedule; the nearest is “${nearest}”.`
}

const isWhole = ({ start, length }: Stretch): boolean => start % 60 === 0 && length % 60 === 0

/** The nearest spans of whole hours from 1:00 on; the span itself if it is one. */
function nearest(days: readonly number[], { start, length }: Stretch): Weekly[] {
  const starts = new Set([Math.floor(start / 60), Math.ceil(start / 60)])
  const ends = new Set([Math.ceil((start + length) / 60), Math.floor((start + length) / 60)])
  return [...starts].flatMap(from =>
    [...ends].flatMap(until => {
      const eve = days.map(day => (day + 6) % 7)
      // The service does not support midnight: an hour later, or the evening before.
      const late = [
        { days, from: 1, until },
        { days: eve, from: 23, until: until + 24 },
      ]
      const fits = from % 24 === 0 ? late : [{ days, from, until }]
      return fits.flatMap(fit => {
        const duration = fit.until - fit.from
        if (duration < 1 || duration > 23) return []
        return [{ days: WEEK.filter((_, i) => fit.days.includes(i)), start: fit.from, duration }]
      })
    }),
  )
}

/** A time (`HH:MM`) on some days of every week. */
export type Moments = { days: (typeof WEEK)[number][]; time: string }

/** `HH:MM`; sorts as text. */
const timeOf = (minutes: number): string =>
  [Math.floor((minutes % WHOLE_DAY) / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')

const momentsOf = (days: readonly number[], { minutes }: { minutes: number }): Moments => ({
  days: WEEK.filter((_, index) => days.includes(index)),
  time: timeOf(minutes),
})

const moments: Parser<Moments> = either(
  phrase`${weekPart} [,] [at] ${clock}`.map(([days, time]) => momentsOf(days, time)),
  phrase`[at] ${clock} [on] ${weekPart}`.map(([time, days]) => momentsOf(days, time)),
)

const workingDays: Parser<number> = either(
  phrase`${number(1, 30, [1, 2])} [working] days|day`,
  phrase`[the|a|one] [working] ${word('day')}`.map(() => 1),
)
const before = phrase`${workingDays} before [,] [at] ${clock}`.map(([days, { minutes }]) => ({
  days,
  time: timeOf(minutes),
}))

const readText = <T>(parser: Parser<T>, text: string): T | undefined =>
  readWhole(parser, inputOf(tokens(unwrap(text)), 0))

/** Reads `weekdays 9am`; undefined for anything else. */
export const parseMoments = (text: string): Moments | undefined => readText(moments, text)

/** Reads `2 days before 10am`, in working days; undefined for anything else. */
export const parseBefore = (text: string): { days: number; time: string } | undefined =>
  readText(before, text)
