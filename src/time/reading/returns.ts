import { PREPOSITIONS } from './joints.ts'
import type { Token } from './tokens.ts'

/** When something is over, or is needed again: days that are not those of the pause. */

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
