import { dateOf, dayNumber, mondayOf } from '../calendar.ts'
import { carry, type Outcome, type When } from '../meaning/when.ts'
import { noSuchWeek } from '../meaning/whys.ts'
import { row } from '../reading/matches.ts'
import { either, map, number, optional, sequence, tight, word } from '../reading/parser.ts'
import { comma, weekday } from './dates.ts'
import { year } from './years.ts'

/** Weeks by their number in a year, and days in them. */

/** The Monday of a week in a year of ISO 8601, whose week 1 has 4 January in it. */
const mondayIn = (y: number, week: number): number => mondayOf(dayNumber(y, 1, 4) ?? 0) + 7 * (week - 1)
const yearOfWeek = (day: number): number => dateOf(mondayOf(day) + 3).y

/** From one week to another, in the year that is said, or else in this one or, where they are over, in the next. */
function weeksIn(first: number, last: number, said: number | undefined, day: number): Outcome {
  const current = yearOfWeek(day)
  const y = said ?? (mondayIn(current, last) + 6 < day ? current + 1 : current)
  const [from, until] = [mondayIn(y, first), mondayIn(y, last) + 6]
  return yearOfWeek(until) === y
    ? { spans: [{ from, until, begun: true }] }
    : { spans: [], why: noSuchWeek(last, y) }
}
/** Between two of which there is none: `weeks 50/51`. */
const ROWS = ['and', '/', '+']
const nth = number(1, 53, [1, 2])
const numbered = (first: number, last: number, y: number | undefined): When => ({
  ...(y === undefined && { yearly: true }),
  read: from => weeksIn(first, last, y, from),
})
const numberSign = either<unknown>(
  word('#'),
  sequence(word('no', 'nr', 'number'), optional(tight(word('.')))),
)
const calendarWeek = sequence(
  either<unknown>(
    word('week', 'weeks', 'kw', 'cw', 'w'),
    sequence(word('calendar', 'iso'), word('week', 'weeks')),
  ),
  optional(numberSign),
)
export const oneWeek = map(sequence(calendarWeek, nth, optional(year)), ([, n, y]) => numbered(n, n, y))
/** Its Monday, where there is such a week. */
export const numberedWeek = map(oneWeek, (week, { today }) => week.read(today).spans[0]?.from)

const dayOfWeek = (week: When, wanted: number): When =>
  carry(week, ({ from: monday }) => ({ spans: [{ from: monday + wanted, until: monday + wanted }] }))
const weekOfYear = map(
  sequence(year, optional(tight(word('-'))), tight(word('w')), tight(nth)),
  ([y, , , n]) => numbered(n, n, y),
)
/** `week 31`, `w52`, `2026-W52`, `2026-W52-1`, `weeks 50 to 52`, `monday of week 40`. */
export const weekNumber = either(
  oneWeek,
  map(sequence(weekday, optional(word('of', 'in')), oneWeek), ([wanted, , week]) => dayOfWeek(week, wanted)),
  map(sequence(oneWeek, comma, optional(word('on')), weekday), ([week, , , wanted]) =>
    dayOfWeek(week, wanted),
  ),
  weekOfYear,
  map(sequence(weekOfYear, tight(word('-')), tight(number(1, 7, [1]))), ([week, , day]) =>
    dayOfWeek(week, day - 1),
  ),
  map(
    sequence(calendarWeek, nth, word('-', '–', 'to', 'until', 'through', ...ROWS), nth, optional(year)),
    ([, first, joint, last, y]): When | undefined =>
      last <= first || (ROWS.includes(joint) && last > first + 1) ? undefined : numbered(first, last, y),
  ),
  // `weeks 50, 51 and 52`
  map(
    sequence(
      calendarWeek,
      row(nth, either<unknown>(sequence(comma, word('and')), word(',', '/', '+'))),
      optional(year),
    ),
    ([, weeks, y]): When | undefined => {
      const [first = 0] = weeks
      return weeks.every((week, i) => week === first + i)
        ? numbered(first, first + weeks.length - 1, y)
        : undefined
    },
  ),
)
