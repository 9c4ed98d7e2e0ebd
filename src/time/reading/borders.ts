import { isCount, isCounted, isHash, isPart, isTry, isVersion } from './counts.ts'
import { isNoun, isWord } from './joints.ts'
import { type Token, tokens } from './tokens.ts'
import { COUNTED, MONTHS } from './words.ts'

/** Where days can begin and end among other words. */

/** What leads to a reason that is all that stands behind it: days there are the reason's. */
export const STATES_WHY = [
  ...['because of', 'because', 'due to', 'owing to', 'on account of'],
  ...['bc of', 'bc', 'b/c of', 'b/c', 'cuz', 'coz'],
]

const STATED = STATES_WHY.map(said => tokens(said).map(({ word }) => word))

/** Whether a reason is stated from a token on. */
export const statesWhy = (words: readonly Token[], at: number): boolean =>
  STATED.some(said => said.every((word, i) => words[at + i]?.word === word))

/** Signs that make others of the days behind them: `-> friday`, `+3d`, `<= friday`. */
const LEADS: ReadonlySet<string> = new Set(['→', '+', '<', '≤'])

/** Whether a sentence can begin with it: a word, the number of something, `#12`, or what leads to an end, `-> friday`. */
export const isOpening = (token: Token): boolean => isWord(token) || isHash(token) || LEADS.has(token.word)

/** Whether a phrase can end before a token: not in the middle of `1.2.3`, `friday-deploy`, `24x`, `1/2 day`, `3/4 of`. */
export function isBoundary(words: readonly Token[], at: number): boolean {
  const [before, next, following] = [words[at - 1], words[at], words[at + 1]]
  if (!before || !next) return true
  if (before.digits && (next.word === 'of' || (COUNTED.has(next.word) && !isSlashed(words, at)))) return false
  const isOfNoun =
    before.text.endsWith("'s") ||
    isPart(words, at) ||
    isCount(words, at) ||
    isVersion(words, at) ||
    isTry(words, at)
  if ((isNoun(next) || isCounted(next)) && isOfNoun) return false
  if (!next.tight) return true
  return !isWord(next) && !(following?.tight && isWord(following))
}

/** Whether what ends before a token is in figures that count nothing: `24/12 day off`. */
const isSlashed = (words: readonly Token[], at: number): boolean =>
  words[at - 2]?.text === '/' && words[at - 3]?.digits === true

const PERIODS: ReadonlySet<string> = new Set(['week', 'weekend', 'month', 'through', 'throughout'])

const NAMERS: ReadonlySet<string> = new Set(['this', 'next', 'the', 'coming', ...MONTHS.keys()])

/** `load test all week`, `all of next week`, but neither `move all tomorrow` nor `upgrade to friday`. */
export function mayBegin([first, next, last]: readonly Token[]): boolean {
  if (first?.word !== 'all') return first?.word !== 'to'
  return PERIODS.has(next?.word ?? '') || (next?.word === 'of' && NAMERS.has(last?.word ?? ''))
}
