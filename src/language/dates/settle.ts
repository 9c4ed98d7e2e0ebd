import { addMonths, dayOfInstant, sayDays, writeDay } from './calendar.ts'
import { different, each, type Only, type Outcome, type Result, type Span, type When } from './meaning.ts'
import { isBetweenFigures } from './read.ts'
import { explain, type Why, whys } from './reasons.ts'
import { tokens } from './words.ts'

/** The instant of a phrase, the speaker's time zone, and their Slack locale (`en-US`). */
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
 * The meaning of a phrase: days (DD/MM/YYYY, both included), a choice, or a refusal. `only`: it says only the
 * last day (`until friday`) or only a length (`3 days`). `isTimed`: it contains hours.
 */
export type Days =
  | { kind: 'days'; from: string; until: string; only?: Only }
  | { kind: 'choice'; readings: Reading[]; why: string; only?: Only; isTimed?: true }
  | { kind: 'refused'; why: string }

/** Whether past days are refused, as for a pause, or accepted if nothing later can be meant, as for a list. */
export type Over = 'refused' | 'counts'

const LONGEST_QUOTE = 80
const MOST_READINGS = 4
const LAST_DAY = dayOfInstant(Date.UTC(9999, 11, 31))

/** Turns the possible meanings of a phrase into days, a choice or a refusal, and checks them against the calendar. */
export function settle(whens: readonly When[], today: number, phrase: string, over: Over = 'refused'): Days {
  const coming = settleBy(span => remainderOf(span, today), whens, today, phrase)
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
  // Past days are more likely meant than days that do not exist.
  const over = outcomes.find(({ isPast }) => isPast)
  if (!first) return refusal((over ?? outcomes[0])?.why ?? whys.unread, phrase)
  const part = whens[0]?.only ? { only: whens[0].only } : {}
  // Asks even if one of two readings is over.
  if (others.length === 0 && !over)
    return { kind: 'days', from: writeDay(first.from), until: writeDay(first.until), ...part }
  const inner = outcomes.find(({ spans, why }) => why && spans.length > 1)?.why
  const why = inner ?? (isTimed ? whys.wholeDays : readTwice(phrase))
  // No named day is left out.
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
 * The choices for days with hours: these days and one less, or else the next one too; of several stretches, those
 * past midnight.
 */
function withHours(spans: readonly Span[]): Span[] {
  const stretches = different(spans)
  return stretches.flatMap(({ from, until }) => {
    const other = { from, until: until > from ? until - 1 : until + 1 }
    return stretches.length === 1 || until === from + 1 ? [{ from, until }, other] : [{ from, until }]
  })
}

/** Explains why a phrase has two meanings. */
const readTwice = (phrase: string): Why =>
  tokens(phrase).some(isBetweenFigures) ? whys.dayOrMonthFirst : whys.twoLanguages

const readingOf = (from: string, until: string): Reading => ({ from, until, label: sayDays(from, until) })

/** The part of a span from today on, or why it cannot be paused. */
function remainderOf({ from, until, mayHaveStarted }: Span, today: number): Result {
  const unfit = (why: Why): Outcome => ({ spans: [], why, isPast: true })
  if (until < today) return unfit(whys.past)
  if (from < today && !mayHaveStarted) return unfit(whys.begunInPast)
  const first = Math.max(from, today)
  if (until < first) return unfit(whys.backwards)
  if (!isWritable(until)) return unfit(whys.tooFar)
  return until < addMonths(first, 24) ? { from: first, until } : unfit(whys.overTwoYears)
}

/** Whether a span is within years of four digits. */
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

/** Collects several answers as the readings of one choice. */
export function readingsOf(answers: readonly Days[]): Reading[] {
  const all = answers.flatMap(each => {
    if (each.kind === 'choice') return each.readings
    return each.kind === 'days' ? [readingOf(each.from, each.until)] : []
  })
  const isFirst = ({ label }: Reading, at: number) => all.findIndex(other => other.label === label) === at
  return all.filter(isFirst).slice(0, MOST_READINGS)
}
