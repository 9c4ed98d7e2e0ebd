import type { Amount } from '../meaning/when.ts'
import { once } from '../reading/matches.ts'
import {
  butNo,
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
import { COUNTED, SINGULAR, WHOLE } from '../reading/words.ts'
import { couple, numberWord } from './numbers.ts'

/** So many days, weeks or months. */

const LARGE: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
])

export const count: Parser<number> = either(
  number(1, 9999),
  numberWord,
  map(word('a', 'an'), () => 1),
  couple,
  map(sequence(optional(word('a', 'one')), meaning(LARGE)), ([, n]) => n),
)

export const unit: Parser<Amount> = either(
  map(
    sequence(optional(word(...WHOLE)), meaning(COUNTED)),
    ([full, { unit, times }], { tokens }, at): Amount => ({
      unit,
      count: times,
      odd: SINGULAR.has(tokens[full ? at + 1 : at]?.word ?? ''),
    }),
  ),
  map(sequence(word('working'), word('day', 'days')), (): Amount => ({ unit: 'working day', count: 1 })),
  map(word('weekday', 'weekdays'), (): Amount => ({ unit: 'working day', count: 1 })),
)

const inARow = either<unknown>(
  butNo(word('to', 'into', 'from'), word('straight')),
  sequence(word('in'), word('a'), word('row')),
)
const oneAmount: Parser<Amount> = either(
  map(
    sequence(optional(word('exactly')), count, optional(tight(word('-'))), unit, optional(inARow)),
    ([, n, , { unit, count, odd = false }]) => ({ unit, count: n * count, odd: odd && n > 1 }),
  ),
  map(sequence(word('half'), word('a'), word('year')), (): Amount => ({ unit: 'month', count: 6 })),
)
const inDays = ({ count, unit }: Amount): number | undefined =>
  unit === 'day' ? count : unit === 'week' ? 7 * count : undefined

/** `next fortnight`, `first fortnight of january`. */
export const fortnight = map(word('fortnight'), (): Amount => ({ count: 2, unit: 'week' }))

/** `3 days`, `2w`, `a fortnight`, `a couple of weeks`, `1 week and 2 days`. */
export const amount: Parser<Amount> = once(
  either(
    // `8 days a week` is no sum.
    map(sequence(oneAmount, optional(word('and', ',')), oneAmount), ([a, joint, b]): Amount | undefined => {
      const [first, second] = [inDays(a), inDays(b)]
      const isOften = !joint && b.unit !== 'day'
      return first === undefined || second === undefined || first < second || isOften
        ? undefined
        : { count: first + second, unit: 'day' }
    }),
    oneAmount,
  ),
)
