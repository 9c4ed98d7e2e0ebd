import { wordsOfAll } from './languages/translate.ts'
import { COUNTED, isWord, MONTHS, SAME_WORD, setOf, type Token, WEEKDAYS } from './words.ts'

/** Rules for where days can begin and end in a sentence. */

/** Whether days can begin with a token: a word, `#12`, or a sign that changes the days after it. */
export const isStart = (token: Token): boolean =>
  isWord(token) || /^[#→+<≤≥]$/.test(token.word) || token.text === '~'

/** Words that are no nouns: `friday on`, `tomorrow until`. */
const JOINTS = setOf(
  `to until through and or from since before after by not except excluding but without minus than apart skip unless for on in
  over during throughout because too also again as`,
)
export const isNoun = (token: Token | undefined): token is Token =>
  token !== undefined && isWord(token) && !JOINTS.has(token.word)

/** Whether days can end before a token: not inside `1.2.3`, `friday-deploy`, `friday's deploy`, `2 weeks of backlog`. */
export function isBoundary(words: readonly Token[], at: number): boolean {
  const [before, next, following] = [words[at - 1], words[at], words[at + 1]]
  if (!before || !next) return true
  const isUnit =
    COUNTED.has(next.word) && words[at - 2]?.text !== '/' && !MONTHS.has(words[at - 2]?.word ?? '')
  if (isUnit && (before.digits || /^(next|last|this|coming)$/.test(before.word))) return false
  // `24 dec 27 tests`
  const isYear =
    before.digits && !before.tight && words[at - 3]?.digits && MONTHS.has(words[at - 2]?.word ?? '')
  if (isYear && before.text.length === 2 && isNoun(next)) return false
  // `thursday 2nd attempt`, but `thursday the 3rd`
  const isAttempt = /^(st|nd|rd)$/.test(before.word) && Number(words[at - 2]?.text) <= 3
  const named = words.slice(Math.max(at - 4, 0), at - 2)
  if (isAttempt && isNoun(next) && !named.some(({ word }) => MONTHS.has(word) || word === 'the')) return false
  if (next.word === 'of' || before.word === 'after' || (before.text.endsWith("'s") && isNoun(next)))
    return false
  if (!next.tight || (/^[,;:(]$/.test(next.text) && !following?.digits)) return true
  return !isWord(next) && !(following?.tight && isWord(following))
}

/** Whether a number after days can be their date or an hour: `friday 28, load test`, but not `friday 28 nodes`. */
export function isDayNumber(words: readonly Token[], at: number): boolean {
  const [number, next, following] = words.slice(at, at + 3)
  if (!number || !isDayOfMonth(number)) return false
  if (!next) return true
  if (/^(st|nd|rd|th)$/.test(next.word)) return !isNoun(following)
  if (next.tight) return /^[,;:).]$/.test(next.text) || (next.text === '-' && following?.digits === true)
  return !COUNTED.has(next.word) && !/^(%|€|\$|£|\p{L}+[^\P{L}s]s)$/u.test(next.text)
}

/** Days that are only a part: beside them are numbers and names of days, or words between days, of any language. */

const isName = ({ text }: Token): boolean => isKind('month', text) || isKind('weekday', text)
const isRange = ({ text, word }: Token): boolean => word === 'until' || isKind('range', text)
const isJoint = (token: Token): boolean => isRange(token) || /^([–-]|→|\.\.)$/.test(token.word)
const isDayOfMonth = ({ digits, text }: Token): boolean => digits && Number(text) >= 1 && Number(text) <= 31
const isDot = ({ text }: Token): boolean => text === '.'

const isPart = (word: Token): boolean => isName(word) || isDayOfMonth(word) || isJoint(word) || isDot(word)

/** The word before the days at `from` that may begin them: `dez – 2. jan`, `bis zum 6.12.`, `7-9 and 14-16 dec`. */
export function partBefore(words: readonly Token[], from: number): Token | undefined {
  const before = words.slice(0, words[from - 1]?.word === 'and' ? from - 1 : from)
  const parts = before.slice(before.findLastIndex(word => !isPart(word)) + 1)
  const [first, next] = [words[from], words[from + 1]]
  const isFigure = first?.digits || (first && isRange(first) && next?.digits)
  if (!isFigure) return parts.length === from && parts.some(isDayOfMonth) ? parts[0] : undefined
  // The grammar would have read them with an English weekday: `black friday 26-30 nov`.
  const isUnread = parts.some(word => isDayOfMonth(word) || (isName(word) && !WEEKDAYS.has(word.word)))
  return isUnread ? parts[0] : before.slice(-2).find(isRange)
}

/** Months that are also other words. */
const OTHER_WORDS = /^(may|march)$/
/** The word behind the days up to `until` that may end them: `24.12. bis 2.1.`, `mar. 5 dec`, `friday di`. */
export function partBehind(words: readonly Token[], until: number, end: number): Token | undefined {
  const behind = words.slice(until, end).filter(word => !isDot(word))
  const length = behind.findIndex(word => !isPart(word))
  const parts = length < 0 ? behind : behind.slice(0, length)
  const [first, next] = parts
  if (!first) return undefined
  const isRest = parts.length === behind.length && parts.some(word => isName(word) || isRange(word))
  const isMonth = isKind('month', first.text) && !OTHER_WORDS.test(first.text)
  return isRest || isMonth || (isRange(first) && next) ? parts.at(-1) : undefined
}

/** The kinds of words around days in any language: names of days, and words between them. */
type Kind = 'month' | 'weekday' | 'range'

type Words = Readonly<Record<Kind, ReadonlySet<string>>>
let loaded: Words | undefined

/** Whether a word of any language can be of a kind: `dez`, `mo`, `bis`, `zum`. */
function isKind(kind: Kind, text: string): boolean {
  loaded ??= makeWords()
  return loaded[kind].has(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
}

const RANGE = /^(until|from|starting)( the)?$/
/** English words that other languages have too. */
const ENGLISH = setOf('a as in an on am van tom out set gen ago')

function makeWords(): Words {
  const all = [
    ...SAME_WORD,
    ...[...WEEKDAYS.keys(), ...MONTHS.keys()].map(name => [name, name] as const),
    ...wordsOfAll(),
  ]
  const pick = (isMeant: (english: string) => boolean) =>
    new Set(all.flatMap(([other, english]) => (isMeant(english) ? other : []))).difference(ENGLISH)
  const namedBy = (names: ReadonlyMap<string, number>) =>
    pick(english => names.has(SAME_WORD.get(english) ?? english))
  return {
    month: namedBy(MONTHS),
    weekday: namedBy(WEEKDAYS),
    range: pick(english => RANGE.test(english)),
  }
}
