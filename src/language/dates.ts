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

/** Reads a phrase in the reader's language, or else in another, if all that can read it agree. */
export function daysInAnyLanguage(phrase: string, at: At, over?: Over): Days {
  const own = days(phrase, at, over)
  if (own.kind !== 'refused' || phrase.length > MAX_LENGTH) return own
  const found = otherLanguagesIn(phrase, at).map(locale => days(phrase, { ...at, locale }, over))
  return agreed(found.filter(({ kind }) => kind !== 'refused').filter(found => isSure(found, phrase))) ?? own
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
  findDaysInOtherLanguage(sentence, at) !== undefined

/** Finds days of another language at the beginning of a sentence; a single word only alone, since it may be any. */
function findDaysInOtherLanguage(sentence: string, at: At): FoundDays | undefined {
  const [beginning = ''] = /^(?:\s*\S+){1,8}/.exec(sentence) ?? []
  const found = otherLanguagesIn(beginning.slice(0, MAX_LENGTH), at)
    .flatMap(locale => findDays(sentence.slice(0, MAX_LENGTH), { ...at, locale }) ?? [])
    .filter(({ start, isPart }) => !isPart && sentence.slice(0, start).trim() === '')
    .filter(({ days, phrase }) => isSure(days, phrase))
  const end = Math.max(...found.map(({ end }) => end))
  const longest = agreed(found.filter(found => found.end === end))
  return longest && (isSeveralWords(longest.phrase) || sentence.slice(end).trim() === '')
    ? longest
    : undefined
}

/** A single word has to be a single day: `mars` may be a name, not a month. */
const isSure = (days: Days, phrase: string): boolean =>
  isSeveralWords(phrase) || days.kind !== 'days' || days.from === days.until
const isSeveralWords = (phrase: string): boolean => UNSPACED.test(phrase) || /\S\s+\S/.test(phrase)

const agreed = <T>([first, ...others]: readonly T[]): T | undefined =>
  others.every(other => isDeepStrictEqual(other, first)) ? first : undefined

/** The other languages that have some of the words. */
function otherLanguagesIn(text: string, { locale }: At): readonly string[] {
  const words = text.match(DISTINCTIVE.test(text) ? ANY_WORD : LONG_WORD) ?? []
  return LANGUAGES.filter(
    language => language !== languageOf(locale) && words.some(word => isInLanguage(word, language)),
  )
}

/** In characters. Longer phrases are read only in the reader's language. */
const MAX_LENGTH = 100
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
/** Shorter words are ambiguous between languages: `do` is Thursday and `so` Sunday in German. */
const LONG_WORD = /\S*\p{L}{4}\S*/gu
/** With two numbers, any word will do: `bis 6.12.`, `24 dic – 2 jan`. */
const DISTINCTIVE = new RegExp(`\\d\\D+\\d|${UNSPACED.source}`, 'u')
const ANY_WORD = /(?:\d+\.?\s*)?\p{L}\S*/gu
