import { SAME_WORD } from './words.ts'

/** A word, a number or a sign of a text: where it stands, in lower case, and the word that it is short for. */
export interface Token {
  start: number
  end: number
  text: string
  word: string
  digits: boolean
  /** No space before it: `24th`, `24/12`. */
  tight: boolean
}

/** A mention of Slack's is one token, as are `w/o`, `x-mas` and `week-end`. */
const TOKEN =
  /<[@#][^\s<>]*>|2(?:day|m(?:or+ow?|rw))(?!\p{L})|\d+|[Ww]eek[- ][Ee]nd(?!\p{L})|[Xx]-[Mm]as|[Ww]\/[Oo](?!\p{L})|'?\p{L}(?:[\p{L}\p{M}]|'(?!\d))*|\.{2,}|!{2,}|-{2,}>?|[-=]>|➡\ufe0f|[^\s\p{L}\d]/gu
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '..': ['…', '...'],
    '→': ['->', '-->', '---', '=>', '>', '⇒', '➡', '➡\ufe0f', '➔', '➜'],
    '–': ['--', '~', '—', '―', '‒', '−'],
    '-': ['－', '‐', '‑'],
    ',': ['⋅', '·', '•'],
  }).flatMap(([sign, others]) => others.map((other): [string, string] => [other, sign])),
)

/** Cuts a text into tokens; every character but spaces is in one of them. */
export function tokens(text: string): Token[] {
  const found: Token[] = []
  let end = 0
  const plainText = text.replaceAll('’', "'")
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(plainText); match; match = TOKEN.exec(plainText)) {
    const { 0: raw, index } = match
    const plain = (raw.length > 1 && raw.startsWith("'") ? raw.slice(1) : raw).toLowerCase()
    const digits = /^\d+$/.test(plain)
    const word = digits ? plain : (SAME_WORD.get(plain) ?? SIGNS.get(plain) ?? plain)
    const tight = index === end && index > 0
    end = index + raw.length
    found.push({ start: index, end, text: plain, word, digits, tight })
  }
  return found
}

/** Signs around a phrase that are no part of it: quotes, brackets, marks of a message, pictures. */
const AROUND = /["'“”‘’«»‹›`*_()[\]]|\p{Extended_Pictographic}|\p{M}|\p{Cf}/u
const BEFORE = new RegExp(`^(?:\\s|${AROUND.source})+`, 'u')
const BEHIND = new RegExp(`(?:\\s|${AROUND.source}|\\.{2,}|!{2,}|[…?,;])+$`, 'u')
const SEVERAL = /[,/&]|(?<!\p{L})(?:and|or|plus|n)(?!\p{L})/iu

export const isAround = ({ text }: Token): boolean => AROUND.test(text)

/**
 * A phrase without the signs around it. A bracket that it opens stays, and a question mark behind several
 * days is one of doubt.
 */
export function unwrap(text: string): string {
  const inner = text.replace(BEFORE, '')
  const [signs = ''] = BEHIND.exec(inner) ?? []
  const bare = inner.slice(0, inner.length - signs.length)
  const isKept = (sign: string) =>
    (sign === ')' && bare.includes('(')) || (sign === '?' && SEVERAL.test(bare))
  return bare + signs.slice(0, [...signs].findLastIndex(isKept) + 1)
}

/** Whether it is more than a sign. */
export const isWord = ({ text }: Token): boolean => /[\p{L}\d]/u.test(text)
