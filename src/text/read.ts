import { distance } from 'fastest-levenshtein'
import type { Operation } from '../operation.ts'
import { filled, type Raw } from '../raw.ts'
import { readReference } from './names.ts'

/** A sentence as far as its first words tell: the operation, what is labelled in it, and the rest to be split. */
export type Reading =
  | { kind: 'operation'; operation: Operation; raw: Raw; rest: string }
  | { kind: 'help'; topic: string }
  | { kind: 'unknown'; sentence: string; nearest: string[] }

const LABELLED = /(?<=^|\s)([a-z]+):("(?:[^"\\]|\\.)*")/g
const NEAREST = 3

/** Reads what somebody typed behind `/dayshift`. Asks nobody; never fails. */
export function read(sentence: string, operations: readonly Operation[]): Reading {
  const typed = sentence.trim()
  if (typed === '') return { kind: 'help', topic: '' }
  const [, topic] = /^help\b\s*(.*)$/is.exec(typed) ?? []
  if (topic !== undefined) return { kind: 'help', topic }

  const begun = begin(typed, operations)
  if (begun === undefined) return { kind: 'unknown', sentence: typed, nearest: nearest(typed, operations) }
  const { words, operation, behind } = begun
  if (/^help$/i.test(behind)) return { kind: 'help', topic: words }
  return { kind: 'operation', operation, ...labelled(behind, operation) }
}

/** The sentence that reads back as this operation with this raw, whatever the raw holds. */
export function say(operation: Operation, raw: Raw): string {
  const labels = Object.entries(raw).map(([key, words]) => `${key}:${JSON.stringify(words)}`)
  return [operation.sentences[0], ...labels].join(' ')
}

/** A sentence as a person would say it, without labels and references: for reading alone. */
export function plainly(sentence: string): string {
  return sentence.replace(LABELLED, (whole, _, words: string) => {
    const said = unquoted(words)
    return said === undefined ? whole : readReference(said).name
  })
}

/** Sentences of other operations that begin almost as this one does and can hold its rest. */
export function nearest(sentence: string, operations: readonly Operation[]): string[] {
  const typed = sentence.trim().split(/\s+/)
  const begun = begin(sentence.trim(), operations)
  return beginnings(operations)
    .filter(({ operation }) => mayStandFor(begun?.operation, operation))
    .map(({ words, operation }) => {
      const length = words.split(' ').length
      const first = typed.slice(0, length).join(' ').toLowerCase()
      return { words, operation, rest: typed.slice(length), slips: distance(first, words) }
    })
    .filter(({ operation, rest }) => operation.takes || rest.length === 0)
    .filter(({ words, slips }) => slips > 0 && slips <= Math.min(2, words.length / 2))
    .sort((a, b) => a.slips - b.slips)
    .slice(0, NEAREST)
    .map(({ words, rest }) => [words, ...rest].join(' '))
}

/** What may be meant by a sentence whose words found no place: itself without them, or one of its noun that can hold them. */
export function kindred(
  { operation, rest }: { operation: Operation; rest: string },
  operations: readonly Operation[],
) {
  const [alone] = operation.sentences
  if (!operation.takes) return [alone]
  const [noun] = alone.split(' ')
  const others = operations
    .filter(each => each.takes && each.sentences[0].split(' ')[0] === noun && mayStandFor(operation, each))
    .slice(0, NEAREST)
    .map(({ sentences }) => `${sentences[0]} ${rest}`)
  return others.length > 0 ? others : [alone]
}

/** Another operation, and none that changes anything for somebody who began to ask. */
const mayStandFor = (begun: Operation | undefined, other: Operation): boolean =>
  other !== begun && (begun?.effect !== 'read' || other.effect === 'read')

/** All the ways to begin a sentence, the longest first. */
function beginnings(operations: readonly Operation[]): { words: string; operation: Operation }[] {
  return operations
    .flatMap(operation => operation.sentences.map(words => ({ words, operation })))
    .sort((a, b) => b.words.length - a.words.length)
}

/** The longest beginning that a sentence has, and what stands behind it. */
function begin(typed: string, operations: readonly Operation[]) {
  for (const { words, operation } of beginnings(operations)) {
    const pattern = new RegExp(`^${words.replaceAll(' ', '\\s+')}(?=\\s|$)`, 'i')
    const [found] = pattern.exec(typed) ?? []
    if (found !== undefined) return { words, operation, behind: typed.slice(found.length).trim() }
  }
  return undefined
}

/** A secret is never taken from a sentence, whoever wrote it there: it is asked for in a form of its own. */
function labelled(behind: string, { inputs }: Operation): { raw: Raw; rest: string } {
  const keys = new Set(inputs.filter(({ control }) => control.kind !== 'secret').map(({ key }) => key))
  const raw: Record<string, string> = {}
  const rest = behind.replace(LABELLED, (whole, key: string, words: string) => {
    const value = keys.has(key) ? unquoted(words) : undefined
    if (value === undefined) return whole
    raw[key] = value
    return ''
  })
  return { raw: filled(raw), rest: rest.trim().replace(/[“”„]/g, '"').replace(/[‘’]/g, "'") }
}

function unquoted(words: string): string | undefined {
  try {
    return JSON.parse(words)
  } catch {
    return undefined
  }
}
