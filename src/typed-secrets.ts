import type { Operation } from './operation.ts'
import { nounOf } from './raw.ts'
import { begin } from './text/beginnings.ts'
import { withoutSecretWords } from './text/secret-words.ts'
import { tidied } from './text/tidied.ts'

/** Where people may have typed secrets, for whoever keeps or shows what they typed. */
export type TypedSecrets = {
  /** The keys of the inputs into which people type secrets. */
  keys: ReadonlySet<string>
  /** What of a sentence may be shown; `wary` where it is not understood, or is about what secrets are asked for. */
  open: (sentence: string) => { open: string; wary: boolean }
}

const secretsOf = ({ inputs }: Operation) => inputs.filter(({ control }) => control.kind === 'secret')

/** Where people may type secrets of all that these operations ask for. */
export function typedSecrets(operations: readonly Operation[]): TypedSecrets {
  const asking = operations.filter(operation => secretsOf(operation).length > 0)
  const nouns = new Set(asking.map(({ id }) => nounOf(id)))

  return {
    keys: new Set(asking.flatMap(secretsOf).map(({ key }) => key)),
    open: sentence => {
      const begun = begin(tidied(sentence), operations)
      if (begun && !begun.operation.takes && asking.includes(begun.operation) && begun.behind !== '')
        return { open: begun.words, wary: true }
      return {
        open: withoutSecretWords(sentence, operations),
        wary: !begun || nouns.has(nounOf(begun.operation.id)),
      }
    },
  }
}
