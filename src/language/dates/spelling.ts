import { distance } from 'fastest-levenshtein'
import { isKnown } from './parser.ts'
import type { Token } from './tokens.ts'
import { COUNTED, MONTHS, SAME_WORD, setOf, WEEKDAYS } from './words.ts'

const SHORTEST = 4

/** Words that look like no other word, so that a slip in them is known among any words. */
const PLAIN = [
  ...[...WEEKDAYS.keys(), ...MONTHS.keys()].filter(word => !/^(march|april|may|june|july)$/.test(word)),
  ...setOf('today tomorrow tonight until weekend'),
]
const OTHER_KEYS =
  setOf(`today tomorrow tonight yesterday weekend weekdays until through between from starting next this
  christmas easter thanksgiving`)
const KEYS = [...WEEKDAYS.keys(), ...MONTHS.keys(), ...COUNTED.keys(), ...OTHER_KEYS].filter(
  word => word.length >= SHORTEST,
)
/** Words of their own, one slip away from one of those. */
const OTHERS = setOf(
  `mondays tuesdays wednesdays thursdays fridays saturdays sundays match marsh larch parch starch jane junk dune tune rune prune jude juno jury duly sundry sundae mandate daisy
  bays dais dart data dash damp dams dabs dads says pays lays rays ways weak weed weep seek peek meek geek reek leek
  wreck creek cheek sleek tweak weeds weaks seeks peeks geeks reeks wrecks cheeks mouth mouths moth moths yeah yearn ear bear
  dear fear gear hear near pear rear tear wear ears bears dears fears gears hears nears pears rears tears wears yearns
  text nest neat newt net exit vex his thin thus thins tis form frog prom farm firm frost frown untie unit toddy toady
  eastern faster master caster taster aster ester eater easier feaster though trough thorough throughout staring
  starling starving stating sparring stinging quartet quarters barter augustus mayor dray`,
)

/** The months, by their names in short. */
const SHORT_MONTHS = [...SAME_WORD].filter(([, word]) => MONTHS.has(word))

/** The words for which one slip away may have been made of this one; none where the grammar knows it as it is. */
export function meantBy({ text, word, digits }: Token): string[] {
  if (digits || text.length < SHORTEST - 1 || isKnown(word) || OTHERS.has(text)) return []
  const candidates = KEYS.filter(key => isOneSlip(text, key))
  if (!candidates.some(key => MONTHS.has(key))) return candidates
  // Of two months either may have been meant, in short as well: juy is july, or jun.
  const others = SHORT_MONTHS.filter(([short]) => isOneSlip(text, short)).map(([, month]) => month)
  return [...new Set([...candidates, ...others])]
}

/** The same words, those put right that can mean just one word that is one slip away. */
export const spelled = (tokens: readonly Token[], candidatesFor = meantBy): readonly Token[] =>
  tokens.map(token => {
    const [only, ...others] = candidatesFor(token)
    return only === undefined || others.length > 0 ? token : { ...token, word: only }
  })

/** The words meant inside a sentence, where `eastern`, `mouth` and `friday's` are words of their own. */
export const meantAmongOthers = (token: Token): string[] =>
  meantBy(token).filter(key => PLAIN.includes(key) && !token.text.startsWith(key))

/** One letter more, less, other, or two in the wrong order. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  const slips = distance(a, b)
  return slips <= 1 || (slips === 2 && a.length === b.length && sorted(a) === sorted(b))
}
const sorted = (word: string): string => [...word].sort().join('')
