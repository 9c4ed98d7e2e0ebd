import { html } from 'hono/html'
import { unescaped } from '../../print.ts'
import type { Html } from '../html.ts'
import { renderEmoji, SHORTCODE } from './emoji.ts'
import {
  type Reader,
  renderBroadcast,
  renderChannel,
  renderLink,
  renderPerson,
  safeUrl,
} from './reference.ts'

export type Parts = (Html | string)[]

export type How = { verbatim?: boolean | undefined }

/** What is drawn of a text from a place on, and where it ends; undefined where nothing begins there. */
type Read = { parts: Parts; end: number } | undefined

/** What a reference shows of itself, in a place where there are no links. */
export const stripped = (text: string) =>
  text.replace(/<([^<>\n|]+)(?:\|([^<>\n]*))?>/g, (whole, target: string, label?: string) =>
    /^(https?:|mailto:)/.test(target) ? (label ?? target) : whole,
  )

/** One line of markup. */
export const renderLine = (text: string, reader: Reader, how: How): Parts => {
  const parts: Parts = []
  let plain = ''
  let at = 0
  while (at < text.length) {
    const read = begun(text, at, reader, how)
    if (read) {
      parts.push(unescaped(plain), ...read.parts)
      plain = ''
      at = read.end
    } else {
      plain += text[at]
      at += 1
    }
  }
  return [...parts, unescaped(plain)]
}

const begun = (text: string, at: number, reader: Reader, how: How): Read => {
  const sign = text[at]
  if (sign === '<') return reference(text, at, reader)
  if (sign === '`') return code(text, at)
  if (sign === ':') return emoji(text, at)
  if (sign === 'h' && !how.verbatim) return bare(text, at)
  return sign !== undefined && sign in MARKED ? marked(text, at, reader, how) : undefined
}

const REFERENCE = /<([^<>\n|]+)(?:\|([^<>\n]*))?>/y
const CODE = /`([^`\n]+)`/y
const EMOJI = new RegExp(SHORTCODE, 'y')
/** An address that nobody marked as one, up to what ends its sentence. */
const BARE = /https?:\/\/(?:(?!&[lg]t;)[^\s<>|*`"“”])+(?<![.,:;!?)\]'_~])/y
const WHOLE = /<[^<>\n]+>|`[^`\n]+`/y

const matchAt = (sticky: RegExp, text: string, at: number) => {
  sticky.lastIndex = at
  return sticky.exec(text)
}

const reference = (text: string, at: number, reader: Reader): Read => {
  const found = matchAt(REFERENCE, text, at)
  const [whole, target = '', label] = found ?? []
  const drawn = found && referred(target, label === undefined ? undefined : unescaped(label), reader)
  return whole !== undefined && drawn ? { parts: [drawn], end: at + whole.length } : undefined
}

const referred = (target: string, label: string | undefined, reader: Reader): Html | undefined => {
  const rest = target.slice(1)
  if (target.startsWith('@')) return renderPerson(rest, label, reader)
  if (target.startsWith('#')) return renderChannel(rest, label, reader)
  if (/^!(here|channel|everyone)$/.test(target)) return renderBroadcast(rest)
  if (target.startsWith('!')) return html`${label ?? target}`
  const url = unescaped(target)
  return safeUrl(url) ? renderLink(url, label || url) : undefined
}

const code = (text: string, at: number): Read => {
  const [whole, inside = ''] = matchAt(CODE, text, at) ?? []
  if (whole === undefined) return undefined
  return { parts: [html`<code>${unescaped(stripped(inside))}</code>`], end: at + whole.length }
}

const emoji = (text: string, at: number): Read => {
  const [whole = '', name = '', tone] = matchAt(EMOJI, text, at) ?? []
  const drawn = renderEmoji(name, tone)
  return drawn && { parts: [drawn], end: at + whole.length }
}

const bare = (text: string, at: number): Read => {
  if (isWord(text[at - 1])) return undefined
  const [whole] = matchAt(BARE, text, at) ?? []
  if (whole === undefined || !safeUrl(unescaped(whole))) return undefined
  return { parts: [renderLink(unescaped(whole), unescaped(whole))], end: at + whole.length }
}

const MARKED = {
  '*': (inside: Parts) => html`<strong>${inside}</strong>`,
  _: (inside: Parts) => html`<em>${inside}</em>`,
  '~': (inside: Parts) => html`<s>${inside}</s>`,
}

const isSign = (sign: string | undefined): sign is keyof typeof MARKED => sign !== undefined && sign in MARKED
const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
const isSpace = (sign: string | undefined) => sign === undefined || /\s/.test(sign)

const marked = (text: string, at: number, reader: Reader, how: How): Read => {
  const sign = text[at]
  if (!isSign(sign) || isWord(text[at - 1]) || text[at - 1] === sign) return undefined
  if (isSpace(text[at + 1]) || text[at + 1] === sign) return undefined
  const end = closing(text, at + 1, sign)
  if (end === undefined) return undefined
  return { parts: [MARKED[sign](renderLine(text.slice(at + 1, end), reader, how))], end: end + 1 }
}

/** Where the marker closes: not in a reference or in code, not after a space, not before a word. */
const closing = (text: string, from: number, sign: string): number | undefined => {
  let at = from
  while (at < text.length) {
    const [skipped] = text[at] === '<' || text[at] === '`' ? (matchAt(WHOLE, text, at) ?? []) : []
    if (skipped) at += skipped.length
    else if (text[at] === sign && !isSpace(text[at - 1]) && !isWord(text[at + 1]) && at > from) return at
    else at += 1
  }
  return undefined
}
