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

/** Somebody as Slack writes them, and a channel, are one word. */
const TOKEN =
  /<[@#][^\s<>]*>|2m(?:or+ow?|rw)(?!\p{L})|\d+|[Ww]eek[- ][Ee]nd(?!\p{L})|[Xx]-[Mm]as|[Ww]\/[Oo](?!\p{L})|'?\p{L}(?:[\p{L}\p{M}]|'(?!\d))*|\.{2,}|!{2,}|-{2,}>?|[-=]>|➡\ufe0f|[^\s\p{L}\d]/gu
const SIGNS = new Map(
  Object.entries({
    '…': '..',
    '...': '..',
    '->': '→',
    '-->': '→',
    '--': '–',
    '---': '–',
    '=>': '→',
    '>': '→',
    '⇒': '→',
    '➡': '→',
    '➡\ufe0f': '→',
    '➔': '→',
    '➜': '→',
    '~': '–',
    '—': '–',
    '―': '–',
    '－': '-',
    '‒': '–',
    '−': '–',
    '‐': '-',
    '‑': '-',
    '⋅': ',',
    '·': ',',
    '•': ',',
  }),
)

/** Where signs around a phrase are no part of it: quotes, brackets, marks of a message, what ends a sentence, pictures. */
const AROUND = /^(["'“”‘’«»‹›`*_()[\]]|\p{Extended_Pictographic}|\p{M}|\p{Cf})$/u
const BEHIND = /^(\.{2,}|…|\?|!{2,}|[,;])$/
const SEVERAL = new Set(['and', ',', '/', 'or'])

/** Whether what stands right behind a sign is in brackets, or in quotes. */
export const opens = (token: Token | undefined): boolean => token !== undefined && AROUND.test(token.text)

const CLOSED: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
])
/** Whether a bracket closes what another one opens: of `(see 12/10)` the date is not all. */
export const closes = (open: Token | undefined, close: Token | undefined): boolean => {
  const wanted = CLOSED.get(close?.text ?? '')
  return wanted === undefined || open?.text === wanted
}

/** The tokens without the signs around them. A question about several days is one. */
export function unwrapped(words: readonly Token[]): readonly Token[] {
  const first = words.findIndex(({ text }) => !AROUND.test(text))
  const open = words.slice(Math.max(first, 0)).some(({ text }) => text === '(')
  const several = words.some(({ word }) => SEVERAL.has(word))
  const last = words.findLastIndex(
    ({ text }) =>
      (text === ')' && open) || !(AROUND.test(text) || (BEHIND.test(text) && !(several && text === '?'))),
  )
  return first === 0 && last === words.length - 1 ? words : words.slice(Math.max(first, 0), last + 1)
}

/** Cuts a text into its tokens; every character that is no space is in one of them. */
export function tokens(text: string): Token[] {
  const found: Token[] = []
  let end = 0
  for (const { 0: raw, index } of text.replaceAll('’', "'").matchAll(TOKEN)) {
    const plain = (raw.length > 1 && raw.startsWith("'") ? raw.slice(1) : raw).toLowerCase()
    const digits = plain >= '0' && plain < ':' && !plain.startsWith('2m')
    const word = digits ? plain : (SAME_WORD.get(plain) ?? SIGNS.get(plain) ?? plain)
    found.push({
      start: index,
      end: index + raw.length,
      text: plain,
      word,
      digits,
      tight: index === end && index > 0,
    })
    end = index + raw.length
  }
  return found
}
