import { dateOf, dayNumber, firstFrom, lastUpTo, mondayOf } from '../calendar.ts'
import { type Amount, day, doubt, fixed, type Outcome, plus, type When } from '../meaning.ts'
import { either, meaning, number, optional, type Parser, phrase, word } from '../parser.ts'
import * as whys from '../reasons.ts'
import { COUNTED, WEEKDAYS } from '../words.ts'
import { distantPeriod, numberWord, weekday, year } from './calendar-dates.ts'

/** Lengths, and days by their distance from today. */

const WHOLE = word('full', 'whole', 'calendar', 'consecutive', 'straight')
export const SINGULAR: ReadonlySet<string> = new Set(['day', 'week', 'month', 'quarter', 'year'])
/** `3`, `three`, `a`, `a couple of`. */
const count: Parser<number> = either(
  number(1, 9999),
  numberWord,
  word('a', 'an').map(() => 1),
  phrase`[a] couple [of]`.map(() => 2),
)
export const unit: Parser<Amount> = either(
  phrase`${optional(WHOLE)} ${meaning(COUNTED)}`.map(([full, { unit, times }], { tokens }, at): Amount => {
    const unitWord = tokens[full ? at + 1 : at]?.word ?? ''
    return { unit, count: times, odd: SINGULAR.has(unitWord) }
  }),
  either<unknown>(phrase`working day|days`, word('weekday', 'weekdays')).map(
    (): Amount => ({ unit: 'working day', count: 1 }),
  ),
)
/** `3 days`, `2w`, `a fortnight`, `5 working days`. */
export const amount: Parser<Amount> = phrase`[exactly] ${count} [~-] ${unit}`.map(
  ([n, { unit, count, odd = false }]) => ({
    unit,
    count: n * count,
    odd: odd && n > 1,
  }),
)

const NAMED: ReadonlyMap<string, number> = new Map(
  Object.entries({ now: 0, today: 0, tomorrow: 1, yesterday: -1 }),
)
export const namedDay: Parser<When> = meaning(NAMED).map((days, { today, tokens }, at): When => {
  const day = fixed(today + days)
  return tokens[at]?.word === 'now' ? { ...day, weak: 'inside' } : day
})

/** Weeks by their number in a year of ISO 8601. */

/** Week 1 has 4 January in it. */
const mondayIn = (y: number, week: number): number => mondayOf(dayNumber(y, 1, 4) ?? 0) + 7 * (week - 1)
const yearOfWeek = (day: number): number => dateOf(mondayOf(day) + 3).y

/** From one week to another, in the year that is said, or else in this one or, where they are over, in the next. */
function weeksIn(first: number, last: number, inYear: number | undefined, day: number): Outcome {
  const current = yearOfWeek(day)
  const y = inYear ?? (mondayIn(current, last) + 6 < day ? current + 1 : current)
  const [from, until] = [mondayIn(y, first), mondayIn(y, last) + 6]
  return yearOfWeek(until) === y
    ? { spans: [{ from, until, mayHaveStarted: true }] }
    : { spans: [], why: whys.noSuchWeek(last, y) }
}
const nth = number(1, 53, [1, 2])
const numbered = (first: number, last: number, y: number | undefined): When => ({
  ...(y === undefined && { yearly: true }),
  read: from => weeksIn(first, last, y, from),
})
const calendarWeek = phrase`[calendar] ${word('week', 'weeks', 'kw', 'cw', 'w')} [#|no|number]`
export const oneWeek = phrase`${calendarWeek} ${nth} ${optional(year)}`.map(([, n, y]) => numbered(n, n, y))

/** `week 31`, `w52`, `2026-W52`, `weeks 50 to 52`, `week 50 and 51`. */
export const weekNumber: Parser<When> = either(
  oneWeek,
  phrase`${year} [~-] ~w ~${nth}`.map(([y, n]) => numbered(n, n, y)),
  phrase`${calendarWeek} ${nth} ${word('-', '–', 'to', 'until', 'through', 'and')} ${nth} ${optional(year)}`.map(
    ([, first, joint, last, y]) =>
      last === first + 1 || (last > first && joint !== 'and') ? numbered(first, last, y) : undefined,
  ),
)

/** The Monday of a week that is named by its distance, or its number. */
export const namedWeek: Parser<number> = either(
  distantPeriod.map(([name, away], { today }) => (name === 'week' ? mondayOf(today) + 7 * away : undefined)),
  phrase`the week`.map((_, { today }) => mondayOf(today)),
  oneWeek.map((week, { today }) => week.read(today).spans[0]?.from),
)
/** `in 2 weeks`, `in a week's time`, `3 days hence`, `5 days from now`. */
const ahead: Parser<Amount> = either(
  phrase`in ${amount} [time]`.map(([amount]) => amount),
  phrase`${amount} ${either<unknown>(word('hence'), phrase`from now`)}`.map(([amount]) => amount),
)
/** `friday in two weeks`: in the week so far away, or so far from the one to come. */
const weekdayAhead: Parser<When> = phrase`[the] ${weekday} [,] ${ahead}`.map(
  ([weekdayNumber, { count, unit }], { today }) => {
    if (unit !== 'week') return undefined
    const [there, coming] = [mondayOf(today) + weekdayNumber, firstFrom(today, weekdayNumber)]
    return doubt(day(there + 7 * count), day(coming + 7 * count), whys.whichWeek)
  },
)

/** A bare weekday: the next one to come, and a question where today is one. */
export function comingWeekday(weekdayNumber: number, today: number): When {
  return {
    weekday: true,
    read(from, strict) {
      const first = firstFrom(from, weekdayNumber)
      if (strict || first !== today || from !== today) return { spans: [day(first)] }
      return { spans: [day(first), day(first + 7)], why: whys.sameWeekday(weekdayNumber) }
    },
  }
}
export const bareWeekday: Parser<When> = weekday.map((weekdayNumber, { today, tokens }, at) => {
  const isShort = tokens[at]?.text !== tokens[at]?.word
  return isShort
    ? { ...comingWeekday(weekdayNumber, today), weak: 'word' }
    : comingWeekday(weekdayNumber, today)
})
/** The first such weekday from a day on that depends on where it is said. */
const weekdayFrom = (weekdayNumber: number, start: (from: number) => number): When => ({
  weekday: true,
  read: from => ({ spans: [day(firstFrom(start(from), weekdayNumber))] }),
})
/** `this friday`, `next friday`, `friday coming`. */
const distantWeekday: Parser<When> = either(
  phrase`[the] this ${weekday}`.map(([weekdayNumber]) => ['this', weekdayNumber] as const),
  phrase`[the|this] ${word('next', 'coming', 'following')} ${weekday}`,
  phrase`[the] ${weekday} ${word('coming', 'next')}`.map(
    ([weekdayNumber, which]) => [which, weekdayNumber] as const,
  ),
).map(([which, weekdayNumber], { today }): When => {
  if (which === 'this') return weekdayFrom(weekdayNumber, () => today)
  // `coming monday to coming friday`, but no day that is far away.
  if (which === 'coming')
    return weekdayFrom(weekdayNumber, from => (from > today && from <= today + 8 ? from : today + 1))
  const ofNextWeek = mondayOf(today) + 7 + weekdayNumber
  const next = doubt(day(firstFrom(today + 1, weekdayNumber)), day(ofNextWeek), whys.whichNext)
  // `24 dec to the following monday`, `this thursday to next monday` on a Sunday
  const isAfter = (from: number) =>
    which === 'following' ? from > today : from > ofNextWeek && from < ofNextWeek + 7
  const later = weekdayFrom(weekdayNumber, from => from + 1)
  return { weekday: true, read: from => (isAfter(from) ? later : next).read(from) }
})
/** `friday next week`, `next week on friday`, `monday of week 50`. */
const weekdayOfWeek: Parser<When> = either(
  phrase`[the] ${weekday} ${optional(word('of', 'in', ','))} ${namedWeek}`.map(
    ([weekdayNumber, sign, monday], { today }) => {
      const [there, alone] = [monday + weekdayNumber, firstFrom(today, weekdayNumber)]
      // `friday, next week we go live`
      return sign === ',' && alone < there ? doubt(day(alone), day(there), whys.whichWeek) : fixed(there)
    },
  ),
  phrase`${namedWeek} [,] [on] ${weekday}`.map(([monday, weekdayNumber]) => fixed(monday + weekdayNumber)),
)
/** A day by its distance, beside which its weekday or date can stand. */
export const distantDay: Parser<When> = either(weekdayOfWeek, distantWeekday, namedDay)

/** The plurals of weekdays: `mondays`. */
export const PLURALS: ReadonlyMap<string, number> = new Map([...WEEKDAYS].map(([day, i]) => [`${day}s`, i]))

export const relativeDay: Parser<When> = either(
  distantDay,
  phrase`[this|the] last|past|previous ${weekday}`.map(([weekdayNumber], { today }) =>
    fixed(lastUpTo(today - 1, weekdayNumber)),
  ),
  bareWeekday,
  phrase`[the] next|coming|following ${either<unknown>(phrase`working day`, word('weekday'))}`.map(
    (_, { today }) => fixed(plus(today, 1, 'working day')),
  ),
  weekdayAhead,
  ahead.map(({ count, unit }, { today }) => fixed(plus(today, count, unit))),
  // `monday to a week later`: so far from where the days begin that it ends.
  phrase`${amount} later`.map(
    ([{ count, unit }], { today }): When => ({
      read: from => ({ spans: [day(plus(Math.max(from, today), count, unit))] }),
    }),
  ),
  phrase`${amount} ago|earlier`.map(([{ count, unit }], { today }) => fixed(plus(today, -count, unit))),
)
