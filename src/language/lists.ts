import { type Named, parseName } from './names.ts'

/** `a, b and c`; names that hold a separator stand in quotes. `parseNames` is the inverse, for names without quotation marks. */
export function formatList(names: readonly string[]): string {
  const quoted = names.map(name => (HOLDS_SEPARATOR.test(name) ? `"${name}"` : name))
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}

/**
 * Parses the names with which a sentence begins, each a known one, in quotes, or all up to the next separator or to `end`;
 * no more than `most`.
 */
export function parseNames(
  sentence: string,
  items: readonly Named[],
  end: number,
  most = Number.POSITIVE_INFINITY,
): { names: string[]; rest: string } {
  const names: string[] = []
  let rest = sentence
  while (rest !== '' && names.length < most) {
    const parsed = parseName(rest, items)
    const open = rest.slice(0, Math.max(0, end - (sentence.length - rest.length)))
    const words = parsed ? undefined : (/^(.*?)\s*(?:[,;&+]|\band\b)/is.exec(open)?.[1] ?? open)
    const name = parsed?.item?.name ?? parsed?.words ?? words?.trim() ?? ''
    if (name === '') break
    names.push(name)
    rest = rest.slice(parsed ? parsed.length : (words?.length ?? 0))
    const [separator] = SEPARATOR.exec(rest) ?? []
    if (separator === undefined) break
    rest = rest.slice(separator.length)
  }
  return { names, rest: rest.trim() }
}

/** Words without a separator with which they begin. */
export const behindSeparator = (words: string): string => words.replace(SEPARATOR, '')

const SEPARATOR = /^\s*([,;](?:\s*(?:and\b|&))?|and\b|[&+])\s*/i
const HOLDS_SEPARATOR = /[,;&+]|\band\b/i
