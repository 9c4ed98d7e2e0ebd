import { isNoun } from './joints.ts'
import { opens, type Token } from './tokens.ts'
import { MONTHS, ORDINALS, UNITS_1_TO_19, WEEKDAYS } from './words.ts'

/** Figures that are no days: parts of something, versions, tries, and the numbers of things. */

const PARTS: ReadonlySet<string> = new Set(['1/2', '1/3', '2/3', '1/4', '3/4', '24/7'])
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

const SUFFIX = /^(st|nd|rd|th)$/
const isDay = ({ digits, word }: Token): boolean => digits || word === 'of'

const NOON = 12
const isBehindWeekday = (words: readonly Token[], at: number): boolean =>
  WEEKDAYS.has(words[at - 1]?.word ?? '')

const TRIES: ReadonlySet<string> = new Set(
  `attempt try time round run wave phase batch retry test level line party tier shift half part stage step iteration pass
  drill rehearsal`.split(/\s+/),
)
/** Whether what ends before a token rather counts tries than days: `tomorrow - 2nd try`. */
export const isTry = (words: readonly Token[], at: number): boolean =>
  TRIES.has(words[at]?.word ?? '') && SUFFIX.test(words[at - 1]?.word ?? '')

/** Whether a version stands there that something is brought to, or from: `upgrade to 20.04 until friday` is no range. */
export const isGoalInFigures = (words: readonly Token[], at: number): boolean =>
  ['to', 'from'].includes(words[at - 1]?.word ?? '') &&
  isNoun(words[at - 2]) &&
  words[at]?.digits === true &&
  words[at + 1]?.text === '.' &&
  words[at + 1]?.tight === true

const MEASURES: ReadonlySet<string> = new Set(
  '% ‰ € $ £ ¥ percent pct kb mb gb tb kib mib gib tib'.split(' '),
)
const NO_PLURALS: ReadonlySet<string> = new Set('this was has its yes does plus'.split(' '))
/** Whether a word can be what a number counts or measures: `friday 16 nodes`, `friday 16%`, but neither `friday 16 is` nor `friday 16 this`. */
export const isCounted = (token: Token | undefined): boolean =>
  token !== undefined &&
  (MEASURES.has(token.text) || (/^\p{L}+[^\P{L}s]s$/u.test(token.text) && !NO_PLURALS.has(token.text)))

/** Whether what ends before a token can be the year of the day before it, or count something: the 27 of `24 dec 27 load test`. */
export function isBehindDate(words: readonly Token[], at: number): boolean {
  const count = words[at - 1]
  if (!count?.digits || count.text.length > 2) return false
  const month = words[at - 2]?.text === ',' ? at - 3 : at - 2
  return MONTHS.has(words[month]?.word ?? '') && words.slice(Math.max(month - 3, 0), month).some(isDay)
}

/** `week 3 tests`, but not `friday of week 50 nodes down`. */
const isBehindWeek = (words: readonly Token[], at: number): boolean =>
  at === 2 && words[0]?.word === 'week' && words[1]?.digits === true

/** Whether what ends before a token rather counts it than says a day, an hour, a week or a year: `friday 3 nodes`, `friday first try`, `24 dec 27 nodes`, `week 3 tests`. */
export const isCount = (words: readonly Token[], at: number): boolean =>
  isCountBehindWeekday(words, at) ||
  (isCounted(words[at]) && (isBehindDate(words, at) || isBehindWeek(words, at)))

const BETWEEN: ReadonlySet<string> = new Set([',', 'the'])
/** `friday, the 3 nodes died`, where `friday the 3rd` is a date. */
function isCountApart(words: readonly Token[], at: number): boolean {
  const before = words.slice(0, at - 1).findLast(({ word }) => !BETWEEN.has(word))
  return words[at - 1]?.digits === true && isCounted(words[at]) && WEEKDAYS.has(before?.word ?? '')
}

function isCountBehindWeekday(words: readonly Token[], at: number): boolean {
  const { word = '', digits = false } = words[at - 1] ?? {}
  if (!isBehindWeekday(words, at - 1)) return isCountApart(words, at)
  // `thu 8 to sat 10`
  if (digits && words[at - 4]?.digits && isBehindWeekday(words, at - 4)) return false
  return digits ? Number(word) <= NOON || isCounted(words[at]) : ORDINALS.has(word)
}

/** Whether it is rather a version than a date or an hour: `friday 16.4 upgrade`, but `friday 10.30 load test`. */
export function isVersion(words: readonly Token[], at: number): boolean {
  const [major, dot, minor] = words.slice(Math.max(at - 3, 0), at)
  if (!major?.digits || !dot?.tight || dot.text !== '.' || !minor?.digits) return false
  return isBehindWeekday(words, at - 3) && !(minor.text.length === 2 && Number(minor.text) % 5 === 0)
}

export const isHash = (token: Token | undefined): boolean => token?.text === '#'

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
