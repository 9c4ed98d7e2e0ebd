import { carry, strong, timed, type When } from '../meaning.ts'
import {
  either,
  map,
  maybe,
  meaning,
  number,
  optional,
  type Parser,
  phrase,
  row,
  tight,
  word,
} from '../parser.ts'
import { UNITS_1_TO_19, WEEKDAYS } from '../words.ts'
import { meridiem } from './calendar-dates.ts'

/** Hours beside days, or alone: the service keeps whole days only, so that they become a question. */

const sixty = tight(number(0, 59, [2]))
const ZONES = 'utc gmt bst ist cet cest eet eest est edt cst cdt mst mdt pst pdt jst sgt hkt aest aedt'.split(
  ' ',
)
const offset = phrase`+|- ~${number(0, 1400, [1, 2, 4])} [~: ${maybe(sixty)}]`
const zone = either<unknown>(phrase`${word(...ZONES)} ${optional(tight(offset))}`, offset)
const BEFORE_HOURS: ReadonlySet<string> = new Set([...WEEKDAYS.keys(), 'today', 'tomorrow', 'until', 'at'])
/** `5pm`, `17:00`, `10:00:00 PST`, `17h`, `noon`. */
const clock: Parser<unknown> = either<unknown>(
  phrase`${either<unknown>(
    phrase`${number(0, 12, [1, 2])} [~:|. ${maybe(sixty)}] ${meridiem}`,
    phrase`${number(0, 24, [1, 2])} ~: ${sixty} [~: ${maybe(sixty)}] [~. ~${maybe(number(0, 999, [3]))}] [~z|oclock]`,
    phrase`${number(0, 24, [1, 2])} ${either<unknown>(word('oclock'), phrase`~h ${optional(sixty)}`)}`,
  )} ${optional(zone)}`,
  // `friday 0900`, but no `incident 0900`
  map(number(0, 959, [4]), (n, { tokens }, at) =>
    n % 100 < 60 && BEFORE_HOURS.has(tokens[at - 1]?.word ?? '') ? n : undefined,
  ),
  word('noon', 'midnight', 'midday', 'lunch', 'lunchtime'),
)
/** `18.00`, which is no date, and rarely to the minute: 1.28 is a version. */
const dotted = phrase`${number(0, 24, [1, 2])} ~. ~${map(number(0, 55, [2]), n => (n % 5 === 0 ? n : undefined))} [oclock]`
const bareHour = number(0, 24, [1, 2])
const partOfDay = either<unknown>(
  word('morning', 'afternoon', 'evening', 'night', 'daytime'),
  phrase`working|office|opening hours`,
  phrase`first|last thing`,
  // `monday 9 am` is an hour, not the 9th.
  map(meridiem, (said, { tokens }, at) => (tokens[at - 1]?.digits ? undefined : said)),
)

const half = phrase`[a] half|½ [a|an]`
const count = either(
  map(phrase`${number(1, 9999)} ${optional(phrase`~. ~${number(0, 99)}`)}`, ([n, part]) =>
    part ? n + 1 : n,
  ),
  meaning(UNITS_1_TO_19),
  map(either<unknown>(word('a', 'an', 'few', 'several'), half), () => 1),
  map(phrase`[a] couple [of]`, () => 2),
)
const perDay = either(
  map(word('h', 'hr', 'hrs', 'hour', 'hours'), () => 24),
  map(either<unknown>(word('min', 'mins', 'minute', 'minutes'), tight(word('m'))), () => 24 * 60),
)
/** How many days it touches at most: 2 hours one, 24 hours two, 72 hours four. */
const hoursLong: Parser<number> = either(
  map(
    phrase`[for|in|within|over] [the] [next] ${count} ${perDay} ${optional(
      either<unknown>(phrase`[and] ~${number(1, 59)} [m|min|mins|minutes]`, phrase`and ${half}`),
    )}`,
    ([count, perDay]) => (count < perDay ? 1 : Math.ceil(count / perDay) + 1),
  ),
  map(
    phrase`[for|in|within] ${count} d|day|days [and|,] ${count} h|hr|hrs|hour|hours`,
    ([days, hours]) => days + Math.ceil(hours / 24) + 1,
  ),
  map(phrase`[for] ${half} [~-] day`, () => 1),
  map(either<unknown>(word('overnight'), phrase`over night`, phrase`for|during [the] night`), () => 2),
)

const to = word('to', 'until', 'through', '-', '–', '→', 'and')
const exactSpan = phrase`[from|between] ${either<unknown>(bareHour, clock)} ${to} ${clock}`
const hourOf = either<unknown>(bareHour, clock, dotted)
const bareSpan = phrase`[from|between|at] ${hourOf} ${to} ${hourOf}`
const one = <T>(parser: Parser<T>): Parser<number> => map(parser, () => 1)
const LEADS = ['at', 'by', 'from', 'after', 'before', 'around', 'between', '@']

/** Hours that are clear without a day: how many days they touch. */
export const clockTimes: Parser<number> = either(
  one(exactSpan),
  hoursLong,
  one(phrase`[at|by|from|after|before|around|@|until|to|through] ${clock}`),
  one(phrase`[at|until|through|to] ${dotted}`),
  one(phrase`this|in|all|during [the] ${partOfDay}`),
  one(phrase`first|last thing`),
)
/** Hours that only the day beside them tells from numbers: `tomorrow 10 to 4`, `friday at 9`. */
const besideDay: Parser<number> = either(
  clockTimes,
  one(bareSpan),
  one(phrase`${word(...LEADS)} ${bareHour}`),
  one(phrase`[in|all|during] [the] ${partOfDay}`),
)
const someHours = either(
  besideDay,
  map(row(besideDay, optional(word(',', 'and', 'or'))), counts => Math.max(...counts)),
)

/** Days with hours said of them; those that pass midnight touch more days than the one they begin on. */
export const withHours = (when: When, days: number): When => {
  const longer = carry(when, ({ from }) => ({ spans: [{ from, until: from + days - 1 }] }))
  return timed(days === 1 ? strong(when) : longer)
}

/** `days` with hours behind or before them. */
export const hourly = (days: Parser<When>): Parser<When> =>
  either(
    map(phrase`${days} [,|on|of|starting] [~t] ${someHours}`, ([when, count]) => withHours(when, count)),
    map(phrase`${clockTimes} [,|on|of|starting] ${days}`, ([count, when]) => withHours(when, count)),
    // With nothing before them numbers are hours here, too: `9 to 5 tomorrow`, but `nodes 3-5 tomorrow`.
    map(
      phrase`${either<unknown>(bareSpan, phrase`${word(...LEADS)} ${bareHour}`)} [,|on|of] ${days}`,
      ([, when], { tokens }, at): When | undefined => {
        const isDate = when.parts !== undefined || (tokens[at - 1] !== undefined && tokens[at]?.digits)
        return isDate ? undefined : { ...withHours(when, 1), weak: 'figures' }
      },
    ),
    map(phrase`early|late ${days}`, ([when]) =>
      when.weekday || !when.weak ? { ...withHours(when, 1), weak: 'inside' } : undefined,
    ),
  )
