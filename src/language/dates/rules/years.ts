import { dateOf } from '../calendar.ts'
import { either, map, optional, sequence, tight, word } from '../reading/parser.ts'
import { longYear, shortYear } from './figures.ts'

/** The year behind a day or a month. */

/** `2027`, `, 2027`, `of 2027`, `/2027`, `next year`. */
export const year = either(
  map(sequence(optional(word(',', '.', 'of', 'in')), longYear), ([, y]) => y),
  map(
    sequence(optional(word(',', 'of', 'in')), word('this', 'next'), word('year')),
    ([, said], { today }) => dateOf(today).y + (said === 'next' ? 1 : 0),
  ),
  map(sequence(tight(word('-', '/')), tight(longYear)), ([, y]) => y),
  map(sequence(word("'"), tight(shortYear)), ([, y]) => y),
)
/** `27`: one of the next years; what is none can be a day as well. */
export const nearYear = map(shortYear, (y, { today }) =>
  Math.abs(y - dateOf(today).y - 1) <= 1 ? y : undefined,
)
