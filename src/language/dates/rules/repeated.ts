import { refused, type When } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { either, map, number, optional, sequence, word } from '../reading/parser.ts'
import { comma } from './dates.ts'
import { numberWord } from './numbers.ts'
import { consecutive, range } from './ranges.ts'
import { ADVERBS, partsOfDays } from './refusable.ts'
import { thing } from './things.ts'

/** Days that come again by the words behind them, which are refused. */

const everyPeriod = sequence(
  word('every', 'each'),
  optional(either<unknown>(word('other', 'second'), number(2, 12), numberWord)),
  word('week', 'weeks', 'fortnight', 'month', 'months', 'quarter', 'year'),
)
/** `mon-fri every week`, `mon and tue mornings`, `friday weekly`. */
export const repeated = either(
  map(
    either<unknown>(
      sequence(optional(word('on')), either(thing, range, consecutive), comma, everyPeriod),
      sequence(either(range, consecutive), comma, partsOfDays),
    ),
    () => refused(whys.recurring),
  ),
  // `friday weekly report` is another.
  map(
    sequence(
      either(thing, range, consecutive),
      comma,
      optional(word('repeat', 'repeats', 'repeated')),
      word(...ADVERBS, 'biweekly', 'fortnightly', 'repeating', 'recurring'),
    ),
    (): When => ({ ...refused(whys.recurring), weak: 'word' }),
  ),
)
