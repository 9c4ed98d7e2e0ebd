import { dateOf, easterSunday, firstFrom, mondayOf, weekdayOf } from '../calendar.ts'
import { carry, doubtful, each, type Outcome, type Span, type When } from '../meaning/when.ts'
import { holidayWeekends, whichWeek } from '../meaning/whys.ts'
import { byItsEnd } from '../meaning/yearly.ts'
import { butNo, either, map, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { date, the } from './dates.ts'
import { holiday } from './holidays.ts'
import { weekNumber } from './numbered.ts'
import { relativeDay } from './relative.ts'
import { year } from './years.ts'

/** Weeks and weekends by a day in them or beside them, and by their number. */

const week = (from: number): Span => ({ from, until: from + 6, begun: true })
const weekAround = (day: When): When => carry(day, ({ from }) => ({ spans: [week(mondayOf(from))] }))
/** The week of monday is still this one on its friday. */
const weekAroundDate = (day: When): When => {
  const week = weekAround(day)
  return { ...week, read: (from, strict) => week.read(mondayOf(from), strict) }
}

const dated = either(date, holiday)

const inShort = (...letters: string[]) =>
  sequence(word('w'), tight(word('/')), tight(word(...letters)), optional(word('.')))
const weekFrom = either<unknown>(
  sequence(the, word('week'), word('of', 'beginning', 'starting'), optional(word('on'))),
  inShort('c', 'b'),
  word('wc', 'wb'),
)
const weekTo = either<unknown>(
  sequence(the, word('week'), word('ending'), optional(word('on'))),
  inShort('e'),
)

/** `week of 4 jan`, `w/c 28 dec`, `christmas week`: Monday to Sunday around that day. */
export const weekWith = either(
  map(
    sequence(weekFrom, either(map(dated, weekAroundDate), map(relativeDay, weekAround))),
    ([, week]) => week,
  ),
  map(sequence(holiday, word('week')), ([day]) => weekAroundDate(day)),
)

export const weekOf = either(
  weekWith,
  map(sequence(weekTo, either(dated, relativeDay)), ([, day]) =>
    carry(day, ({ from: until }) =>
      doubtful(
        [mondayOf(until), until - 6].map((from): Span => ({ from, until, begun: true })),
        whichWeek,
      ),
    ),
  ),
)

/** `weekend of 5 dec`, `the weekend of the 5th`. */
const weekendOf = map(sequence(the, word('weekend'), word('of'), dated), ([, , , day]) =>
  byItsEnd(
    carry(day, ({ from }) => {
      const saturday = mondayOf(from) + 5
      return { spans: [{ from: saturday, until: saturday + 1, begun: true }] }
    }),
  ),
)

/** Saturday and Sunday, or with the day beside them. */
const weekendAround = (day: When): When =>
  byItsEnd(
    carry(day, ({ from }): Outcome => {
      const saturday = mondayOf(from + (weekdayOf(from) === 0 ? -1 : 0)) + 5
      const weekend: Span = { from: saturday, until: saturday + 1, begun: true }
      const longer: Span = {
        from: Math.min(from, saturday),
        until: Math.max(from, saturday + 1),
        begun: true,
      }
      return doubtful([weekend, longer], holidayWeekends)
    }),
  )
/** `thanksgiving weekend`, `4th of july weekend`; beside a date the word can begin something else. */
const holidayWeekend = either(
  map(sequence(holiday, word('weekend')), ([day]) => weekendAround(day)),
  map(sequence(date, word('weekend')), ([day]): When | undefined =>
    day.parts?.m === undefined ? undefined : { ...weekendAround(day), weak: 'word' },
  ),
)

/** `easter weekend`: Saturday and Sunday, or from Good Friday to Easter Monday. */
const easterWeekend = map(
  sequence(the, word('easter'), word('weekend'), optional(year)),
  ([, , , y]): When => ({
    ...(y === undefined && { yearly: true }),
    read(from) {
      const sundays = [0, 1].map(more => easterSunday((y ?? dateOf(from).y) + more))
      const sunday = sundays.find(day => y || day + 1 >= from) ?? from
      const weekend: Span = { from: sunday - 1, until: sunday, begun: true }
      const longer: Span = { from: sunday - 2, until: sunday + 1, begun: true }
      return doubtful([weekend, longer], holidayWeekends)
    },
  }),
)

/** `the week before christmas`: the calendar’s week, or the seven days. `the weekend after christmas`. */
const beside = map(
  sequence(the, optional(word('first', 'last')), word('week', 'weekend'), word('before', 'after'), dated),
  ([, which, name, side, day]): When | undefined => {
    if (which && (which === 'last') !== (side === 'before')) return undefined
    return byItsEnd(
      carry(day, ({ from }): Outcome => {
        if (name === 'weekend') {
          const saturday = side === 'after' ? firstFrom(from + 1, 5) : mondayOf(from - 1) - 2
          return { spans: [{ from: saturday, until: saturday + 1, begun: true }] }
        }
        return doubtful(
          [week(mondayOf(from) + (side === 'after' ? 7 : -7)), week(side === 'after' ? from + 1 : from - 7)],
          whichWeek,
        )
      }),
    )
  },
)

/** `the week between christmas and new year`: the days between them, or those two as well. */
const weekBetween = map(
  sequence(the, word('week', 'days', 'time'), word('between'), holiday, word('and'), holiday),
  ([, , , first, , last]) =>
    carry(first, start =>
      each(last.read(start.until, true), end =>
        doubtful(
          [
            { from: start.until + 1, until: end.from - 1, begun: true },
            { from: start.from, until: end.until, begun: true },
          ],
          whichWeek,
        ),
      ),
    ),
)

/** `dec 7 week`, but not `dec 7 week off`. */
const dateWeek = map(sequence(date, butNo(word('off'), word('week'))), ([day]) =>
  day.parts?.m === undefined ? undefined : weekAroundDate(day),
)

export const weekLike: Parser<When> = either(
  weekBetween,
  weekOf,
  dateWeek,
  weekendOf,
  easterWeekend,
  holidayWeekend,
  beside,
  weekNumber,
)
