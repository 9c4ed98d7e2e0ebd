import type { Token } from './tokens.ts'
import { ORDINALS, WEEKDAYS } from './words.ts'

/** Words that go with the days beside them, and those that go with a thing. */

/** Words that join days to what stands beside them, or leave them out; and those of other languages that are no others. */
const JOINTS: ReadonlySet<string> = new Set(
  `to until through and or from since before after by → .. / +
  not except excluding but without minus than apart skip skipping unless
  ± bis hasta jusqu'au jusqu'à fino tot até до`.split(/\s+/),
)

export const isJoint = (word: string): boolean => JOINTS.has(word)

/** Words that leave open what of the days behind them is meant: `front end next month`, `maybe on friday`, `review of next week`. */
const LOOSE: ReadonlySet<string> = new Set(
  `half start starts begin begins end ends maybe perhaps probably possibly sometime anytime later soon daily of within prior fiscal
  financial < ≤ ≥`.split(/\s+/),
)
/** `some time next week`, `any day next week`, `first day friday`. */
const isAny = (words: readonly Token[], at: number): boolean =>
  ['time', 'day'].includes(words[at]?.word ?? '') &&
  ['some', 'any', 'first', 'last'].includes(words[at - 1]?.word ?? '')

/** `second friday`, which is of no month that is said. */
const isNth = (words: readonly Token[], at: number): boolean =>
  ORDINALS.has(words[at - 1]?.word ?? '') && WEEKDAYS.has(words[at]?.word ?? '')

/** Words that stand between a joint and its days. */
export const PREPOSITIONS: ReadonlySet<string> = new Set(['for', 'on', 'in', 'over', 'during', 'throughout'])

/** Signs behind a joint that are of it: `excl.`, `<=`. */
const SIGNS_OF_JOINTS: ReadonlySet<string> = new Set(['.', '='])

/** Whether what begins with a token belongs to a joint before it: `not next friday`, `except for friday`, `excl. friday`, `<= friday`. */
export function isBehindJoint(words: readonly Token[], at: number): boolean {
  const before = words[at - 1]
  if (!before) return false
  const goesBetween = PREPOSITIONS.has(before.word) || (SIGNS_OF_JOINTS.has(before.text) && before.tight)
  const isLoose = LOOSE.has(before.word) || isAny(words, at - 1) || isNth(words, at)
  return isJoint(before.word) || isLoose || (goesBetween && isBehindJoint(words, at - 1))
}

/** Whether it is more than a sign. */
export const isWord = ({ text }: Token): boolean => /[\p{L}\d]/u.test(text)

/** Whether a word goes on with a thing: `next week's release`, `1/2 capacity`. */
export const isNoun = (token: Token | undefined): token is Token =>
  token !== undefined &&
  isWord(token) &&
  !isJoint(token.word) &&
  !PREPOSITIONS.has(token.word) &&
  token.word !== 'because'
