import { PREPOSITIONS } from './joints.ts'
import type { Token } from './tokens.ts'
import { COUNTED } from './words.ts'

/** When something is over, or is needed: days that are not those of the pause. */

/** Words that say of the days behind them when something is over: `back on monday`, `office reopens 4 jan`. */
const RETURNS: ReadonlySet<string> = new Set(
  `back resume resumes resuming unpause unpauses reopen reopens reopening return returns returning expire expires
  expiring lift lifts lifting lifted finish finishes finishing ending stop stops stopping`.split(/\s+/),
)
/** The same where nothing says that it is not: `done friday`, `eta: monday`. */
const READY: ReadonlySet<string> = new Set(
  'eta due deadline done finished fixed completed complete ready'.split(' '),
)
/** Words that say of the days behind them when it is not to be paused, however they go on: `needed friday`, `need it until monday`. */
const NEEDED: ReadonlySet<string> = new Set(
  'need needs needed require requires required want wants wanted'.split(' '),
)
const NEGATIONS: ReadonlySet<string> = new Set(
  'not no nobody noone none never dont doesnt isnt wont'.split(' '),
)
/** What is done by a pause: where it is denied right before, the days are none of it, `don't pause until friday`. */
const PAUSING: ReadonlySet<string> = new Set('pause pausing paused stop stopping suspend sleep'.split(' '))
/** Words of which the days behind them are not to be those of the pause: `never on friday`. */
const NEVER: ReadonlySet<string> = new Set(['never', 'not'])
/** Words that say of a length behind them how long something is: `load tests take 5 days`. */
const TAKING: ReadonlySet<string> = new Set('take takes took taking taken lasts lasted lasting'.split(' '))
/** What something is again then: `live again on monday`, but not `pause it again on monday`. */
const STANDING: ReadonlySet<string> = new Set(
  'used up on running live active online available open back'.split(' '),
)
const OBJECTS: ReadonlySet<string> = new Set(['it', 'this', 'that', 'them'])
/** What goes before `up` where it is to run: `wake up on friday`, but not `clean up on friday`. */
const RUNNING: ReadonlySet<string> = new Set('wake wakes be is bring boot'.split(' '))
/** What stands between: `back in the office on monday`, `resume work: monday`, `need it friday`, `the deadline is friday`. */
const BETWEEN: ReadonlySet<string> = new Set([
  ...PREPOSITIONS,
  ...OBJECTS,
  ...'at the our working office school online normal is : ( - –'.split(' '),
])
/** What something that is over was, with what it was between: `was down on monday`, `has been idle for 30 days`; but not what was agreed. */
const PAST: ReadonlySet<string> = new Set(['was', 'were', 'been'])
const MOST_BETWEEN = 2
const AGREED: ReadonlySet<string> = new Set(
  'agreed planned scheduled decided requested asked approved'.split(' '),
)
/** What goes from one day to another, which are none of the pause: `release moved from friday to monday`. */
const MOVED: ReadonlySet<string> = new Set(
  'moved shifted slipped rescheduled postponed delayed pushed'.split(' '),
)
const ENDS: ReadonlySet<string> = new Set(['until', 'through'])
/** Words by which days are of the pause all the same: `stop until monday`. */
const LASTING: ReadonlySet<string> = new Set(['until', 'through', 'for'])

const isDenial = (word = ''): boolean => NEGATIONS.has(word) || word.endsWith("n't")

/** What may stand between a word and its denial: `do not please pause`. */
const LINKS: ReadonlySet<string> = new Set(['to', 'be', 'please'])
const isNoLink = (word: string): boolean => !LINKS.has(word)

/** Whether so many of something go by: `3 weeks`, `a day`. */
const isLength = (words: readonly Token[], at: number): boolean => COUNTED.has(words[at + 1]?.word ?? '')

/** Whether days are those of a return, or those on which it is needed. */
export function isReturn(words: readonly Token[], at: number): boolean {
  const said = words.slice(0, at).map(({ word }) => word)
  const last = said.findLastIndex(word => !BETWEEN.has(word))
  const isAgain = said[last] === 'again'
  const word = (isAgain ? said.slice(0, last).findLast(word => !OBJECTS.has(word)) : said[last]) ?? ''
  const isDenied = said.slice(0, last).some(isDenial)
  const before = said.slice(-MOST_BETWEEN - 2)
  const isPast = before.some(word => PAST.has(word)) && !before.some(word => AGREED.has(word))
  if (isPast && !words.slice(at, at + 2).some(({ word }) => ENDS.has(word))) return true
  // `not used in 3 weeks`
  if (isDenied && words[at]?.word === 'in' && isLength(words, at + 1)) return true
  if (MOVED.has(word) && words[at]?.word === 'from') return true
  if (NEVER.has(word) || (PAUSING.has(word) && isDenial(said.slice(0, last).findLast(isNoLink)))) return true
  if (NEEDED.has(word)) return !isDenied
  if (LASTING.has(words[at]?.word ?? '')) return false
  if (word === 'up' && !isAgain && !isDenied && RUNNING.has(said[last - 1] ?? '')) return true
  return isAgain
    ? STANDING.has(word)
    : (TAKING.has(word) && isLength(words, at)) || RETURNS.has(word) || (READY.has(word) && !isDenied)
}
