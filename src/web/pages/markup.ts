import { html } from 'hono/html'
import { type Mrkdwn, unescapeMrkdwn } from '../../message/mrkdwn.ts'
import type { Html } from './layout.ts'

const MARKUP = /`([^`\n]+)`|\*([^*\n]+)\*|<@(\w+)>|<(https?:[^|>]+|!date[^|>]+)(?:\|([^>]*))?>|(\n)/g

/** Slack's markup, as far as replies have it, as HTML; `nameOf` knows the names of people. Links stay words. */
export function asPage({ mrkdwn }: Mrkdwn, nameOf: (user: string) => string): Html {
  const parts: Html[] = []
  let from = 0
  const plainly = (text: string) => html`${unescapeMrkdwn(text)}`
  for (const { 0: whole, index, ...found } of mrkdwn.matchAll(MARKUP)) {
    const [code, bold, user, url, label] = [found[1], found[2], found[3], found[4], found[5]]
    parts.push(plainly(mrkdwn.slice(from, index)))
    if (code !== undefined) parts.push(html`<code>${plainly(code)}</code>`)
    else if (bold !== undefined) parts.push(html`<strong>${plainly(bold)}</strong>`)
    else if (user !== undefined) parts.push(html`${nameOf(user)}`)
    else if (url !== undefined) parts.push(plainly(label || url))
    else parts.push(html`<br>`)
    from = index + whole.length
  }
  return html`${[...parts, plainly(mrkdwn.slice(from))]}`
}
