import { unescapeMrkdwn } from './mrkdwn.ts'

/**
 * What somebody typed, out of the markup in which Slack hands it over: links as they were written, people as
 * `<@U1>`, channels by their names (https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages).
 */
export function wordsOf(text: string): string {
  if (!SPECIAL.test(text)) return text.trim()
  return unescapeMrkdwn(text.replace(MARKUP, (_, target: string, label?: string) => meant(target, label)))
    .toWellFormed()
    .replace(CONTROL_CHARACTERS, ' ')
    .replace(CODE, '$1')
    .trim()
}

/** Most of what is typed is nothing but letters. */
const SPECIAL = /[^ -~]|[<&`]/

const MARKUP = /<([@#][A-Z0-9]+|![a-z][^<>|]*|(?:https?|mailto|tel):[^<>|]+)(?:\|([^<>]*))?>/g
const CONTROL_CHARACTERS = /[^\P{Cc}\n]/gu

/** A sentence that was copied out of the help, with the marks that show it as code. */
const CODE = /^\s*`+([^`]*)`+\s*$/

function meant(target: string, label: string | undefined): string {
  if (target.startsWith('@')) return `<${target}>`
  if (target.startsWith('#')) return label ? `#${label}` : `<${target}>`
  if (target.startsWith('!')) return label || target.replace(/^!/, '@')
  const address = target.replace(/^(?:mailto|tel):/, '')
  if (!label || address.endsWith(label)) return label || address
  return address.startsWith(label) ? address : `${label} (${address})`
}
