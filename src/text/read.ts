import { distance } from 'fastest-levenshtein'
import { isKept } from '../field.ts'
import type { Operation } from '../operation.ts'
import { filled, type Raw } from '../raw.ts'
import { readReference } from './names.ts'

/** A sentence as far as its first words tell: the operation, what is labelled in it, and the rest to be split. */
export type Reading =
  | { kind: 'operation'; operation: Operation; raw: Raw; rest: string }
  | { kind: 'help'; topic: string }
  | { kind: 'unknown'; sentence: string; nearest: string[] }

const LABELLED = /(?<=^|\s)([a-z]+):("(?:[^"\\]|\\.)*")/gi
const NEAREST = 3

/** Reads what somebody typed behind `/dayshift`. Asks nobody; never fails. */
export function read(sentence: string, operations: readonly Operation[]): Reading {
  const typed = tidied(sentence)
  if (typed === '' || ASKS_HELP.test(typed)) return { kind: 'help', topic: '' }
  const [, topic] = /^(?:--)?help(?!\S)\s*(?:me(?: with)?(?!\S)\s*)?(.*)$/i.exec(typed) ?? []
  if (topic !== undefined) return { kind: 'help', topic: topic.replace(/[?!.]+$/, '') }

  const begun = begin(typed, operations)
  if (begun === undefined) return { kind: 'unknown', sentence: typed, nearest: nearest(typed, operations) }
  const { words, operation, behind } = begun
  if (ASKS_HELP.test(behind)) return { kind: 'help', topic: words }
  return {
    kind: 'operation',
    operation,
    ...labelled(behind.replace(/^(?:please|pls|plz)\s+/i, ''), operation),
  }
}

/**
 * The sentence without access data that somebody wrote into it all the same, by its label: nothing may keep or repeat it,
 * and a form of its own asks for it. Elsewhere a reason may well hold `key: …`.
 */
export function withoutSecretWords(sentence: string, operations: readonly Operation[]): string {
  const typed = tidied(sentence)
  const begun = begin(typed, operations)?.operation
  const noun = nounOf(typed)
  const near = begun
    ? operations.filter(({ sentences }) => sentences.some(words => nounOf(words) === noun))
    : operations
  const open = new Set(begun?.inputs.filter(isKept).map(({ key }) => key))
  const secret = near.flatMap(({ inputs }) => inputs.filter(({ control }) => control.kind === 'secret'))
  const asked = secret.filter(({ key }) => !open.has(key))
  if (asked.length === 0) return sentence
  const labels = [...new Set(asked.map(({ label }) => label.replaceAll(' ', '[\\s_-]*')))]
  const names = [...labels, ...asked.map(({ key }) => key), 'secret'].join('|')
  const several = labels.filter(label => label.includes('[')).join('|')
  // `key:"…"`, `Client-id = …`; a label of several words also without a sign: `role arn …`.
  const sign = `"?(?:${names})"?\\s*[:=]\\s*${several && `|(?:${several})\\s+`}`
  const written = new RegExp(`(?<!\\S)(?:${sign})(?:"(?:[^"\\\\]|\\\\.)*"?|\\S+)`, 'gi')
  return typed.replace(written, '').trim()
}

/** The first word of a sentence, of one or of several. */
const nounOf = (sentence: string): string =>
  (sentence.split(/\s/, 1)[0] ?? '').toLowerCase().replace(/s$/, '')

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

/** Sentences of other operations that begin almost as this one does and can hold its rest, the fullest first. */
export const nearest = (sentence: string, operations: readonly Operation[]): string[] =>
  near(sentence, operations)
    .slice(0, NEAREST)
    .map(({ said }) => said)

/** Those of them that say more than the beginning that is known: `pause list` for `pause lsit`. */
export const nearestVerbs = (sentence: string, operations: readonly Operation[]): string[] =>
  near(sentence, operations)
    .filter(({ fuller }) => fuller)
    .slice(0, NEAREST)
    .map(({ said }) => said)

function near(sentence: string, operations: readonly Operation[]) {
  const typed = tidied(sentence).split(/\s+/)
  const begun = begin(tidied(sentence), operations)
  const known = begun?.words.split(' ').length ?? 0
  return beginnings(operations)
    .map(({ words, operation }) => {
      const rest = typed.slice(words.split(' ').length)
      const fuller = typed.length - rest.length > known
      return { operation, rest, fuller, slips: slipsIn(typed, words), said: [words, ...rest].join(' ') }
    })
    .filter(({ operation, fuller }) => operation !== begun?.operation && (fuller || keeps(begun, operation)))
    .filter(({ operation, rest }) => operation.takes || rest.length === 0)
    .filter(({ slips }) => slips > 0 && slips < Number.POSITIVE_INFINITY)
    .filter(({ operation, said }) => begin(said, operations)?.operation === operation)
    .sort((a, b) => a.rest.length - b.rest.length || a.slips - b.slips)
}

/** The letters by which what was typed differs from the words of a beginning; endless where one of them is another word. */
function slipsIn(typed: readonly string[], words: string): number {
  return words.split(' ').reduce((sum, word, at) => {
    const slips = distance((typed[at] ?? '').toLowerCase(), word)
    return sum + (slips <= Math.min(2, word.length / 2) ? slips : Number.POSITIVE_INFINITY)
  }, 0)
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
    .filter(each => each !== operation && each.takes && each.sentences[0].split(' ')[0] === noun)
    .filter(each => keeps({ operation }, each))
    .map(each => ({ each, said: `${each.sentences[0]} ${rest}` }))
    .filter(({ each, said }) => begin(said, operations)?.operation === each)
    .slice(0, NEAREST)
    .map(({ said }) => said)
  return others.length > 0 ? others : [alone]
}

/** Nothing is changed for somebody who began to ask. */
const keeps = (begun: { operation: Operation } | undefined, other: Operation): boolean =>
  begun?.operation.effect !== 'read' || other.effect === 'read'

/** All the ways to begin a sentence, the longest first. */
function beginnings(operations: readonly Operation[]): { words: string; operation: Operation }[] {
  return operations
    .flatMap(operation => operation.sentences.map(words => ({ words, operation })))
    .sort((a, b) => b.words.length - a.words.length)
}

/** The longest beginning that a sentence has, and what stands behind it. */
function begin(typed: string, operations: readonly Operation[]) {
  for (const { words, operation } of beginnings(operations)) {
    const pattern = new RegExp(`^${words.replaceAll(' ', '\\s+')}(?=\\s|$|[.,:;!?…]+(?:\\s|$))`, 'i')
    const [found] = pattern.exec(typed) ?? []
    if (found === undefined) continue
    const behind = typed.slice(found.length).replace(/^[.,:;!…]+(?=\s|$)/, '')
    return { words, operation, behind: behind.trim() }
  }
  return undefined
}

/** What is not kept is never taken from a sentence, whoever wrote it there: it is asked for in a form of its own. */
function labelled(behind: string, { inputs }: Operation): { raw: Raw; rest: string } {
  const keys = new Set(inputs.filter(isKept).map(({ key }) => key))
  const raw: Record<string, string> = {}
  const rest = behind.replace(LABELLED, (whole, label: string, words: string) => {
    const key = label.toLowerCase()
    const value = keys.has(key) ? unquoted(words) : undefined
    if (value === undefined) return whole
    raw[key] = value
    return ''
  })
  return { raw: filled(raw), rest: rest.trim() }
}

/** The same sentence as a keyboard without graces would have it, and without them itself. What is labelled stays as it is. */
function tidied(sentence: string): string {
  let at = 0
  const parts = [...sentence.matchAll(LABELLED)].flatMap(({ 0: whole, index }) => {
    const before = sentence.slice(at, index)
    at = index + whole.length
    return [plain(before), whole]
  })
  return [...parts, plain(sentence.slice(at))].join('').trim().replace(GRACES, '').trimStart()
}

function plain(words: string): string {
  return words
    .replace(INVISIBLE, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/(?<!\S)[—–](?=help\b|h\b)/gi, '--')
}

/**
 * What takes no room. The joiners count where they join letters of a script that has them, or the parts of an emoji; the
 * turns of direction within a word.
 */
const INVISIBLE =
  /[\u00ad\u200b\u2060-\u2064\ufeff]|(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])|(?<!\S)[\u200e\u200f\u202a-\u202e\u2066-\u2069]+|[\u200e\u200f\u202a-\u202e\u2066-\u2069]+(?!\S)/g

/** Politeness, and the beginning of a slash command where none is needed. */
const GRACES =
  /^(?:(?:please|pls|plz|kindly|hey|hi|hello|ok|okay|dayshift|@dayshift|(?:can|could|would|will) you)(?=[\s,.:;!]|$)[\s,.:;!]*|[\s,.:;!]+|\/(?=[a-z]))+/i

const ASKS_HELP = /^(?:help|-h|--?h(?:elp)?|\?+)[?!.]*$/i

function unquoted(words: string): string | undefined {
  try {
    return JSON.parse(words)
  } catch {
    return undefined
  }
}
