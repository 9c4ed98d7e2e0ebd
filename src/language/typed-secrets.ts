import { isSecret } from '../core/field.ts'
import type { Operation } from '../core/operation.ts'
import { nounOf } from '../core/raw.ts'
import { begin } from './beginnings.ts'
import { withoutSecretWords } from './secret-words.ts'
import { tidied } from './tidied.ts'

const secretsOf = ({ inputs }: Operation) => inputs.filter(isSecret)

/** Where people may type secrets of all that these operations ask for, for whoever keeps or shows what they typed. */
export function typedSecrets(operations: readonly Operation[]) {
  const asking = operations.filter(operation => secretsOf(operation).length > 0)
  const nouns = new Set(asking.map(({ id }) => nounOf(id)))

  return {
    keys: new Set(asking.flatMap(secretsOf).map(({ key }) => key)),
    open: (sentence: string): { open: string; wary: boolean } => {
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
