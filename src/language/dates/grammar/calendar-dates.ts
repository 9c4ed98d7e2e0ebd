import { addMonths, dateOf, mondayOf } from '../calendar.ts'
import { type DateParts, dateOn, plus, refused, type Span, type When } from '../meaning.ts'
import { either, meaning, notBefore, number, optional, type Parser, phrase, tight, word } from '../parser.ts'
import { eitherOr } from '../reasons.ts'
import type { Token } from '../tokens.ts'
import { MONTHS, ORDINALS, TENS, UNITS_1_TO_19, WEEKDAYS } from '../words.ts'

/** Numbers, years and calendar dates. */

const tens = phrase`${meaning(TENS)} [~-]`.map(([n]) => n * 10)
/** `two`, `forty`, `twenty nine`. */
export const numberWord: Parser<number> = either(
  phrase`${tens} ${meaning(UNITS_1_TO_19)}`.map(([ten, n]) => (n < 10 ? ten + n : undefined)),
  tens,
  meaning(UNITS_1_TO_19),
)
const dayNumeral = number(1, 31, [1, 2])
/** `24th`. */
const numeral = phrase`${dayNumeral} ~st|nd|rd|th`.map(([n]) => n)
/** `24th`, `second`, `twenty second`. */
export const ordinal: Parser<number> = either(
  numeral,
  phrase`${tens} ${meaning(ORDINALS)}`.map(([ten, n]) => (n < 10 && ten + n <= 31 ? ten + n : undefined)),
  meaning(ORDINALS),
)

export const longYear = number(1900, 2199, [4])
const shortYear = number(0, 99, [2]).map(n => 2000 + n)
/** `2027`, `, 2027`, `of 2027`, `/2027`, `'27`. */
export const year = either(
  phrase`[,|.|of|in] ${longYear}`.map(([y]) => y),
  phrase`~-|/ ~${longYear}`.map(([y]) => y),
  phrase`' ~${shortYear}`.map(([y]) => y),
)
/** `27`: one of the next years; other numbers can be days. */
export const nearYear = shortYear.map((y, { today }) =>
  Math.abs(y - dateOf(today).y - 1) <= 1 ? y : undefined,
)

/** A dot is of a word that is short for another: `fri. 27`. */
const inShort = <T>(long: Parser<T>): Parser<T> =>
  phrase`${long} ${optional(tight(word('.')))}`.map(([value, dot], { tokens }, at) =>
    dot && tokens[at]?.text === tokens[at]?.word ? undefined : value,
  )
export const weekday = inShort(meaning(WEEKDAYS))
/** What makes of `may` no month. */
const verb = word('be', 'not', 'have', 'need', 'take', 'well')
export const month = inShort(notBefore(verb, meaning(MONTHS)))

const dayOf = (d: number): DateParts => ({ d })
const nthOf = (d: number): DateParts => ({ d, ordinal: true })
const weakly = (parts: DateParts): When => ({ ...dateOn(parts), weak: 'figures' })

const figures = phrase`${dayNumeral} [~.]`.map(([n]) => n)
const dayInWords = numberWord.map(n => (n <= 31 ? n : undefined))
const dayOfMonth = either(ordinal, figures, dayInWords)
/** `24th`, `the 24`. */
const nthOfMonth: Parser<DateParts> = either(
  phrase`[the] ${ordinal}`.map(([d]) => d),
  phrase`the ${figures}`.map(([d]) => d),
).map(nthOf)

const inWords: Parser<DateParts> = either<DateParts>(
  // `03-jan-27`, `3rd jan 27`, `03JAN27`
  phrase`${either(dayNumeral, numeral)} [~-|/] ${month} [~-|/] ${nearYear}`.map(([d, m, y]) => ({ d, m, y })),
  phrase`${either(
    nthOfMonth,
    phrase`[the] ${dayOfMonth}`.map(([d]) => dayOf(d)),
  )} [day] [of] [~-|/] ${month} ${optional(year)}`.map(([day, m, y]) => ({ ...day, m, y })),
  phrase`${month} [~-|/] [the] ${dayOfMonth} ${optional(year)}`.map(([m, d, y]) => ({ d, m, y })),
  phrase`${longYear} [-|/|,] ${month} [-|/] ${dayOfMonth}`.map(([y, m, d]) => ({ d, m, y })),
)

/** A month has no more of any weekday. */
const MOST_WEEKS = 5
/** What makes of an ordinal no day: `the second to last friday`, `the 2nd to 3rd week`. */
const toAnother = phrase`to|until|through|and [the] ${either<unknown>(word('last'), phrase`${ordinal} ${either<unknown>(weekday, word('week', 'weekend'))}`)}`
const loneOrdinal = either(
  ordinal.map(n => (n > MOST_WEEKS ? n : undefined)),
  notBefore(toAnother, ordinal).map(n => (n > MOST_WEEKS ? undefined : n)),
)
/** `24th`, `the 24`, `the second`. */
const lone: Parser<When> = either(
  phrase`${optional(word('the'))} ${loneOrdinal}`.map(([the, d], { tokens }, at): When | undefined => {
    if (tokens[the ? at + 1 : at]?.digits) return { ...dateOn(nthOf(d)), weak: 'word' }
    return the === undefined ? undefined : weakly(nthOf(d))
  }),
  phrase`the ${figures}`.map(([d]) => weakly({ d })),
)

export type Name = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year'
export const NAMES: readonly Name[] = ['day', 'week', 'weekend', 'month', 'quarter', 'year']
export const name: Parser<Name> = word(...NAMES).map(text => NAMES.find(each => each === text))

/** The period of a kind that a day is in, or one some periods away. */
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

const AWAY = new Map([
  ['this', 0],
  ['current', 0],
  ['next', 1],
  ['following', 1],
  ['coming', 1],
])
/** `this week`, `the following month`, `the week after next`: of which kind, and how many of them away. */
export const distantPeriod: Parser<readonly [name: Name, away: number]> = either(
  phrase`[the] ${meaning(AWAY)} ${name}`.map(([away, name]) => [name, away] as const),
  phrase`[the] ${name} after next`.map(([name]) => [name, 2] as const),
)

/** `this month`, `next month`, as a year and a month. */
export const namedMonth: Parser<DateParts> = distantPeriod.map(([name, away], { today }) => {
  const { y, m } = dateOf(plus(today, away, 'month'))
  return name === 'month' ? { y, m, near: true } : undefined
})
/** `the 20th day of next month`, `22 this month`, `the first of the month`, `next month on the 5th`. */
const inMonth: Parser<DateParts> = either(
  phrase`${either(nthOfMonth, figures.map(dayOf))} [day] [of|in] ${namedMonth}`.map(([day, month]) => ({
    ...month,
    ...day,
  })),
  phrase`${either(nthOfMonth, figures.map(dayOf))} [day] of [the] month`.map(([day]) => day),
  phrase`${namedMonth} [,] [on] ${nthOfMonth}`.map(([month, day]) => ({ ...month, ...day })),
)

const figure = number(0, 99, [1, 2])
const sign = tight(word('/', '-', '.'))
/** `2026-12-24`. */
export const isoDate: Parser<When> = phrase`${longYear} ${sign} ~${figure} ${sign} ~${figure}`.map(
  ([y, first, m, second, d]) => (first === second ? dateOn({ y, m, d }) : undefined),
)
/** Whether a number can only be a day: `13/12`. */
export const isDayFirst = (text: string): boolean => /(?<![\d/.-])(1[3-9]|[2-9]\d)[/-]\d/.test(text)

const isDash = (token: Token | undefined) => token?.text === '-' && token.tight
const DAYS: ReadonlySet<string> = new Set([...WEEKDAYS.keys(), 'today', 'tomorrow'])
/** Whether `9-5` stands between other figures, as in `1-2-3`, or can be hours, as in `friday 9-5`. */
const isNoDate = (tokens: readonly Token[], at: number, day: number): boolean =>
  isDash(tokens[at - 1]) || isDash(tokens[at + 3]) || (day <= 12 && DAYS.has(tokens[at - 1]?.word ?? ''))

/** `24/12`, `24-12-2026`, `24.12.`; day first, unless the input says otherwise. */
const inFigures: Parser<When> =
  phrase`${figure} ${sign} ~${figure} ${optional(phrase`${sign} ${optional(tight(either(longYear, shortYear)))}`)}`.map(
    ([a, first, b, more], { monthFirst, tokens }, at): When | undefined => {
      const [second, y] = more ?? []
      const slashed = first === '/'
      if (more && (second !== first || (y === undefined && first !== '.'))) return undefined
      if (first === '-' && !more && isNoDate(tokens, at, a)) return undefined
      if (first === '-' && monthFirst && a <= 12 && !more) return weakly({ d: b, m: a })
      if (first !== '.' && monthFirst && a <= 12) return dateOn({ d: b, m: a, y })
      const bare = slashed ? a === 24 && b === 7 && y === undefined : !more
      if (!slashed && bare && (b < 1 || b > 12)) return undefined
      return bare ? weakly({ d: a, m: b }) : dateOn({ d: a, m: b, y })
    },
  )

const alone: Parser<When> = either(
  either(inMonth, inWords).map(dateOn),
  phrase`[the] ${either(isoDate, inFigures)}`.map(([when]) => when),
  lone,
)

/** The 24 of `24-28 dec`: a day of the month that its neighbour has. */
export const bareDay: Parser<When> = phrase`[the] ${dayOfMonth} ${optional(year)}`.map(
  ([d, y]): When => ({ ...dateOn({ d, y }), bare: true }),
)

export const meridiem = word('am', 'pm')
/** A calendar date, with its weekday or without; a weekday that does not fit refuses it. */
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
    return isNth ? refused(eitherOr) : dateOn({ ...parts, weekday })
  }),
)
