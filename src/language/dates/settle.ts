import { addMonths, dayOfInstant, sayDays, writeDay } from './calendar.ts'
import { different, each, type Only, type Outcome, type Result, type Span, type When } from './meaning.ts'
import { isBetweenFigures } from './read.ts'
import { explain, type Why, whys } from './reasons.ts'
import { tokens } from './words.ts'

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
 * What a phrase means: days (DD/MM/YYYY, both included), a question, or a sentence that says what is wrong
 * with it. `only` tells that it says no more than the last day (`until friday`), or than how long (`3 days`),
 * `isTimed` that it says hours.
 */
export type Days =
  | { kind: 'days'; from: string; until: string; only?: Only }
  | { kind: 'choice'; readings: Reading[]; why: string; only?: Only; isTimed?: true }
  | { kind: 'refused'; why: string }

/** Whether days that are over are refused, as for a pause, or count where nothing that comes can be meant, as for a list. */
export type Over = 'refused' | 'counts'

const LONGEST_QUOTE = 80
const MOST_READINGS = 4
const LAST_DAY = dayOfInstant(Date.UTC(9999, 11, 31))

/** Turns what a phrase can mean into days, a question or a refusal, with every span checked against the calendar. */
export function settle(whens: readonly When[], today: number, phrase: string, over: Over = 'refused'): Days {
  const coming = settleBy(span => leftOf(span, today), whens, today, phrase)
  if (coming.kind !== 'refused' || over === 'refused') return coming
  const any = settleBy(span => (isStretch(span) ? span : { spans: [] }), whens, today, phrase)
  return any.kind === 'refused' ? coming : any
}

function settleBy(
  check: (span: Span) => Result,
  whens: readonly When[],
  today: number,
  phrase: string,
): Days {
  const outcomes = whens.map(when => each(when.read(today), check))
  const spans = outcomes.flatMap(({ spans }) => spans)
  const isTimed = whens.some(({ hours }) => hours)
  const [first, ...others] = different(isTimed ? withHours(spans) : spans)
  // Of two readings, days that are over are rather meant than days that do not exist.
  const over = outcomes.find(({ isPast }) => isPast)
  if (!first) return refusal((over ?? outcomes[0])?.why ?? whys.unread, phrase)
  const part = whens[0]?.only ? { only: whens[0].only } : {}
  // What remains of two readings because the other one is over is asked about all the same.
  if (others.length === 0 && !over)
    return { kind: 'days', from: writeDay(first.from), until: writeDay(first.until), ...part }
  const inner = outcomes.find(({ spans, why }) => why && spans.length > 1)?.why
  const why = inner ?? (isTimed ? whys.wholeDays : readTwice(phrase))
  // None that was named is left out.
  if (why === whys.oneOrOther && others.length >= MOST_READINGS) return refusal(whys.eitherOr, phrase)
  return {
    kind: 'choice',
    readings: [first, ...others]
      .slice(0, MOST_READINGS)
      .map(({ from, until }) => readingOf(writeDay(from), writeDay(until))),
    why: explain(why, quote(phrase)),
    ...part,
    ...(why === whys.wholeDays && { isTimed: true as const }),
  }
}

/**
 * Days with hours, and with one less where that can be, or else with the next one; of several stretches,
 * those over a midnight.
 */
function withHours(spans: readonly Span[]): Span[] {
  const stretches = different(spans)
  return stretches.flatMap(({ from, until }) => {
    const other = { from, until: until > from ? until - 1 : until + 1 }
    return stretches.length === 1 || until === from + 1 ? [{ from, until }, other] : [{ from, until }]
  })
}

/** Why a phrase means one thing in one input and another in the other. */
const readTwice = (phrase: string): Why =>
  tokens(phrase).some(isBetweenFigures) ? whys.dayOrMonthFirst : whys.twoLanguages

const readingOf = (from: string, until: string): Reading => ({ from, until, label: sayDays(from, until) })

/** What is left of a span from today on, or why it cannot be paused. */
function leftOf({ from, until, mayHaveStarted }: Span, today: number): Result {
  const unfit = (why: Why): Outcome => ({ spans: [], why, isPast: true })
  if (until < today) return unfit(whys.past)
  if (from < today && !mayHaveStarted) return unfit(whys.begunInPast)
  const first = Math.max(from, today)
  if (until < first) return unfit(whys.backwards)
  if (!isWritable(until)) return unfit(whys.tooFar)
  return until < addMonths(first, 24) ? { from: first, until } : unfit(whys.overTwoYears)
}

/** Whether it is one on any calendar of four-digit years, whenever it is and however long. */
const isStretch = ({ from, until }: Span): boolean => from <= until && isWritable(until)

const isWritable = (day: number): boolean => day <= LAST_DAY

export const refusal = (why: Why, phrase: string): Days & { kind: 'refused' } => ({
  kind: 'refused',
  why: explain(why, quote(phrase)),
})

export function quotable(text: string): string {
  const points = Array.from(text.trim())
  return points.length > LONGEST_QUOTE ? `${points.slice(0, LONGEST_QUOTE - 1).join('')}…` : points.join('')
}

export const quote = (text: string): string => `“${quotable(text)}”`

/** Several answers and readings as the readings of one question. */
export function readingsOf(answers: readonly Days[]): Reading[] {
  const all = answers.flatMap(each => {
    if (each.kind === 'choice') return each.readings
    return each.kind === 'days' ? [readingOf(each.from, each.until)] : []
  })
  const isFirst = ({ label }: Reading, at: number) => all.findIndex(other => other.label === label) === at
  return all.filter(isFirst).slice(0, MOST_READINGS)
}
