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

const CLOSING: ReadonlyMap<string | undefined, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['"', '"'],
  ["'", "'"],
])

/** Text with spaces in place of the brackets and quotes right around a part of it. Positions stay the same. */
export function withoutBrackets(text: string, start: number, end: number): string {
  const closing = CLOSING.get(text[start - 1])
  if (closing === undefined || text[end] !== closing) return text
  const next = `${text.slice(0, start - 1)} ${text.slice(start, end)} ${text.slice(end + 1)}`
  return withoutBrackets(next, start - 1, end + 1)
}

/** A name without the marks around all of it; undefined where it has none. */
export const unmarkedName = (words: string): string | undefined => /^([*_~`])(.{1,300})\1$/s.exec(words)?.[2]

/** What something new is to be called, written in bold or as code; an underscore may belong to the name. */
export const withoutFormatting = (words: string): string =>
  /^([*]|`{1,3})((?:(?!\1).)+)\1$/s.exec(words.trim())?.[2] ?? words

/** Text with people and channels as their names: `#ops` for `<#C1|ops>`. */
export const withoutIds = (text: string): string => text.replace(/<([#@])\w+\|([^<>]*)>/g, '$1$2')
