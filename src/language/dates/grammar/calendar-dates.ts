import { dateOf } from '../calendar.ts'
import { type DateParts, dateOn, plus, refused, type When } from '../meaning.ts'
import {
  either,
  map,
  meaning,
  notBefore,
  number,
  once,
  optional,
  type Parser,
  phrase,
  tight,
  word,
} from '../parser.ts'
import { eitherOr } from '../reasons.ts'
import type { Token } from '../tokens.ts'
import { MONTHS, ORDINALS, TENS, UNITS_1_TO_19, WEEKDAYS } from '../words.ts'

/** Numbers, years and calendar dates. */

const tens = map(phrase`${meaning(TENS)} [~-]`, ([n]) => n * 10)
/** `two`, `forty`, `twenty nine`. */
export const numberWord: Parser<number> = either(
  map(phrase`${tens} ${meaning(UNITS_1_TO_19)}`, ([ten, n]) => (n < 10 ? ten + n : undefined)),
  tens,
  meaning(UNITS_1_TO_19),
)
const dayNumeral = number(1, 31, [1, 2])
/** `24th`. */
const numeral = map(phrase`${dayNumeral} ~st|nd|rd|th`, ([n]) => n)
/** `24th`, `second`, `twenty second`. */
export const ordinal: Parser<number> = once(
  either(
    numeral,
    map(phrase`${tens} ${meaning(ORDINALS)}`, ([ten, n]) => (n < 10 && ten + n <= 31 ? ten + n : undefined)),
    meaning(ORDINALS),
  ),
)

export const longYear = number(1900, 2199, [4])
const shortYear = map(number(0, 99, [2]), n => 2000 + n)
/** `2027`, `, 2027`, `of 2027`, `/2027`, `'27`. */
export const year = once(
  either(
    map(phrase`[,|.|of|in] ${longYear}`, ([y]) => y),
    map(phrase`~-|/ ~${longYear}`, ([y]) => y),
    map(phrase`' ~${shortYear}`, ([y]) => y),
  ),
)
/** `27`: one of the next years; other numbers can be days. */
export const nearYear = map(shortYear, (y, { today }) =>
  Math.abs(y - dateOf(today).y - 1) <= 1 ? y : undefined,
)

/** A dot is of a word that is short for another: `fri. 27`. */
const inShort = <T>(long: Parser<T>): Parser<T> =>
  map(phrase`${long} ${optional(tight(word('.')))}`, ([value, dot], { tokens }, at) =>
    dot && tokens[at]?.text === tokens[at]?.word ? undefined : value,
  )
export const weekday = once(inShort(meaning(WEEKDAYS)))
/** What makes of `may` no month. */
const verb = word('be', 'not', 'have', 'need', 'take', 'well')
export const month = once(inShort(notBefore(verb, meaning(MONTHS))))

const figures = map(phrase`${dayNumeral} [~.]`, ([n]) => n)
const dayOfMonth = once(
  either(
    ordinal,
    figures,
    map(numberWord, n => (n <= 31 ? n : undefined)),
  ),
)
/** `24th`, `the 24`. */
const nthOfMonth: Parser<DateParts> = map(
  either(
    map(phrase`[the] ${ordinal}`, ([d]) => d),
    map(phrase`the ${figures}`, ([d]) => d),
  ),
  d => ({ d, ordinal: true }),
)

const inWords: Parser<DateParts> = either<DateParts>(
  // `03-jan-27`, `3rd jan 27`, `03JAN27`
  map(phrase`${either(dayNumeral, numeral)} [~-|/] ${month} [~-|/] ${nearYear}`, ([d, m, y]) => ({
    d,
    m,
    y,
  })),
  map(
    phrase`${either(
      nthOfMonth,
      map(phrase`[the] ${dayOfMonth}`, ([d]): DateParts => ({ d })),
    )} [day] [of] [~-|/] ${month} ${optional(year)}`,
    ([day, m, y]) => ({ ...day, m, y }),
  ),
  map(phrase`${month} [~-|/] [the] ${dayOfMonth} ${optional(year)}`, ([m, d, y]) => ({ d, m, y })),
  map(phrase`${longYear} [-|/|,] ${month} [-|/] ${dayOfMonth}`, ([y, m, d]) => ({ d, m, y })),
)

/** A month has no more of any weekday. */
const MOST_WEEKS = 5
/** What makes of an ordinal no day: `the second to last friday`, `the 2nd to 3rd week`. */
const toAnother = phrase`to|until|through|and [the] ${either<unknown>(word('last'), phrase`${ordinal} ${either<unknown>(weekday, word('week', 'weekend'))}`)}`
const loneOrdinal = either(
  map(ordinal, n => (n > MOST_WEEKS ? n : undefined)),
  map(notBefore(toAnother, ordinal), n => (n > MOST_WEEKS ? undefined : n)),
)
/** `24th`, `the 24`, `the second`. */
const lone: Parser<When> = either(
  map(phrase`${optional(word('the'))} ${loneOrdinal}`, ([the, d], { tokens }, at): When | undefined => {
    const isNumeral = tokens[the ? at + 1 : at]?.digits
    return isNumeral || the
      ? { ...dateOn({ d, ordinal: true }), weak: isNumeral ? 'word' : 'figures' }
      : undefined
  }),
  map(phrase`the ${figures}`, ([d]): When => ({ ...dateOn({ d }), weak: 'figures' })),
)

/** `this month`, `next month`, as a year and a month. */
export const namedMonth: Parser<DateParts> = map(
  either(
    map(phrase`this|current month`, () => 0),
    map(phrase`the current month`, () => 0),
    map(phrase`[the] next|following|coming month`, () => 1),
  ),
  (months, { today }) => {
    const { y, m } = dateOf(plus(today, months, 'month'))
    return { y, m, near: true }
  },
)
/** `the 20th day of next month`, `22 this month`, `the first of the month`, `next month on the 5th`. */
const inMonth: Parser<DateParts> = either(
  map(
    phrase`${either(
      nthOfMonth,
      map(figures, (d): DateParts => ({ d })),
    )} [day] ${either(
      map(phrase`[of|in] ${namedMonth}`, ([month]) => month),
      map(phrase`of [the] month`, (): DateParts => ({})),
    )}`,
    ([day, month]) => ({ ...month, ...day }),
  ),
  map(phrase`${namedMonth} [,] [on] ${nthOfMonth}`, ([month, day]) => ({ ...month, ...day })),
)

const figure = number(0, 99, [1, 2])
const sign = tight(word('/', '-', '.'))
/** `2026-12-24`. */
export const isoDate: Parser<When> = map(
  phrase`${longYear} ${sign} ~${figure} ${sign} ~${figure}`,
  ([y, first, m, second, d]) => (first === second ? dateOn({ y, m, d }) : undefined),
)
/** `20261224`. */
export const compactDate: Parser<When> = map(number(19000101, 21991231, [8]), n =>
  dateOn({ y: Math.floor(n / 10000), m: Math.floor(n / 100) % 100, d: n % 100 }),
)
/** Whether a number can only be a day: `13/12`. */
export const isDayFirst = (text: string): boolean => /(?<![\d/.-])(1[3-9]|[2-9]\d)[/-]\d/.test(text)

const isDash = (token: Token | undefined) => token?.text === '-' && token.tight
const DAYS: ReadonlySet<string> = new Set([...WEEKDAYS.keys(), 'today', 'tomorrow'])
/** Whether `9-5` stands between other figures, as in `1-2-3`, or can be hours, as in `friday 9-5`. */
const isNoDate = (tokens: readonly Token[], at: number, day: number): boolean =>
  isDash(tokens[at - 1]) || isDash(tokens[at + 3]) || (day <= 12 && DAYS.has(tokens[at - 1]?.word ?? ''))

/** `24/12`, `24-12-2026`, `24.12.`; day first, unless the input says otherwise. */
const inFigures: Parser<When> = map(
  phrase`${figure} ${sign} ~${figure} ${optional(phrase`${sign} ${optional(tight(either(longYear, shortYear)))}`)}`,
  ([a, first, b, more], { monthFirst, tokens }, at): When | undefined => {
    const [second, y] = more ?? []
    const slashed = first === '/'
    if (more && (second !== first || (y === undefined && first !== '.'))) return undefined
    if (first === '-' && !more && isNoDate(tokens, at, a)) return undefined
    if (first === '-' && monthFirst && a <= 12 && !more) return { ...dateOn({ d: b, m: a }), weak: 'figures' }
    if (first !== '.' && monthFirst && a <= 12) return dateOn({ d: b, m: a, y })
    const bare = slashed ? a === 24 && b === 7 && y === undefined : !more
    if (!slashed && bare && (b < 1 || b > 12)) return undefined
    return bare ? { ...dateOn({ d: a, m: b }), weak: 'figures' } : dateOn({ d: a, m: b, y })
  },
)

const alone: Parser<When> = once(
  either(
    map(either(inMonth, inWords), dateOn),
    map(phrase`[the] ${either(isoDate, compactDate, inFigures)}`, ([when]) => when),
    lone,
  ),
)

/** The 24 of `24-28 dec`: a day of the month that its neighbour has. */
export const bareDay: Parser<When> = map(
  phrase`[the] ${dayOfMonth} ${optional(year)}`,
  ([d, y]): When => ({ ...dateOn({ d, y }), bare: true }),
)

export const meridiem = word('am', 'pm')
/** A calendar date, with its weekday or without; a weekday that does not fit refuses it. */
export const date: Parser<When> = once(
  either(
    map(phrase`${weekday} [,] ${alone}`, ([weekday, { parts }]) => dateOn({ ...parts, weekday })),
    map(
      phrase`${weekday} [the] ${notBefore(
        either<unknown>(meridiem, phrase`-|–|to|until ${number(0, 24, [1, 2])} ${meridiem}`),
        either(
          map(ordinal, (d): DateParts => ({ d, ordinal: true })),
          map(figures, (d): DateParts => ({ d })),
        ),
      )} ${optional(year)}`,
      ([weekday, day, y], { today }): When => {
        const when = dateOn({ ...day, y, weekday })
        return {
          ...when,
          weak: 'figures',
          ...(when.read(today).spans.length > 0 && { fits: true }),
        }
      },
    ),
    alone,
    map(phrase`${alone} ${optional(word(',', '('))} ${weekday} [)]`, ([{ parts, weak }, sign, weekday]) => {
      // `the 2nd friday` can be the second one.
      const isNth = weak && parts?.ordinal && (parts.d ?? 0) <= MOST_WEEKS && sign === undefined
      return isNth ? refused(eitherOr) : dateOn({ ...parts, weekday })
    }),
  ),
)
