import { weekdayOf } from '../calendar.ts'
import { carry, each, fixed, type When } from '../meaning/when.ts'
import { disagree } from '../meaning/whys.ts'
import { once } from '../reading/matches.ts'
import { either, map, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { awayFrom } from './away.ts'
import { bareDay, comma, date, the, weekday } from './dates.ts'
import { edge, period } from './edges.ts'
import { holiday } from './holidays.ts'
import { namedDay, relativeDay } from './relative.ts'

/** Whatever means days by itself, and the words that lead from one to another. */

/** `today 12.10`: said twice, and it has to be the same day. */
const twice = map(
  sequence(namedDay, comma, date),
  ([named, , dated]): When => ({
    read: from =>
      each(named.read(from), span =>
        each(dated.read(from), other =>
          other.from === span.from ? { spans: [span] } : { spans: [], why: disagree },
        ),
      ),
  }),
)
/** `tomorrow, thursday`, `today (wed)`; said of two days it is a row. */
const withWeekday = map(
  sequence(namedDay, optional(word(',', '(')), weekday, optional(word(')'))),
  ([day, , wanted], { today }): When | undefined =>
    day.read(today).spans.every(({ from }) => weekdayOf(from) === wanted) ? day : undefined,
)
const dayAfter = sequence(word('day'), word('after'))
const nextDay = sequence(word('next', 'following'), word('day'))
const dayItself: Parser<When> = once(either(date, holiday, relativeDay, twice, withWeekday))
const itsEnd = either<unknown>(
  word('eod', 'cob', 'eob', 'cop'),
  sequence(the, word('end'), word('of'), the, word('day')),
  sequence(word('end', 'close'), word('of'), word('working', 'play'), optional(word('day'))),
)
/** The end of a day is still that day: `eod friday`. */
const day: Parser<When> = once(
  either(
    dayItself,
    // `tomorrow and the day after`
    map(sequence(dayItself, word('and'), the, either(dayAfter, nextDay)), ([day]) =>
      carry(day, ({ from, until }) => ({ spans: [{ from, until: until + 1 }] })),
    ),
    map(sequence(itsEnd, optional(word('on', 'of')), dayItself), ([, , day]) => day),
    map(sequence(dayItself, itsEnd), ([day]) => day),
    map(sequence(the, word('end'), word('of'), dayItself), ([, , , day]) => day),
    map(itsEnd, (_, { today }) => fixed(today)),
  ),
)
export const thing: Parser<When> = once(either(day, awayFrom(either(day, edge)), period))
export const end: Parser<When> = once(either(thing, bareDay))

export const from = either<unknown>(
  sequence(word('from', 'starting', 'beginning', 'effective'), optional(word('from', 'on'))),
  sequence(word('as'), word('of', 'from')),
)
const including = optional(sequence(optional(word('and')), word('including')))
export const until = either(
  map(sequence(optional(word('up')), word('to', 'until', 'through'), including), ([, said]) => said),
  map(sequence(word('until', 'through'), word('to'), including), ([said]) => said),
)
export const upTo = either(until, word('–', '-', '→', '..'))
