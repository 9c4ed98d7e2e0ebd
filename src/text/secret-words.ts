import { isKept } from '../field.ts'
import type { Operation } from '../operation.ts'
import { begin } from './beginnings.ts'
import { tidied } from './tidied.ts'

/** By the words that a sentence begins with: how access data is written in it, where it may hold any. */
type Patterns = Map<string, RegExp | undefined>

const patterns = new WeakMap<readonly Operation[], Patterns>()

/**
 * The sentence without access data that somebody wrote into it all the same, by its label: nothing may keep or repeat it,
 * and a form of its own asks for it. Elsewhere a reason may well hold `key: …`.
 */
export function withoutSecretWords(sentence: string, operations: readonly Operation[]): string {
  const typed = tidied(sentence)
  const { words = '', operation } = begin(typed, operations) ?? {}
  const known: Patterns = patterns.get(operations) ?? new Map()
  patterns.set(operations, known)
  if (!known.has(words)) known.set(words, patternFor(words, operation, operations))
  const written = known.get(words)
  return written ? typed.replace(written, '').trim() : sentence
}

function patternFor(words: string, begun: Operation | undefined, operations: readonly Operation[]) {
  const noun = nounOf(words)
  const near = begun
    ? operations.filter(({ sentences }) => sentences.some(words => nounOf(words) === noun))
    : operations
  const open = new Set(begun?.inputs.filter(isKept).map(({ key }) => key))
  const secret = near.flatMap(({ inputs }) => inputs.filter(({ control }) => control.kind === 'secret'))
  const asked = secret.filter(({ key }) => !open.has(key))
  if (asked.length === 0) return undefined
  const labels = [...new Set(asked.map(({ label }) => label.replaceAll(' ', '[\\s_-]*')))]
  const names = [...labels, ...asked.map(({ key }) => key), 'secret'].join('|')
  const several = labels.filter(label => label.includes('[')).join('|')
  // `key:"…"`, `Client-id = …`; a label of several words also without a sign: `role arn …`.
  const sign = `"?(?:${names})"?\\s*[:=]\\s*${several && `|(?:${several})\\s+`}`
  return new RegExp(`(?<!\\S)(?:${sign})(?:"(?:[^"\\\\]|\\\\.)*"?|\\S+)`, 'gi')
}

/** The first word of a beginning, of one or of several. */
const nounOf = (words: string): string => (words.split(' ', 1)[0] ?? '').replace(/s$/, '')
