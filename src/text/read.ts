import { distance } from 'fastest-levenshtein'
import type { Operation } from '../operation.ts'
import { filled, type Raw } from '../raw.ts'

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

  const begun = beginnings(operations).find(({ words }) => beginsWith(typed, words))
  if (begun === undefined) return { kind: 'unknown', sentence: typed, nearest: nearest(typed, operations) }
  const behind = typed.slice(begun.words.length).trim()
  if (/^help$/i.test(behind)) return { kind: 'help', topic: begun.words }
  return { kind: 'operation', operation: begun.operation, ...labelled(behind, begun.operation) }
}

/** The sentence that reads back as this operation with this raw, whatever the raw holds. */
export function say(operation: Operation, raw: Raw): string {
  const labels = Object.entries(raw).map(([key, words]) => `${key}:${JSON.stringify(words)}`)
  return [operation.sentences[0], ...labels].join(' ')
}

/** Sentences that begin almost as this one does, with the rest as it was typed; never the sentence itself. */
export function nearest(sentence: string, operations: readonly Operation[]): string[] {
  const typed = sentence.trim().split(/\s+/)
  return beginnings(operations)
    .map(({ words }) => {
      const length = words.split(' ').length
      const begin = typed.slice(0, length).join(' ').toLowerCase()
      return { words, rest: typed.slice(length), slips: distance(begin, words) }
    })
    .filter(({ words, slips }) => slips > 0 && slips <= Math.min(2, words.length / 2))
    .sort((a, b) => a.slips - b.slips)
    .slice(0, NEAREST)
    .map(({ words, rest }) => [words, ...rest].join(' '))
}

/** Sentences of the same noun that can hold the words that this one could not. */
export function kindred(
  { operation, rest }: { operation: Operation; rest: string },
  operations: readonly Operation[],
) {
  const [noun] = operation.sentences[0].split(' ')
  return operations
    .filter(each => each.takes && each !== operation && each.sentences[0].split(' ')[0] === noun)
    .slice(0, NEAREST)
    .map(({ sentences }) => `${sentences[0]} ${rest}`)
}

/** All the ways to begin a sentence, the longest first. */
function beginnings(operations: readonly Operation[]): { words: string; operation: Operation }[] {
  return operations
    .flatMap(operation => operation.sentences.map(words => ({ words, operation })))
    .sort((a, b) => b.words.length - a.words.length)
}

function beginsWith(typed: string, words: string): boolean {
  const pattern = words.replaceAll(' ', '\\s+')
  return new RegExp(`^${pattern}(?=\\s|$)`, 'i').test(typed)
}

function labelled(behind: string, { inputs }: Operation): { raw: Raw; rest: string } {
  const keys = new Set(inputs.map(input => input.key))
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
