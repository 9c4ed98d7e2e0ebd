import { dateOf, dayNumber, easterSunday, mondayOf, weekdayOf } from '../calendar.ts'
import { carry, doubt, doubtful, type Outcome, type Span, type When } from '../meaning/when.ts'
import { holidayWeekends, noSuchWeek, whichWeek } from '../meaning/whys.ts'
import { either, map, number, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { comma, date, the, weekday, year } from './dates.ts'
import { holiday } from './holidays.ts'
import { relativeDay } from './relative.ts'

/** Weeks and weekends by a day in them or beside them, and by their number. */

const week = (monday: number): Span => ({ from: monday, until: monday + 6, begun: true })
const weekAround = (day: When): When => carry(day, ({ from }) => ({ spans: [week(mondayOf(from))] }))
/** The week of monday is still this one on its friday. */
const weekAroundDate = (day: When): When => ({
  read: (from, strict) => weekAround(day).read(mondayOf(from), strict),
})

const dated = either(date, holiday)

const inShort = (...letters: string[]) =>
  sequence(word('w'), tight(word('/')), tight(word(...letters)), optional(word('.')))
const weekFrom = either<unknown>(
  sequence(the, word('week'), word('of', 'commencing', 'beginning', 'starting')),
  inShort('c', 'b'),
  word('wc', 'wb'),
)
const weekTo = either<unknown>(
  sequence(the, word('week'), word('ending'), optional(word('on'))),
  inShort('e'),
)

/** `week of 4 jan`, `w/c 28 dec`, `christmas week`: Monday to Sunday around that day. */
export const weekOf = either(
  map(
    sequence(weekFrom, either(map(dated, weekAroundDate), map(relativeDay, weekAround))),
    ([, week]) => week,
  ),
  map(sequence(weekTo, either(dated, relativeDay)), ([, day]) =>
    carry(day, ({ from: until }) =>
      doubtful(
        [mondayOf(until), until - 6].map((from): Span => ({ from, until, begun: true })),
        whichWeek,
      ),
    ),
  ),
  map(sequence(holiday, word('week')), ([day]) => weekAroundDate(day)),
)

/** `weekend of 5 dec`, `the weekend of the 5th`. */
const weekendOf = map(sequence(the, word('weekend'), word('of'), dated), ([, , , day]) =>
  carry(day, ({ from }) => {
    const saturday = mondayOf(from) + 5
    return { spans: [{ from: saturday, until: saturday + 1, begun: true }] }
  }),
)

/** `easter weekend`: Saturday and Sunday, or with the holiday beside them. */
const holidayWeekend = map(sequence(holiday, word('weekend')), ([day]) =>
  carry(day, ({ from }): Outcome => {
    const saturday = mondayOf(from + (weekdayOf(from) === 0 ? -1 : 0)) + 5
    const weekend = { from: saturday, until: saturday + 1 }
    const longer = { from: Math.min(from, saturday), until: Math.max(from, saturday + 1) }
    return doubtful([weekend, longer], holidayWeekends)
  }),
)

/** `easter weekend`: Saturday and Sunday, or from Good Friday to Easter Monday. */
const easterWeekend = map(
  sequence(the, word('easter'), word('weekend'), optional(year)),
  ([, , , y], { today }) => {
    const sunday =
      [0, 1].map(more => easterSunday((y ?? dateOf(today).y) + more)).find(day => y || day >= today) ?? today
    return doubt(
      { from: sunday - 1, until: sunday },
      { from: sunday - 2, until: sunday + 1 },
      holidayWeekends,
    )
  },
)

/** `the week before christmas`: the calendar’s week, or the seven days. `the weekend after christmas`. */
const beside = map(
  sequence(the, word('week', 'weekend'), word('before', 'after'), dated),
  ([, name, side, day]) =>
    carry(day, ({ from }): Outcome => {
      if (name === 'weekend') {
        const saturday =
          side === 'after' ? from + 1 + ((5 - weekdayOf(from + 1) + 7) % 7) : mondayOf(from - 1) - 2
        return { spans: [{ from: saturday, until: saturday + 1 }] }
      }
      const first = side === 'after' ? from + 1 : from - 7
      return doubtful(
        [week(mondayOf(from) + (side === 'after' ? 7 : -7)), { from: first, until: first + 6 }],
        whichWeek,
      )
    }),
)

/** The Monday of a week in a year of ISO 8601, whose week 1 has 4 January in it. */
const mondayIn = (y: number, week: number): number => mondayOf(dayNumber(y, 1, 4) ?? 0) + 7 * (week - 1)
const yearOfWeek = (day: number): number => dateOf(mondayOf(day) + 3).y

/** From one week to another, in the year that is said, or else in this one or, where they are over, in the next. */
function weeksIn(first: number, last: number, said: number | undefined, today: number): Outcome {
  const current = yearOfWeek(today)
  const y = said ?? (mondayIn(current, last) + 6 < today ? current + 1 : current)
  const [from, until] = [mondayIn(y, first), mondayIn(y, last) + 6]
  return yearOfWeek(until) === y
    ? { spans: [{ from, until, begun: true }] }
    : { spans: [], why: noSuchWeek(last, y) }
}
const nth = number(1, 53, [1, 2])
const numbered = (first: number, last: number, y: number | undefined, today: number): When => ({
  read: () => weeksIn(first, last, y, today),
})
const calendarWeek = either<unknown>(
  word('week', 'weeks', 'kw', 'cw', 'w'),
  sequence(word('calendar'), word('week', 'weeks')),
)
const oneWeek = map(sequence(calendarWeek, nth, optional(year)), ([, n, y], { today }) =>
  numbered(n, n, y, today),
)
const dayOfWeek = (week: When, wanted: number): When =>
  carry(week, ({ from: monday }) => ({ spans: [{ from: monday + wanted, until: monday + wanted }] }))
/** `week 31`, `w52`, `2026-W52`, `weeks 50 to 52`, `monday of week 40`. */
const weekNumber = either(
  oneWeek,
  map(sequence(weekday, optional(word('of', 'in')), oneWeek), ([wanted, , week]) => dayOfWeek(week, wanted)),
  map(sequence(oneWeek, comma, optional(word('on')), weekday), ([week, , , wanted]) =>
    dayOfWeek(week, wanted),
  ),
  map(sequence(year, optional(tight(word('-'))), tight(word('w')), tight(nth)), ([y, , , n], { today }) =>
    numbered(n, n, y, today),
  ),
  map(
    sequence(calendarWeek, nth, word('-', '–', 'to', 'until', 'through', 'and'), nth, optional(year)),
    ([, first, joint, last, y], { today }): When | undefined =>
      last <= first || (joint === 'and' && last > first + 1) ? undefined : numbered(first, last, y, today),
  ),
)

export const weekLike: Parser<When> = either(
  weekOf,
  weekendOf,
  easterWeekend,
  holidayWeekend,
  beside,
  weekNumber,
)
