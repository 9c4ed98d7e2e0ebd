import type { Operation } from '../operation.ts'
import { ofOperations } from './of-operations.ts'

/** A way to begin a sentence: `plan edit`. */
export type Beginning = { words: string; operation: Operation }

type Sought = Beginning & { pattern: RegExp }

/** The longest first; and the same by their first word, so that a sentence is compared with the few that it may have. */
type Index = { all: readonly Sought[]; byWord: ReadonlyMap<string, readonly Sought[]> }

const indexOf = ofOperations(index)

/** All the ways to begin a sentence, the longest first. */
export const beginnings = (operations: readonly Operation[]): readonly Beginning[] => indexOf(operations).all

/** The longest beginning that a sentence has, and what stands behind it. */
export function begin(typed: string, operations: readonly Operation[]) {
  const [word = ''] = FIRST_WORD.exec(typed) ?? []
  for (const { words, operation, pattern } of indexOf(operations).byWord.get(word.toLowerCase()) ?? []) {
    const [found] = pattern.exec(typed) ?? []
    if (found === undefined) continue
    const behind = typed.slice(found.length).replace(/^[.,:;!…]+(?=\s|$)/, '')
    return { words, operation, behind: behind.trim() }
  }
  return undefined
}

function index(operations: readonly Operation[]): Index {
  const all = operations
    .flatMap(operation => operation.sentences.map(words => ({ words, operation, pattern: patternOf(words) })))
    .sort((a, b) => b.words.length - a.words.length)
  return { all, byWord: Map.groupBy(all, ({ words }) => words.split(' ', 1)[0] ?? '') }
}

const patternOf = (words: string): RegExp =>
  new RegExp(`^${words.replaceAll(' ', '\\s+')}(?=\\s|$|[.,:;!?…]+(?:\\s|$))`, 'i')

const FIRST_WORD = /^[^\s.,:;!?…]+/
