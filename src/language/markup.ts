/** Nobody marks more than a sentence. */
const PAIR = /(?<![\p{L}\p{N}])([*_~]|`{1,3})(?=\S)((?:(?!\1)[^\n]){0,200}?\S)\1(?![\p{L}\p{N}])/gu

/** Text with spaces in place of Slack's marks around words: bold, italic, struck or code. Positions stay the same. */
export function withoutMarks(text: string): string {
  const next = text.replace(PAIR, (_, mark: string, words: string) => {
    const space = ' '.repeat(mark.length)
    return `${space}${words}${space}`
  })
  return next === text ? text : withoutMarks(next)
}

/** A name without the marks around all of it; undefined where it has none. */
export const unmarkedName = (words: string): string | undefined => /^([*_~`])(.{1,300})\1$/s.exec(words)?.[2]

/** What something new is to be called, written in bold or as code; an underscore may belong to the name. */
export const newName = (words: string): string =>
  /^([*]|`{1,3})((?:(?!\1).)+)\1$/s.exec(words.trim())?.[2] ?? words
