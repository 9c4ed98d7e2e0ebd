import { isKind } from './languages/names.ts'
import { isDayNumber } from './sentence.ts'
import type { Token } from './tokens.ts'
import { MONTHS, WEEKDAYS } from './words.ts'

/**
 * Days that are only part of what was said: beside them goes on a stretch of numbers, names of days, and
 * words and signs that lead from one day to another, in any language.
 */

const isName = ({ text }: Token): boolean => isKind('month', text) || isKind('weekday', text)
const isRange = ({ text, word }: Token): boolean => word === 'until' || isKind('range', text)
const isSign = (token: Token | undefined): boolean => /^([–-]|→|\.\.)$/.test(token?.word ?? '')
const isNumber = ({ digits, text }: Token): boolean => digits && Number(text) >= 1 && Number(text) <= 31
const isDot = ({ text }: Token): boolean => text === '.'
/** Whether a stretch goes on with a word; a month may be cut short behind a sign: `dec 24 - ja 2`. */
function isPart(word: Token, at: number, words: readonly Token[]): boolean {
  if (isName(word) || isNumber(word) || isRange(word) || isSign(word)) return true
  if (isDot(word) || word.word === 'to' || isKind('small', word.text)) return true
  return (
    isSign(words[at - 1]) && /..$/.test(word.text) && MONTHS.keys().some(name => name.startsWith(word.text))
  )
}

/** The first word of a stretch that the days at `from` end: `24. dez – 2. jan`, `bis zum 6.12.`, `25 thu`. */
export function stretchBefore(words: readonly Token[], from: number): Token | undefined {
  const begin = words.slice(0, from).findLastIndex((word, at) => !isPart(word, at, words)) + 1
  const stretch = words.slice(begin, from)
  const isLed = words[from]?.digits && stretch.some(isRange)
  const isAll = begin === 0 && stretch.some(isNumber)
  const plain = stretch.filter(word => !isDot(word))
  const isNamed = plain.some((word, i) => {
    const [before, next = words[from]] = [plain[i - 1], plain[i + 1]]
    // With a weekday in English the grammar would have read them: `black friday 26-30 nov`.
    return isName(word) && !WEEKDAYS.has(word.word) && (before?.digits || next?.digits)
  })
  return isLed || isAll || isNamed ? stretch[0] : undefined
}

/** Months that are other words as well. */
const OTHER_WORDS = /^(may|march)$/
/** The last word of a stretch that the days up to `until` begin: `24.12. bis 2.1.`, `mar. 5 dec`, `friday di`. */
export function stretchBehind(words: readonly Token[], until: number, end: number): Token | undefined {
  const behind = words.slice(until, end)
  const length = behind.findIndex((word, i) => !isPart(word, until + i, words))
  const stretch = length < 0 ? behind : behind.slice(0, length)
  const last = stretch.findLastIndex((_, i) => isDayNumber(behind, i))
  const goesOn =
    last > 0 && stretch.slice(0, last).some(word => isName(word) || isRange(word) || isSign(word))
  const isRest = length < 0 && stretch.some(word => isName(word) || isRange(word))
  const [first] = stretch
  const [name, number] = words
    .slice(Math.max(until - 3, 0), until)
    .filter(word => !isDot(word))
    .slice(-2)
  const isDate = name && isName(name) && number && isNumber(number)
  const isMonth = isDate && first && isKind('month', first.text) && !OTHER_WORDS.test(first.text)
  if (goesOn) return stretch[last]
  return isRest || isMonth ? stretch.findLast(word => !isDot(word)) : undefined
}
