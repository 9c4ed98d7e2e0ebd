const MARK = /[*_~`]/
/** Nobody marks more than a sentence. */
const PAIR = /(?<![\p{L}\p{N}])([*_~]|`{1,3})(?=\S)((?:(?!\1)[^\n]){0,200}?\S)\1(?![\p{L}\p{N}])/gu

/**
 * A text with spaces in the place of Slack's marks around its words: bold, slanted, struck or code. What stands between
 * them stays where it is; marks from one place to another that are not meant stay too.
 */
export function withoutMarks(text: string, isMeant = (_from: number, _to: number) => true): string {
  if (!MARK.test(text)) return text
  const left = text.replace(PAIR, (whole: string, mark: string, words: string, at: number) => {
    const space = ' '.repeat(mark.length)
    return isMeant(at, at + whole.length) ? `${space}${words}${space}` : whole
  })
  return left === text ? text : withoutMarks(left, isMeant)
}

const STRUCK = /(?<![\p{L}\p{N}])~(?=\S)[^~\n]{0,200}?(?<=\S)~(?![\p{L}\p{N}])/gu

/** A text with spaces in the place of what is struck in it, which nobody says any more. */
export const withoutStruck = (text: string): string =>
  text.replace(STRUCK, ({ length }) => ' '.repeat(length))

/** What closes a sign that opens. */
const CLOSING: ReadonlyMap<string | undefined, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['"', '"'],
  ["'", "'"],
])

/** The same of the brackets and quotes right around a part of it. */
export function withoutSigns(text: string, start: number, end: number): string {
  const closing = CLOSING.get(text[start - 1])
  if (closing === undefined || text[end] !== closing) return text
  const left = `${text.slice(0, start - 1)} ${text.slice(start, end)} ${text.slice(end + 1)}`
  return withoutSigns(left, start - 1, end + 1)
}

/** What stands between marks around the whole of a name; nothing where there are none. */
export const unmarkedName = (words: string): string | undefined => MARKED.exec(words)?.[2]

/** No name is longer. */
const MARKED = /^([*_~`])(.{1,300})\1$/s

/** What something new is to be called, which somebody has written in bold or as code: an underscore may be part of it. */
export const newName = (words: string): string => BOLD.exec(words.trim())?.[2] ?? words

const BOLD = /^([*]|`{1,3})((?:(?!\1).)+)\1$/s
