import { html } from 'hono/html'
import { z } from 'zod'
import type { Html } from '../html.ts'
import { renderEmoji } from './emoji.ts'
import { type Reader, renderBroadcast, renderChannel, renderLink, renderPerson } from './reference.ts'

const styles = z.object({
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  strike: z.boolean().optional(),
  code: z.boolean().optional(),
})

const piece = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), style: styles.optional() }),
  z.object({
    type: z.literal('link'),
    url: z.string(),
    text: z.string().optional(),
    style: styles.optional(),
  }),
  z.object({ type: z.literal('user'), user_id: z.string() }),
  z.object({ type: z.literal('channel'), channel_id: z.string() }),
  z.object({ type: z.literal('broadcast'), range: z.string() }),
  z.object({ type: z.literal('emoji'), name: z.string() }),
  z.object({ type: z.literal('date'), fallback: z.string() }),
])

const text = z.object({
  type: z.enum(['rich_text_section', 'rich_text_quote', 'rich_text_preformatted']),
  elements: z.array(z.unknown()),
})

const list = z.object({
  type: z.literal('rich_text_list'),
  style: z.enum(['bullet', 'ordered']),
  elements: z.array(z.unknown()),
})

/** The elements of rich text; of what this page does not know nothing is drawn. */
export const renderRichText = (elements: unknown[], reader: Reader): Html =>
  html`${elements.map(element => renderPart(element, reader))}`

const renderPart = (element: unknown, reader: Reader): Html => {
  const found = z.union([text, list]).safeParse(element).data
  if (!found) return html``
  const inside = () => found.elements.map(one => renderPiece(one, reader))
  switch (found.type) {
    case 'rich_text_section':
      return html`<div>${inside()}</div>`
    case 'rich_text_quote':
      return html`<blockquote>${inside()}</blockquote>`
    case 'rich_text_preformatted':
      return html`<pre>${inside()}</pre>`
    case 'rich_text_list': {
      const items = found.elements.map(item => html`<li>${renderPart(item, reader)}</li>`)
      return found.style === 'ordered' ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
    }
  }
}

const renderPiece = (element: unknown, reader: Reader): Html => {
  const found = piece.safeParse(element).data
  if (!found) return html``
  switch (found.type) {
    case 'text':
      return styled(html`${lined(found.text)}`, found.style)
    case 'link':
      return styled(renderLink(found.url, found.text ?? found.url), found.style)
    case 'user':
      return renderPerson(found.user_id, undefined, reader)
    case 'channel':
      return renderChannel(found.channel_id, undefined, reader)
    case 'broadcast':
      return renderBroadcast(found.range)
    case 'emoji':
      return renderEmoji(found.name) ?? html`:${found.name}:`
    case 'date':
      return html`${found.fallback}`
  }
}

const lined = (words: string) =>
  words.split('\n').flatMap((line, at) => (at > 0 ? [html`<br>`, line] : [line]))

const styled = (inside: Html, style: z.output<typeof styles> = {}): Html => {
  const coded = style.code ? html`<code>${inside}</code>` : inside
  const struck = style.strike ? html`<s>${coded}</s>` : coded
  const slanted = style.italic ? html`<em>${struck}</em>` : struck
  return style.bold ? html`<strong>${slanted}</strong>` : slanted
}
