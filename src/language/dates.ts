import { isDeepStrictEqual } from 'node:util'
import { refusalBy } from './dates/caution.ts'
import { type FoundDays, findDays } from './dates/find.ts'
import { isInLanguage, LANGUAGES, languageOf, translations } from './dates/languages/translate.ts'
import { isKnown } from './dates/parser.ts'
import { meanings, meantBy } from './dates/read.ts'
import { type Why, whys } from './dates/reasons.ts'
import { type At, type Days, type Over, quotable, refusal, settle } from './dates/settle.ts'
import { type Token, tokens, unwrap } from './dates/words.ts'
import { today } from './dates/zone.ts'

export { type Days, findDays }

const NOTHING = 'You have not said which days; try “tomorrow to friday”.'
const LONGEST = 200

/**
 * Reads a whole phrase (`tomorrow to friday`, `24 dec – 2 jan`, `for 3 days`) as whole days in the speaker's
 * zone. A word that is not understood refuses the phrase; two meanings become a choice. Pure, and never
 * throws.
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

/** Why no rule can read a phrase: a word that refuses it by name, or the first that is not known. */
function unread(words: readonly Token[], phrase: string, locale: string | undefined): Why {
  const english = translations(phrase, languageOf(locale))[0]
  const named = refusalBy(english ?? phrase)
  if (named) return named
  if (english !== undefined) return whys.unread
  const odd = words.find(
    word => /\p{L}/u.test(word.word) && !isKnown(word.word) && meantBy(word).length !== 1,
  )
  if (!odd) return whys.unread
  return words.length > 1 ? whys.leftover(quotable(odd.text)) : whys.unread
}

/** In words, and characters; longer phrases are read in the reader's language alone. */
const MAX_WORDS = 8
const MAX_LENGTH = 100

/** Days in the reader's language, or else in another. */
export function daysInAnyLanguage(phrase: string, at: At, over?: Over): Days {
  const own = days(phrase, at, over)
  return own.kind === 'refused' ? (daysAbroad(phrase, at, over)?.days ?? own) : own
}

/** The days in a sentence in the reader's language, or in another from its beginning where those leave fewer words. */
export function findDaysInAnyLanguage(sentence: string, at: At): FoundDays | undefined {
  const own = findDays(sentence, at)
  if (own && !own.isPart && !/[\p{L}\d]/u.test(sentence.slice(0, own.start))) return own
  const abroad = findDaysAbroad(sentence, at)
  return own && (!abroad || abroad.end < own.end) ? own : abroad
}

/** Whether a sentence begins with days in another language than the reader's. */
export const beginsWithDaysAbroad = (sentence: string, at: At): boolean =>
  findDaysAbroad(sentence, at)?.start === 0

/**
 * Days of another language that begin a sentence: two words at least, or all of it, since one word in front of
 * others may be any. The words behind them are read in the same language.
 */
function findDaysAbroad(sentence: string, at: At): FoundDays | undefined {
  const words = [...sentence.matchAll(/(\S+?)[,;:]?(?=\s|$)/g).take(MAX_WORDS)]
  const start = words[0]?.index ?? 0
  const ends = words.map(({ 1: word = '', index }) => index + word.length)
  const isWhole = (end: number) => sentence.slice(end).trim() === ''
  for (const end of ends.filter(end => end !== ends[0] || isWhole(end)).reverse()) {
    const phrase = sentence.slice(start, end)
    const found = daysAbroad(phrase, at)
    if (!found) continue
    const whole = findDays(sentence, { ...at, locale: found.language })
    return whole?.start === start && whole.end >= end ? whole : { phrase, start, end, days: found.days }
  }
  return undefined
}

/** Shorter words are not days of one language for sure: `do` is a German Thursday, and `so` a Sunday. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const LONG_ENOUGH = new RegExp(`\\p{L}{4}|${UNSPACED.source}`, 'u')
/** Beside two numbers shorter words say days, a month behind its day: `bis 6.12.`, `24 dic – 2 jan`. */
const DATED = /\d\D+\d/
const DATE_WORDS = /(?:\d\.?\s*)?\p{L}{2,}\S*/gu

/** The other languages of which some words are. */
function othersIn(phrase: string, { locale }: At): readonly string[] {
  const words = phrase.split(/\s+/).filter(word => LONG_ENOUGH.test(word))
  const parts = [...words, ...(DATED.test(phrase) ? (phrase.match(DATE_WORDS) ?? []) : [])]
  return LANGUAGES.filter(
    language => language !== languageOf(locale) && parts.some(part => isInLanguage(part, language)),
  )
}

/**
 * Days in another language, where all that read them say the same. One word alone is one day: `mars` may be a
 * name, and no whole month.
 */
function daysAbroad(phrase: string, at: At, over?: Over): { language: string; days: Days } | undefined {
  const words = phrase.trim().split(/\s+/)
  if (words.length > MAX_WORDS || phrase.length > MAX_LENGTH) return undefined
  const [first, ...same] = othersIn(phrase, at)
    .map(language => ({ language, days: days(phrase, { ...at, locale: language }, over) }))
    .filter(({ days }) => days.kind !== 'refused')
  if (!first || !same.every(each => isDeepStrictEqual(each.days, first.days))) return undefined
  const isPeriod = first.days.kind === 'days' && first.days.from !== first.days.until
  return words.length === 1 && isPeriod && !UNSPACED.test(phrase) ? undefined : first
}
