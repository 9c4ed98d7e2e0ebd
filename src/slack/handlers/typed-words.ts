import { unescapeMrkdwn } from '../../message/mrkdwn.ts'

/**
 * What a person typed, without the markup of Slack (https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages):
 * links as they were written, people as `<@U1|ana>`, channels by name, and `:rocket:` as the emoji; custom emoji keep their names.
 */
export async function typedWords(text: string): Promise<string> {
  if (!SPECIAL.test(text)) return text.trim()
  const emoji = EMOJI.test(text) ? await import('../../language/emoji.ts') : undefined
  const words = text.replace(MARKUP, (whole, target?: string, label?: string, name = '', tone?: string) =>
    target === undefined ? (emoji?.emojiOf(name, tone) ?? whole) : linkText(target, label),
  )
  return unescapeMrkdwn(words).toWellFormed().replace(CONTROL_CHARACTERS, ' ').replace(CODE, '$1').trim()
}

/** Most sentences have none of it. */
const SPECIAL = /[^ -~]|[<&`]|:[^\s:]+:/

const LINK = /<([@#][A-Z0-9]+|![a-z][^<>|]*|(?:https?|mailto|tel):[^<>|]+)(?:\|([^<>]*))?>/
/** A name between colons, except within a time or a path. */
const EMOJI = /(?:(?<![\p{L}\d])|(?=:[\w+'-]+:(?![\p{L}\d]))):([\w+'-]+):(?::skin-tone-([2-6]):)?/u
const MARKUP = new RegExp(`${LINK.source}|${EMOJI.source}`, 'gu')
const CONTROL_CHARACTERS = /[^\P{Cc}\n]/gu

/** A sentence that was copied from the help with its backticks. */
const CODE = /^\s*`+([^`]+)`+\s*$/

function linkText(target: string, label: string | undefined): string {
  if (target.startsWith('@')) return label ? `<${target}|${label}>` : `<${target}>`
  if (target.startsWith('#')) return label ? `#${label}` : `<${target}>`
  if (target.startsWith('!')) return label || target.replace(/^!/, '@')
  const address = target.replace(/^(?:mailto|tel):/, '')
  if (!label || address.endsWith(label)) return label || address
  return address.startsWith(label) ? address : `${label} (${address})`
}
