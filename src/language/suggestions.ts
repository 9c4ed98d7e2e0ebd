import { distance } from 'fastest-levenshtein'
import type { Operation } from '../core/operation.ts'
import { begin, beginnings } from './beginnings.ts'
import { tidied } from './tidied.ts'
import { isTalk, nounlessIn, unclearIn } from './unclear.ts'
import { isAlike } from './verbs.ts'

const NEAREST = 3

/**
 * Sentences of other operations that may be meant: those that begin almost like this one, or with another verb that says
 * the same, and can hold its rest; and what is a sentence by itself behind its first word. The fullest comes first.
 */
export const nearest = (sentence: string, operations: readonly Operation[]): string[] =>
  near(sentence, operations)
    .slice(0, NEAREST)
    .map(({ said }) => said)

/** Those of them that say more than the beginning that is known: `pause list` for `pause lsit` or `plan pause list`. */
export const nearestVerbs = (sentence: string, operations: readonly Operation[]): string[] =>
  near(sentence, operations)
    .filter(({ fuller }) => fuller)
    .slice(0, NEAREST)
    .map(({ said }) => said)

function near(sentence: string, operations: readonly Operation[]) {
  const tidy = tidied(sentence)
  const begun = begin(tidy, operations)
  const typed = tidy.split(/\s+/)
  const known = begun?.words.split(' ').length ?? 0
  const alike = (begun || !isTalk(typed[0]) ? beginnings(operations) : [])
    .map(({ words, operation }) => ({ words, operation, slips: slipsIn(typed, words, operations) }))
    .filter(({ slips }) => slips > 0 && slips < Number.POSITIVE_INFINITY)
    .map(({ words, operation, slips }) => {
      const rest = typed.slice(words.split(' ').length)
      const fuller = typed.length - rest.length > known
      const place = operation.sentences.indexOf(words)
      return { operation, rest, fuller, slips, place, said: [words, ...rest].join(' ') }
    })
  const behind = begun && known === 1 ? begun.behind : undefined
  const behindNoun = behind === undefined ? [] : [behind]
  const others = [
    ...behindNoun,
    ...[tidy, ...behindNoun].flatMap(unclearIn),
    ...(begun ? [] : nounlessIn(tidy)),
    ...(begun?.operation.usage === undefined ? turned(behind ?? tidy) : []),
  ].flatMap(each => byItself(each, operations))
  return [...alike, ...others]
    .filter(({ operation }) => operation !== begun?.operation)
    .filter(({ operation, fuller }) => fuller || keeps(begun, operation))
    .filter(({ operation, rest }) => canHold(operation, rest.join(' ')))
    .filter(({ operation, said }) => begin(said, operations)?.operation === operation)
    .sort((a, b) => a.rest.length - b.rest.length || a.slips - b.slips || a.place - b.place)
    .filter(({ operation }, at, all) => all.findIndex(each => each.operation === operation) === at)
}

/** Whether a sentence can hold a rest: of what takes no words, as its usage tells, there may be pages at most. */
const canHold = ({ takes, usage }: Operation, rest: string): boolean =>
  rest === '' || (takes && (usage !== undefined || /^(?:page )?\d+$/i.test(rest)))

/** The sentence that words are by themselves: `pause web-prod` behind `plan`. */
function byItself(said: string, operations: readonly Operation[]) {
  const begun = begin(said, operations)
  if (begun === undefined) return []
  const rest = begun.behind.split(/\s+/).filter(Boolean)
  if (!canHold(begun.operation, rest.join(' '))) return []
  return [{ operation: begun.operation, rest, fuller: true, slips: 0, place: 0, said }]
}

/** A name with what is wanted of it behind it: `web-prod off`, `web-prod status`. */
function turned(said: string): string[] {
  const [name, verb, more] = said.split(/\s+/)
  if (name === undefined || verb === undefined || more !== undefined || isTalk(name)) return []
  return [`${verb} ${name}`, `plan ${verb} ${name}`]
}

/**
 * The letters by which what was typed differs from the words of a beginning, a verb that says the same counting as one;
 * endless where one of them is another word.
 */
function slipsIn(typed: readonly string[], words: string, operations: readonly Operation[]): number {
  let sum = 0
  for (const [at, word] of words.split(' ').entries()) {
    const said = (typed[at] ?? '').toLowerCase()
    const isSame = words !== word && isAlike(said, word, operations)
    const most = word.length < 5 && !hasSameLetters(said, word) ? 1 : Math.min(2, word.length / 2)
    const slips = isSame ? Number(said !== word) : Math.abs(said.length - word.length)
    const far = isSame || slips > most ? slips : distance(said, word)
    if (far > most) return Number.POSITIVE_INFINITY
    sum += far
  }
  return sum
}

/** Of a short word that has two other letters hardly anything is left. */
const hasSameLetters = (one: string, other: string): boolean =>
  one.length === other.length && [...one].sort().join('') === [...other].sort().join('')

/** What may be meant by a sentence whose words found no place: itself without them, or one of its noun that can hold them. */
export function kindred(
  { operation, rest }: { operation: Operation; rest: string },
  operations: readonly Operation[],
) {
  const [alone] = operation.sentences
  if (!operation.takes) return [alone]
  const [noun] = alone.split(' ')
  const others = operations
    .filter(each => each !== operation && canHold(each, rest) && each.sentences[0].split(' ')[0] === noun)
    .filter(each => keeps({ operation }, each))
    .map(each => ({ each, said: `${each.sentences[0]} ${rest}` }))
    .filter(({ each, said }) => begin(said, operations)?.operation === each)
    .slice(0, NEAREST)
    .map(({ said }) => said)
  return others.length > 0 ? others : [alone]
}

/** Nothing is changed for somebody who began to ask. */
const keeps = (begun: { operation: Operation } | undefined, other: Operation): boolean =>
  begun?.operation.effect !== 'read' || other.effect === 'read'
