import { html } from 'hono/html'
import type { Html } from '../html.ts'
import { renderEmoji, SHORTCODE } from './emoji.ts'

/** Slack's plain text: words without markup; names between colons become emoji, lines stay lines. */
export const renderPlain = ({ text }: { text: string }): Html => {
  const lines = text.split('\n').map(withEmoji)
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
