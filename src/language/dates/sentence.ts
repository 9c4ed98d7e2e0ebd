import { type Days, refusal, settle } from '../dates.ts'
import { writeDay } from './calendar.ts'
import { ofPhrase } from './inputs.ts'
import { eitherOf, type When, type Why } from './meaning/when.ts'
import { condition, mayBeOfReason } from './meaning/whys.ts'
import { beginningOfClause } from './reading/clauses.ts'
import { isCondition } from './reading/conditions.ts'
import { isBehindDate, isCounted } from './reading/counts.ts'
import { lengthOf } from './reading/describing.ts'
import type { Input } from './reading/input.ts'
import { isNoun } from './reading/joints.ts'
import { type Match, matchesOf } from './reading/matches.ts'
import type { Token } from './reading/tokens.ts'
import { WEEKDAYS } from './reading/words.ts'
import { holidayName } from './rules/holidays.ts'
import { phrase as grammar } from './rules/phrases.ts'
import { compareDays } from './text.ts'

/** A sentence in which days are looked for, and what is found in it. */

/** Where a sentence says its days, and what they mean (`days`). */
export interface FoundDays {
  /** All that it says of them, also where that stands apart. */
  phrase: string
  start: number
  end: number
  days: Days
  /** Whether it is refused on whatever day it is said: `whenever`, `every monday`, `friday or saturday`. */
  never: boolean
  /** How long they go on, where the sentence says that apart, behind their reason. */
  more?: { start: number; end: number }
}

/** Words to look for days in, and what they are read with. */
export interface Sentence {
  text: string
  words: readonly Token[]
  inputs: [Input, ...Input[]]
}

export type Candidate = Match<When> & { input: Input }

export const read = ({ inputs }: Sentence, from: number): Candidate[] =>
  inputs.flatMap(input => matchesOf(grammar, input, from).map(match => ({ ...match, input })))

/** Weekdays in short that are no other words. */
const SHORT = new Set('tue tues weds thu thur thurs thrs fri'.split(' '))

/** Signs behind a weekday that begins a sentence, which no other word would have: `mon, holiday`, `sat - moving`. */
const PAUSES = new Set([',', '-', '–', '('])
const isBeforePause = (words: readonly Token[], at: number): boolean =>
  at === 0 && WEEKDAYS.has(words[at]?.word ?? '') && PAUSES.has(words[at + 1]?.word ?? '')

/** Whether it means days among other words as well: neither may nor sat, but fri, and the 16 of a friday that it is. */
export const isSure = (
  words: readonly Token[],
  at: number,
  { value, end }: Pick<Candidate, 'value' | 'end'>,
): boolean =>
  !value.weak ||
  value.fits === true ||
  (end === at + 1 && (SHORT.has(words[at]?.text ?? '') || isBeforePause(words, at)))

/** What the words from one to another mean, as the preferred reading of each input has it. */
export function found(
  { text, words, inputs }: Sentence,
  from: number,
  until: number,
  candidates: readonly Candidate[],
): FoundDays | undefined {
  const [first, last] = [words[from], words[until - 1]]
  if (!first || !last) return undefined
  const [start, end] = [first.start, last.end]
  const phrase = text.slice(start, end)
  const whens = ofPhrase(inputs, phrase).flatMap(input => {
    const preferred = candidates.find(match => match.input === input && match.end === until)
    return preferred ? [preferred.value] : []
  })
  if (whens.length === 0) return undefined
  const days = settle(whens, inputs[0].today, phrase, { start, end })
  return { phrase, start, end, days, never: whens.every(({ never }) => never) }
}

/**
 * Where days can end before their last words, which may be the first of the reason: the year of `24 dec 27 load test`, and
 * what stands behind a comma in `24 dec, christmas party`; or how much there is of it: `tomorrow 2 weeks of backlog`.
 */
function earlierEnd({ words, inputs }: Sentence, end: number): number | undefined {
  const length = lengthOf(words, end)
  if (length !== undefined) return words[length - 1]?.text === ',' ? length - 1 : length
  if (!isNoun(words[end])) return undefined
  if (isBehindDate(words, end) && !words[end - 1]?.tight) return end - 1
  const comma = words.findLastIndex(({ text }, at) => text === ',' && at < end)
  const isName = comma > 0 && matchesOf(holidayName, inputs[0], comma + 1).some(match => match.end === end)
  return isName ? comma : undefined
}

/** Where days end if the last of them is of the clause behind it: those before it stand as they are then. */
function endBeforeClause(
  sentence: Sentence,
  end: number,
  all: FoundDays | undefined,
  candidates: readonly Candidate[],
): number | undefined {
  const joint = beginningOfClause(sentence.words, end)
  if (joint === undefined || all?.days.kind !== 'days') return undefined
  const first = found(sentence, 0, joint, candidates)?.days
  const last = found(sentence, joint + 1, end, read(sentence, joint + 1))?.days
  if (first?.kind !== 'days' || !last || last.kind === 'refused' || last.only === 'length') return undefined
  const { from, until } = all.days
  const isWithin = compareDays(first.from, from) <= 0 && compareDays(until, first.until) <= 0
  return first.from === from || isWithin ? joint : undefined
}

/** The same as `found`, with a question where what ends the days may be of the reason as well. */
export function foundAmong(
  sentence: Sentence,
  end: number,
  candidates: readonly Candidate[],
): FoundDays | undefined {
  const all = found(sentence, 0, end, candidates)
  const earlier = earlierEnd(sentence, end) ?? endBeforeClause(sentence, end, all, candidates)
  const fewer = earlier === undefined ? undefined : found(sentence, 0, earlier, candidates)
  if (!all || !fewer || fewer.days.kind === 'refused') return all
  if (all.days.kind === 'refused') return fewer
  const at = [earlier, end]
  const whens = ofPhrase(sentence.inputs, all.phrase).flatMap(input => {
    const [one, other] = at.map(end => candidates.find(match => match.input === input && match.end === end))
    return one && other ? [eitherOf(one.value, other.value, mayBeOfReason)] : []
  })
  return { ...all, days: settle(whens, sentence.inputs[0].today, all.phrase, all) }
}

export function refuse(text: string, start: number, end: number, why: Why): FoundDays {
  const phrase = text.slice(start, end)
  return { phrase, start, end, days: refusal(why, phrase), never: true }
}

/** Days that depend on nothing; refused with all that stands behind them where a condition does. */
export function unconditional(
  { text, words }: Pick<Sentence, 'text' | 'words'>,
  days: FoundDays | undefined,
): FoundDays | undefined {
  if (!days || days.days.kind === 'refused') return days
  const depends = words.find(
    ({ start, end }, at) => (end <= days.start || start >= days.end) && isCondition(words, at),
  )
  return depends ? refuse(text, Math.min(depends.start, days.start), text.trimEnd().length, condition) : days
}

/** The place of its first word, or of the bracket before it. */
export const indexOf = ({ words }: Sentence, { start }: FoundDays): number =>
  words.findIndex(word => word.start >= start)

/** With the bracket before it and all the signs behind it: `load test (until friday)`, `load test, tomorrow 🎉`. */
export function withSigns(
  { text, words }: Sentence,
  at: number,
  days: FoundDays | undefined,
): FoundDays | undefined {
  const [before, first, last] = [words[at - 1], words[at], words.at(-1)]
  if (!days || !first || !last || last.end === days.end) return days
  const start = first.tight && before ? before.start : days.start
  return { ...days, start, end: last.end, phrase: text.slice(start, last.end) }
}

/** A number behind a weekday that can be its date, another than the one to come, or count something: `monday 11 load test`. */
export function numberOf(
  { words, inputs }: Sentence,
  { end, days }: FoundDays,
  said: readonly Candidate[],
): Token | undefined {
  const { today } = inputs[0]
  const at = words.findIndex(word => word.start >= end)
  const dated = said.find(({ value, end }) => value.fits && end === at + 1 && !isCounted(words[end]))
  const [day] = dated?.value.read(today).spans ?? []
  return day && days.kind === 'days' && days.until !== writeDay(day.until) ? words[at] : undefined
}
