import { html } from 'hono/html'
import { emojiOf } from '../message/emoji.ts'
import { unescapeMrkdwn } from '../message/mrkdwn.ts'

/** HTML in which inserted text is escaped. */
export type Html = ReturnType<typeof html>
type Parts = (Html | string)[]

/** The reader, for mentions and local times, and the names of people and channels. */
export type Reader = {
  me: string
  nameOf: (id: string) => string | undefined
  channelOf: (id: string) => string | undefined
  /** Formats a moment in the reader's time zone. */
  momentOf?: (at: Date) => string
}

/** `verbatim` does not link bare addresses; `plain` makes no links and shows names alone. */
type Options = { verbatim?: boolean | undefined; plain?: boolean }

const EMOJI = ":([a-z0-9_+'-]+):(?::skin-tone-([2-6]):)?"
/** A link without markup, up to the punctuation that ends its sentence. */
const BARE_LINK = String.raw`(?<![\p{L}\p{N}])(https?:\/\/(?:(?!&[lg]t;)[^\s<>|*\x60"“”])+(?<![.,:;!?)\]'_~]))`
/** `*bold*`, `_italic_` and `~struck~`: not inside a word, and not closed inside a reference or code. */
const MARKED = String.raw`(?<![\p{L}\p{N}*_~])(?<mark>[*_~])(?!\s|\k<mark>)((?:<[^<>\n]+>|\x60[^\x60\n]+\x60|[^\n])+?)(?<!\s)\k<mark>(?![\p{L}\p{N}])`

const REFERENCE = /<([^<>\n|]+)(?:\|([^<>\n]*))?>/g
const CODE = /`([^`\n]+)`/
const TOKENS = new RegExp([REFERENCE.source, CODE.source, EMOJI, BARE_LINK, MARKED].join('|'), 'gu')

/**
 * Renders Slack's markup. Markers that are not closed, or are inside a word, are text.
 * Source: docs.slack.dev/messaging/formatting-message-text.
 */
export const renderMrkdwn = (text: string, reader: Reader, options: Options = {}): Html => {
  const pieces = text.split(/\n?```\n?([\s\S]+?)\n?```\n?/)
  return html`${pieces.map((piece, index) =>
    index % 2 === 1
      ? html`<pre>${unescapeMrkdwn(withoutLinks(piece))}</pre>`
      : renderLines(piece, line => renderLine(line, reader, options)),
  )}`
}

/** Renders lines, consecutive quoted ones as one quote. `>>>` quotes all lines that follow. */
const renderLines = (text: string, render: (line: string) => Parts): Parts => {
  if (text === '') return []
  const groups: { isQuoted: boolean; lines: string[] }[] = []
  let quotesRest = false
  for (const line of text.split('\n')) {
    const [marker = ''] = quotesRest ? [] : (/^(?:(?:&gt;|>){3}|&gt;|>) ?/.exec(line) ?? [])
    const isQuoted = quotesRest || marker !== ''
    quotesRest ||= /^(?:&gt;|>){3}/.test(marker)
    const last = groups.at(-1)
    if (last?.isQuoted === isQuoted) last.lines.push(line.slice(marker.length))
    else groups.push({ isQuoted, lines: [line.slice(marker.length)] })
  }
  return groups.map(({ isQuoted, lines }) => {
    const parts = withBreaks(lines.map(render))
    return isQuoted ? html`<blockquote>${parts}</blockquote>` : html`${parts}`
  })
}

const withBreaks = (lines: Parts[]): Parts =>
  lines.flatMap((line, index) => (index > 0 ? [html`<br>`, ...line] : line))

/** Replaces matches by their rendering, if they have one. */
const renderTokens = (
  text: string,
  tokens: RegExp,
  draw: (match: RegExpExecArray) => Html | false | '' | undefined,
) => {
  const parts: Parts = []
  let end = 0
  for (const match of text.matchAll(tokens)) {
    const rendering = draw(match)
    if (!rendering) continue
    parts.push(unescapeMrkdwn(text.slice(end, match.index)), rendering)
    end = match.index + match[0].length
  }
  return [...parts, unescapeMrkdwn(text.slice(end))]
}

const renderLine = (text: string, reader: Reader, options: Options): Parts =>
  renderTokens(text, TOKENS, ([, target, label, code, emoji, tone, link, mark, marked = '']) => {
    if (target) return renderReference(target, label && unescapeMrkdwn(label), reader, options)
    if (code) return html`<code>${unescapeMrkdwn(withoutLinks(code))}</code>`
    if (emoji) return renderEmoji(emoji, tone)
    if (link) return !options.verbatim && !options.plain && renderLink(unescapeMrkdwn(link))
    return mark && renderMarked(mark, renderLine(marked, reader, options))
  })

const renderMarked = (mark: string, inner: Parts): Html =>
  mark === '*'
    ? html`<strong>${inner}</strong>`
    : mark === '_'
      ? html`<em>${inner}</em>`
      : html`<s>${inner}</s>`

/** Replaces links by their labels, for code. */
const withoutLinks = (text: string) =>
  text.replace(REFERENCE, (whole, target: string, label?: string) =>
    /^(https?:|mailto:)/.test(target) ? (label ?? target) : whole,
  )

const renderReference = (
  target: string,
  label: string | undefined,
  reader: Reader,
  { plain }: Options,
): Html | undefined => {
  const { me, nameOf, channelOf, momentOf } = reader
  const id = target.slice(1)
  if (plain) return html`${(target.startsWith('@') && nameOf(id)) || label || unescapeMrkdwn(target)}`
  const mention = (name: string, isMe = false) => html`<span class="mention${isMe && ' me'}">${name}</span>`
  if (target.startsWith('@'))
    return mention(`@${(nameOf(id) ?? label ?? 'unknown').replace(/^@/, '')}`, id === me)
  if (target.startsWith('#')) return mention(`#${channelOf(id) ?? label ?? 'unknown'}`)
  if (/^!(here|channel|everyone)$/.test(target)) return mention(`@${id}`, true)
  const [, seconds] = /^!date\^(\d+)\^/.exec(target) ?? []
  const moment = seconds && momentOf?.(new Date(Number(seconds) * 1000))
  if (target.startsWith('!')) return html`${moment ?? label ?? target}`
  return renderLink(unescapeMrkdwn(target), label)
}

/** Returns an address if it is safe to link to. */
export const safeUrl = (address: string): string | undefined => {
  const url = URL.parse(address)
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

const renderLink = (address: string, words?: string): Html | undefined => {
  const url = safeUrl(address)
  return url
    ? html`<a href="${url}" target="_blank" rel="noreferrer noopener">${words || address}</a>`
    : undefined
}

const renderEmoji = (name: string, tone?: string): Html | undefined => {
  const emoji = emojiOf(name, tone)
  const label = name.replaceAll(/[_-]/g, ' ')
  return emoji ? html`<span class="emoji" role="img" aria-label="${label}">${emoji}</span>` : undefined
}

/** Renders plain text: emoji and line breaks, but no markup. */
export const renderPlain = ({ text }: { text: string }): Html => {
  const escaped = text.replaceAll('&', '&amp;')
  const render = (line: string) =>
    renderTokens(line, new RegExp(EMOJI, 'g'), ([, name = '', tone]) => renderEmoji(name, tone))
  return html`${withBreaks(escaped.split('\n').map(render))}`
}
