import { WEEKDAYS_ABROAD } from '../dates/languages/translated.ts'
import { once, row } from '../dates/reading/matches.ts'
import {
  either,
  map,
  meaning,
  number,
  optional,
  type Parser,
  sequence,
  tight,
  word,
} from '../dates/reading/parser.ts'
import { WEEKDAYS } from '../dates/reading/words.ts'
import { comma } from '../dates/rules/dates.ts'
import { upTo } from '../dates/rules/things.ts'
import { PLURALS } from '../dates/rules/weekdays.ts'

/** The days of a week, as 0 (Monday) – 6: `weekdays`, `mon-thu`, `every day but sunday`. */

export const ALL = [0, 1, 2, 3, 4, 5, 6]
export const WORKDAYS = ALL.slice(0, 5)
export const WEEKEND = ALL.slice(5)

const SHORT: ReadonlyMap<string, number> = new Map(
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day, i) => [day, i]),
)
/** Those that are short enough between others alone: `M/W/F`. */
const SHORTEST: ReadonlyMap<string, number> = new Map([...SHORT, ['m', 0], ['t', 1], ['w', 2], ['f', 4]])
const weekday = map(
  sequence(either(meaning(WEEKDAYS), meaning(PLURALS), meaning(SHORT)), optional(tight(word('.')))),
  ([n]) => n,
)
/** `mo-do`, `lun-vie`, `montag bis freitag`: what stands between two names of one language shows that `do` is a day. */
const abroad: Parser<number[]> = either(
  ...WEEKDAYS_ABROAD.map(({ names, until }) =>
    map(sequence(meaning(names), word('-', '–', ...until), meaning(names)), ([first, , last]) =>
      first < last ? ALL.slice(first, last + 1) : undefined,
    ),
  ),
)
const someDays: Parser<number[]> = either(
  map(sequence(optional(word('all')), word('weekdays', 'weekday')), () => WORKDAYS),
  map(sequence(word('working'), word('days', 'day', 'week')), () => WORKDAYS),
  map(sequence(word('week'), word('day', 'days')), () => WORKDAYS),
  map(sequence(number(5, 5, [1]), word('days'), word('a', 'per'), word('week')), () => WORKDAYS),
  map(sequence(number(7, 7, [1]), tight(word('/')), tight(number(7, 7, [1]))), () => ALL),
  map(
    sequence(optional(word('the')), word('weekends', 'weekend'), optional(word('days', 'day'))),
    () => WEEKEND,
  ),
  map(sequence(word('during'), word('the'), word('week')), () => WORKDAYS),
  map(
    either<unknown>(
      word('daily', 'everyday'),
      sequence(
        word('every', 'each', 'all'),
        optional(word('single')),
        word('day', 'days', 'week'),
        optional(word('long')),
        optional(sequence(word('of'), word('the'), word('week'))),
      ),
    ),
    () => ALL,
  ),
  map(sequence(word('m'), upTo, word('f')), () => WORKDAYS),
  map(sequence(word('m'), upTo, word('th')), () => WORKDAYS.slice(0, 4)),
  map(word('mwf'), () => [0, 2, 4]),
  map(word('tth'), () => [1, 3]),
  row(meaning(SHORTEST), word('/')),
  map(
    sequence(
      either<unknown>(number(7, 7, [1]), word('seven')),
      word('days'),
      optional(sequence(word('a', 'per'), word('week'))),
    ),
    () => ALL,
  ),
  map(
    either(
      map(
        sequence(optional(word('from', 'starting')), weekday, upTo, weekday),
        ([, first, , last]) => [first, last] as const,
      ),
      map(
        sequence(word('between'), weekday, word('and'), weekday),
        ([, first, , last]) => [first, last] as const,
      ),
    ),
    ([first, last]) =>
      first === last ? undefined : ALL.map(i => (first + i) % 7).slice(0, ((last - first + 7) % 7) + 1),
  ),
  abroad,
  map(weekday, day => [day]),
)
const every = optional(word('every', 'each', 'on', 'at', 'over'))
const everySome = map(sequence(every, optional(word('every')), someDays), ([, , days]) => days)
export const joint = either<unknown>(sequence(comma, word('and')), word(',', ';', '+', '/'))
const daysSaid: Parser<number[]> = once(
  either(
    everySome,
    map(row(everySome, optional(joint)), rows => rows.flat()),
  ),
)
const except = either<unknown>(
  sequence(
    word('except', 'excluding', 'without', 'minus', 'not', 'no', 'off', 'closed'),
    optional(tight(word('.'))),
    optional(word('for', 'on')),
  ),
  sequence(word('but'), optional(word('not')), optional(word('on'))),
  sequence(word('apart'), word('from')),
)
const aside = optional(word(',', ';', '('))
const close = optional(word(')'))
/** `except friday`, `, closed on weekends`, `(weekends off)`. */
const daysOff = either(
  map(sequence(aside, except, daysSaid, close), ([, , out]) => out),
  map(sequence(aside, daysSaid, word('off', 'closed', 'excluded'), close), ([, out]) => out),
)
/** What takes days from those before it, of which it may name none, or adds others: `except friday`, `and saturdays`. */
export const changed = either<(days: readonly number[]) => number[] | undefined>(
  map(daysOff, out => days => {
    const left = days.filter(day => !out.includes(day))
    return left.length > 0 ? left : undefined
  }),
  map(sequence(joint, daysSaid), ([, more]) => days => [...new Set([...days, ...more])]),
)
/** `weekdays and saturday`, `weekdays except friday`, `all but sunday`. */
export const weekPart: Parser<number[]> = once(
  either(
    daysSaid,
    map(
      sequence(
        either(
          daysSaid,
          map(word('all'), () => ALL),
        ),
        changed,
      ),
      ([days, change]) => change(days),
    ),
  ),
)
