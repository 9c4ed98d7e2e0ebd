import type { Operation } from '../operation.ts'
import { nounOf } from '../raw.ts'
import { begin } from './beginnings.ts'
import { ofOperations } from './of-operations.ts'
import { tidied } from './tidied.ts'

/** What can stand behind a noun, as in `plan edit`, each with all that say the same of some noun. */
type Verbs = ReadonlyMap<string, ReadonlySet<string>>

const verbsOf = ofOperations(index)

/** Whether two words are verbs that say the same: `remove` and `delete`, since both are said of a credential. */
export const isAlike = (one: string, other: string, operations: readonly Operation[]): boolean =>
  verbsOf(operations).get(one)?.has(other) ?? false

/** What a sentence wants of a noun that only others have, such as `plan delete`, and all that this noun has. */
export function lackingIn(sentence: string, operations: readonly Operation[]) {
  const [first = '', second = ''] = tidied(sentence).toLowerCase().split(/\s+/)
  for (const [noun, verb] of [
    [first, second],
    [second, first],
  ] as const) {
    const begun = verbsOf(operations).has(verb) ? begin(`${noun} ${verb}`, operations) : undefined
    if (begun?.behind === verb)
      return {
        words: `${first} ${second}`,
        there: operations.filter(({ id }) => nounOf(id) === nounOf(begun.operation.id)),
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
