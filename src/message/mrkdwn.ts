/** Text in Slack's markup. The `mrkdwn` tag creates it from plain strings by escaping them. */
export type Mrkdwn = { readonly mrkdwn: string }

/** Tags Slack markup. Interpolated strings are escaped: a plan called `<!channel>` pings no one. */
export function mrkdwn(strings: TemplateStringsArray, ...values: (string | number | Mrkdwn)[]): Mrkdwn {
  return { mrkdwn: strings.reduce((text, part, index) => text + markupOf(values[index - 1] ?? '') + part) }
}

const markupOf = (value: string | number | Mrkdwn): string =>
  typeof value === 'object' ? value.mrkdwn : escapeMrkdwn(String(value))

/** Joins the non-empty parts with line breaks. */
export const lines = (...parts: (Mrkdwn | undefined)[]): Mrkdwn => join(parts, '\n')

/** Separates facts on one line. */
export const SEPARATOR = '  ·  '

/** Joins the non-empty parts. */
export function join(parts: (Mrkdwn | undefined)[], separator: string): Mrkdwn {
  const texts = parts.map(part => part?.mrkdwn).filter(Boolean)
  return { mrkdwn: texts.join(separator) }
}

/** Formats a code block. The lines are not escaped: pass no user input. */
export const code = (codeLines: readonly string[]): Mrkdwn => ({
  mrkdwn: ['```', ...codeLines, '```'].join('\n'),
})

/** Mentions a user by ID; Slack shows their name. */
export const mention = (user: string): Mrkdwn => ({ mrkdwn: `<@${user}>` })

/** Mentions in typed text, with or without a name. The first group is the ID. */
export const USER_MENTION = /<@(\w+)(?:\|[^>]*)?>/
export const CHANNEL_MENTION = /<#([CG]\w+)(?:\|[^>]*)?>/

/** User mentions without a name, as in messages; slash commands add the handle. */
export const BARE_MENTION = /<@(\w+)>/g

/** Returns the user ID if the text is nothing but a mention. The inverse of `mention`. */
export function parseMention(words = ''): string | undefined {
  const [mention, user] = USER_MENTION.exec(words) ?? []
  return mention === words ? user : undefined
}

/** Replaces mentions with their names, where present. */
export const withMentionedNames = (text: string): string => text.replace(/<([@#])\w+\|([^>]*)>/g, '$1$2')

/**
 * Formats an instant in each reader's time zone. Clients that do not support date tokens show `fallback`
 * (https://docs.slack.dev/messaging/formatting-message-text#date-formatting).
 */
export const formatInstant = (at: Date, fallback = `${at.toISOString().slice(11, 16)} UTC`): Mrkdwn => ({
  mrkdwn: `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} at {time}|${fallback}>`,
})

/**
 * Escapes Slack's control characters
 * (https://docs.slack.dev/messaging/formatting-message-text#escaping). Also marks links, since blocks are
 * sent `verbatim`, and folds line breaks. Slack cannot escape formatting characters and emoji colons, so they
 * are replaced by lookalikes.
 */
function escapeMrkdwn(text: string): string {
  if (!NEEDS_ESCAPING.test(text)) return text
  const line = text.replace(DIRECTION_CONTROLS, '').replace(/\s+/g, ' ')
  return escapeControls(line)
    .split(LINK)
    .map((part, at) => (at % 2 === 0 ? replaceFormatting(part) : `<${part}>`))
    .join('')
}

/** A URL without trailing punctuation or a partial entity. */
const LINK = /(https?:\/\/(?:(?!&[lg]t;)[^\s|*`"“”])+(?<![.,:;!?)\]']|&a?m?p?))/

const replaceFormatting = (text: string): string =>
  text.replace(FORMAT, sign => LOOKALIKES[sign] ?? sign).replace(EMOJI, name => `${COLON}${name.slice(1)}`)

/** Matches text that escaping changes. Most text does not match and takes the fast path. */
const NEEDS_ESCAPING = /[&<>*_~`\u202a-\u202e\u2066-\u2069]|:\/\/|:[\w+'-]+:|[^\S ]| {2}/

const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

const LOOKALIKES: Record<string, string> = { '*': '\u2217', _: '\uff3f', '~': '\u223c', '`': '\u02cb' }
const COLON = '\ua789'
/** Formatting characters, except inside words, between numbers, and between spaces. */
const FORMAT = /`|(?<![\p{L}\p{N}])[*_~](?!\s)|(?<!\s)[*_~](?![\p{L}\p{N}])/gu
/** Emoji names, even if only the next text closes them. Digits are a time, except :100: and :1234:. */
const EMOJI = /:(?=[\w+'-]*[a-z+-]|100:|1234:)[\w+'-]+(?::|$)/gi

/** Escapes Slack's control characters alone, as Slack does with what people type. */
export const escapeControls = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The inverse of `escapeControls`: unescapes text that Slack escaped, such as that of a slash command. */
export const unescapeMrkdwn = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Converts markup to plain text. Mentions stay; escaped text that looks like one gets a lookalike bracket. */
export function toPlainText({ mrkdwn: text }: Mrkdwn): string {
  const plain = text
    .replace(/<!date\^[^|>]*\|([^>]*)>/g, '$1')
    .replace(/<(https?:[^|>]*)>/g, '$1')
    .replace(/&lt;(?=[!@#])/g, '‹')
    .replace(/(?<![\p{L}\p{N}])[*`]|[*`](?![\p{L}\p{N}])/gu, '')
  return unescapeMrkdwn(plain)
}

/** Truncates markup, never inside an entity or a mention. */
export function cutMrkdwn({ mrkdwn: text }: Mrkdwn, limit: number): string {
  if (text.length <= limit) return text
  const start = cut(text, limit).slice(0, -1)
  return `${start.replace(/&[a-z]*$/, '').replace(/<[^>]*$/, '')}…`
}

/**
 * Truncates text to `limit` with an ellipsis, never inside a code point. The limit counts UTF-16 code units,
 * the stricter of the two ways in which Slack may count.
 */
export const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${firstCharacters(text, limit - 1).trimEnd()}…`

/** Truncates text and replaces control characters with spaces: in JSON they take six characters. */
export const cutLine = (text: string, limit: number): string => cut(text.replace(/\p{Cc}/gu, ' '), limit)

/** Truncates text to `limit` without an ellipsis, never inside a code point. */
export function firstCharacters(text: string, limit: number): string {
  const splitsPair = text.length > limit && /[\uD800-\uDBFF]/.test(text.charAt(limit - 1))
  return text.slice(0, splitsPair ? limit - 1 : limit)
}
