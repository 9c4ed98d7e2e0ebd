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
} from '../reading/parser.ts'
import { UNITS_1_TO_19, WEEKDAYS } from '../reading/words.ts'
import { meridiem, the } from './dates.ts'
import { couple } from './numbers.ts'

/** Times of a day, its parts, and so many hours. */

const sixty = tight(number(0, 59, [2]))
const minutes = sequence(tight(word(':', '.')), sixty)
/** `10:00:00`, `10:00:00.000`, `10:00:00-05:00`, `10:00:00 AM`. */
const seconds = sequence(
  tight(word(':')),
  sixty,
  optional(sequence(tight(word('.')), tight(number(0, 999, [3])))),
  optional(
    either<unknown>(sequence(tight(word('-')), tight(number(0, 12, [2])), tight(word(':')), sixty), meridiem),
  ),
)
const exact = sequence(
  number(0, 24, [1, 2]),
  tight(word(':')),
  sixty,
  optional(seconds),
  optional(either<unknown>(tight(word('z')), word('oclock'))),
)
const offset = either<unknown>(
  sequence(word('+', '-'), tight(number(0, 1400, [4]))),
  sequence(word('+'), tight(number(0, 14, [1, 2])), optional(sequence(tight(word(':')), sixty))),
)
const ZONES = 'utc gmt bst ist cet cest eet eest est edt cst cdt mst mdt pst pdt jst sgt hkt aest aedt'
/** Whose clock it is, which changes nothing about the question: `10am PST`, `10:00 UTC+1`, `10:00:00 +0000`. */
const zone = either<unknown>(sequence(word(...ZONES.split(' ')), optional(tight(offset))), offset)
const BEFORE_HOURS: ReadonlySet<string> = new Set([...WEEKDAYS.keys(), 'today', 'tomorrow', 'until', 'at'])
/** `5pm`, `17:00`, `17h`, `noon`. */
export const clock = either<unknown>(
  sequence(
    either<unknown>(
      sequence(number(0, 12, [1, 2]), optional(minutes), meridiem),
      exact,
      sequence(
        number(0, 24, [1, 2]),
        either<unknown>(word('oclock'), sequence(tight(word('h')), optional(sixty))),
      ),
    ),
    optional(zone),
  ),
  // `friday 0900`, but no `incident 0900`
  map(number(0, 959, [4]), (n, { tokens }, at) =>
    n % 100 < 60 && BEFORE_HOURS.has(tokens[at - 1]?.word ?? '') ? n : undefined,
  ),
  word('noon', 'midnight', 'midday', 'lunch', 'lunchtime'),
)
/** `18.00`, which is no date, and rarely to the minute: 1.28 is a version. */
export const dotted = sequence(
  number(0, 24, [1, 2]),
  tight(word('.')),
  tight(map(number(0, 55, [2]), n => (n % 5 === 0 ? n : undefined))),
  optional(word('oclock')),
)
export const bareHour = number(0, 24, [1, 2])
/** `first thing` in the morning, `last thing` at night. */
export const endOfDay = sequence(word('first', 'last'), word('thing'))
export const partOfDay = either<unknown>(
  word('morning', 'afternoon', 'evening', 'night', 'daytime'),
  sequence(word('working', 'office', 'opening'), word('hours')),
  endOfDay,
  // `monday 9 am` is an hour, not the 9th.
  map(meridiem, (said, { tokens }, at) => (tokens[at - 1]?.digits ? undefined : said)),
)

const count = either(
  map(sequence(number(1, 9999), optional(sequence(tight(word('.')), tight(number(0, 99))))), ([n, part]) =>
    part ? n + 1 : n,
  ),
  meaning(UNITS_1_TO_19),
  map(either<unknown>(word('a', 'an', 'few', 'several'), halfOf('an')), () => 1),
  couple,
)
const hour = word('h', 'hr', 'hrs', 'hour', 'hours')
const perDay = either(
  map(hour, () => 24),
  map(either(word('min', 'mins', 'minute', 'minutes'), tight(word('m'))), () => 24 * 60),
)
const andMore = either<unknown>(
  sequence(optional(word('and')), tight(number(1, 59)), optional(word('m', 'min', 'mins', 'minutes'))),
  sequence(word('and'), halfOf('a')),
)
/** How many days it touches at most: 2 hours one, 24 hours two, 72 hours four. */
export const hoursLong = either(
  map(
    sequence(
      optional(word('for', 'in', 'within', 'over')),
      the,
      optional(word('next')),
      count,
      perDay,
      optional(andMore),
    ),
    ([, , , count, perDay]) => (count < perDay ? 1 : Math.ceil(count / perDay) + 1),
  ),
  // `1 day 12 hours`
  map(
    sequence(
      optional(word('for', 'in', 'within')),
      count,
      word('d', 'day', 'days'),
      optional(word('and', ',')),
      count,
      hour,
    ),
    ([, days, , , hours]) => days + Math.ceil(hours / 24) + 1,
  ),
  map(sequence(optional(word('for', 'in', 'within')), the, word('next'), word('hour', 'minute')), () => 1),
  map(
    sequence(
      optional(word('for')),
      optional(word('a')),
      word('quarter'),
      word('of'),
      word('an'),
      word('hour'),
    ),
    () => 1,
  ),
  map(sequence(optional(word('for')), halfOf('a'), optional(tight(word('-'))), word('day')), () => 1),
  map(
    either<unknown>(
      word('overnight'),
      sequence(word('over'), word('night')),
      sequence(word('for', 'during'), the, word('night')),
    ),
    () => 2,
  ),
)
/** `half`, `half a`. */
function halfOf(article: string): Parser<unknown> {
  return sequence(optional(word('a')), word('half', '½'), optional(word(article)))
}
