import { html } from 'hono/html'
import { unescaped } from '../../print.ts'
import type { Html } from '../html.ts'
import { type How, type Parts, renderLine, stripped } from './inline.ts'
import type { Reader } from './reference.ts'

/**
 * Slack's markup as HTML, for a reader. Markers that are not closed, or stand within a word, stay as they are; whatever
 * is no markup of Slack's is text. With `verbatim` bare addresses become no links.
 * Source: docs.slack.dev/messaging/formatting-message-text.
 */
export const renderMrkdwn = (text: string, reader: Reader, how: How = {}): Html => {
  const pieces = text.split(/\n?```\n?([\s\S]+?)\n?```\n?/)
  return html`${pieces.map((piece, index) =>
    index % 2 === 1
      ? html`<pre>${unescaped(stripped(piece))}</pre>`
      : paragraphs(piece, words => renderLine(words, reader, how)),
  )}`
}

const QUOTED = /^(?:&gt;|>) ?/
const QUOTED_ON = /^(?:&gt;|>){3} ?/

/** Lines as they stand, quoted ones together. */
const paragraphs = (text: string, render: (words: string) => Parts): Parts => {
  if (text === '') return []
  const groups: { quoted: boolean; lines: string[] }[] = []
  let on = false
  for (const line of text.split('\n')) {
    const begins: boolean = !on && QUOTED_ON.test(line)
    const quoted = on || begins || QUOTED.test(line)
    const words = begins ? line.replace(QUOTED_ON, '') : on ? line : line.replace(QUOTED, '')
    on ||= begins
    const last = groups.at(-1)
    if (last && last.quoted === quoted) last.lines.push(words)
    else groups.push({ quoted, lines: [words] })
  }
  return groups.map(({ quoted, lines }) => {
    const drawn = lines.flatMap((line, at) => (at > 0 ? [html`<br>`, ...render(line)] : render(line)))
    return quoted ? html`<blockquote>${drawn}</blockquote>` : html`${drawn}`
  })
}
