import { PLURALS } from '../dates/grammar/calendar-dates.ts'
import { upTo } from '../dates/grammar/phrases.ts'
import { either, meaning, number, optional, type Parser, phrase, row, word } from '../dates/parser.ts'
import { WEEKDAYS } from '../dates/words.ts'

/** The days of a week, as 0 (Monday) – 6: `weekdays`, `mon-thu`, `every day but sunday`. */

export const ALL = [0, 1, 2, 3, 4, 5, 6]
export const WORKDAYS = ALL.slice(0, 5)
const WEEKEND = ALL.slice(5)

const SHORT: ReadonlyMap<string, number> = new Map(
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day, i) => [day, i]),
)
/** Those that are short enough between others alone: `M/W/F`. */
const SHORTEST: ReadonlyMap<string, number> = new Map([...SHORT, ['m', 0], ['t', 1], ['w', 2], ['f', 4]])
const weekday = phrase`${meaning(new Map([...WEEKDAYS, ...PLURALS, ...SHORT]))} [~.]`
const named = (days: number[], ...phrases: Parser<unknown>[]): Parser<number[]> =>
  either(...phrases).map(() => days)
const someDays: Parser<number[]> = either(
  named(
    WORKDAYS,
    phrase`weekdays|weekday`,
    phrase`working days|day|week`,
    phrase`week day|days`,
    phrase`during the week`,
    phrase`${number(5, 5, [1])} days a|per week`,
    phrase`m ${upTo} f`,
  ),
  named(WEEKEND, phrase`[the] weekends|weekend`),
  named(
    ALL,
    word('daily', 'everyday'),
    phrase`every|each|all day|days|week`,
    phrase`${number(7, 7, [1])} days ${optional(phrase`a|per week`)}`,
  ),
  named([0, 2, 4], word('mwf')),
  row(meaning(SHORTEST), word('/')),
  either(
    phrase`[from|starting] ${weekday} ${upTo} ${weekday}`,
    phrase`between ${weekday} ${word('and')} ${weekday}`,
  ).map(([first, , last]) =>
    first === last ? undefined : ALL.map(i => (first + i) % 7).slice(0, ((last - first + 7) % 7) + 1),
  ),
  weekday.map(day => [day]),
)
const everySome = phrase`[every|each|on|at] ${someDays}`
export const joint = either<unknown>(phrase`[,] and`, word(',', ';', '+', '/'))
const daysSaid: Parser<number[]> = either(
  everySome,
  row(everySome, optional(joint)).map(rows => rows.flat()),
)
const except = either<unknown>(
  phrase`except|excluding|without|not|no|off|closed [~.] [for|on]`,
  phrase`but [not] [on]`,
)
/** What takes days from those before it, or adds others: `except friday`, `(weekends off)`, `and saturdays`. */
export const changed = either<(days: readonly number[]) => number[] | undefined>(
  either(
    phrase`[,|;|(] ${except} ${daysSaid} [)]`.map(([, out]) => out),
    phrase`[,|;|(] ${daysSaid} off|closed [)]`,
  ).map(out => days => {
    const left = days.filter(day => !out.includes(day))
    return left.length > 0 ? left : undefined
  }),
  phrase`${joint} ${daysSaid}`.map(([, more]) => days => [...new Set([...days, ...more])]),
)
/** `weekdays and saturday`, `weekdays except friday`, `all but sunday`. */
export const weekPart: Parser<number[]> = either(
  daysSaid,
  phrase`${either(daysSaid, named(ALL, word('all')))} ${changed}`.map(([days, change]) => change(days)),
)
