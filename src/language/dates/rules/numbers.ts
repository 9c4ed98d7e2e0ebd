import { once } from '../reading/matches.ts'
import {
  either,
  map,
  meaning,
  number,
  optional,
  type Parser,
  sequence,
  tight,
  word,
} from '../reading/parser.ts'
import { ORDINALS, TENS, UNITS_1_TO_19 } from '../reading/words.ts'

/** Numbers in words, and ordinals. */

const tens = map(sequence(meaning(TENS), optional(tight(word('-')))), ([n]) => n * 10)

/** `two`, `forty`, `twenty nine`. */
export const numberWord: Parser<number> = either(
  map(sequence(tens, meaning(UNITS_1_TO_19)), ([ten, n]) => (n < 10 ? ten + n : undefined)),
  tens,
  meaning(UNITS_1_TO_19),
)

/** `a couple of`. */
export const couple = map(sequence(optional(word('a')), word('couple'), optional(word('of'))), () => 2)

const th = word('st', 'nd', 'rd', 'th')
/** `24 th`, which is only a day beside its month. */
export const spacedNumeral = map(sequence(number(1, 31, [1, 2]), th), ([n], { tokens }, at) =>
  tokens[at + 1]?.tight ? undefined : n,
)
/** `24th`. */
export const numeral = map(sequence(number(1, 31, [1, 2]), tight(th)), ([n]) => n)
/** `second`, `twenty second`. */
export const ordinalWord: Parser<number> = either(
  map(sequence(tens, meaning(ORDINALS)), ([ten, n]) => (n < 10 && ten + n <= 31 ? ten + n : undefined)),
  meaning(ORDINALS),
)

/** `24th`, `second`, `twenty second`. */
export const ordinal: Parser<number> = once(either(numeral, ordinalWord))
