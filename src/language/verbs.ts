import type { Operation } from '../core/operation.ts'
import { nounOf } from '../core/raw.ts'
import { begin } from './beginnings.ts'
import { ofOperations } from './of-operations.ts'
import { tidied } from './tidied.ts'

/** What can stand behind a noun, as in `plan edit`, each with all that say the same of some noun. */
type Verbs = ReadonlyMap<string, ReadonlySet<string>>

const verbsOf = ofOperations(index)

/** Whether two words are verbs that say the same: `remove` and `delete`, since both are said of a credential. */
export const isAlike = (one: string, other: string, operations: readonly Operation[]): boolean =>
  verbsOf(operations).get(one)?.has(other) ?? false

/** What the service can do with no thing of a noun, and what comes nearest to it. */
const NEVER = new Map([['plan', { verb: 'remove', nearest: 'plan off' }]])

/**
 * What a sentence wants of a noun that only others have, such as `plan delete`, and all that this noun has; and what can
 * be said instead where it is known what comes nearest.
 */
export function lackingIn(sentence: string, operations: readonly Operation[]) {
  const [one = '', other = '', ...rest] = tidied(sentence).split(/\s+/)
  const [first, second] = [one.toLowerCase(), other.toLowerCase()]
  for (const [noun, verb] of [
    [first, second],
    [second, first],
  ] as const) {
    const begun = verbsOf(operations).has(verb) ? begin(`${noun} ${verb}`, operations) : undefined
    if (begun?.behind === verb) {
      const never = NEVER.get(nounOf(begun.operation.id))
      const isNever = never !== undefined && (verb === never.verb || isAlike(verb, never.verb, operations))
      return {
        words: `${first} ${second}`,
        there: operations.filter(({ id }) => nounOf(id) === nounOf(begun.operation.id)),
        ...(isNever && { never: { noun, verb, instead: [never.nearest, ...rest].join(' ') } }),
      }
    }
  }
  return undefined
}

function index(operations: readonly Operation[]): Verbs {
  const verbs = new Map<string, ReadonlySet<string>>()
  for (const { sentences } of operations) {
    const [noun] = sentences[0].split(' ')
    const behind = sentences.filter(words => words.startsWith(`${noun} `))
    const said = behind.map(words => words.replace(`${noun} `, ''))
    const alike = new Set(said.flatMap(verb => [verb, ...(verbs.get(verb) ?? [])]))
    for (const verb of alike) verbs.set(verb, alike)
  }
  return verbs
}
