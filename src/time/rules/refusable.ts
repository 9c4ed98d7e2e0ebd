import { refused, type When, type Why } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { either, map, meaning, optional, type Parser, row, sequence, word } from '../reading/parser.ts'
import { COUNTED, WEEKDAYS } from '../reading/words.ts'
import { comma } from './dates.ts'
import { end, from, thing, until } from './things.ts'

/** What is understood, and refused by its name. */

const REPEATING = [...WEEKDAYS.keys()]
  .map(day => `${day}s`)
  .concat('weekdays', 'weekends', 'daily', 'weekly', 'monthly')
const VAGUE =
  'asap never forever indefinitely permanently always immediately soon later sometime someday whenever'

const every = either<unknown>(
  sequence(
    word('every', 'each'),
    optional(word('other', 'second')),
    either<unknown>(meaning(WEEKDAYS), meaning(COUNTED), word('weekend', 'weekday')),
  ),
  sequence(optional(word('on')), word(...REPEATING)),
)
const or = sequence(comma, word('or'))
const onwards = word('onwards', 'onward', 'on')

const refusal = (why: Why, weak?: When['weak']): When => (weak ? { ...refused(why), weak } : refused(why))

export const refusable: Parser<When> = either(
  map(
    sequence(either(from, word('since', 'after')), optional(word('on', 'from')), thing, optional(onwards)),
    ([, , { weak }]) => refusal(whys.noEnd, weak),
  ),
  map(sequence(thing, word('onwards', 'onward')), () => refusal(whys.noEnd)),
  map(sequence(until, word('further'), word('notice')), () => refusal(whys.noEnd)),
  map(sequence(word('before', 'by'), thing), ([, { weak }]) => refusal(whys.noStart, weak)),
  map(sequence(optional(word('either')), row(end, or)), ([, items]) =>
    refusal(whys.eitherOr, items.at(-1)?.weak),
  ),
  map(every, () => refusal(whys.recurring)),
  map(word(...VAGUE.split(' ')), () => refusal(whys.vague, 'word')),
)
