import { html } from 'hono/html'
import type { Html } from '../html.ts'
import { renderEmoji, SHORTCODE } from './emoji.ts'
import { renderMrkdwn } from './mrkdwn.ts'
import type { Rendering } from './rendering.ts'

/** Slack's text object, of either kind. */
export type Text =
  | { type: 'plain_text'; text: string; emoji?: boolean | undefined }
  | { type: 'mrkdwn'; text: string; verbatim?: boolean | undefined }

/** Words without markup; names between colons become emoji unless `emoji` is false, lines stay lines. */
export const renderPlain = (text: { text: string; emoji?: boolean | undefined }): Html => {
  const lines = text.text.split('\n').map(line => (text.emoji === false ? [line] : withEmoji(line)))
  return html`${lines.flatMap((line, index) => (index > 0 ? [html`<br>`, ...line] : line))}`
}

const withEmoji = (text: string): (Html | string)[] => {
  const parts: (Html | string)[] = []
  let rest = 0
  for (const found of text.matchAll(new RegExp(SHORTCODE, 'g'))) {
    const [whole, name = '', tone] = found
    parts.push(text.slice(rest, found.index), renderEmoji(name, tone) ?? whole)
    rest = found.index + whole.length
  }
  return [...parts, text.slice(rest)]
}

/** A text object as HTML. */
export const renderText = (text: Text, rendering: Pick<Rendering, 'me' | 'nameOf' | 'channelOf'>): Html =>
  text.type === 'mrkdwn' ? renderMrkdwn(text.text, rendering, text) : renderPlain(text)
