import { type Named, takeSpoken } from './names.ts'

/** Names one after the other as people write them, `a, b and c`, that read back as the same names. */
export function sayList(names: readonly string[]): string {
  const said = names.map(name => (HOLDS_SEPARATOR.test(name) ? `"${name}"` : name))
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`
}

/** The names in a list. The inverse of `sayList` for names without quotation marks. */
export function readList(words: string): string[] {
  return takeList(words, [], words.length).names
}

/**
 * The names that a sentence begins with, each a known one, in quotes, or all up to the next separator or to `end`: what
 * is not known there is a name too. Tells which separators stood between them, and what is left behind them.
 */
export function takeList(
  sentence: string,
  items: readonly Named[],
  end: number,
): { names: string[]; separators: string[]; rest: string } {
  const names: string[] = []
  const separators: string[] = []
  let rest = sentence
  while (rest !== '') {
    const taken = takeSpoken(rest, items)
    const open = rest.slice(0, Math.max(0, end - (sentence.length - rest.length)))
    const words = taken ? undefined : (SEPARATOR_LATER.exec(open)?.[1] ?? open)
    const name = taken?.item?.name ?? taken?.words ?? words?.trim() ?? ''
    if (name === '') break
    names.push(name)
    rest = rest.slice(taken ? taken.length : (words?.length ?? 0))
    const [between, separator = ''] = SEPARATOR.exec(rest) ?? []
    if (between === undefined) break
    separators.push(separator.toLowerCase())
    rest = rest.slice(between.length)
  }
  return { names, separators: separators.slice(0, Math.max(0, names.length - 1)), rest: rest.trim() }
}

/** What is left of words behind a comma or an `and` with which they begin. */
export const behindSeparator = (words: string): string => words.replace(SEPARATOR, '')

/** A comma, a semicolon, `and`, `&`, `+`, or a comma with `and` behind it. */
const SEPARATOR = /^\s*([,;](?:\s*(?:and\b|&))?|and\b|[&+])\s*/i
const SEPARATOR_LATER = /^(.*?)\s*(?:[,;&+]|\band\b)/is
const HOLDS_SEPARATOR = /[,;&+]|\band\b/i
