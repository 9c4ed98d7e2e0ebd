import { isNoun } from './joints.ts'
import type { Token } from './tokens.ts'
import { COUNTED, MONTHS, SINGULAR, TENS, UNITS_1_TO_19, WHOLE } from './words.ts'

/** Lengths that are none of the days, but of what stands behind them: how long it is, how old, how late. */

/** What makes of a length before it how old or late something is, or how much there is of it. */
const ASIDE: ReadonlySet<string> = new Set(
  'old late overdue ago early behind ahead delay delayed left remaining away into worth per each apart short notice'.split(
    ' ',
  ),
)
/** What has two dimensions, or three: `3d rendering`. */
const DRAWN =
  /^(?:render|model|print|graphic|scan|anim|asset|game|map|mesh|scene|engine|view|cad|art|design|imag|plot|visual|simulat|sprite|shape|point|motion|vision)/
/** Nobody names so long a time right before a thing, unless it is how long that is: `6 months review`. */
const LONG: ReadonlySet<string> = new Set('month months quarter quarters year years'.split(' '))
const COUNTS: ReadonlySet<string> = new Set([
  ...UNITS_1_TO_19.keys(),
  ...TENS.keys(),
  ...'a an half couple dozen hundred'.split(' '),
])
const ONE: ReadonlySet<string> = new Set(['a', 'an', 'one', '1', 'half'])
/** What makes of a length behind it one of the days, whatever follows: `for 3 days`. */
const LASTING: ReadonlySet<string> = new Set(
  'for in during lasting over within next coming following first last'.split(' '),
)

const isCount = (token: Token | undefined): token is Token =>
  token !== undefined && (token.digits || COUNTS.has(token.word))

/** Where the number of a length begins, and whether a hyphen joins it with what it counts. */
interface Length {
  from: number
  hyphen: boolean
}
const isLasting = (words: readonly Token[], { from }: Length): boolean =>
  LASTING.has(words[from - 1]?.word ?? '')

/** The length that ends before a token. */
function lengthBefore(words: readonly Token[], at: number): Length | undefined {
  if (!COUNTED.has(words[at - 1]?.word ?? '')) return undefined
  let from = at - 2
  while (words[from]?.word === 'working' || WHOLE.has(words[from]?.word ?? '')) from--
  const hyphen = words[from]?.text === '-' && words[from]?.tight === true
  if (hyphen || (words[from]?.word === 'of' && words[from - 1]?.word === 'couple')) from--
  if (!isCount(words[from])) return undefined
  while (isCount(words[from - 1])) from--
  return MONTHS.has(words[from - 1]?.word ?? '') ? undefined : { from, hyphen }
}

/** Where a length begins that may be one of the days or of what there is so much of: `tomorrow, 2 weeks of load test`. */
export function lengthOf(words: readonly Token[], at: number): number | undefined {
  const length = words[at]?.word === 'of' ? lengthBefore(words, at) : undefined
  return length && !isLasting(words, length) ? length.from : undefined
}

/**
 * Whether a length that ends before a token describes what follows: `90-day review`, `2 day job`, `6 months review`,
 * `5 days late`; but neither `2 days load test` nor `for 2 day load test`.
 */
export function isDescribing(words: readonly Token[], at: number): boolean {
  const [unit, next] = [words[at - 1], words[at]]
  const length = next && lengthBefore(words, at)
  if (!unit || !length || isLasting(words, length)) return false
  if (next.word === 'of') return length.from === 0
  if (ASIDE.has(next.word)) return true
  if (!isNoun(next)) return false
  const isSeveral = words.slice(length.from, at - 1).some(token => isCount(token) && !ONE.has(token.text))
  return (
    length.hyphen ||
    LONG.has(unit.word) ||
    (isSeveral && SINGULAR.has(unit.word)) ||
    (unit.text === 'd' && DRAWN.test(next.text))
  )
}

const SIDES: ReadonlySet<string> = new Set(['after', 'before', 'following'])

/** Where days are counted from a thing, of which the days behind it are: `the day after the release on friday`. */
export const awayFromThing = (words: readonly Token[]): number =>
  words.findIndex(({ word }, at) => COUNTED.has(word) && SIDES.has(words[at + 1]?.word ?? ''))
