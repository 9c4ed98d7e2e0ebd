import { settle } from '../dates.ts'
import { allInEnglish, inLanguage, isInLanguage, saysNeed } from './languages/languages.ts'
import { isThing } from './languages/translated.ts'
import { twoPlaces } from './meaning/whys.ts'
import { type Input, inputOf } from './reading/input.ts'
import { PREPOSITIONS } from './reading/joints.ts'
import { whole } from './reading/matches.ts'
import { isReturn } from './reading/returns.ts'
import { type Token, tokens, unwrapped } from './reading/tokens.ts'
import { WEEKDAYS } from './reading/words.ts'
import { lengthBehind } from './rules/durations.ts'
import { phrase as grammar } from './rules/phrases.ts'
import { type FoundDays, indexOf, refuse, type Sentence } from './sentence.ts'

/** What the days at the beginning of a sentence and those at its end mean together. */

/** What the second of two phrases begins with when both belong together: `tomorrow … until friday`. */
const BEGINNING = new Set(['until', 'from', 'starting', '-', '–'])

/**
 * A length counts from the days before it, `friday load test for 3 days`, and an end ends those that have none; others go
 * on with them, or are of the reason.
 */
export function together(sentence: Sentence, first: FoundDays, last: FoundDays): FoundDays {
  const { text, inputs } = sentence
  const behind = wordsOf(sentence, last)
  const today = inputs[0].today
  if (!isLength(behind, today) && !isEnd(first, wordsOf(sentence, first), behind))
    return isOfReason(sentence, first, behind, last) ? first : refuse(text, first.start, last.end, twoPlaces)
  const words = [...wordsOf(sentence, first), ...behind]
  const whens = inputs.flatMap(({ monthFirst }) => whole(grammar, inputOf(words, today, monthFirst)) ?? [])
  if (whens.length === 0)
    return first.days.kind === 'refused' ? first : refuse(text, first.start, last.end, twoPlaces)
  const phrase = `${first.phrase} ${last.phrase}`
  const days = settle(whens, today, phrase, first)
  const never = whens.every(when => when.never)
  return { ...first, phrase, days, never, more: { start: last.start, end: last.end } }
}

/** What days begin with that lack their end. */
const OPENING = new Set(['from', 'starting', 'beginning', 'effective', 'as'])
/** The end of days that have none of their own: `from tomorrow load test until friday`. */
const isEnd = ({ days }: FoundDays, open: readonly Token[], behind: readonly Token[]): boolean =>
  days.kind === 'refused' && OPENING.has(open[0]?.word ?? '') && behind[0]?.word === 'until'

/** Whether a word of their own leads to days, by which they are of the pause: `until friday`, `for 3 days`. */
export function isLed(sentence: Sentence, found: FoundDays): boolean {
  const words = wordsOf(sentence, found)
  return BEGINNING.has(words[0]?.word ?? '') || isLength(words, sentence.inputs[0].today)
}

const isLength = (words: readonly Token[], today: number): boolean =>
  whole(lengthBehind, inputOf(words, today)) !== undefined

/** No end has more words, in any language. */
const LONGEST = 12

/** Where the last words of a sentence begin that go on with its days in the reader's own language: `bis Freitag`, `für 3 Tage`. */
function ledAbroad(
  { text, words, inputs }: Sentence,
  after: number,
  locale: string | undefined,
): { start: number; end: number; isLong: boolean } | undefined {
  const last = words.slice(-LONGEST)
  const end = words.at(-1)?.end ?? 0
  const isLong = (phrase: string): boolean =>
    allInEnglish(phrase, locale).some(english => isLength(tokens(english), inputs[0].today))
  const goesOn = (phrase: string): boolean =>
    allInEnglish(phrase, locale).some(english => BEGINNING.has(english.split(' ')[0] ?? '')) &&
    inLanguage(phrase, inputs[0], locale) !== undefined
  if (allInEnglish(text.slice(last[0]?.start ?? 0, end), locale).length === 0) return undefined
  for (const { start } of last) {
    if (start < after) continue
    const phrase = text.slice(start, end)
    if (isLong(phrase)) return { start, end, isLong: true }
    if (goesOn(phrase)) return { start, end, isLong: false }
  }
  return undefined
}

/** The same in the reader's own language: `Freitag Lasttest für 3 Tage`, but not `Freitag Lasttest bis Montag`. */
export function togetherAbroad(
  sentence: Sentence,
  first: FoundDays,
  locale: string | undefined,
): FoundDays | undefined {
  const { text, inputs } = sentence
  const led = ledAbroad(sentence, first.end + 1, locale)
  if (!led) return undefined
  const { start, end, isLong } = led
  const phrase = `${first.phrase} ${text.slice(start, end)}`
  const whens = isLong ? inputs.flatMap(input => inLanguage(phrase, input, locale) ?? []) : []
  if (whens.length === 0)
    return first.days.kind === 'refused' ? first : refuse(text, first.start, end, twoPlaces)
  const days = settle(whens, inputs[0].today, phrase, first)
  return { ...first, phrase, days, never: whens.every(({ never }) => never), more: { start, end } }
}

const LONGEST_MONTH = 31

function isSureAbroad(phrase: string, input: Input, locale: string | undefined): boolean {
  const read = inLanguage(phrase, input, locale)
  return read !== undefined && !read.weak
}

/**
 * Days that end a sentence in the reader's own language, where a word leads to them: `Lasttest bis Freitag`. Of
 * `Sprint 24 bis 26.12.`, which is until then or from the 24th on, it is not known; nor where it is needed until then.
 */
export function trailingAbroad(
  sentence: Sentence,
  locale: string | undefined,
): FoundDays | 'unknown' | undefined {
  const { text, words, inputs } = sentence
  const led = ledAbroad(sentence, (words[0]?.end ?? 0) + 1, locale)
  if (!led) return undefined
  if (saysNeed(text.slice(0, led.start), locale)) return 'unknown'
  const at = words.findIndex(({ start }) => start === led.start)
  const { digits, tight, word } = words[at - 1] ?? {}
  if (digits && !tight && Number(word) <= LONGEST_MONTH) return 'unknown'
  const { end } = led
  const from = words
    .slice(Math.max(at - LONGEST, 1), at)
    .find(
      ({ start, text: word, tight }) =>
        !tight && !isThing(word) && isSureAbroad(text.slice(start, end), inputs[0], locale),
    )
  return readAbroad(sentence, (from ?? led).start, end, locale)
}

/** Words of their own before days that end a sentence: `Wartung am 24. November`, `onderhoud volgend weekend`. */
const MOST_BEFORE = 2

/** Those days with the words before them that belong to them in the reader's own language. */
export function widenedAbroad(
  sentence: Sentence,
  { start: from, end }: FoundDays,
  locale: string | undefined,
): FoundDays | undefined {
  const { text, words, inputs } = sentence
  const at = words.findIndex(({ start }) => start === from)
  const first = words
    .slice(Math.max(at - MOST_BEFORE, 1), at)
    .find(
      ({ start, text: word, tight }) =>
        !tight && isInLanguage(word, locale) && isSureAbroad(text.slice(start, end), inputs[0], locale),
    )
  return first && readAbroad(sentence, first.start, end, locale)
}

function readAbroad(
  { text, inputs }: Sentence,
  start: number,
  end: number,
  locale: string | undefined,
): FoundDays | undefined {
  const phrase = text.slice(start, end)
  const whens = inputs.flatMap(input => inLanguage(phrase, input, locale) ?? [])
  if (whens.length === 0) return undefined
  const days = settle(whens, inputs[0].today, phrase, { start, end })
  return { phrase, start, end, days, never: whens.every(({ never }) => never) }
}

const wordsOf = ({ words }: Sentence, { start, end }: FoundDays): readonly Token[] =>
  unwrapped(words.filter(word => word.start >= start && word.end <= end))

/** Whether what ends a sentence tells why, and no other days: `tomorrow prep for friday`, but not `week 38 retro tomorrow`. */
function isOfReason(
  sentence: Sentence,
  first: FoundDays,
  behind: readonly Token[],
  last: FoundDays,
): boolean {
  const { words } = sentence
  const opening = behind[0]?.word ?? ''
  const [name] = words
  if (BEGINNING.has(opening) || isReturn(words, indexOf(sentence, last))) return false
  // `friday deploy tomorrow`
  if (first.start === name?.start && first.end === name.end && WEEKDAYS.has(name.word))
    return opening === 'for'
  const before = words.findLast(({ end }) => end <= (behind[0]?.start ?? 0))
  return last.days.kind !== 'days' || PREPOSITIONS.has(opening) || before?.word === 'of'
}
