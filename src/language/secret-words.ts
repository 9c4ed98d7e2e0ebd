import { isKept, isSecret } from '../core/field.ts'
import type { Operation } from '../core/operation.ts'
import { nounOf } from '../core/raw.ts'
import { type Beginning, begin } from './beginnings.ts'
import { ofOperations } from './of-operations.ts'
import { nearest } from './suggestions.ts'
import { tidied } from './tidied.ts'

/** How access data is written in a sentence: labelled with a sign; and where it can be about nothing else, without one. */
type Patterns = { signed: RegExp | undefined; bare: RegExp | undefined }

/** By the words that a sentence begins with. */
const patternsByWords = ofOperations(() => new Map<string, Patterns>())

/**
 * The sentence without access data that somebody wrote into it all the same: nothing may keep or repeat it, and a form of
 * its own asks for it. A name that is like access data is one in quotes. Elsewhere a reason may well hold `key: …`.
 */
export function withoutSecretWords(sentence: string, operations: readonly Operation[]): string {
  const typed = tidied(sentence)
  const begun = begin(typed, operations)
  const meant = begun ?? begin(nearest(typed, operations)[0] ?? '', operations)
  const { signed } = patternsOf(begun, operations)
  const { bare } = patternsOf(meant, operations)
  if (!signed && !bare) return sentence
  const left = signed ? typed.replace(signed, '') : typed
  const open = bare ? left.replace(bare, (_, kept = '') => kept) : left
  return open === typed ? sentence : open.trim()
}

function patternsOf(begun: Beginning | undefined, operations: readonly Operation[]): Patterns {
  const known = patternsByWords(operations)
  const words = begun?.words ?? ''
  const made = known.get(words) ?? patternsFor(begun, operations)
  known.set(words, made)
  return made
}

function patternsFor(begun: Beginning | undefined, operations: readonly Operation[]): Patterns {
  if (!begun) return { signed: signedFor(operations, []), bare: undefined }
  const open = begun.operation.inputs.filter(isKept).map(({ key }) => key)
  const alike = operations.filter(({ sentences }) =>
    sentences.some(words => firstWord(words) === firstWord(begun.words)),
  )
  const own = operations.filter(({ id }) => nounOf(id) === nounOf(begun.operation.id))
  return { signed: signedFor(alike, open), bare: bareFor(own, open, begun.words.split(' ').length) }
}

/** `key:"…"`, `Client-id = …`; a label of several words also without a sign: `role arn …`. */
function signedFor(operations: readonly Operation[], open: readonly string[]): RegExp | undefined {
  const { labels, names } = askedFor(operations, open)
  const several = labels.filter(label => label.includes('[')).join('|')
  const sign = `"?(?:${names})"?\\s*[:=]\\s*${several && `|(?:${several})\\s+`}`
  return labels.length > 0 ? new RegExp(`(?<!\\S)(?:${sign})${VALUE}`, 'gi') : undefined
}

/**
 * `key …`, and what is no word, such as `arn:…`; first of all what stays: the words of the beginning, which are so many,
 * words in quotes, and those of open inputs.
 */
function bareFor(
  operations: readonly Operation[],
  open: readonly string[],
  beginning: number,
): RegExp | undefined {
  const { labels, names } = askedFor(operations, open)
  const kept = `^(?:\\S+\\s*){${beginning}}|(?<!\\S)(?:(?:${open.join('|')}):)?"(?:[^"\\\\]|\\\\.)*"`
  const bare = `(?<!\\S)(?:(?:${names})\\s+${VALUE}|[^\\s:="]+[:=]\\S+)`
  return labels.length > 0 ? new RegExp(`(${kept})|${bare}`, 'gi') : undefined
}

/** The labels of the secrets that these operations ask for, but for those whose inputs are open, and all their names. */
function askedFor(operations: readonly Operation[], open: readonly string[]) {
  const secret = operations.flatMap(({ inputs }) => inputs.filter(isSecret))
  const asked = secret.filter(({ key }) => !open.includes(key))
  const labels = [...new Set(asked.map(({ label }) => label.replaceAll(' ', '[\\s_-]*')))]
  return { labels, names: [...labels, ...asked.map(({ key }) => key), 'secret'].join('|') }
}

const VALUE = '(?:"(?:[^"\\\\]|\\\\.)*"?|\\S+)'

/** The first word of a beginning, of one or of several. */
const firstWord = (words: string): string => (words.split(' ', 1)[0] ?? '').replace(/s$/, '')
