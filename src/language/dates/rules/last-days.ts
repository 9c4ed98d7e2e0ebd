import { carry, doubtful, fixed, type Span, type When } from '../meaning/when.ts'
import { untilAfter } from '../meaning/whys.ts'
import { either, map, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { the } from './dates.ts'
import { later } from './relative.ts'
import { end, thing } from './things.ts'

/** What ends days. */

const lastOn = (day: number): Span => ({ from: day, until: day })
/** The first of them so many days on, without asking whether a later one is meant. */
const firstFrom = (days: When, away: number): When => ({
  ...days,
  read: from => days.read(from + away, true),
})
/**
 * `until before friday`, which on a friday is the next one; `until after the weekend`, which may be with the day after it.
 */
const lastBeside = map(
  sequence(optional(word('just', 'right', 'shortly')), word('before', 'after'), thing),
  ([, side, days]) =>
    side === 'before'
      ? carry(firstFrom(days, 1), ({ from }) => ({ spans: [lastOn(from - 1)] }))
      : carry(firstFrom(days, 0), ({ until }) => doubtful([lastOn(until), lastOn(until + 1)], untilAfter)),
)
/** The night at the end of a day is still that day. */
export const lastDay = either(
  map(sequence(optional(word('on')), end, optional(word('night', 'evening'))), ([, day]) => day),
  lastBeside,
)

/** What ends days where it is asked for by itself: `same day`, `2 days after`. */
export const endAlone: Parser<When> = either(
  end,
  later(word('after', 'afterwards')),
  map(
    sequence(the, optional(word('that')), word('same'), word('day')),
    (_, { today }): When => ({ ...fixed(today), sameDay: true }),
  ),
  lastBeside,
)
