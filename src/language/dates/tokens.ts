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
  /<[@#][^\s<>]*>|2m(?:or+ow?|rw)(?!\p{L})|\d+|[Ww]eek[- ][Ee]nd(?!\p{L})|[Xx]-[Mm]as|[Ww]\/[Oo](?!\p{L})|'?\p{L}(?:[\p{L}\p{M}]|'(?!\d))*|\.{2,}|!{2,}|-{2,}>?|[-=]>|➡\ufe0f|[^\s\p{L}\d]/gu
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
const AROUND = /^(["'“”‘’«»‹›`*_()[\]]|\p{Extended_Pictographic}|\p{M}|\p{Cf})$/u
const BEHIND = /^(\.{2,}|…|\?|!{2,}|[,;])$/
const SEVERAL: ReadonlySet<string> = new Set(['and', ',', '/', 'or'])

export const isAround = ({ text }: Token): boolean => AROUND.test(text)

/** The tokens without the signs around them. The question mark behind several days is one of doubt. */
export function unwrapped(words: readonly Token[]): readonly Token[] {
  const first = Math.max(
    words.findIndex(word => !isAround(word)),
    0,
  )
  const isOpen = words.slice(first).some(({ text }) => text === '(')
  const isRow = words.some(({ word }) => SEVERAL.has(word))
  const last = words.findLastIndex(
    ({ text }) =>
      (text === ')' && isOpen) || !(AROUND.test(text) || (BEHIND.test(text) && !(isRow && text === '?'))),
  )
  return words.slice(first, last + 1)
}

/** Whether it is more than a sign. */
export const isWord = ({ text }: Token): boolean => /[\p{L}\d]/u.test(text)
