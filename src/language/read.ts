import { isKept, isSaid } from '../core/field.ts'
import { changedKeys } from '../core/form-filling.ts'
import type { Operation } from '../core/operation.ts'
import { filled, type Raw } from '../core/raw.ts'
import { parsed } from '../message/json.ts'
import { begin } from './beginnings.ts'
import { isCourtesy } from './courtesies.ts'
import { idiomatic } from './idioms.ts'
import { readReference } from './names.ts'
import { nearest } from './suggestions.ts'
import { LABELLED, tidied } from './tidied.ts'

/** A sentence as far as its first words tell: the operation, what is labelled in it, and the rest to be split. */
export type ReadSentence =
  | { kind: 'operation'; operation: Operation; raw: Raw; rest: string }
  | { kind: 'help'; topic: string }
  | { kind: 'grace' }
  | { kind: 'unknown'; sentence: string; nearest: string[] }

/** Reads what somebody typed behind `/dayshift`. Asks nobody; never fails. */
export function read(sentence: string, operations: readonly Operation[]): ReadSentence {
  const typed = idiomatic(tidied(sentence))
  if (isCourtesy(sentence) && /\p{L}/u.test(sentence)) return { kind: 'grace' }
  if (isCourtesy(typed) || ASKS_HELP.test(typed)) return { kind: 'help', topic: '' }
  const [, topic] = HELP_ON.exec(typed) ?? []
  if (topic !== undefined) return { kind: 'help', topic: topic.replace(/[?!.]+$/, '') }

  const begun = begin(typed, operations)
  if (begun === undefined) return { kind: 'unknown', sentence: typed, nearest: nearest(typed, operations) }
  const { words, operation, behind } = begun
  if (ASKS_HELP.test(behind)) return { kind: 'help', topic: words }
  const { raw, rest } = labelled(behind.replace(/^(?:please|pls|plz)\s+/i, ''), operation)
  return { kind: 'operation', operation, raw: { ...operation.says?.[words], ...raw }, rest }
}

/**
 * The sentence that reads back as this operation with this raw, whatever the raw holds. What nobody would say, since no
 * form shows it or nobody touched it in one, stands at the end, behind two colons.
 */
export function say({ inputs, sentences }: Operation, raw: Raw): string {
  const changed = changedKeys(raw)
  const unseen = new Set(inputs.filter(input => !isSaid(input)).map(({ key }) => key))
  const isPlain = (key: string) => changed.has(key) && !unseen.has(key)
  const plain = Object.keys(raw).filter(isPlain)
  const others = Object.keys(raw).filter(key => !isPlain(key))
  const labels = [...plain, ...others].map(
    key => `${key}${isPlain(key) ? ':' : '::'}${JSON.stringify(raw[key])}`,
  )
  return [sentences[0], ...labels].join(' ')
}

/** A sentence as a person would say it, without labels and references: for reading alone. */
export function plainly(sentence: string): string {
  const said = sentence.replace(LABELLED, (whole, _label, colons: string, words: string) => {
    if (colons === '::') return ''
    const said = unquoted(words)
    return said === undefined ? whole : readReference(said).name
  })
  return said.trimEnd()
}

/** What is not kept is never taken from a sentence, whoever wrote it there: it is asked for in a form of its own. */
function labelled(behind: string, { inputs }: Operation): { raw: Raw; rest: string } {
  const keys = new Set(inputs.filter(isKept).map(({ key }) => key))
  const raw: Record<string, string> = {}
  const rest = behind.replace(LABELLED, (whole, label: string, _colons, words: string) => {
    const key = label.toLowerCase()
    const value = keys.has(key) ? unquoted(words) : undefined
    if (value === undefined) return whole
    raw[key] = value
    return ''
  })
  return { raw: filled(raw), rest: rest.trim() }
}

const ASKS_HELP =
  /^(?:help|-h|--?h(?:elp)?|\?|commands|what can (?:i|you) (?:do|say)|who are you|how does (?:this|it) work)[?!.]*$/i

const HELP_ON =
  /^(?:(?:--)?help(?!\S)(?:\s*me(?: with)?(?!\S))?|how to(?!\S)|how (?:do|can|should) (?:i|we|you)(?!\S))\s*(.*)$/i

function unquoted(words: string): string | undefined {
  const said = parsed(words)
  return typeof said === 'string' ? said : undefined
}
