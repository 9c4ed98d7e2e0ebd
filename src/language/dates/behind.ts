import { isBoundary, isEndOfThing } from './reading/borders.ts'
import { matchesOf } from './reading/matches.ts'
import { WEEKDAYS } from './reading/words.ts'
import { correction } from './rules/afterthoughts.ts'
import { type FoundDays, found, read, type Sentence } from './sentence.ts'
import { compareDays, countDays } from './text.ts'

/** Days behind those with which a sentence begins, which no rule of the grammar joins with them. */

/** Days that stand right after others, where no rule joins them: `friday saturday`. */
export function beside(sentence: Sentence, at: number): FoundDays | undefined {
  const { words } = sentence
  const said = read(sentence, at)
  return said
    .filter(
      ({ value, end }) =>
        (!value.weak || value.weekday) && isBoundary(words, end) && !isEndOfThing(words, at, end),
    )
    .toSorted((a, b) => b.end - a.end)
    .map(({ end }) => found(sentence, at, end, said))
    .find(another => another && another.days.kind !== 'refused')
}

/** Days that are said in the place of those before them, also behind other words: `tomorrow load test, sorry, friday`. */
export function corrected(sentence: Sentence, from: number): FoundDays | undefined {
  const [input] = sentence.inputs
  for (let at = from; at < sentence.words.length; at++) {
    const end = Math.max(...matchesOf(correction, input, at).map(({ end }) => end))
    const meant = end > at ? beside(sentence, end) : undefined
    if (meant) return meant
  }
  return undefined
}

const BEHIND_PERIODS = new Set([':', ';', '('])
/** Days behind a sign that are only some of those before it: `next week: monday load test`. */
export function narrower(sentence: Sentence, { days }: FoundDays, at: number): FoundDays | undefined {
  const { words } = sentence
  const inner = BEHIND_PERIODS.has(words[at]?.text ?? '') ? beside(sentence, at + 1) : undefined
  if (days.kind !== 'days' || inner?.days.kind !== 'days') return undefined
  const { from, until } = inner.days
  const length = countDays(days.from, days.until)
  const isWithin = compareDays(days.from, from) <= 0 && compareDays(until, days.until) <= 0
  const isOfWeek = length >= WEEKDAYS.size && WEEKDAYS.has(words[at + 1]?.word ?? '')
  return isOfWeek || (isWithin && countDays(from, until) < length) ? inner : undefined
}
