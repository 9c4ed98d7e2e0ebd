import { upTo } from '../dates/grammar/days.ts'
import { PLURALS } from '../dates/grammar/lengths.ts'
import { WEEKDAYS_ABROAD } from '../dates/languages/translate.ts'
import {
  either,
  map,
  meaning,
  number,
  once,
  optional,
  type Parser,
  phrase,
  row,
  word,
} from '../dates/parser.ts'
import { WEEKDAYS } from '../dates/words.ts'

/** The days of a week, as 0 (Monday) – 6: `weekdays`, `mon-thu`, `every day but sunday`. */

export const ALL = [0, 1, 2, 3, 4, 5, 6]
export const WORKDAYS = ALL.slice(0, 5)
export const WEEKEND = ALL.slice(5)

const SHORT: ReadonlyMap<string, number> = new Map(
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day, i) => [day, i]),
)
/** Those that are short enough between others alone: `M/W/F`. */
const SHORTEST: ReadonlyMap<string, number> = new Map([...SHORT, ['m', 0], ['t', 1], ['w', 2], ['f', 4]])
const weekday = map(phrase`${either(meaning(WEEKDAYS), meaning(PLURALS), meaning(SHORT))} [~.]`, ([n]) => n)
/** `mo-do`, `lun-vie`: between two names of one language `do` is a day. */
const abroad: Parser<number[]> = either(
  ...WEEKDAYS_ABROAD.map(({ names, until }) =>
    map(phrase`${meaning(names)} ${word('-', '–', ...until)} ${meaning(names)}`, ([first, , last]) =>
      first < last ? ALL.slice(first, last + 1) : undefined,
    ),
  ),
)
const someDays: Parser<number[]> = either(
  map(
    either<unknown>(
      phrase`[all] weekdays|weekday`,
      phrase`working days|day|week`,
      phrase`week day|days`,
      phrase`${number(5, 5, [1])} days a|per week`,
      phrase`during the week`,
      phrase`m ${upTo} f`,
    ),
    () => WORKDAYS,
  ),
  map(phrase`[the] weekends|weekend [days|day]`, () => WEEKEND),
  map(
    either<unknown>(
      word('daily', 'everyday'),
      phrase`every|each|all [single] day|days|week [long] ${optional(phrase`of the week`)}`,
      phrase`${number(7, 7, [1])} ~/ ~${number(7, 7, [1])}`,
      phrase`${either<unknown>(number(7, 7, [1]), word('seven'))} days ${optional(phrase`a|per week`)}`,
    ),
    () => ALL,
  ),
  map(phrase`m ${upTo} th`, () => WORKDAYS.slice(0, 4)),
  map(word('mwf'), () => [0, 2, 4]),
  map(word('tth'), () => [1, 3]),
  row(meaning(SHORTEST), word('/')),
  map(
    either(
      map(phrase`[from|starting] ${weekday} ${upTo} ${weekday}`, ([first, , last]) => [first, last] as const),
      map(phrase`between ${weekday} and ${weekday}`, ([first, last]) => [first, last] as const),
    ),
    ([first, last]) =>
      first === last ? undefined : ALL.map(i => (first + i) % 7).slice(0, ((last - first + 7) % 7) + 1),
  ),
  abroad,
  map(weekday, day => [day]),
)
const everySome = map(phrase`[every|each|on|at|over] [every] ${someDays}`, ([days]) => days)
export const joint = either<unknown>(phrase`[,] and`, word(',', ';', '+', '/'))
const daysSaid: Parser<number[]> = once(
  either(
    everySome,
    map(row(everySome, optional(joint)), rows => rows.flat()),
  ),
)
const except = either<unknown>(
  phrase`except|excluding|without|minus|not|no|off|closed [~.] [for|on]`,
  phrase`but [not] [on]`,
  phrase`apart from`,
)
/** `except friday`, `, closed on weekends`, `(weekends off)`. */
const daysOff = either(
  map(phrase`[,|;|(] ${except} ${daysSaid} [)]`, ([, out]) => out),
  map(phrase`[,|;|(] ${daysSaid} off|closed|excluded [)]`, ([out]) => out),
)
/** What takes days from those before it, or adds others: `except friday`, `and saturdays`. */
export const changed = either<(days: readonly number[]) => number[] | undefined>(
  map(daysOff, out => days => {
    const left = days.filter(day => !out.includes(day))
    return left.length > 0 ? left : undefined
  }),
  map(phrase`${joint} ${daysSaid}`, ([, more]) => days => [...new Set([...days, ...more])]),
)
/** `weekdays and saturday`, `weekdays except friday`, `all but sunday`. */
export const weekPart: Parser<number[]> = once(
  either(
    daysSaid,
    map(
      phrase`${either(
        daysSaid,
        map(word('all'), () => ALL),
      )} ${changed}`,
      ([days, change]) => change(days),
    ),
  ),
)
