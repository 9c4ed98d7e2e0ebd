import fc from 'fast-check'
import { mention, mrkdwn } from '../src/message/mrkdwn.ts'

/** Fragments that are special in JSON, Slack, labels, references or regular expressions. */
const pieces = [
  ...['"', '\\', '\n', '\t', ' ', ':', '#', '%', '&', '<', '>', '…', '“', '”', '’', '*', '`', '$&', '[', '('],
  ...['{"id":"1"}', '&amp;', '&lt;', '<!channel>', '<@U1>', 'help', 'pause'],
  ...['😀', 'é', 'İ', 'ß', 'ΟΔΟΣ', '\u202e', '\u2028', '\u0000', 'من', '日本', 'web-prod', 'to friday'],
]

/** Any code point, half of them ASCII. fast-check's own unit `binary` takes a second per file to set up. */
export const codePoint = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 0x7f }) },
    { weight: 2, arbitrary: fc.integer({ min: 0x80, max: 0xd7ff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0xe000, max: 0x10ffff }) },
  )
  .map(point => String.fromCodePoint(point))

/** Any text of a person or a service: random code points, and fragments likely to break parsers. */
export const words = (maxLength = 60): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: codePoint, maxLength }).map(text => text.slice(0, maxLength).toWellFormed()),
    fc
      .array(fc.constantFrom(...pieces), { maxLength: Math.ceil(maxLength / 4) })
      .map(parts => parts.join('').slice(0, maxLength).toWellFormed()),
  )

/** Very long texts. */
export const longTexts = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .tuple(words(20), fc.integer({ min: 1, max: maxLength }))
    .map(([some, length]) => (some || 'x').repeat(length).slice(0, length).toWellFormed())

/** Markup like that of replies: escaped words, mentions, and markup of the template itself. */
export const markup = (maxLength = 60) =>
  fc
    .array(
      fc.oneof(
        words(maxLength).map(text => mrkdwn`${text}`),
        fc.constant(mention('U1ANA')),
        fc.constant(mrkdwn` *_a_* \`b\` `),
        fc.constant(mrkdwn`<https://example.com/?a=1&amp;b=2|there>`),
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map(parts => parts.reduce((all, part) => mrkdwn`${all}${part}`))

/** Letters of many scripts, special characters of Slack and JSON, combining marks, half a surrogate pair. */
const letter = fc.constantFrom(...'aß&<"\\`*語שم🦄', '\u202e', 'e\u0301', '👩‍👩‍👧', '\ud83e', '\u0000', '\n')

/** Unusual names of up to 255 characters: a repeated letter, or random text. */
export const oddNames = fc
  .oneof(
    fc
      .tuple(letter, fc.constantFrom(1, 30, 255))
      .map(([some, length]) => some.repeat(length).slice(0, Math.max(length, some.length))),
    fc.string({ unit: codePoint, minLength: 1, maxLength: 255 }),
  )
  .filter(name => name.trim() !== '')
