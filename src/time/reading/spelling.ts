import type { Token } from './tokens.ts'
import { COUNTED, MONTHS, ORDINALS, TENS, UNITS_1_TO_19, WEEKDAYS } from './words.ts'

/** One slip of the finger in a word that days are said with. */

const SHORTEST = 4

const longOnes = (words: readonly string[]): string[] => words.filter(word => word.length >= SHORTEST)
/** Words that look like no other word, so that a slip in them is known among any words. */
const PLAIN = [
  ...WEEKDAYS.keys(),
  ...MONTHS.keys(),
  'today',
  'tomorrow',
  'tonight',
  'until',
  'weekend',
].filter(word => !['march', 'april', 'may', 'june', 'july'].includes(word))
const KEYS = longOnes([
  ...[WEEKDAYS, MONTHS, COUNTED, UNITS_1_TO_19, TENS, ORDINALS].flatMap(table => [...table.keys()]),
  ...'today tomorrow tonight yesterday weekend weekdays until through between from starting next this'.split(
    ' ',
  ),
  ...'christmas easter thanksgiving'.split(' '),
])

/** The words for which one slip away may have been made of this one; none where the grammar knows it as it is. */
export const meantBy = ({ text, word, digits }: Token, known: ReadonlySet<string>): string[] =>
  digits || text.length < SHORTEST - 1 || known.has(word) ? [] : KEYS.filter(key => isOneSlip(text, key))

/** The same words, those put right that can mean just one word that is one slip away; the same array where there are none. */
export function spelled(tokens: readonly Token[], known: ReadonlySet<string>): readonly Token[] {
  return respelled(tokens, token => meantBy(token, known))
}

/** The same inside a sentence, where `eastern`, `mouth` and `friday's` are words of their own. */
export function spelledAmong(tokens: readonly Token[], known: ReadonlySet<string>): readonly Token[] {
  return respelled(tokens, token =>
    meantBy(token, known).filter(key => PLAIN.includes(key) && !token.text.startsWith(key)),
  )
}

function respelled(tokens: readonly Token[], meant: (token: Token) => readonly string[]): readonly Token[] {
  let changed = false
  const words = tokens.map(token => {
    const [only, ...others] = meant(token)
    if (only === undefined || others.length > 0) return token
    changed = true
    return { ...token, word: only }
  })
  return changed ? words : tokens
}

/** One letter more, less, other, or two in the wrong order. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let i = 0
  while (i < a.length && a[i] === b[i]) i++
  const [restA, restB] = [a.slice(i), b.slice(i)]
  const swapped = `${restA.charAt(1)}${restA.charAt(0)}${restA.slice(2)}`
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA.length > 1 && swapped === restB)
  )
}
