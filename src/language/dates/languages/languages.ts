import { wholePhrase } from '../grammar/phrases.ts'
import type { When } from '../meaning.ts'
import { type Input, inputOf, readWhole } from '../parser.ts'
import { tokens } from '../tokens.ts'
import { readPoint } from './chrono.ts'
import { languageOf, translations } from './translate.ts'

/** Articles before a day, which chrono does not know. */
const ARTICLE = /^(?:der|den|dem|el día|el|le|il|de|o dia|o|a|no|na) /i
const ORDINAL = /^(\d+)(?:er|º|ª|°|日|号|號|-?го)$/

/**
 * Days in the language of a Slack locale (`de-DE`), by its words in English or as chrono-node reads a single day.
 * Undefined for what is none, and in English, which has a grammar of its own.
 */
export function readAbroad(phrase: string, input: Input, locale: string | undefined): When | undefined {
  const language = languageOf(locale)
  const plain = phrase.trim().replaceAll(/[’ʼ]/g, "'").replaceAll(/\s+/g, ' ')
  for (const english of translations(plain, language)) {
    const read = readWhole(wholePhrase, inputOf(tokens(english), input.today, input.monthFirst))
    if (read) return read
  }
  const bare = plain.replace(ARTICLE, '')
  const [, nth] = ORDINAL.exec(bare) ?? []
  if (nth && language !== 'en') return readWhole(wholePhrase, inputOf(tokens(`the ${nth}`), input.today))
  return readPoint(bare, language, input.today)
}

/** Whether a phrase has words of the language of a Slack locale. */
export const isInLanguage = (phrase: string, locale: string | undefined): boolean =>
  translations(phrase, languageOf(locale)).length > 0
