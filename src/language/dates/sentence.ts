import { SINGULAR } from './grammar/lengths.ts'
import { isWord, type Token, tokens } from './tokens.ts'
import { COUNTED, MONTHS, TENS, UNITS_1_TO_19, WEEKDAYS } from './words.ts'

/** Where days can begin and end among other words. */

/** What leads to a reason that is all that stands behind it. */
const STATES_WHY = [
  ...['because of', 'because', 'due to', 'owing to', 'on account of'],
  ...['bc of', 'bc', 'b/c of', 'b/c', 'cuz', 'coz'],
]
const STATED = STATES_WHY.map(said => tokens(said).map(({ word }) => word))
const CLAUSE = /^(i|we|they|it|there|everybody|everyone|nobody|somebody|said|told|usual|always|per|.+ed)$/
const VERB = /^(is|are|was|were|will|has|have|had|can|cannot|should|does|\w+n't)$/
/** No clause has more words before its verb: `since the 24th of december is`. */
const BEFORE_VERB = 6

/** Where a reason is stated: `because of`, `since friday is a holiday`, `as agreed on monday`. */
export function reasonAt(words: readonly Token[]): number | undefined {
  const at = words.findIndex(
    (_, at) =>
      STATED.some(said => said.every((word, i) => words[at + i]?.word === word)) || isClause(words, at),
  )
  return at < 0 ? undefined : at
}
function isClause(words: readonly Token[], at: number): boolean {
  const [joint, next] = [words[at]?.word, words[at + 1]]
  if (at === 0 || !next || next.tight || (joint !== 'since' && joint !== 'as')) return false
  if (['of', 'from', 'long'].includes(next.word) || words[at - 1]?.word === 'long') return false
  return (
    CLAUSE.test(next.word) || words.slice(at + 2, at + 2 + BEFORE_VERB).some(({ word }) => VERB.test(word))
  )
}

/** Whether a sentence can begin with it: a word, `#12`, or a sign that changes the days behind it. */
export const isStart = (token: Token): boolean =>
  isWord(token) || /^[#→+<≤~]$/.test(token.word) || token.text === '~'

/** Words that are no noun of a thing: `friday on`, `tomorrow until`. */
const JOINTS: ReadonlySet<string> = new Set(
  `to until through and or from since before after by not except excluding but without minus than apart skip unless for on in
  over during throughout because`.split(/\s+/),
)
export const isNoun = (token: Token | undefined): token is Token =>
  token !== undefined && isWord(token) && !JOINTS.has(token.word)

const MEASURE = /^(%|‰|€|\$|£|percent|pct|[kmgt]i?b)$/
/** Whether a number can count or measure it: `friday 16 nodes`, `friday 16%`. */
export const isCounted = (token: Token | undefined): boolean =>
  token !== undefined &&
  (MEASURE.test(token.text) ||
    (/^\p{L}+[^\P{L}s]s$/u.test(token.text) && !/^(this|was|has|its|yes|does)$/.test(token.text)))

const NUMBERS: ReadonlySet<string> = new Set([
  ...UNITS_1_TO_19.keys(),
  ...TENS.keys(),
  ...'a an half couple dozen hundred'.split(' '),
])
const isNumber = (token: Token | undefined): token is Token =>
  token !== undefined && (token.digits || NUMBERS.has(token.word))
/** What makes of a length behind it one of the days: `for 3 days`. */
const LASTING: ReadonlySet<string> = new Set(
  'for in during lasting over within next coming following first last'.split(' '),
)
/** What makes of a length before it how old or late something is. */
const ASIDE: ReadonlySet<string> = new Set(
  'old late overdue ago early behind ahead delay delayed left remaining away into worth per each apart short notice of'.split(
    ' ',
  ),
)
const LONG = /^(month|quarter|year)s?$/

/** Whether a length that ends before a token describes what follows: `90-day review`, `2 day job`, `5 days late`. */
function isDescribing(words: readonly Token[], at: number): boolean {
  const [unit, next] = [words[at - 1], words[at]]
  if (!unit || !next || !COUNTED.has(unit.word)) return false
  let from = at - 2
  while (/^(working|full|whole|calendar)$/.test(words[from]?.word ?? '')) from--
  const hasHyphen = words[from]?.text === '-' && words[from]?.tight === true
  if (hasHyphen || words[from]?.word === 'of') from--
  if (!isNumber(words[from])) return false
  const isOne = /^(a|an|one|1|half)$/.test(words[from]?.text ?? '')
  while (isNumber(words[from - 1])) from--
  if (LASTING.has(words[from - 1]?.word ?? '') || MONTHS.has(words[from - 1]?.word ?? '')) return false
  if (ASIDE.has(next.word)) return true
  return isNoun(next) && (hasHyphen || LONG.test(unit.word) || (!isOne && SINGULAR.has(unit.word)))
}

const TRIES =
  /^(attempt|try|time|round|run|wave|phase|batch|retry|test|level|line|party|tier|shift|half|part|stage|step|iteration|pass|drill)$/
/** Whether figures before a token are a share or a version of a thing: `1/2 capacity`, `4/5 nodes`, `friday 16.4 upgrade`. */
function isFigureOfThing(words: readonly Token[], at: number): boolean {
  const [first, sign, last] = words.slice(Math.max(at - 3, 0), at)
  if (!first?.digits || !last?.digits || !sign?.tight) return false
  const hasDateBefore = words.slice(0, at - 3).some(({ digits }) => digits)
  if (sign.text === '.')
    return WEEKDAYS.has(words[at - 4]?.word ?? '') && !(last.text.length === 2 && Number(last.text) % 5 === 0)
  if (sign.text !== '/' || hasDateBefore) return false
  const isShare = /^(1\/[234]|2\/3|3\/4|24\/7|0\/\d+)$/.test(`${first.text}/${last.text}`)
  const isSome =
    Number(first.text) <= Number(last.text) &&
    (THINGS.test(words[at]?.word ?? '') || THINGS.test(words[at + 1]?.word ?? ''))
  return isShare || isSome
}
const THINGS =
  /^(nodes|pods|hosts|replicas|shards|instances|servers|vms|containers|brokers|workers|disks|volumes|zones|regions|clusters|machines)$/

/** Whether a number goes with the word before it: `sprint 24 until friday`, `part 1/2 for 3 days`. */
export function isNumberOfThing(words: readonly Token[], at: number): boolean {
  const [before, number] = [words[at - 1], words[at]]
  const isOfWord = before?.text === '#' || (isNoun(before) && !before.digits)
  if (!isOfWord || !number || !isNumber(number)) return false
  const isPiece = /^(part|step|phase|batch|wave|stage|round|chunk|shard|attempt|retry|try)$/.test(
    before?.word ?? '',
  )
  const isShare = words[at + 1]?.text === '/' && (isPiece || isFigureOfThing(words, at + 3))
  return (
    isShare ||
    /^(until|through|up|for|from|starting)$/.test(words[at + 1]?.word ?? '') ||
    words[at + 1]?.text === '.'
  )
}

const NOON = 12
/** The 27 of `24 dec 27 load test`, which may be a year or count something. */
const isShortYear = (words: readonly Token[], at: number): boolean =>
  words[at - 1]?.digits === true &&
  words[at - 1]?.tight === false &&
  words[at - 1]?.text.length === 2 &&
  MONTHS.has(words[at - 2]?.word ?? '') &&
  words.slice(Math.max(at - 5, 0), at - 2).some(({ digits, word }) => digits || word === 'of')

/** Whether a phrase can end before a token: not inside `1.2.3`, `friday-deploy`, `friday's deploy`, `2 day job`. */
export function isBoundary(words: readonly Token[], at: number): boolean {
  const [before, next, following] = [words[at - 1], words[at], words[at + 1]]
  if (!before || !next) return true
  if (
    before.digits &&
    (next.word === 'of' ||
      (COUNTED.has(next.word) && words[at - 2]?.text !== '/' && !MONTHS.has(words[at - 2]?.word ?? '')))
  )
    return false
  if (isDescribing(words, at) || (before.word === 'day' && next.word === 'of')) return false
  if ((before.word === 'after' || isShortYear(words, at)) && isNoun(next)) return false
  const isThing = isNoun(next) || isCounted(next)
  const isBehindDate =
    (before.digits && at === 2 && words[0]?.word === 'week') ||
    (before.digits && (WEEKDAYS.has(words[at - 2]?.word ?? '') || MONTHS.has(words[at - 2]?.word ?? '')))
  const isOfThing =
    before.text.endsWith("'s") ||
    (before.word === 'next' && WEEKDAYS.has(words[at - 2]?.word ?? '')) ||
    (isBehindDate &&
      (isCounted(next) ||
        (Number(before.word) <= NOON &&
          WEEKDAYS.has(words[at - 2]?.word ?? '') &&
          !words[at - 4]?.digits))) ||
    (/^(st|nd|rd|th)$/.test(before.word) && TRIES.test(next.word)) ||
    isFigureOfThing(words, at)
  if (isThing && isOfThing) return false
  const isPicture = /^\p{Extended_Pictographic}$/u.test(next.text)
  if (!next.tight || (/^[,;:(]$/.test(next.text) && !following?.digits) || isPicture) return true
  return !isWord(next) && !(following?.tight && isWord(following))
}
