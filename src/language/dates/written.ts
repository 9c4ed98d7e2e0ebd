import { parseDay } from './calendar.ts'
import { CAUTIOUS_WORDS } from './caution.ts'
import { LANGUAGES, languageOf } from './languages/translate.ts'
import { isKnown } from './parser.ts'
import { MONTH_FIRST } from './read.ts'
import { readDay } from './text.ts'

/** Days that are written down in full, of which no grammar is asked. */
export interface Written {
  from: number
  until: number
}

/** `Thu 24 Dec 2026 until Sat 26 Dec 2026`, as in most forms and buttons, and `24/12/2026 to 26/12/2026`. */
export function readWritten(phrase: string, locale: string | undefined): Written | undefined {
  if (!ENDS_WITH_YEAR.test(phrase)) return undefined
  const [first = '', last = first, ...others] = phrase.split(/ (?:to|until) /)
  const isDayFirst = !MONTH_FIRST.test(locale ?? '')
  const [from, until] = [first, last].map(day => readDay(day) ?? (isDayFirst ? parseDay(day) : undefined))
  if (from === undefined || until === undefined || others.length > 0) return undefined
  return from <= until ? { from, until } : undefined
}

const ENDS_WITH_YEAR = /\d{4}\s*$/
const DATE = '\\d{1,2}/\\d{1,2}/\\d{4}'
const AT_BEGINNING = new RegExp(`^(${DATE}(?: (?:to|until) ${DATE})?)(?:\\s+(\\S.*))?$`, 's')

/** Days in figures that begin a sentence, where no word behind them can belong to them. */
export function writtenFirst(sentence: string, locale: string | undefined): string | undefined {
  if (LANGUAGES.includes(languageOf(locale))) return undefined
  const [, phrase, rest = ''] = AT_BEGINNING.exec(sentence) ?? []
  const isPlain = (word: string) => /^[a-z-]*$/.test(word) && !isKnown(word) && !CAUTIOUS_WORDS.has(word)
  return rest.toLowerCase().split(/\s+/).every(isPlain) ? phrase : undefined
}
