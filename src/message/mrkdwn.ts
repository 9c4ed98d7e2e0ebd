/** Text in Slack's markup. A plain string is not yet one: `mrkdwn` makes it so by escaping it. */
export type Mrkdwn = { readonly mrkdwn: string }

/**
 * Tags a template as Slack markup: the template's own text is markup, every value put into it is escaped
 * unless it is markup itself, so that a plan called `<!channel>` pings no one.
 */
export function mrkdwn(strings: TemplateStringsArray, ...values: (string | number | Mrkdwn)[]): Mrkdwn {
  const escaped = values.map(value =>
    typeof value === 'object' ? value.mrkdwn : escapeMrkdwn(String(value)),
  )
  return { mrkdwn: String.raw({ raw: strings }, ...escaped) }
}

/** The parts that are there and say something, one under the other. */
export function lines(...parts: (Mrkdwn | undefined)[]): Mrkdwn {
  return join(parts, '\n')
}

/** Between facts in one line. */
export const SEPARATOR = '  ·  '

/** The parts that are there and say something, with the separator between them. */
export const join = (parts: (Mrkdwn | undefined)[], separator: string): Mrkdwn => ({
  mrkdwn: parts.flatMap(part => part?.mrkdwn || []).join(separator),
})

/** Lines of our own, none of them from outside, as a block of code. */
export const code = (written: readonly string[]): Mrkdwn => ({
  mrkdwn: ['```', ...written, '```'].join('\n'),
})

/** The mention of a Slack person by id, which Slack shows as their name. */
export const mention = (user: string): Mrkdwn => ({ mrkdwn: `<@${user}>` })

/** Mentions in what people type, with a name or without: their first group is the id. */
export const USER_MENTION = /<@(\w+)(?:\|[^>]*)?>/
export const CHANNEL_MENTION = /<#([CG]\w+)(?:\|[^>]*)?>/

/** Mentions of users by the id alone, as messages have them; commands add the handle. */
export const BARE_MENTION = /<@(\w+)>/g

/** The inverse of `mention`: who is mentioned, by words that are that alone. */
export function userIn(words = ''): string | undefined {
  const [mention, user] = USER_MENTION.exec(words) ?? []
  return mention === words ? user : undefined
}

/** What a person typed, with names in place of the mentions that have one. */
export const withMentionedNames = (text: string): string => text.replace(/<([@#])\w+\|([^>]*)>/g, '$1$2')

/**
 * A moment as each reader's own clock has it; as `fallback` says, else in UTC, where Slack's markup is not
 * understood (https://docs.slack.dev/messaging/formatting-message-text#date-formatting).
 */
export const moment = (at: Date, fallback = `${at.toISOString().slice(11, 16)} UTC`): Mrkdwn => ({
  mrkdwn: `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} at {time}|${fallback}>`,
})

/**
 * Escapes what Slack reads as markup control
 * (https://docs.slack.dev/messaging/formatting-message-text#escaping), marks the links, since blocks are sent
 * verbatim so that Slack finds no mentions, and folds line breaks, so that a foreign name stays on its line.
 * Signs that could begin or end a format, or an emoji, are replaced by ones that look alike, since Slack has
 * no way to escape those.
 */
function escapeMrkdwn(text: string): string {
  if (!CONTROL.test(text)) return text
  const line = text.replace(DIRECTION, '').replace(/\s+/g, ' ')
  const escaped = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split(LINK)
    .map((part, at) => (at % 2 === 0 ? withoutFormat(part) : `<${part}>`))
    .join('')
}

/** Up to what closes it or ends its sentence, with no entity cut in two. */
const LINK = /(https?:\/\/(?:(?!&[lg]t;)[^\s|*`"“”])+(?<![.,:;!?)\]']|&a?m?p?))/

const withoutFormat = (text: string): string =>
  text.replace(FORMAT, sign => LOOKALIKES[sign] ?? sign).replace(EMOJI, name => `${COLON}${name.slice(1)}`)

/** What makes a text another one when it is escaped. Most have none of it, and they are many. */
const CONTROL = /[&<>*_~`\u202a-\u202e\u2066-\u2069]|:\/\/|:[\w+'-]+:|[^\S ]| {2}/

/** Characters that turn the direction of the text behind them. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g

const LOOKALIKES: Record<string, string> = { '*': '\u2217', _: '\uff3f', '~': '\u223c', '`': '\u02cb' }
const COLON = '\ua789'
/** Not within a word or a product, and not between spaces. */
const FORMAT = /`|(?<![\p{L}\p{N}])[*_~](?!\s)|(?<!\s)[*_~](?![\p{L}\p{N}])/gu
/** Also one that the text around a value would complete. Digits between colons are a time, except for two. */
const EMOJI = /:(?=[\w+'-]*[a-z+-]|100:|1234:)[\w+'-]+(?::|$)/gi

/** The inverse of the escaping: what a person typed, as Slack hands it over in a command's text. */
export function unescapeMrkdwn(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** Markup as plain text. Mentions stay, and words from outside that look like one get another bracket: they ping no one. */
export function unformatted({ mrkdwn: text }: Mrkdwn): string {
  const plain = text
    .replace(/<!date\^[^|>]*\|([^>]*)>/g, '$1')
    .replace(/<(https?:[^|>]*)>/g, '$1')
    .replace(/&lt;(?=[!@#])/g, '‹')
    .replace(/(?<![\p{L}\p{N}])[*`]|[*`](?![\p{L}\p{N}])/gu, '')
  return unescapeMrkdwn(plain)
}

/** Markup cut to a length, with no half of an entity or a mention at its end. */
export function cutMrkdwn({ mrkdwn: text }: Mrkdwn, limit: number): string {
  if (text.length <= limit) return text
  const whole = cut(text, limit).slice(0, -1)
  return `${whole.replace(/&[a-z]*$/, '').replace(/<[^>]*$/, '')}…`
}

/**
 * The text, cut with an ellipsis where it is longer than `limit`, never inside a code point.
 * The limit counts UTF-16 units, the stricter of the two ways to count.
 */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${beginning(text, limit - 1).trimEnd()}…`
}

/** The text in one line for JSON, where a control character takes six: they become spaces. */
export const cutLine = (text: string, limit: number): string => cut(text.replace(/\p{Cc}/gu, ' '), limit)

/** As much of the text as fits into `limit`, never half a code point. */
export function beginning(text: string, limit: number): string {
  const splitsPair = text.length > limit && /[\uD800-\uDBFF]/.test(text.charAt(limit - 1))
  return text.slice(0, splitsPair ? limit - 1 : limit)
}
