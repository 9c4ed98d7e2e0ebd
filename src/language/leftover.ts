import { asksSecrets, type Operation } from '../core/operation.ts'
import type { Raw } from '../core/raw.ts'

/** Says that words behind an operation meant nothing; behind one that asks for secrets they may be one, and are not repeated. */
export const sayLeftover = (operation: Operation, words: string, raw: Raw = {}): string =>
  asksSecrets(operation)
    ? 'I left out the rest: secrets are asked for separately.'
    : (operation.instead?.(words, raw) ?? `I did not understand “${words}”.`)
