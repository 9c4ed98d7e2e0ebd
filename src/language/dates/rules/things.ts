import { carry, fixed, type Span, type When } from '../meaning/when.ts'
import { disagree } from '../meaning/whys.ts'
import { once } from '../reading/matches.ts'
import { either, map, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { awayFrom } from './away.ts'
import { bareDay, date, the, weekday } from './dates.ts'
import { edge, period } from './edges.ts'
import { holiday } from './holidays.ts'
import { distantDay, namedDay, relativeDay } from './relative.ts'
import { comingWeekday } from './weekdays.ts'

/** Whatever means days by itself, and the words that lead from one to another. */

/** `today 12.10`, `next friday the 27th`, `tomorrow (thursday)`, `thursday, tomorrow`, `the 25th (tomorrow)`: said twice, and it has to be the same day. */
const comingDay = map(weekday, (wanted, { today }) => comingWeekday(wanted, today))
const inBrackets = map(sequence(word('('), namedDay, word(')')), ([, named]) => ({ named, mayBeRow: false }))
const behindComma = map(sequence(word(','), namedDay), ([, named]) => ({ named, mayBeRow: true }))
const twice = map(
  either(
    map(
      sequence(distantDay, optional(word(',', '(')), either(date, comingDay), optional(word(')'))),
      ([named, sign, other]) => ({ named, other, mayBeRow: sign !== undefined && other.weekday }),
    ),
    map(sequence(comingDay, word(',', '('), namedDay, optional(word(')'))), ([other, , named]) => ({
      named,
      other,
      mayBeRow: true,
    })),
    map(sequence(date, either(inBrackets, behindComma)), ([other, said]) => ({ other, ...said })),
  ),
  ({ named, other, mayBeRow }, { today }): When | undefined => {
    const isOther = ({ from }: Span) => other.read(from, true).spans.some(span => span.from === from)
    // Two days with a comma between them are a row.
    if (mayBeRow && !named.read(today).spans.some(isOther)) return undefined
    return {
      read: from => {
        const spans = named.read(from).spans.filter(isOther)
        return spans.length > 0 ? { spans } : { spans: [], why: disagree }
      },
    }
  },
)
const dayAfter = sequence(word('day'), word('after'))
const nextDay = sequence(word('next', 'following'), word('day'))
const dayItself: Parser<When> = once(either(date, holiday, relativeDay, twice))
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
    map(
      sequence(
        dayItself,
        word('and', 'to', 'until', 'through', '-', '–'),
        the,
        either(dayAfter, nextDay),
        optional(word('that')),
      ),
      ([day]) => carry(day, ({ from, until }) => ({ spans: [{ from, until: until + 1 }] })),
    ),
    map(sequence(itsEnd, optional(word('on', 'of')), dayItself), ([, , day]) => day),
    map(sequence(dayItself, itsEnd), ([day]) => day),
    map(sequence(the, word('end'), word('of'), dayItself), ([, , , day]) => day),
    map(itsEnd, (_, { today }): When => ({ ...fixed(today), sameDay: true })),
  ),
)
export const thing: Parser<When> = once(either(day, awayFrom(either(day, edge)), period))
export const end: Parser<When> = once(either(thing, bareDay))

export const colon = optional(tight(word(':')))
export const from = either<unknown>(
  sequence(word('from', 'starting', 'beginning', 'effective'), optional(word('from', 'on', 'at')), colon),
  sequence(word('as'), word('of', 'from')),
)
const including = optional(
  sequence(optional(word('and')), word('including', 'incl', 'inclusive'), optional(tight(word('.')))),
)
const allTheWay = either<unknown>(word('up', 'right', 'straight'), sequence(word('all'), the, word('way')))
export const until = either(
  map(
    sequence(optional(allTheWay), word('to', 'until', 'through'), colon, including),
    ([, said, , including]) => (including ? 'through' : said),
  ),
  map(
    sequence(optional(allTheWay), word('until', 'through'), word('to', 'until'), including),
    ([, said, , including]) => (including ? 'through' : said),
  ),
)
const SIGNS = ['–', '-', '→', '..']
export const upTo = either(until, word(...SIGNS))
/** Whether days are joined by a sign, behind which `at the latest` can be said of when something is to be done. */
export const isSign = (said: string): boolean => SIGNS.includes(said)
