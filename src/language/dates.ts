import { refusalBy } from './dates/caution.ts'
import { type FoundDays, findDays } from './dates/find.ts'
import { languageOf, translations } from './dates/languages/translate.ts'
import { isKnown } from './dates/parser.ts'
import { meanings } from './dates/read.ts'
import type { Why } from './dates/reasons.ts'
import * as whys from './dates/reasons.ts'
import {
  type At,
  type Days,
  isBelowTwoYears,
  type Over,
  quotable,
  type Reading,
  refusal,
  settle,
} from './dates/settle.ts'
import { meantBy } from './dates/spelling.ts'
import { type Token, tokens, unwrapped } from './dates/tokens.ts'
import { today } from './dates/zone.ts'

export { type At, type Days, type FoundDays, findDays, isBelowTwoYears, type Over, type Reading }

const NOTHING = 'You have not said which days; try “tomorrow to friday”.'
const LONGEST = 200

/**
 * Reads a whole phrase (`tomorrow to friday`, `24 dec – 2 jan`, `for 3 days`) as whole days in the speaker's zone. A word
 * that is not understood refuses the phrase; two meanings become a choice. Pure, and never throws.
 */
export function days(phrase: string, at: At, over: Over = 'refused'): Days {
  if (phrase.length > LONGEST) return refusal(whys.tooLong(LONGEST), phrase)
  const day = today(at.now, at.zone)
  const words = unwrapped(tokens(phrase))
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return { kind: 'refused', why: NOTHING }
  const whens = meanings(phrase.slice(first.start, last.end), words, day, at.locale)
  if (whens.length === 0) return refusal(unread(words, phrase, at.locale), phrase)
  return settle(whens, day, phrase, { start: first.start, end: last.end }, over)
}

/** Why no rule can read a phrase: a word that refuses it by name, or the first that is not known. */
function unread(words: readonly Token[], phrase: string, locale: string | undefined): Why {
  const english = translations(phrase, languageOf(locale))[0]
  const named = refusalBy(english === undefined ? words : tokens(english))
  if (named) return named
  if (english !== undefined) return whys.unread
  const odd = words.find(
    word => /\p{L}/u.test(word.word) && !isKnown(word.word) && meantBy(word).length !== 1,
  )
  if (!odd) return whys.unread
  const candidates = meantBy(odd)
  if (candidates.length > 0) return whys.misspelt(quotable(odd.text), candidates)
  return words.length > 1 ? whys.leftover(quotable(odd.text)) : whys.unread
}
