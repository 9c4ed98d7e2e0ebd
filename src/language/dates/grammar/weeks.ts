import { dateOf, dayNumber, mondayOf } from '../calendar.ts'
import type { Outcome, When } from '../meaning.ts'
import { either, number, optional, type Parser, phrase, word } from '../parser.ts'
import { noSuchWeek } from '../reasons.ts'
import { year } from './calendar-dates.ts'

/** Weeks by their number in a year of ISO 8601. */

/** Week 1 has 4 January in it. */
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
const nth = number(1, 53, [1, 2])
const numbered = (first: number, last: number, y: number | undefined): When => ({
  ...(y === undefined && { yearly: true }),
  read: from => weeksIn(first, last, y, from),
})
const calendarWeek = phrase`[calendar] ${word('week', 'weeks', 'kw', 'cw', 'w')} [#|no|number]`
export const oneWeek = phrase`${calendarWeek} ${nth} ${optional(year)}`.map(([, n, y]) => numbered(n, n, y))
/** Its Monday, where there is such a week. */
export const numberedWeek = oneWeek.map((week, { today }) => week.read(today).spans[0]?.from)

/** `week 31`, `w52`, `2026-W52`, `weeks 50 to 52`, `week 50 and 51`. */
export const weekNumber: Parser<When> = either(
  oneWeek,
  phrase`${year} [~-] ~w ~${nth}`.map(([y, n]) => numbered(n, n, y)),
  phrase`${calendarWeek} ${nth} ${word('-', '–', 'to', 'until', 'through', 'and')} ${nth} ${optional(year)}`.map(
    ([, first, joint, last, y]) =>
      last === first + 1 || (last > first && joint !== 'and') ? numbered(first, last, y) : undefined,
  ),
)
