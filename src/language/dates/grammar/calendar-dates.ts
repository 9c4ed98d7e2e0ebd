import { addMonths, dateOf, dayNumber, firstFrom, lastUpTo, mondayOf, weekdayOf } from '../calendar.ts'
import {
  type Amount,
  type DateParts,
  dateOn,
  day,
  doubt,
  fixed,
  nextYearly,
  type Outcome,
  plus,
  refused,
  type Span,
  type When,
} from '../meaning.ts'
import { either, meaning, notBefore, number, optional, type Parser, phrase, tight, word } from '../parser.ts'
import { whys } from '../reasons.ts'
import { COUNTED, MONTHS, ORDINALS, SAME_WORD, TENS, type Token, UNITS_1_TO_19, WEEKDAYS } from '../words.ts'

/** Numbers, years and calendar dates. */

const tens = phrase`${meaning(TENS)} [~-]`.map(n => n * 10)
/** `two`, `forty`, `twenty nine`. */
const numberWord: Parser<number> = either(
  phrase`${tens} ${meaning(UNITS_1_TO_19)}`.map(([ten, n]) => (n < 10 ? ten + n : undefined)),
  tens,
  meaning(UNITS_1_TO_19),
)
const dayNumeral = number(1, 31, [1, 2])
/** `24th`. */
const numeral = phrase`${dayNumeral} ~st|nd|rd|th`
/** `24th`, `second`, `twenty second`. */
export const ordinal: Parser<number> = either(
  numeral,
  phrase`${tens} ${meaning(ORDINALS)}`.map(([ten, n]) => (n < 10 && ten + n <= 31 ? ten + n : undefined)),
  meaning(ORDINALS),
)

export const longYear = number(1900, 2199, [4])
/** Years further ahead are probably in the last century. */
const shortYear = number(0, 99, [2]).map(
  (n, { today }) => (2000 + n > dateOf(today).y + 10 ? 1900 : 2000) + n,
)
/** The distance from the present period. */
export const AWAY = new Map(Object.entries({ this: 0, current: 0, next: 1, following: 1, coming: 1 }))
/** `2027`, `, 2027`, `of 2027`, `/2027`, `'27`, `next year`. */
export const year = either(
  phrase`[,|.|of|in] [the] [year] ${longYear}`,
  phrase`~-|/ ~${longYear}`,
  phrase`' ~${shortYear}`,
  phrase`[of|in] ${meaning(AWAY)} year`.map((away, { today }) => dateOf(today).y + away),
)
/** `27`: one of the next years; other numbers may be days. */
export const nearYear = shortYear.map((y, { today }) =>
  Math.abs(y - dateOf(today).y - 1) <= 1 ? y : undefined,
)

/** The dot of an abbreviation: `fri. 27`. */
const inShort = <T>(long: Parser<T>): Parser<T> =>
  phrase`${long} ${optional(tight(word('.')))}`.map(([value, dot], { tokens }, at) =>
    dot && tokens[at]?.text === tokens[at]?.word ? undefined : value,
  )
export const weekday = inShort(meaning(WEEKDAYS))
/** Words after which `may` is no month. */
const verb = word('be', 'not', 'have', 'need', 'take', 'well')
const otherMonths = new Map([...MONTHS].filter(([name]) => name !== 'may'))
export const month = inShort(either(notBefore(verb, meaning(new Map([['may', 5]]))), meaning(otherMonths)))

const dayOf = (d: number): DateParts => ({ d })
const nthOf = (d: number): DateParts => ({ d, ordinal: true })
const weakly = (parts: DateParts): When => ({ ...dateOn(parts), weak: 'figures' })

const figures = phrase`${dayNumeral} [~.]`
const dayInWords = numberWord.map(n => (n <= 31 ? n : undefined))
const dayOfMonth = either(ordinal, figures, dayInWords)
/** `24th`, `the 24`. */
const nthOfMonth: Parser<DateParts> = either(phrase`[the] ${ordinal}`, phrase`the ${figures}`).map(nthOf)

const inWords: Parser<DateParts> = either<DateParts>(
  // `03-jan-27`, `3rd jan 27`, `03JAN27`
  phrase`[the] ${either(dayNumeral, numeral)} [~-|/] ${month} [~-|/] ${nearYear}`.map(([d, m, y]) => ({
    d,
    m,
    y,
  })),
  phrase`${either(
    nthOfMonth,
    phrase`[the] ${dayOfMonth}`.map(d => dayOf(d)),
  )} [day] [of] [~-|/] ${month} ${optional(year)}`.map(([day, m, y]) => ({ ...day, m, y })),
  phrase`${month} [~-|/|,|.] [the] ${dayOfMonth} ${optional(year)}`.map(([m, d, y]) => ({ d, m, y })),
  phrase`${longYear} [-|/|,] ${month} [-|/] ${dayOfMonth}`.map(([y, m, d]) => ({ d, m, y })),
)

/** The most occurrences of a weekday in a month. */
const MOST_WEEKS = 5
/** Words after which an ordinal is no day: `the 2nd to 3rd week`. */
const toAnother = phrase`to|until|through|and [the] ${ordinal} ${either<unknown>(weekday, word('week', 'weekend'))}`
const longOrdinal = ordinal.map(n => (n > MOST_WEEKS ? n : undefined))
/** `24th`, `the 24`, `the second`. */
const lone: Parser<When> = either(
  phrase`${optional(word('the'))} ${either(longOrdinal, notBefore(toAnother, ordinal))}`.map(
    ([the, d], { tokens }, at): When | undefined => {
      if (tokens[the ? at + 1 : at]?.digits) return { ...dateOn(nthOf(d)), weak: 'word' }
      return the === undefined ? undefined : weakly(nthOf(d))
    },
  ),
  phrase`the ${figures}`.map(d => weakly({ d })),
)

export type Name = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year'
export const NAMES: readonly Name[] = ['day', 'week', 'weekend', 'month', 'quarter', 'year']
export const name: Parser<Name> = word(...NAMES).map(text => NAMES.find(each => each === text))

/** The period of a kind that contains a day, or one at a distance. */
export function periodOf(name: Name, today: number, away: number): Span {
  if (name === 'day') return { from: today + away, until: today + away }
  const monday = mondayOf(today) + 7 * away
  if (name === 'week') return { from: monday, until: monday + 6 }
  if (name === 'weekend') return { from: monday + 5, until: monday + 6 }
  const { m, d } = dateOf(today)
  const length = { month: 1, quarter: 3, year: 12 }[name]
  const from = addMonths(today - d + 1, away * length - ((m - 1) % length))
  return { from, until: addMonths(from, length) - 1 }
}

/** `this week`, `the following month`, `the week after next`: the kind and the distance. */
export const distantPeriod: Parser<readonly [name: Name, away: number]> = either(
  phrase`[the] ${meaning(AWAY)} ${name}`.map(([away, name]) => [name, away] as const),
  phrase`[the] ${name} after next`.map(name => [name, 2] as const),
)

/** `this month`, `next month`, as a year and a month. */
const namedMonth: Parser<DateParts> = distantPeriod.map(([name, away], { today }) => {
  const { y, m } = dateOf(plus(today, away, 'month'))
  return name === 'month' ? { y, m, near: true } : undefined
})
/** `the 20th day of next month`, `22 this month`, `the first of the month`, `next month on the 5th`. */
const inMonth: Parser<DateParts> = either(
  phrase`${either(nthOfMonth, figures.map(dayOf))} [day] [of|in] ${namedMonth}`.map(([day, month]) => ({
    ...month,
    ...day,
  })),
  phrase`${either(nthOfMonth, figures.map(dayOf))} [day] of [the] month`,
  phrase`${namedMonth} [,] [on] ${nthOfMonth}`.map(([month, day]) => ({ ...month, ...day })),
)

const figure = number(0, 99, [1, 2])
const sign = tight(word('/', '-', '.'))
/** `12-24`, the end of a date that begins with the year. */
export const monthAndDay: Parser<DateParts> = phrase`${number(1, 12, [1, 2])} ${sign} ~${figure}`.map(
  ([m, , d]) => ({ m, d }),
)
/** `2026-12-24`, `20261224`. */
export const isoDate: Parser<When> = either(
  phrase`${longYear} ${sign} ~${figure} ${sign} ~${figure}`.map(([y, first, m, second, d]) =>
    first === second ? dateOn({ y, m, d }) : undefined,
  ),
  number(19000101, 21991231, [8]).map(n =>
    weakly({ y: Math.floor(n / 10_000), m: Math.floor(n / 100) % 100, d: n % 100 }),
  ),
)
/** Whether a number must be a day: `13/12`. */
export const isDayFirst = (text: string): boolean => /(?<![\d/.-])(1[3-9]|[2-9]\d)[/.-]\d/.test(text)

const isDash = (token: Token | undefined) => token?.text === '-' && token.tight
const DAYS: ReadonlySet<string> = new Set([...WEEKDAYS.keys(), 'today', 'tomorrow'])
/** Whether one of two separated figures has a leading zero: `05-12`. */
export const isPadded = (tokens: readonly Token[], at: number): boolean =>
  [at, at + 2].some(at => tokens[at]?.text.startsWith('0'))
/** Whether `9-5` is inside other figures, as in `1-2-3`, or may be hours, as in `friday 9-5`. */
function isNoDate(tokens: readonly Token[], at: number, first: number, second: number): boolean {
  const mayBeHours = DAYS.has(tokens[at - 1]?.word ?? '') || (second <= 12 && !isPadded(tokens, at))
  return isDash(tokens[at - 1]) || isDash(tokens[at + 3]) || (first <= 12 && mayBeHours)
}

/** `24/12`, `24-12-2026`, `24.12.`; day first, unless the input says otherwise. */
const inFigures: Parser<When> =
  phrase`${figure} ${sign} ~${figure} ${optional(phrase`${sign} ${optional(tight(either(longYear, shortYear)))}`)}`.map(
    ([a, first, b, more], { monthFirst, tokens }, at): When | undefined => {
      const [second, y] = more ?? []
      const slashed = first === '/'
      if (more && (second !== first || (y === undefined && first !== '.'))) return undefined
      if (first === '-' && !more && isNoDate(tokens, at, a, b)) return undefined
      if (first === '-' && monthFirst && a <= 12 && !more) return weakly({ d: b, m: a })
      if (first !== '.' && monthFirst && a <= 12) return dateOn({ d: b, m: a, y })
      const text = `${tokens[at]?.text}/${tokens[at + 2]?.text}`
      // `1/2 capacity`, `24/7 support`
      if (slashed && !more && /^(1\/[234]|2\/3|3\/4|24\/7)$/.test(text)) return weakly({ d: a, m: b })
      const bare = !slashed && !more
      if (bare && (b < 1 || b > 12)) return undefined
      return bare ? weakly({ d: a, m: b }) : dateOn({ d: a, m: b, y })
    },
  )

const alone: Parser<When> = either(
  phrase`[this] ${either(inMonth, inWords)}`.map(dateOn),
  // `next 6th of april`
  phrase`next ${inWords}`.map((parts, { today }) => nextYearly(dateOn(parts), today)),
  phrase`[the] ${either(isoDate, inFigures)}`,
  lone,
)

/** The 24 of `24-28 dec`: a day in the month of its neighbour. */
export const bareDay: Parser<When> = phrase`[the] ${dayOfMonth} ${optional(year)}`.map(
  ([d, y]): When => ({ ...dateOn({ d, y }), bare: true }),
)

export const meridiem = word('am', 'pm')
/** A calendar date, optionally with its weekday, which has to fit. */
export const date: Parser<When> = either(
  phrase`${weekday} [,] ${alone}`.map(([weekday, { parts }]) => dateOn({ ...parts, weekday })),
  phrase`${weekday} [the] ${notBefore(
    either<unknown>(meridiem, phrase`-|–|to|until ${number(0, 24, [1, 2])} ${meridiem}`),
    either(ordinal.map(nthOf), figures.map(dayOf)),
  )} ${optional(year)}`.map(([weekday, day, y], { today }): When => {
    const when = weakly({ ...day, y, weekday })
    return when.read(today).spans.length > 0 ? { ...when, fits: true } : when
  }),
  alone,
  phrase`${alone} ${optional(word(',', '('))} ${weekday} [)]`.map(([{ parts, weak }, sign, weekday]) => {
    // `the 2nd friday` can be the second one.
    const isNth = weak && parts?.ordinal && (parts.d ?? 0) <= MOST_WEEKS && sign === undefined
    return isNth ? refused(whys.eitherOr) : dateOn({ ...parts, weekday })
  }),
)

/** Lengths, and days relative to today. */

const WHOLE = word('full', 'whole', 'calendar', 'consecutive', 'straight')
const SINGULAR: ReadonlySet<string> = new Set(['day', 'week', 'month', 'quarter', 'year'])
/** `3`, `three`, `a`, `a couple of`. */
export const count: Parser<number> = either(
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

const NAMED = new Map(Object.entries({ now: 0, today: 0, tomorrow: 1, yesterday: -1 }))
export const namedDay: Parser<When> = either(
  meaning(NAMED).map((days, { today, tokens }, at): When => {
    const day = fixed(today + days)
    return tokens[at]?.word === 'now' ? { ...day, weak: 'inside' } : day
  }),
  phrase`right now`.map((_, { today }): When => ({ ...fixed(today), weak: 'inside' })),
)

/** Weeks by their ISO 8601 number. */

/** Week 1 contains 4 January. */
const mondayIn = (y: number, week: number): number => mondayOf(dayNumber(y, 1, 4) ?? 0) + 7 * (week - 1)
const yearOfWeek = (day: number): number => dateOf(mondayOf(day) + 3).y

/** A range of weeks in the given year, or else in this one or, if they are over, the next. */
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
const calendarWeek = phrase`[calendar] ${word('week', 'weeks', 'kw', 'cw', 'w')} [#|no|number] [~.]`
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

/** The Monday of a week given by distance or number. */
export const namedWeek: Parser<number> = either(
  distantPeriod.map(([name, away], { today }) => (name === 'week' ? mondayOf(today) + 7 * away : undefined)),
  phrase`the week`.map((_, { today }) => mondayOf(today)),
  oneWeek.map((week, { today }) => week.read(today).spans[0]?.from),
)
/** `in 2 weeks`, `in a week's time`, `3 days hence`, `5 days from now`. */
const ahead: Parser<Amount> = either(
  phrase`in ${amount} [time]`,
  phrase`${amount} hence`,
  phrase`${amount} from now`,
)
/** A bare weekday: the next one; a choice if today is one. */
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
export const bareWeekday: Parser<When> = weekday.map((weekdayNumber, { today, tokens }, at) => ({
  ...comingWeekday(weekdayNumber, today),
  ...(SAME_WORD.has(tokens[at]?.text ?? '') && { weak: 'word' }),
}))
/** The first such weekday from the day at which it is read. */
const weekdayFrom = (weekdayNumber: number, start: (from: number) => number): When => ({
  weekday: true,
  read: from => ({ spans: [day(firstFrom(start(from), weekdayNumber))] }),
})
/** `this friday`, `next friday`, `friday coming`. */
const distantWeekday: Parser<When> = either(
  phrase`[the] this ${weekday}`.map(weekdayNumber => ['this', weekdayNumber] as const),
  phrase`[the|this] ${word('next', 'coming', 'following')} ${weekday}`,
  phrase`[the] ${weekday} ${word('coming', 'next')}`.map(
    ([weekdayNumber, which]) => [which, weekdayNumber] as const,
  ),
).map(([which, weekdayNumber], { today }): When => {
  if (which === 'this') return weekdayFrom(weekdayNumber, () => today)
  // `coming monday to coming friday`, but not a distant day.
  if (which === 'coming')
    return weekdayFrom(weekdayNumber, from => (from > today && from <= today + 8 ? from : today + 1))
  const ofNextWeek = mondayOf(today) + 7 + weekdayNumber
  const next = doubt(day(firstFrom(today + 1, weekdayNumber)), day(ofNextWeek), whys.whichNext)
  // `this thursday to next monday` on a Sunday
  const isAfter = (from: number) => from > ofNextWeek && from < ofNextWeek + 7
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
/** A relative day, optionally with its weekday or date. */
export const distantDay: Parser<When> = either(weekdayOfWeek, distantWeekday, namedDay)

/** The plurals of weekdays: `mondays`. */
export const PLURALS: ReadonlyMap<string, number> = new Map([...WEEKDAYS].map(([day, i]) => [`${day}s`, i]))

export const relativeDay: Parser<When> = either(
  distantDay,
  phrase`[this|the] last|past|previous ${weekday}`.map((weekdayNumber, { today }) =>
    fixed(lastUpTo(today - 1, weekdayNumber)),
  ),
  bareWeekday,
  phrase`[the] next|coming|following ${either<unknown>(phrase`working day`, word('weekday'))}`.map(
    (_, { today }) => fixed(plus(today, 1, 'working day')),
  ),
  ahead.map(({ count, unit }, { today }) => fixed(plus(today, count, unit))),
  // `two sundays from now` may or may not count this week's
  phrase`${count} ${meaning(PLURALS)} from now|today`.map(([n, weekday], { today }) => {
    const nth = firstFrom(today + 1, weekday) + 7 * (n - 1)
    return doubt(day(nth), day(nth + 7), whys.whichWeek)
  }),
  // `friday in two weeks`: in that week, or after that day
  either<readonly [number, Amount]>(
    phrase`${weekday} [,] ${ahead}`,
    phrase`${ahead} [,] [on] ${weekday}`.map(([amount, weekday]) => [weekday, amount]),
  ).map(([weekday, { count, unit }], { today }): When => {
    const there = plus(today, count, unit)
    if (unit === 'day') return weekdayOf(there) === weekday ? fixed(there) : refused(whys.disagree)
    return doubt(day(mondayOf(there) + weekday), day(firstFrom(there, weekday)), whys.whichWeek)
  }),
  // `monday to a week later`: relative to the start.
  phrase`${amount} later`.map(
    ({ count, unit }, { today }): When => ({
      read: from => ({ spans: [day(plus(Math.max(from, today), count, unit))] }),
    }),
  ),
  phrase`${amount} ago|earlier`.map(({ count, unit }, { today }) => fixed(plus(today, -count, unit))),
)
