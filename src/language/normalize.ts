/** Normalizes quotes, question marks and spaces of a sentence; removes formatting and courtesies at its beginning. */
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

/** Whether a question is a polite request: `can you pause web-prod?`. */
export const isRequest = (sentence: string): boolean =>
  /\b(?:you|u|ya)\b/i.test(COURTESIES.exec(sentence)?.[0] ?? '')

const QUOTED = /^(["'])\s*((?:(?!\1).)*)\1$/s

/** Zero-width characters, and direction marks at the edge of a word. Joiners inside scripts and emoji are kept. */
const INVISIBLE =
  /[\u00ad\u200b\u2060-\u2064\ufeff]|(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])|(?<!\S)[\u200e\u200f\u202a-\u202e\u2066-\u2069]+|[\u200e\u200f\u202a-\u202e\u2066-\u2069]+(?!\S)/g

/** Courtesies, and an unnecessary slash. */
const COURTESIES =
  /^(?:(?:please|pls|plz|kindly|(?:hey|hi|hello|hallo|hola|bonjour|salut|ciao|ol[aá]|hej|good (?:morning|afternoon|evening))(?:\s+there)?|ok|okay|hold on|dayshift|@dayshift|(?:can|could|would|will) (?:you|u|ya)|let['’]?s|i(?:['’]d| would) like to|(?:i|we) (?:want|need|have) to|my|our|the)(?=[\s,.:;!]|$)[\s,.:;!]*|[\s,.:;!]+|\/(?=[a-z]))+/i

const SIGN = '\\s.,;:!…–—-'
const SIGNS = `[?${SIGN}]`
const HANDS = '(?:(?:🙏|👍|👋)[\\u{1f3fb}-\\u{1f3ff}]?)+'
const WORDS = `(?:please|pls|plz|ok|okay|thanks(?: a lot| so much| in advance)?|thank you(?: (?:so|very) much)?|thx|ty|cheers|danke|gracias|merci|grazie|obrigad[oa]|${HANDS})`

/** Whether the rest of a sentence is only punctuation and courtesies. */
export const isCourtesy = (words: string): boolean => COURTESY.test(words)

const COURTESY = new RegExp(`^${SIGNS}*(?:${WORDS}(?![^\\s.,;:!?…–—-])${SIGNS}*)*$`, 'iu')

/** Removes courtesies at the end of a sentence. */
export const withoutLastCourtesies = (sentence: string): string => sentence.replace(LAST_COURTESIES, '')

/** Keeps a question mark before them, but not that of `please?`. A reason may end with `ok`. */
const LAST_COURTESIES = new RegExp(
  `(?<![${SIGN}]|\\b(?:to|as|called|named))(?:[${SIGN}]+(?:(?:and|&)\\s+)?(?!ok)${WORDS}){1,4}[\\s.,!]*(?:(?<=\\b(?:please|pls|plz)\\s*)\\?+)?$`,
  'iu',
)

/** Paired formatting marks around at most some 200 characters. */
const PAIR = /(?<![\p{L}\p{N}])([*_~]|`{1,3})(?=\S)((?:(?!\1)[^\n]){0,200}?\S)\1(?![\p{L}\p{N}])/gu

/**
 * Replaces Slack's formatting marks (bold, italic, struck, code) by spaces, so that positions stay the same.
 * Keeps those for whose positions `isMeant` returns false.
 */
export function withoutMarks(text: string, isMeant = (_start: number, _end: number) => true): string {
  const next = text.replace(PAIR, (whole: string, mark: string, words: string, start: number) => {
    const space = ' '.repeat(mark.length)
    return isMeant(start, start + whole.length) ? `${space}${words}${space}` : whole
  })
  return next === text ? text : withoutMarks(next, isMeant)
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '"': '"', "'": "'" }

/** Replaces brackets and quotes around a part of a text by spaces, so that positions stay the same. */
export function withoutBrackets(text: string, start: number, end: number): string {
  const closing = CLOSING[text[start - 1] ?? '']
  if (closing === undefined || text[end] !== closing) return text
  const next = `${text.slice(0, start - 1)} ${text.slice(start, end)} ${text.slice(end + 1)}`
  return withoutBrackets(next, start - 1, end + 1)
}

/** Removes formatting marks around a whole name; undefined if there are none. */
export const unmarkedName = (words: string): string | undefined => /^([*_~`])(.{1,300})\1$/s.exec(words)?.[2]

/** Removes bold or code marks around a new name; an underscore may belong to it. */
export const withoutFormatting = (words: string): string =>
  /^([*]|`{1,3})((?:(?!\1).)+)\1$/s.exec(words.trim())?.[2] ?? words

/** Replaces question marks inside a text by spaces, so that positions stay the same. */
export const withoutQuestionMarks = (text: string): string => text.replace(/\?(?=[?\s])/g, ' ')

/** Replaces Slack's references by names: `<#C1|ops>` by `#ops`. */
export const withoutIds = (text: string): string => text.replace(/<([#@])\w+\|([^<>]*)>/g, '$1$2')
