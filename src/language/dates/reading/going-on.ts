import { distance } from 'fastest-levenshtein'
import { isJoint, PREPOSITIONS } from './joints.ts'
import type { Token } from './tokens.ts'
import { COUNTED, UNITS_1_TO_19, WEEKDAYS } from './words.ts'

/** Whether what stands behind days goes on with them, where nothing could be read of both together. */

/** Joints that begin a reason as well, where no days follow: `not needed`, `without traffic`, `since nobody works`. */
const REASONS: ReadonlySet<string> = new Set(
  'not but without excluding skip skipping unless from since before after by around starting beginning'.split(
    ' ',
  ),
)
/** What goes on with days, and begins a reason otherwise: `starting up the pods`. */
const goesOn = ({ word }: Token): boolean =>
  isJoint(word) || word === 'around' || word === 'starting' || word === 'beginning'
/** Those that a length begins with or ends at: `for 3 days from the release`. */
const SIDES: ReadonlySet<string> = new Set(['from', 'since', 'after', 'before'])
const PAIRS: ReadonlySet<string> = new Set(['and then'])
/** What is done `to` some end. */
const VERBS: ReadonlySet<string> = new Set(
  `save reduce cut avoid prevent test check verify try see find fix repair migrate move upgrade update replace rebuild
  be get give have let make keep free run do allow help`.split(/\s+/),
)
const BETWEEN: ReadonlySet<string> = new Set('the a an for on in of at then'.split(' '))
const SURE: ReadonlySet<string> = new Set([...WEEKDAYS.keys(), 'today', 'tomorrow', 'tonight', 'weekend'])

/** What is most often mistyped between two days, or written as it sounds: `monday tro friday`, `monday 2 friday`. */
const UP_TO = ['to', 'til', 'till', 'thru', 'until']
const isSlipOfUpTo = ({ text }: Token, { word }: Token): boolean =>
  SURE.has(word) && (text === '2' || text === 'ot' || UP_TO.some(each => distance(each, text) === 1))
/** `tomorrow tofriday` */
const isGlued = ({ text }: Token): boolean =>
  UP_TO.some(each => text.startsWith(each) && SURE.has(text.slice(each.length)))

/** Whether days are the last of two between which it stands: `mon 2 fri after xmas`. */
export function isBehindSlip(words: readonly Token[], at: number): boolean {
  const [first, joint, last] = words.slice(Math.max(at - 2, 0), at + 1)
  return first !== undefined && SURE.has(first.word) && !!joint && !!last && isSlipOfUpTo(joint, last)
}

/** Figures that are all that is left: no reason, but a day or an hour that could not be read, as in `tomorrow 25`. */
function figuresAlone(words: readonly Token[], at: number): Token | undefined {
  const rest = words.slice(at)
  const isDay = rest.every(({ text, digits }) => (digits ? text.length <= 2 : FIGURES.test(text)))
  return isDay ? rest.findLast(({ digits }) => digits) : undefined
}
const FIGURES = /^(?:[-–—,.:/]|st|nd|rd|th)$/

const PAUSES: ReadonlySet<string> = new Set([',', ':', ';'])
/** Whether a number counts nothing, and is of the weekday before it: `friday 17, load test`. */
export function isLoneNumber(words: readonly Token[], at: number): boolean {
  const [weekday, number, sign, behind] = words.slice(Math.max(at - 1, 0), at + 3)
  if (!weekday || !number?.digits || number.tight || !WEEKDAYS.has(weekday.word)) return false
  return PAUSES.has(sign?.text ?? '') && sign?.tight === true && behind?.tight !== true
}

/** What can go on with days, and what can follow it before the word that says how: `friday for 3`. */
const isLeading = (token: Token): boolean =>
  goesOn(token) || PREPOSITIONS.has(token.word) || token.word === 'at'
const OPEN: ReadonlySet<string> = new Set(['the', 'a', 'an', 'next', 'another', ...UNITS_1_TO_19.keys()])
/** The last word where the rest of a sentence is half a phrase, as it is where Enter comes early. */
function halfOf(words: readonly Token[], at: number): Token | undefined {
  const [first, ...rest] = words.slice(at).filter(({ word }) => /[\p{L}\d→+]/u.test(word))
  const isHalf = first && isLeading(first) && rest.every(({ word, digits }) => digits || OPEN.has(word))
  return isHalf ? (rest.at(-1) ?? first) : undefined
}

/** The word that goes on with the days before a joint, though it could not be read: `tomorrow to release`. */
export function goingOn(words: readonly Token[], at: number, known: ReadonlySet<string>): Token | undefined {
  const [joint, next] = [words[at], words[at + 1]]
  if (isLoneNumber(words, at)) return joint
  const half = halfOf(words, at) ?? figuresAlone(words, at)
  if (half || !joint) return half
  if (isGlued(joint)) return joint
  if (!next) return undefined
  if (isSlipOfUpTo(joint, next)) return next
  if (!goesOn(joint) || (joint.word === '/' && next.word === '/')) return undefined
  if (joint.word === 'to' && VERBS.has(next.word)) return undefined
  const isReason = REASONS.has(joint.word) || PAIRS.has(`${joint.word} ${next.word}`)
  const isLength = SIDES.has(joint.word) && COUNTED.has(words[at - 1]?.word ?? '')
  if (joint.word === 'until') return words.slice(at + 1).find(({ word }) => !BETWEEN.has(word)) ?? next
  if (!isReason || isLength) return next
  const rest = words.slice(at + 1)
  const [first] = rest.filter(({ word }) => !BETWEEN.has(word))
  return first && mayBeOfDays(first, known) ? next : rest.find(({ word }) => SURE.has(word))
}

const mayBeOfDays = ({ word, digits }: Token, known: ReadonlySet<string>): boolean =>
  digits || isJoint(word) || known.has(word) || known.has(word.replace(/s$/, '')) || /day$/.test(word)
