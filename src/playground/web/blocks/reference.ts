import { html } from 'hono/html'
import type { Html } from '../html.ts'
import type { Rendering } from './rendering.ts'

/** Whom mentions and links are drawn for. */
export type Reader = Pick<Rendering, 'me' | 'nameOf' | 'channelOf'>

/** The address where a page may lead to it, else undefined: nothing that runs in the page. */
export const safeUrl = (address: string): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

/** A link that leads out of the page; its words alone where the address is none to lead to. */
export const renderLink = (address: string, words: Html | string): Html => {
  const url = safeUrl(address)
  return url ? html`<a href="${url}" target="_blank" rel="noreferrer noopener">${words}</a>` : html`${words}`
}

/** A person by name; the reader's own name stands out. */
export const renderPerson = (id: string, label: string | undefined, reader: Reader): Html => {
  const name = reader.nameOf(id) ?? label ?? 'unknown'
  return html`<span class="mention${id === reader.me ? ' me' : ''}">@${name.replace(/^@/, '')}</span>`
}

/** A channel by name. */
export const renderChannel = (id: string, label: string | undefined, reader: Reader): Html =>
  html`<span class="mention" data-channel="${id}">#${reader.channelOf(id) ?? label ?? 'unknown'}</span>`

/** Everybody at once: `here`, `channel`, `everyone`. */
export const renderBroadcast = (range: string): Html => html`<span class="mention me">@${range}</span>`
