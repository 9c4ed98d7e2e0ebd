import { unescapeMrkdwn } from '../../message/mrkdwn.ts'

/**
 * What somebody typed, out of the markup in which Slack hands it over: links as they were written, people as
 * `<@U1|ana>`, channels by their names (https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages), and
 * emoji as they are seen, which Slack hands over as `:rocket:`; those of a workspace's own keep their names.
 */
export async function wordsOf(text: string): Promise<string> {
  if (!SPECIAL.test(text)) return text.trim()
  const emoji = EMOJI.test(text) ? await import('../../language/emoji.ts') : undefined
  const words = text.replace(MARKUP, (whole, target?: string, label?: string, name = '', tone?: string) =>
    target === undefined ? (emoji?.emojiOf(name, tone) ?? whole) : meant(target, label),
  )
  return unescapeMrkdwn(words).toWellFormed().replace(CONTROL_CHARACTERS, ' ').replace(CODE, '$1').trim()
}

/** Most of what is typed is nothing but letters. */
const SPECIAL = /[^ -~]|[<&`]|:[^\s:]+:/

const LINK = /<([@#][A-Z0-9]+|![a-z][^<>|]*|(?:https?|mailto|tel):[^<>|]+)(?:\|([^<>]*))?>/
/** A name between colons where a word begins or ends: within a time or a path it is none. */
const EMOJI = /(?:(?<![\p{L}\d])|(?=:[\w+'-]+:(?![\p{L}\d]))):([\w+'-]+):(?::skin-tone-([2-6]):)?/u
const MARKUP = new RegExp(`${LINK.source}|${EMOJI.source}`, 'gu')
const CONTROL_CHARACTERS = /[^\P{Cc}\n]/gu

/** A sentence that was copied out of the help, with the marks that show it as code. */
const CODE = /^\s*`+([^`]*)`+\s*$/

function meant(target: string, label: string | undefined): string {
  if (target.startsWith('@')) return label ? `<${target}|${label}>` : `<${target}>`
  if (target.startsWith('#')) return label ? `#${label}` : `<${target}>`
  if (target.startsWith('!')) return label || target.replace(/^!/, '@')
  const address = target.replace(/^(?:mailto|tel):/, '')
  if (!label || address.endsWith(label)) return label || address
  return address.startsWith(label) ? address : `${label} (${address})`
}
