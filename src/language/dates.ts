import { isDeepStrictEqual } from 'node:util'
import { refusalBy } from './dates/caution.ts'
import { type FoundDays, findDays } from './dates/find.ts'
import { isInLanguage, LANGUAGES, languageOf, translations } from './dates/languages/translate.ts'
import { isKnown } from './dates/parser.ts'
import { correctionsOf, meanings } from './dates/read.ts'
import { type Why, whys } from './dates/reasons.ts'
import { type At, type Days, type Over, quotable, refusal, settle } from './dates/settle.ts'
import { type Token, tokens, unwrap } from './dates/words.ts'
import { today } from './dates/zone.ts'

export { type Days, findDays }

const NOTHING = 'You have not said which days; try “tomorrow to friday”.'
const LONGEST = 200

/**
 * Reads a whole phrase (`tomorrow to friday`, `24 dec – 2 jan`, `for 3 days`) as whole days in the speaker's
 * time zone. An unknown word refuses the phrase; two meanings become a choice. Pure; never throws.
 */
export function days(phrase: string, at: At, over: Over = 'refused'): Days {
  if (phrase.length > LONGEST) return refusal(whys.tooLong(LONGEST), phrase)
  const day = today(at.now, at.zone)
  const bare = unwrap(phrase)
  const words = tokens(bare)
  if (words.length === 0) return { kind: 'refused', why: NOTHING }
  const whens = meanings(bare, words, day, at.locale)
  if (whens.length === 0) return refusal(unread(words, phrase, at.locale), phrase)
  return settle(whens, day, phrase, over)
}

/** Explains why no rule reads a phrase, by a word of caution or the first unknown word. */
function unread(words: readonly Token[], phrase: string, locale: string | undefined): Why {
  const english = translations(phrase, languageOf(locale))[0]
  const named = refusalBy(english ?? phrase)
  if (named) return named
  if (english !== undefined) return whys.unread
  const odd = words.find(
    word => /\p{L}/u.test(word.word) && !isKnown(word.word) && correctionsOf(word).length !== 1,
  )
  if (!odd) return whys.unread
  return words.length > 1 ? whys.leftover(quotable(odd.text)) : whys.unread
}

/** In words and characters. Longer phrases are read only in the reader's language. */
const MAX_WORDS = 8
const MAX_LENGTH = 100

/** Reads a phrase in the reader's language, or else in another. */
export function daysInAnyLanguage(phrase: string, at: At, over?: Over): Days {
  const own = days(phrase, at, over)
  return own.kind === 'refused' ? (daysInOtherLanguage(phrase, at, over)?.days ?? own) : own
}

/** Finds days in a sentence: in the reader's language, or at its beginning in another one that leaves fewer words. */
export function findDaysInAnyLanguage(sentence: string, at: At): FoundDays | undefined {
  const own = findDays(sentence, at)
  if (own && !own.isPart && !/[\p{L}\d]/u.test(sentence.slice(0, own.start))) return own
  const foreign = findDaysInOtherLanguage(sentence, at)
  return own && (!foreign || foreign.end < own.end) ? own : foreign
}

/** Whether a sentence begins with days in a language other than the reader's. */
export const beginsWithForeignDays = (sentence: string, at: At): boolean =>
  findDaysInOtherLanguage(sentence, at)?.start === 0

/**
 * Finds days of another language at the beginning of a sentence: at least two words, or all of it, since a
 * single word may be any. The words after them are read in the same language.
 */
function findDaysInOtherLanguage(sentence: string, at: At): FoundDays | undefined {
  const words = [...sentence.matchAll(/(\S+?)[,;:]?(?=\s|$)/g).take(MAX_WORDS)]
  const start = words[0]?.index ?? 0
  const ends = words.map(({ 1: word = '', index }) => index + word.length)
  const isWhole = (end: number) => sentence.slice(end).trim() === ''
  for (const end of ends.filter(end => end !== ends[0] || isWhole(end)).reverse()) {
    const phrase = sentence.slice(start, end)
    const found = daysInOtherLanguage(phrase, at)
    if (!found) continue
    const whole = findDays(sentence, { ...at, locale: found.language })
    return whole?.start === start && whole.end >= end ? whole : { phrase, start, end, days: found.days }
  }
  return undefined
}

/** Shorter words are ambiguous between languages: `do` is Thursday and `so` Sunday in German. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const LONG_ENOUGH = new RegExp(`\\p{L}{4}|${UNSPACED.source}`, 'u')
/** With two numbers, shorter words are accepted too: `bis 6.12.`, `24 dic – 2 jan`. */
const DATED = /\d\D+\d/
const DATE_WORDS = /(?:\d\.?\s*)?\p{L}{2,}\S*/gu

/** The other languages that have some of the words. */
function othersIn(phrase: string, { locale }: At): readonly string[] {
  const words = phrase.split(/\s+/).filter(word => LONG_ENOUGH.test(word))
  const parts = [...words, ...(DATED.test(phrase) ? (phrase.match(DATE_WORDS) ?? []) : [])]
  return LANGUAGES.filter(
    language => language !== languageOf(locale) && parts.some(part => isInLanguage(part, language)),
  )
}

/**
 * Reads days in other languages, if all that can read them agree. A single word has to be a single day: `mars`
 * may be a name, not a month.
 */
function daysInOtherLanguage(
  phrase: string,
  at: At,
  over?: Over,
): { language: string; days: Days } | undefined {
  const words = phrase.trim().split(/\s+/)
  if (words.length > MAX_WORDS || phrase.length > MAX_LENGTH) return undefined
  const [first, ...same] = othersIn(phrase, at)
    .map(language => ({ language, days: days(phrase, { ...at, locale: language }, over) }))
    .filter(({ days }) => days.kind !== 'refused')
  if (!first || !same.every(each => isDeepStrictEqual(each.days, first.days))) return undefined
  const isPeriod = first.days.kind === 'days' && first.days.from !== first.days.until
  return words.length === 1 && isPeriod && !UNSPACED.test(phrase) ? undefined : first
}
