import { SAME_WORD } from './words.ts'

/** A word, a number or a sign of a text: where it stood, in lower case, and the word it is short for. */
export interface Token {
  start: number
  end: number
  text: string
  word: string
  digits: boolean
  /** No space before it: `24th`, `24/12`. */
  tight: boolean
}

const TOKEN = /\d+|['’]?\p{L}[\p{L}\p{M}'’]*|\.{2,}|[-=]>|[^\s\p{L}\d]/gu
const SIGNS = new Map(
  Object.entries({
    '…': '..',
    '...': '..',
    '->': '→',
    '=>': '→',
    '>': '→',
    '~': '–',
    '—': '–',
    '‒': '–',
    '−': '–',
    '‐': '-',
    '‑': '-',
  }),
)

/** Cuts a text into its tokens; every character that is no space is in one of them. */
export function tokens(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: raw, index }) => {
    const plain = raw
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/^'(?=.)/, '')
    return {
      start: index,
      end: index + raw.length,
      text: plain,
      digits: plain >= '0' && plain < ':',
      word: SAME_WORD.get(plain) ?? SIGNS.get(plain) ?? plain,
      tight: index > 0 && !/\s/.test(text.charAt(index - 1)),
    }
  })
}
