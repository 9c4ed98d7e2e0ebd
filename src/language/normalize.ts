/** A sentence with plain quotes, question marks and spaces, without courtesy words and marks at its beginning. */
export function normalize(sentence: string): string {
  const plain = sentence
    .replace(INVISIBLE, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/？/g, '?')
    .replace(/(?<!\S)[—–](?=help\b|h\b)/gi, '--')
    .trim()
  const unquoted = (/^[*_~`]/.test(plain) ? withoutMarks(plain).trim() : plain).replace(QUOTED, '$2')
  return unquoted.replace(COURTESIES, '').trimStart()
}

/** Whether a question mark is politeness: `can you pause web-prod?`. */
export const isRequest = (sentence: string): boolean =>
  /\b(?:you|u|ya)\b/i.test(COURTESIES.exec(sentence)?.[0] ?? '')

const QUOTED = /^(["'])\s*((?:(?!\1).)*)\1$/s

/** Characters without width, and marks of direction at the edge of a word. Joiners stay within scripts and emoji. */
const INVISIBLE =
  /[\u00ad\u200b\u2060-\u2064\ufeff]|(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])|(?<!\S)[\u200e\u200f\u202a-\u202e\u2066-\u2069]+|[\u200e\u200f\u202a-\u202e\u2066-\u2069]+(?!\S)/g

/** Courtesies, and the slash of a command where none is needed. */
const COURTESIES =
  /^(?:(?:please|pls|plz|kindly|(?:hey|hi|hello|hallo|hola|bonjour|salut|ciao|ol[aá]|hej)(?:\s+there)?|ok|okay|hold on|dayshift|@dayshift|(?:can|could|would|will) (?:you|u|ya)|let['’]?s|i(?:['’]d| would) like to|(?:i|we) (?:want|need|have) to|my|our|the)(?=[\s,.:;!]|$)[\s,.:;!]*|[\s,.:;!]+|\/(?=[a-z]))+/i

const SIGN = '\\s.,;:!…–—-'
const SIGNS = `[?${SIGN}]`
const HANDS = '(?:(?:🙏|👍)[\\u{1f3fb}-\\u{1f3ff}]?)+'
const WORDS = `(?:please|pls|plz|ok|okay|thanks(?: a lot| so much)?|thank you(?: (?:so|very) much)?|thx|ty|cheers|danke|gracias|merci|grazie|obrigad[oa]|${HANDS})`

/** Whether words behind all else in a sentence say nothing: marks alone, and politeness. */
export const isCourtesy = (words: string): boolean => COURTESY.test(words)

const COURTESY = new RegExp(`^${SIGNS}*(?:${WORDS}(?![^\\s.,;:!?…–—-])${SIGNS}*)*$`, 'iu')

/** A sentence without the politeness at its end. */
export const withoutLastCourtesies = (sentence: string): string => sentence.replace(LAST_COURTESIES, '')

/** A question mark in front of them stays; `please?` is politeness. A reason may end with `ok`. */
const LAST_COURTESIES = new RegExp(
  `(?<![${SIGN}]|\\b(?:to|as|called|named))(?:[${SIGN}]+(?:(?:and|&)\\s+)?(?!ok)${WORDS}){1,4}[\\s.,!]*(?:(?<=\\b(?:please|pls|plz)\\s*)\\?+)?$`,
  'iu',
)

/** Longer text is left as it is. */
const PAIR = /(?<![\p{L}\p{N}])([*_~]|`{1,3})(?=\S)((?:(?!\1)[^\n]){0,200}?\S)\1(?![\p{L}\p{N}])/gu

/**
 * Text with spaces in place of Slack's marks around words: bold, italic, struck or code. Positions stay the
 * same, and so do marks from one place to another that are not `isMeant`.
 */
export function withoutMarks(text: string, isMeant = (_start: number, _end: number) => true): string {
  const next = text.replace(PAIR, (whole: string, mark: string, words: string, start: number) => {
    const space = ' '.repeat(mark.length)
    return isMeant(start, start + whole.length) ? `${space}${words}${space}` : whole
  })
  return next === text ? text : withoutMarks(next, isMeant)
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '"': '"', "'": "'" }

/** Text with spaces in place of the brackets and quotes right around a part of it. Positions stay the same. */
export function withoutBrackets(text: string, start: number, end: number): string {
  const closing = CLOSING[text[start - 1] ?? '']
  if (closing === undefined || text[end] !== closing) return text
  const next = `${text.slice(0, start - 1)} ${text.slice(start, end)} ${text.slice(end + 1)}`
  return withoutBrackets(next, start - 1, end + 1)
}

/** A name without the marks around all of it; undefined where it has none. */
export const unmarkedName = (words: string): string | undefined => /^([*_~`])(.{1,300})\1$/s.exec(words)?.[2]

/** What something new is to be called, written in bold or as code; an underscore may belong to the name. */
export const withoutFormatting = (words: string): string =>
  /^([*]|`{1,3})((?:(?!\1).)+)\1$/s.exec(words.trim())?.[2] ?? words

/** Text with spaces in place of question marks within it. Positions stay the same. */
export const withoutQuestionMarks = (text: string): string => text.replace(/\?(?=[?\s])/g, ' ')

/** Text with people and channels as their names: `#ops` for `<#C1|ops>`. */
export const withoutIds = (text: string): string => text.replace(/<([#@])\w+\|([^<>]*)>/g, '$1$2')
