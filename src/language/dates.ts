import { addMonths, dayOfInstant, writeDay } from './dates/calendar.ts'
import { inputsOf, isBetweenFigures } from './dates/inputs.ts'
import { inLanguage, isInLanguage } from './dates/languages/languages.ts'
import { fixed, type Only, type Outcome, type Span, type When, type Why } from './dates/meaning/when.ts'
import * as whys from './dates/meaning/whys.ts'
import { isCondition } from './dates/reading/conditions.ts'
import { type Input, inputOf } from './dates/reading/input.ts'
import { whole } from './dates/reading/matches.ts'
import { meantBy, spelled } from './dates/reading/spelling.ts'
import { type Token, tokens, unwrapped } from './dates/reading/tokens.ts'
import { MONTHS } from './dates/reading/words.ts'
import { isOfHours } from './dates/rules/hourly.ts'
import { endAlone } from './dates/rules/last-days.ts'
import { phrase as grammar, phraseWords } from './dates/rules/phrases.ts'
import { spanning } from './dates/rules/ranges.ts'
import { end } from './dates/rules/things.ts'
import { readDay, sayDays } from './dates/text.ts'
import { today } from './dates/zone.ts'

/** When and where a phrase is said: the instant, the speaker's time zone, and Slack's locale (`en-US`). */
export interface At {
  now: Date
  zone: string
  locale?: string | undefined
}

export interface Reading {
  from: string
  until: string
  /** The days in full: `Mon 7 Dec 2026 → Sun 13 Dec 2026 (7 days)`. */
  label: string
}

/**
 * What a phrase means: days (DD/MM/YYYY, both included), a question, or a sentence that says what is wrong with it. `only`
 * tells that it says no more than the last day (`until friday`), or than how long (`3 days`).
 */
export type Days =
  | { kind: 'days'; from: string; until: string; matched: { start: number; end: number }; only?: Only }
  | { kind: 'choice'; readings: Reading[]; why: string; only?: Only }
  | { kind: 'refused'; why: string }

/** Whether days that are over are refused, as for a pause, or count where nothing that comes can be meant, as for a list. */
export type Over = 'refused' | 'counts'

const LONGEST = 200
const LONGEST_QUOTE = 80
const MOST_READINGS = 4
const LAST_DAY = dayOfInstant(Date.UTC(9999, 11, 31))

/**
 * Reads a whole phrase (`tomorrow to friday`, `24 dec – 2 jan`, `for 3 days`) as whole days in the speaker's zone. A word
 * that is not understood refuses the phrase; two meanings become a choice. Pure, and never throws.
 */
export function days(phrase: string, at: At, over: Over = 'refused'): Days {
  if (phrase.length > LONGEST) return refusal(whys.tooLong(LONGEST), phrase)
  const day = today(at.now, at.zone)
  const written = asWritten(phrase)
  if (written && (day <= written.from || over === 'counts'))
    return settle([fixed(written.from, written.until)], day, phrase, { start: 0, end: phrase.length }, over)
  const words = unwrapped(tokens(phrase))
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return { kind: 'refused', why: whys.nothing }
  const whens = meanings(phrase, words, day, at.locale)
  if (whens.length === 0)
    return refusal(isInLanguage(phrase, at.locale) ? whys.unread : unread(words), phrase)
  return settle(whens, day, phrase, { start: first.start, end: last.end }, over)
}

/** The same for a first and a last day that are asked for by themselves: each is read alone, where it can be. */
export function daysBetween(first: string, last: string, at: At, over: Over = 'refused'): Days {
  const phrase = `${first} until ${last}`
  if (phrase.length > LONGEST || asWritten(phrase)) return days(phrase, at, over)
  const day = today(at.now, at.zone)
  const [starts, ends] = [unwrapped(tokens(first)), unwrapped(tokens(last))]
  if ([...starts, ...ends].some(isOfHours)) return days(phrase, at, over)
  const ranges = inputsOf(phrase, [...starts, ...ends], day, at.locale).flatMap(({ monthFirst }) => {
    const start = whole(end, inputOf(starts, day, monthFirst))
    const till = whole(endAlone, inputOf(ends, day, monthFirst))
    return (start && till && spanning(start, till, day, 'until')) ?? []
  })
  return ranges.length > 0
    ? settle(ranges, day, phrase, { start: 0, end: phrase.length }, over)
    : days(phrase, at, over)
}

/** Days that were read before and written down in full, as they are in most forms and buttons: no grammar is asked. */
function asWritten(phrase: string): { from: number; until: number } | undefined {
  const [first = '', last = first, ...others] = phrase.split(/ (?:to|until) /)
  const [from, until] = [readDay(first), readDay(last)]
  if (from === undefined || until === undefined || others.length > 0) return undefined
  return from <= until ? { from, until } : undefined
}

/** As it stands, or else in the reader’s own language, or else with slips of the finger put right. */
export function meanings(
  phrase: string,
  words: readonly Token[],
  today: number,
  locale: string | undefined,
): When[] {
  const read = (inputs: readonly Input[]) => inputs.flatMap(input => whole(grammar, input) ?? [])
  const inputs = inputsOf(phrase, words, today, locale)
  const plain = read(inputs)
  if (plain.length > 0) return plain
  const native = inputs.flatMap(input => inLanguage(phrase, input, locale) ?? [])
  if (native.length > 0) return native
  const better = spelled(words, phraseWords)
  return better.every((word, i) => word === words[i]) ? [] : read(inputsOf(phrase, better, today, locale))
}

/** Turns what a phrase can mean into days, a question or a refusal, with every span checked against the calendar. */
export function settle(
  whens: readonly When[],
  today: number,
  phrase: string,
  matched: { start: number; end: number },
  over: Over = 'refused',
): Days {
  const read = whens.map(when => when.read(today))
  const monthFirst = read.at(-1)
  // Who writes the month first means no day of another month because this one is over.
  const outcomes = monthFirst && isOver(monthFirst, today) && !saysMonth(phrase) ? [monthFirst] : read
  const checked = outcomes.flatMap(({ spans }) => spans.map(span => check(span, today)))
  const standing = checked.filter(span => typeof span !== 'function')
  const counts = standing.length === 0 && over === 'counts'
  const spans = counts
    ? outcomes.flatMap(({ spans, begun = [] }) => [...begun, ...spans].filter(isStretch))
    : standing
  const [first, ...others] = spans.filter(
    ({ from, until }, i) => spans.findIndex(other => other.from === from && other.until === until) === i,
  )
  if (!first) {
    const isBackwards = read[0]?.why === whys.backwards && read.every(({ spans }) => spans.length === 0)
    const why =
      (isBackwards ? whys.backwards : outcomes.find(({ spans }) => spans.length === 0)?.why) ??
      checked.find(span => typeof span === 'function')
    return refusal(why ?? whys.unread, phrase)
  }
  const [only, ...different] = new Set(whens.map(({ only }) => only))
  const isOnly = only && different.length === 0 ? { only } : {}
  if (others.length === 0)
    return { kind: 'days', from: writeDay(first.from), until: writeDay(first.until), matched, ...isOnly }
  const why = outcomes.find(({ spans, why }) => why && spans.length > 1)?.why ?? readTwice(phrase)
  // None that was named is left out.
  if (why === whys.oneOrOther && others.length >= MOST_READINGS) return refusal(whys.eitherOr, phrase)
  return {
    kind: 'choice',
    readings: [first, ...others].slice(0, MOST_READINGS).map(reading),
    why: why(quote(phrase)),
    ...isOnly,
  }
}

/** Why a phrase means one thing in one input and another in the other. */
const readTwice = (phrase: string): Why =>
  tokens(phrase).some(isBetweenFigures) ? whys.dayOrMonthFirst : whys.twoLanguages

const isOver = ({ spans, gone }: Outcome, today: number): boolean =>
  gone === true || (spans.length > 0 && spans.every(span => typeof check(span, today) === 'function'))

/** Whether a month is said beside figures that leave it open: `07/12/2026 to dec 13`, `01/12/2026 to 2026-12-15`. */
const saysMonth = (phrase: string): boolean =>
  /\d{4}-\d|\d\.\d/.test(phrase) || tokens(phrase).some(({ word }) => MONTHS.has(word))

function reading(span: Span): Reading {
  const [from, until] = [writeDay(span.from), writeDay(span.until)]
  return { from, until, label: sayDays(from, until) }
}

/** What is left of a span from today on, or why it cannot be paused. */
function check({ from, until, begun }: Span, today: number): Span | Why {
  if (until < today) return whys.past
  if (from < today && !begun) return whys.begunInPast
  const first = Math.max(from, today)
  if (until < first) return whys.backwards
  if (!isWritable(until)) return whys.tooFar
  return isBelowTwoYears(first, until) ? { from: first, until } : whys.overTwoYears
}

/** Whether a pause from one day to another is one that anybody can mean. */
export const isBelowTwoYears = (from: number, until: number): boolean => until < addMonths(from, 24)

/** Whether it is one on any calendar of four-digit years, whenever it is and however long. */
const isStretch = ({ from, until }: Span): boolean => from <= until && isWritable(until)

const isWritable = (day: number): boolean => day <= LAST_DAY

/** What only those who say it know of: `next sprint`, `fy27`. */
const OF_THEIR_CALENDAR: ReadonlySet<string> = new Set(
  'sprint sprints iteration iterations fiscal financial fy semester'.split(' '),
)

/** Points at the word that was not understood, where there is one. */
function unread(words: readonly Token[]): Why {
  if (words.some((_, i) => isCondition(words, i))) return whys.condition
  if (words.some(({ word }) => OF_THEIR_CALENDAR.has(word))) return whys.ofTheirCalendar
  if (words.some(({ word }) => word === 'or')) return whys.eitherOr
  const unknown = words.filter(
    ({ word }) => word === 'not' || (/\p{L}/u.test(word) && !phraseWords.has(word)),
  )
  const odd = unknown.find(word => meantBy(word, phraseWords).length !== 1)
  if (!odd) return whys.unread
  const meant = meantBy(odd, phraseWords)
  if (meant.length > 0) return whys.misspelt(quotable(odd.text), meant)
  return words.length > 1 ? whys.leftover(quotable(odd.text)) : whys.unread
}

export const refusal = (why: Why, phrase: string): Days => ({ kind: 'refused', why: why(quote(phrase)) })

export function quotable(text: string): string {
  const points = Array.from(text.trim())
  return points.length > LONGEST_QUOTE ? `${points.slice(0, LONGEST_QUOTE - 1).join('')}…` : points.join('')
}

const quote = (text: string): string => `“${quotable(text)}”`
