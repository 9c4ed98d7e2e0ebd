import { isDayFirst } from './grammar/calendar-dates.ts'
import { wholePhrase } from './grammar/phrases.ts'
import { readPoint } from './languages/chrono.ts'
import { LANGUAGES, languageOf, translations } from './languages/translate.ts'
import type { When } from './meaning.ts'
import { type Input, inputOf, matchesOf, readWhole } from './parser.ts'
import { spelled } from './spelling.ts'
import { type Token, tokens } from './tokens.ts'
import { MONTHS } from './words.ts'

/** One for each way in which words can be read. */
export type Inputs = readonly [Input, ...Input[]]

/** Where people write the month first, or either. */
const MONTH_FIRST = /^(en[-_](us|ca)|ja|ko|zh)\b/i

/**
 * An American's 03/04 is read twice, and so is a month in English that is another day in
 * the reader's language: `mar`, which is a Spaniard's Tuesday.
 */
export function inputsOf(words: readonly Token[], today: number, locale: string | undefined): Inputs {
  const input = inputOf(words, today)
  if (MONTH_FIRST.test(locale ?? '') && words.some(isBetweenFigures))
    return [input, { ...input, monthFirst: true }]
  const language = languageOf(locale)
  if (!LANGUAGES.includes(language)) return [input]
  const theirs = words.map(token => {
    if (!MONTHS.has(token.word)) return token
    const [english = token] = tokens(translations(token.text, language)[0] ?? token.text)
    return { ...token, text: english.text, word: english.word }
  })
  return theirs.every(({ word }, i) => word === words[i]?.word) ? [input] : [input, inputOf(theirs, today)]
}

/** Whether it is a sign of figures: `3/4`, `3-4`. */
export const isBetweenFigures = ({ text }: Token, at: number, words: readonly Token[]): boolean =>
  (text === '/' || text === '-') && words[at - 1]?.digits === true && words[at + 1]?.digits === true

/** The month is first in all figures of a phrase, or in none. */
const ofPhrase = (inputs: Inputs, phrase: string): readonly Input[] =>
  inputs.filter(({ monthFirst }) => !(monthFirst && isDayFirst(phrase)))

/** What a phrase means in each input: all of its words, or those from one to another. */
export const readEach = (inputs: Inputs, phrase: string, from = 0, until = inputs[0].tokens.length): When[] =>
  ofPhrase(inputs, phrase).flatMap(
    input => matchesOf(wholePhrase, input, from).find(({ end }) => end === until)?.value ?? [],
  )

/**
 * Days in the language of a Slack locale (`de-DE`): by its words in English, in each way of reading figures,
 * or as chrono-node reads a single day.
 */
export function readAbroad(phrase: string, inputs: Inputs, locale: string | undefined): When[] {
  const language = languageOf(locale)
  const english = translations(phrase, language).map(tokens)
  const read = ofPhrase(inputs, phrase).flatMap(({ today, monthFirst }) => {
    const whens = english.values().map(words => readWhole(wholePhrase, inputOf(words, today, monthFirst)))
    return whens.find(when => when !== undefined) ?? []
  })
  if (read.length > 0) return read
  const point = readPoint(phrase.trim().replace(ARTICLE, ''), language, inputs[0].today)
  return point ? [point] : []
}

/** Articles before a day, which chrono does not know. */
const ARTICLE = /^(?:der|den|dem|el día|el|le|il|de|o dia|o|a|no|na) /i

/** What a whole phrase can mean: as it stands, or in the reader's language, or with slips of the finger put right. */
export function meanings(
  phrase: string,
  words: readonly Token[],
  today: number,
  locale: string | undefined,
): When[] {
  const inputs = inputsOf(words, today, locale)
  const plain = readEach(inputs, phrase)
  if (plain.length > 0) return plain
  const native = readAbroad(phrase, inputs, locale)
  return native.length > 0 ? native : readEach(inputsOf(spelled(words), today, locale), phrase)
}
