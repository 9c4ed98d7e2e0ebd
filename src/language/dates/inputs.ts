import { inEnglish } from './languages/languages.ts'
import { type Input, inputOf } from './reading/input.ts'
import { type Token, tokens } from './reading/tokens.ts'
import { MONTHS } from './reading/words.ts'
import { isDayFirst } from './rules/figures.ts'

/** What words are read from: once, or twice where people of some places or languages mean other days by them. */

/** Where people write the month first, or either. */
const MONTH_FIRST = /^(en[-_](us|ca)|ja|ko|zh)\b/i

/**
 * What to read from: an American's 03/04 is read twice, with the day first and with the month first, and so is what is a
 * month in English and another day in the reader's language: `mar`, which is a Spaniard's Tuesday.
 */
export function inputsFor(
  words: readonly Token[],
  today: number,
  locale: string | undefined,
): [Input, ...Input[]] {
  const input = inputOf(words, today)
  if (MONTH_FIRST.test(locale ?? '') && words.some(isBetweenFigures))
    return [input, { ...input, monthFirst: true }]
  const theirs = words.map(token => (MONTHS.has(token.word) ? translated(token, locale) : token))
  return theirs.every((token, i) => token.word === words[i]?.word) ? [input] : [input, inputOf(theirs, today)]
}

function translated(token: Token, locale: string | undefined): Token {
  const [{ text, word } = token] = tokens(inEnglish(token.text, locale))
  return { ...token, text, word }
}

/** Those that can be of a whole phrase: with the month first where all of its figures can be read so. */
export const ofPhrase = (inputs: readonly Input[], phrase: string): readonly Input[] =>
  inputs.filter(({ monthFirst }) => !(monthFirst && isDayFirst(phrase)))

/** The same for a whole phrase. */
export const inputsOf = (
  phrase: string,
  words: readonly Token[],
  today: number,
  locale: string | undefined,
) => ofPhrase(inputsFor(words, today, locale), phrase)

/** Whether it is a sign of figures: `3/4`, `3-4`. */
export const isBetweenFigures = ({ text }: Token, at: number, words: readonly Token[]): boolean =>
  (text === '/' || text === '-') && words[at - 1]?.digits === true && words[at + 1]?.digits === true
