import { FINITE } from './clauses.ts'
import { isCount, isCounted, isHash, isPart, isTry, isVersion } from './counts.ts'
import { isDescribing } from './describing.ts'
import { isNoun, isWord } from './joints.ts'
import { type Token, tokens } from './tokens.ts'
import { COUNTED, MONTHS, SINGULAR, WEEKDAYS } from './words.ts'

/** Where days can begin and end among other words. */

/** What leads to a reason that is all that stands behind it: days there are the reason's. */
const STATES_WHY = [
  ...['because of', 'because', 'due to', 'owing to', 'on account of'],
  ...['bc of', 'bc', 'b/c of', 'b/c', 'cuz', 'coz'],
]

const STATED = STATES_WHY.map(said => tokens(said).map(({ word }) => word))

/** Whether a reason is stated from a token on. */
export const statesWhy = (words: readonly Token[], at: number): boolean =>
  STATED.some(said => said.every((word, i) => words[at + i]?.word === word)) || isClause(words, at)

const CLAUSES: ReadonlySet<string> = new Set(['since', 'as'])
/** With what a clause begins that names no day, and what follows a day that it is about. */
const SUBJECTS: ReadonlySet<string> = new Set(
  'i we they it there everybody everyone nobody somebody'.split(' '),
)
const VERBS: ReadonlySet<string> = new Set([
  ...FINITE,
  ..."had can can't cannot should does doesn't".split(' '),
])
/** How many words are before the verb of a clause: `since the 24th of december is`. */
const MOST_BEFORE = 6
const SAID: ReadonlySet<string> = new Set(['said', 'told', 'usual', 'always', 'per'])

/** `since friday is a holiday`, `as agreed on monday`: a reason, where it stands behind something. */
function isClause(words: readonly Token[], at: number): boolean {
  const [joint, next] = [words[at], words[at + 1]]
  if (at === 0 || !joint || !next || next.tight || !CLAUSES.has(joint.word)) return false
  if (joint.word === 'as' && (SAID.has(next.word) || /..ed$/.test(next.text))) return true
  if (['of', 'from', 'long'].includes(next.word) || words[at - 1]?.word === 'long') return false
  const rest = words.slice(at + 2, at + 2 + MOST_BEFORE)
  return SUBJECTS.has(next.word) || rest.some(({ word }) => VERBS.has(word) || SUBJECTS.has(word))
}

/** Signs that make others of the days behind them: `-> friday`, `+3d`, `<= friday`. */
const LEADS: ReadonlySet<string> = new Set(['→', '+', '<', '≤'])

/** Whether a sentence can begin with it: a word, the number of something, `#12`, or what makes others of its days, `-> friday`, `~3 days`. */
export const isOpening = (token: Token): boolean =>
  isWord(token) || isHash(token) || LEADS.has(token.word) || token.text === '~'

/** Signs behind which a space is easily forgotten: `tomorrow,load test`. */
const PAUSES: ReadonlySet<string> = new Set([',', ';', ':', '('])
/** Whether a word can begin right behind such a sign: `load test,tomorrow`. */
export const isBehindPause = (words: readonly Token[], at: number): boolean =>
  PAUSES.has(words[at - 1]?.text ?? '') && words[at]?.digits === false

const isPicture = ({ text }: Token): boolean => /^\p{Extended_Pictographic}$/u.test(text)

/** Whether a phrase can end before a token: not in the middle of `1.2.3`, `friday-deploy`, `24x`, `1/2 day`, `3/4 of`. */
export function isBoundary(words: readonly Token[], at: number): boolean {
  const [before, next, following] = [words[at - 1], words[at], words[at + 1]]
  if (!before || !next) return true
  if (isDayOfThing(words, at) || isSubject(words, at)) return false
  if (before.digits && (next.word === 'of' || (COUNTED.has(next.word) && !isDate(words, at)))) return false
  if (isDescribing(words, at)) return false
  const isOfNoun =
    before.text.endsWith("'s") ||
    before.word === 'after' ||
    (before.word === 'next' && WEEKDAYS.has(words[at - 2]?.word ?? '')) ||
    isPart(words, at) ||
    isCount(words, at) ||
    isVersion(words, at) ||
    isTry(words, at)
  if ((isNoun(next) || isCounted(next)) && isOfNoun) return false
  if (!next.tight || (PAUSES.has(next.text) && !following?.digits) || isPicture(next)) return true
  return !isWord(next) && !(following?.tight && isWord(following))
}

/** `last day of the sprint`, `the day before the launch` */
const isDayOfThing = (words: readonly Token[], at: number): boolean =>
  words[at - 1]?.word === 'day' &&
  (words[at]?.word === 'of' ||
    (words[at - 2]?.word === 'the' &&
      words[at - 3]?.word !== 'and' &&
      ['before', 'after'].includes(words[at]?.word ?? '') &&
      words[at + 1] !== undefined))

const NAMED: ReadonlySet<string> = new Set(['today', 'tomorrow', 'tonight'])
/** Whether a day right behind another is what a clause is about: `tomorrow sun is down`. */
const isSubject = (words: readonly Token[], at: number): boolean =>
  VERBS.has(words[at]?.word ?? '') &&
  NAMED.has(words[at - 2]?.word ?? '') &&
  (NAMED.has(words[at - 1]?.word ?? '') || WEEKDAYS.has(words[at - 1]?.word ?? ''))

const ENDS: ReadonlySet<string> = new Set(
  ', the end of - day week month quarter year eod eob cob eow eom eoq eoy'.split(' '),
)
/** Whether days from a token on, behind others, are the end by which a thing is called: `tomorrow year end closing`. */
export const isEndOfThing = (words: readonly Token[], from: number, end: number): boolean =>
  from > 0 && isNoun(words[end]) && words.slice(from, end).every(({ word }) => ENDS.has(word))

/** Whether what ends before a token are figures that count nothing: `24/12 day off`, `dec 24 day off`. */
const isDate = (words: readonly Token[], at: number): boolean =>
  (words[at - 2]?.text === '/' && words[at - 3]?.digits === true) ||
  (SINGULAR.has(words[at]?.word ?? '') && NAMES.has(words[at - 2]?.word ?? ''))

const NAMES: ReadonlySet<string> = new Set([...MONTHS.keys(), ...WEEKDAYS.keys()])

const PERIODS: ReadonlySet<string> = new Set(['week', 'weekend', 'month', 'through', 'throughout'])

const NAMERS: ReadonlySet<string> = new Set(['this', 'next', 'the', 'coming', ...MONTHS.keys()])

/** `load test all week`, `all of next week`, but neither `move all tomorrow` nor `upgrade to friday`. */
export function mayBegin([first, next, last]: readonly Token[]): boolean {
  if (first?.word !== 'all') return first?.word !== 'to'
  return PERIODS.has(next?.word ?? '') || (next?.word === 'of' && NAMERS.has(last?.word ?? ''))
}
