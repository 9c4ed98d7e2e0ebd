import { opens, type Token, tokens } from './tokens.ts'
import { COUNTED, MONTHS, ORDINALS, UNITS_1_TO_19, WEEKDAYS } from './words.ts'

/** Where days can begin and end among other words. */

/** Words that join days to what stands beside them, or leave them out; and those of other languages that are no others. */
const JOINTS: ReadonlySet<string> = new Set(
  `to until through and or from since before after by → .. / +
  not except excluding but without minus than apart skip skipping unless
  ± bis hasta jusqu'au jusqu'à fino tot até до`.split(/\s+/),
)

export const isJoint = (word: string): boolean => JOINTS.has(word)

/** Words that leave open what of the days behind them is meant: `front end next month`, `maybe on friday`, `review of next week`. */
const LOOSE: ReadonlySet<string> = new Set(
  `start starts begin begins end ends maybe perhaps probably possibly sometime anytime later soon daily of within prior fiscal
  financial < ≤ ≥`.split(/\s+/),
)
/** `some time next week`, `any day next week`. */
const isAny = (words: readonly Token[], at: number): boolean =>
  ['time', 'day'].includes(words[at]?.word ?? '') && ['some', 'any'].includes(words[at - 1]?.word ?? '')

/** Words that stand between a joint and its days. */
export const PREPOSITIONS: ReadonlySet<string> = new Set(['for', 'on', 'in', 'over', 'during', 'throughout'])

/** Signs behind a joint that are of it: `excl.`, `<=`. */
const SIGNS_OF_JOINTS: ReadonlySet<string> = new Set(['.', '='])

/** Whether what begins with a token belongs to a joint before it: `not next friday`, `except for friday`, `excl. friday`, `<= friday`. */
export function isBehindJoint(words: readonly Token[], at: number): boolean {
  const before = words[at - 1]
  if (!before) return false
  const goesBetween = PREPOSITIONS.has(before.word) || (SIGNS_OF_JOINTS.has(before.text) && before.tight)
  const isLoose = LOOSE.has(before.word) || isAny(words, at - 1)
  return isJoint(before.word) || isLoose || (goesBetween && isBehindJoint(words, at - 1))
}

/** What leads to a reason that is all that stands behind it: days there are the reason's. */
export const STATES_WHY = [
  ...['because of', 'because', 'due to', 'owing to', 'on account of'],
  ...['bc of', 'bc', 'b/c of', 'b/c', 'cuz', 'coz'],
]

const STATED = STATES_WHY.map(said => tokens(said).map(({ word }) => word))

/** Whether a reason is stated from a token on. */
export const statesWhy = (words: readonly Token[], at: number): boolean =>
  STATED.some(said => said.every((word, i) => words[at + i]?.word === word))

const isWord = ({ text }: Token): boolean => /[\p{L}\d]/u.test(text)

/** Signs that make others of the days behind them: `-> friday`, `+3d`, `<= friday`. */
const LEADS: ReadonlySet<string> = new Set(['→', '+', '<', '≤'])

const isHash = (token: Token | undefined): boolean => token?.text === '#'

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
  if (isNoun(next) && isOfNoun) return false
  if (!next.tight) return true
  return !isWord(next) && !(following?.tight && isWord(following))
}

/** Whether a word goes on with a thing: `next week's release`, `1/2 capacity`. */
const isNoun = (token: Token | undefined): token is Token =>
  token !== undefined &&
  isWord(token) &&
  !isJoint(token.word) &&
  !PREPOSITIONS.has(token.word) &&
  token.word !== 'because'

/** Whether what ends before a token is in figures that count nothing: `24/12 day off`. */
const isSlashed = (words: readonly Token[], at: number): boolean =>
  words[at - 2]?.text === '/' && words[at - 3]?.digits === true

const PARTS: ReadonlySet<string> = new Set(['1/2', '1/3', '2/3', '1/4', '3/4'])
/** What there are some of, of which so many are said: `4/5 nodes down`. */
const MACHINES: ReadonlySet<string> = new Set(
  `nodes pods hosts replicas shards instances servers vms containers brokers workers disks drives volumes probes zones
  azs regions clusters machines members partitions endpoints backends racks gpus cpus cores`.split(/\s+/),
)
const COUNTABLE: ReadonlySet<string> = new Set([
  ...MACHINES,
  ...'tests checks services steps parts phases batches waves'.split(' '),
])
/** What is one of several, before its number: `part 3/5`. */
const PIECES: ReadonlySet<string> = new Set(
  'part step phase batch wave stage round chunk shard attempt retry try'.split(' '),
)

/** Whether figures from a token on say some of several: `3/5`, but neither `24/12` nor `3/5/2027`. */
function isSomeOf(words: readonly Token[], at: number): boolean {
  const [some, sign, all, behind] = words.slice(at, at + 4)
  if (!some?.digits || sign?.text !== '/' || !all?.digits || (behind?.tight && behind.text === '/'))
    return false
  return Number(some.text) <= Number(all.text)
}

/** Whether what ends before a token counts things behind it: `4/5 db nodes`, but not `5/12 load tests`. */
const isOfCountable = (words: readonly Token[], at: number): boolean =>
  isSomeOf(words, at - 3) && (COUNTABLE.has(words[at]?.word ?? '') || MACHINES.has(words[at + 1]?.word ?? ''))

/** Whether what ends before a token is rather a part than a date, where no other figures stand before it: `2/3`, `0/5`. */
export function isPart(words: readonly Token[], at: number): boolean {
  const [part, sign, whole] = words.slice(Math.max(at - 3, 0), at)
  if (!part?.digits || (part.tight && !opens(words[at - 4])) || sign?.text !== '/' || !whole?.digits)
    return false
  if (words.slice(0, at - 3).some(({ digits }) => digits)) return false
  return part.text === '0' || PARTS.has(`${part.text}/${whole.text}`) || isOfCountable(words, at)
}

const NOON = 12
const isBehindWeekday = (words: readonly Token[], at: number): boolean =>
  WEEKDAYS.has(words[at - 1]?.word ?? '')

const TRIES: ReadonlySet<string> = new Set('attempt try time round run wave phase batch retry'.split(' '))
/** Whether what ends before a token rather counts tries than days: `tomorrow - 2nd try`. */
const isTry = (words: readonly Token[], at: number): boolean =>
  TRIES.has(words[at]?.word ?? '') && /^(st|nd|rd|th)$/.test(words[at - 1]?.word ?? '')

/** Whether a version stands there that something is brought to, or from: `upgrade to 20.04 until friday` is no range. */
export const isGoalInFigures = (words: readonly Token[], at: number): boolean =>
  ['to', 'from'].includes(words[at - 1]?.word ?? '') &&
  isNoun(words[at - 2]) &&
  words[at]?.digits === true &&
  words[at + 1]?.text === '.' &&
  words[at + 1]?.tight === true

/** Whether a word can be what a number counts: `friday 16 nodes`, but neither `friday 16 is` nor `friday 16 this`. */
export const isPlural = (token: Token | undefined): boolean =>
  token !== undefined && /\p{L}{2}[^s]s$/u.test(token.text) && token.text !== 'this'

/** Whether what ends before a token, behind a weekday, rather counts it than says an hour: `friday 3 nodes`, `friday first try`. */
function isCount(words: readonly Token[], at: number): boolean {
  const { word = '', digits = false } = words[at - 1] ?? {}
  if (!isBehindWeekday(words, at - 1)) return false
  // `thu 8 to sat 10`
  if (digits && words[at - 4]?.digits && isBehindWeekday(words, at - 4)) return false
  return digits ? Number(word) <= NOON || isPlural(words[at]) : ORDINALS.has(word)
}

/** Whether it is rather a version than a date or an hour: `friday 16.4 upgrade`, but `friday 10.30 load test`. */
function isVersion(words: readonly Token[], at: number): boolean {
  const [major, dot, minor] = words.slice(Math.max(at - 3, 0), at)
  if (!major?.digits || !dot?.tight || dot.text !== '.' || !minor?.digits) return false
  return isBehindWeekday(words, at - 3) && !(minor.text.length === 2 && Number(minor.text) % 5 === 0)
}

/** Words that say of the days behind them when something is over, or is needed again: `back on monday`, `office reopens 4 jan`. */
const RETURNS: ReadonlySet<string> = new Set(
  `back resume resumes resuming unpause unpauses reopen reopens reopening return returns returning expire expires
  expiring finish finishes finishing ending stop stops stopping`.split(/\s+/),
)
/** What something is again then: `needed again on monday`, but not `pause it again on monday`. */
const STANDING: ReadonlySet<string> = new Set(
  'needed required used up on running live active online available open back'.split(' '),
)
/** What stands between: `back in the office on monday`, `resume work: monday`. */
const BETWEEN: ReadonlySet<string> = new Set([
  ...PREPOSITIONS,
  ...'at the our working office school online normal : ( - –'.split(' '),
])
/** Words by which days are of the pause all the same: `stop until monday`. */
const LASTING: ReadonlySet<string> = new Set(['until', 'through', 'for'])
/** Whether days are those of a return. */
export function isReturn(words: readonly Token[], at: number): boolean {
  if (LASTING.has(words[at]?.word ?? '')) return false
  const last = words.slice(0, at).findLastIndex(({ word }) => !BETWEEN.has(word))
  const [before, word] = [words[last - 1]?.word ?? '', words[last]?.word ?? '']
  return RETURNS.has(word) || (word === 'again' && STANDING.has(before))
}

/** Words that lead to days by themselves, so that a number before them need not be of those days. */
const LEADING: ReadonlySet<string> = new Set(['until', 'through', 'up', 'for', 'from', 'starting'])

/** Whether a number or a part goes with the word before it: `sprint 24 until friday`, `part 1/2 for 3 days`. */
export function isNumberOfThing(words: readonly Token[], at: number): boolean {
  const [before, number] = [words[at - 1], words[at]]
  if (!before || !number || !(isHash(before) || (isNoun(before) && !before.digits))) return false
  if (PIECES.has(before.word) && isSomeOf(words, at)) return true
  const isLast = (next: number): boolean => LEADING.has(words[next]?.word ?? '')
  return (isNumber(number) && isLast(at + 1)) || (isPart(words, at + 3) && isLast(at + 3))
}

const isNumber = ({ digits, word }: Token): boolean => digits || UNITS_1_TO_19.has(word)

const PERIODS: ReadonlySet<string> = new Set(['week', 'weekend', 'month', 'through', 'throughout'])

const NAMERS: ReadonlySet<string> = new Set(['this', 'next', 'the', 'coming', ...MONTHS.keys()])

/** `load test all week`, `all of next week`, but neither `move all tomorrow` nor `upgrade to friday`. */
export function mayBegin([first, next, last]: readonly Token[]): boolean {
  if (first?.word !== 'all') return first?.word !== 'to'
  return PERIODS.has(next?.word ?? '') || (next?.word === 'of' && NAMERS.has(last?.word ?? ''))
}
