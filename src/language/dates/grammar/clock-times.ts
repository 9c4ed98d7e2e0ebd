import { carry, strong, type When } from '../meaning.ts'
import { either, meaning, number, optional, type Parser, phrase, tight, word } from '../parser.ts'
import { UNITS_1_TO_19, WEEKDAYS } from '../words.ts'
import { meridiem } from './calendar-dates.ts'

/** Hours with or without days. The service pauses whole days only, so they become a choice. */

const sixty = tight(number(0, 59, [2]))
const bareHour = number(0, 24, [1, 2])
const BEFORE_HOURS: ReadonlySet<string> = new Set([...WEEKDAYS.keys(), 'today', 'tomorrow', 'until', 'at'])
/** `5pm`, `17:00`, `10:00 utc`, `17h`, `noon`. */
export const clock: Parser<unknown> = either<unknown>(
  phrase`${either<unknown>(
    phrase`${number(0, 12, [1, 2])} ${optional(phrase`~:|. ${sixty}`)} ${meridiem}`,
    phrase`${bareHour} ~: ${sixty} ${optional(phrase`~: ${sixty}`)} [oclock]`,
    phrase`${bareHour} ${either<unknown>(word('oclock'), phrase`~h ${optional(sixty)}`)}`,
  )} [utc|gmt|cet|cest|est|edt|pst|pdt|ist]`,
  // `friday 0900`, but not `incident 0900` and no years
  number(0, 1859, [4]).map((n, { tokens }, at) =>
    n % 100 < 60 && BEFORE_HOURS.has(tokens[at - 1]?.word ?? '') ? n : undefined,
  ),
  phrase`${number(0, 959, [4])} -|–|to|until ${number(0, 2400, [4])}`,
  word('noon', 'midnight', 'midday', 'lunch', 'lunchtime'),
)
export const partOfDay = either<unknown>(
  word('morning', 'afternoon', 'evening', 'night', 'daytime', 'am', 'pm'),
  phrase`[working|office] hours`,
  phrase`first thing`,
)

const half = phrase`[a] half|½ [a|an]`
const count = either(
  number(1, 9999),
  meaning(UNITS_1_TO_19),
  either<unknown>(word('a', 'an', 'few', 'several'), half, phrase`[a] couple [of]`).map(() => 2),
)
/** The most days that a length touches: 2 hours one, 24 hours two, 72 hours four. */
const hoursLong: Parser<number> = either(
  phrase`[for|in|within|over] [the] [next] ${count} h|hr|hrs|hour|hours`.map(hours =>
    hours < 24 ? 1 : Math.ceil(hours / 24) + 1,
  ),
  phrase`[for|in|within|over] [the] [next] ${count} min|mins|minute|minutes`.map(() => 1),
  phrase`[for] ${half} [~-] day`.map(() => 1),
  either<unknown>(word('overnight'), phrase`for|during [the] night`).map(() => 2),
)

const to = word('to', 'until', 'through', '-', '–', '→', 'and')
const hourOf = either<unknown>(bareHour, clock)
const one = <T>(parser: Parser<T>): Parser<number> => parser.map(() => 1)

/** Hours that may precede a day: `10 to 4pm`, `for 2 hours`, `at noon`. */
const ofAnyDay: Parser<number> = either(
  one(phrase`[from|between] ${hourOf} ${to} ${clock}`),
  hoursLong,
  one(phrase`[at|around|@|on] ${clock}`),
  one(phrase`this|in|all|during|outside|out [of] [the] ${partOfDay}`),
  one(phrase`during the day`),
  one(phrase`first thing`),
)
/** Unambiguous hours without a day: how many days they touch. */
export const clockTimes: Parser<number> = either(
  ofAnyDay,
  one(phrase`by|from|after|before|until|to|through ${clock}`),
  // work, in the words of the grammar
  one(phrase`before|after working`),
  one(phrase`tonight ${optional(phrase`at|@|, ${hourOf}`)}`),
)
/** Hours that are recognised only next to a day: `tomorrow 10 to 4`, `friday at 9`. */
const besideDay: Parser<number> = either(
  clockTimes,
  one(phrase`[from|between|at] ${hourOf} ${to} ${hourOf}`),
  one(phrase`at|by|from|after|before|around|between|@ ${bareHour}`),
  one(phrase`[in|all|during] [the] ${partOfDay}`),
)

/** Days with hours; hours past midnight touch the next day too. */
export const withHours = (when: When, days: number): When => {
  const longer = carry(when, ({ from }) => ({ from, until: from + days - 1 }))
  return { ...(days === 1 ? strong(when) : longer), hours: true }
}

/** `days` with hours after or before them. */
export const hourly = (days: Parser<When>): Parser<When> =>
  either(
    phrase`${days} [,|on|of|starting] [~t] ${besideDay}`.map(([when, count]) => withHours(when, count)),
    phrase`${either(ofAnyDay, one(phrase`at|@|from ${bareHour}`))} [,|on|of|starting] ${days}`.map(
      ([count, when]) => withHours(when, count),
    ),
  )
