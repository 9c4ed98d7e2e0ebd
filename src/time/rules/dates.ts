import { dateOf, weekdayOf } from '../calendar.ts'
import { type DateParts, firstFrom, type Outcome, plus, type When } from '../meaning/when.ts'
import { noSuchDay, otherWeekday } from '../meaning/whys.ts'
import {
  either,
  map,
  meaning,
  number,
  once,
  optional,
  type Parser,
  sequence,
  tight,
  word,
} from '../reading/parser.ts'
import type { Token } from '../reading/tokens.ts'
import { MONTHS, ORDINALS, TENS, UNITS_1_TO_19, WEEKDAYS } from '../reading/words.ts'

/** Calendar dates, in words and in figures. Day first, unless the input says otherwise of a slashed one. */

export const the = optional(word('the'))
export const comma = optional(word(','))
const dot = optional(tight(word('.')))

export const weekday = once(map(sequence(meaning(WEEKDAYS), dot), ([n]) => n))
export const month = once(map(sequence(meaning(MONTHS), dot), ([n]) => n))

const tens = map(sequence(meaning(TENS), optional(tight(word('-')))), ([n]) => n * 10)

/** `two`, `forty`, `twenty nine`. */
export const numberWord: Parser<number> = either(
  map(sequence(tens, meaning(UNITS_1_TO_19)), ([ten, n]) => (n < 10 ? ten + n : undefined)),
  tens,
  meaning(UNITS_1_TO_19),
)

const numeral = map(sequence(number(1, 31, [1, 2]), tight(word('st', 'nd', 'rd', 'th'))), ([n]) => n)
const ordinalWord: Parser<number> = either(
  map(sequence(tens, meaning(ORDINALS)), ([ten, n]) => (n < 10 && ten + n <= 31 ? ten + n : undefined)),
  meaning(ORDINALS),
)

/** `24th`, `second`, `twenty second`. */
export const ordinal: Parser<number> = once(either(numeral, ordinalWord))

const figures = map(sequence(number(1, 31, [1, 2]), dot), ([n]) => n)
const dayOfMonth = once(
  either(
    ordinal,
    figures,
    map(numberWord, n => (n <= 31 ? n : undefined)),
  ),
)

export const longYear = number(1900, 2199, [4])
const shortYear = map(number(0, 99, [2]), n => 2000 + n)
/** `2027`, `, 2027`, `of 2027`, `/2027`, `next year`. */
export const year = either(
  map(sequence(optional(word(',', '.', 'of', 'in')), longYear), ([, y]) => y),
  map(
    sequence(optional(word(',', 'of', 'in')), word('this', 'next'), word('year')),
    ([, said], { today }) => dateOf(today).y + (said === 'next' ? 1 : 0),
  ),
  map(sequence(tight(word('-', '/')), tight(longYear)), ([, y]) => y),
)

const inWords: Parser<DateParts> = either(
  map(
    sequence(
      the,
      dayOfMonth,
      optional(word('day')),
      optional(either(word('of'), tight(word('-', '/')))),
      month,
      optional(year),
    ),
    ([, d, , , m, y]) => ({ d, m, y }),
  ),
  map(sequence(month, optional(tight(word('-', '/'))), the, dayOfMonth, optional(year)), ([m, , , d, y]) => ({
    d,
    m,
    y,
  })),
  map(
    sequence(longYear, optional(word('-', '/', ',')), month, optional(word('-', '/')), dayOfMonth),
    ([y, , m, , d]) => ({
      d,
      m,
      y,
    }),
  ),
)

const figure = number(0, 99, [1, 2])
const sign = tight(word('/', '-', '.'))
const yearFirst = map(
  sequence(longYear, sign, tight(figure), sign, tight(figure)),
  ([y, first, m, second, d]): DateParts | undefined => (first === second ? { y, m, d } : undefined),
)
/** `2026-12-24`. */
export const isoDate: Parser<When> = map(yearFirst, dateOn)
const compact = map(
  number(19000101, 21991231, [8]),
  (n): DateParts => ({ y: Math.floor(n / 10000), m: Math.floor(n / 100) % 100, d: n % 100 }),
)
/** Whether a dash stands right before a token. */
const isDash = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === '-' && tokens[at - 1]?.tight === true

/** `24/12`, `24-12-2026`, `24.12.`; where `24-12` can be two days of a month as well, phrases.ts asks. */
const dayFirst = map(
  sequence(
    figure,
    sign,
    tight(figure),
    optional(sequence(sign, optional(tight(either(longYear, shortYear))))),
  ),
  ([a, first, b, more], { monthFirst, tokens }, at): When | undefined => {
    const [second, y] = more ?? []
    const slashed = first === '/'
    if (more && (second !== first || (y === undefined && first !== '.'))) return undefined
    if (slashed && monthFirst && a <= 12) return dateOn({ d: b, m: a, y })
    const bare = slashed ? a === 24 && b === 7 && y === undefined : !more
    if (!slashed && bare && (b < 1 || b > 12)) return undefined
    // `1-2-3` is neither a date nor a range.
    if (first === '-' && bare && (isDash(tokens, at) || isDash(tokens, at + 4))) return undefined
    return bare ? { ...dateOn({ d: a, m: b }), weak: 'figures' } : dateOn({ d: a, m: b, y })
  },
)

/** `24th`, `the 24`, `the second`. */
const lone: Parser<When> = either(
  map(sequence(the, numeral), ([, d]): When => ({ ...dateOn({ d }), weak: 'word' })),
  map(sequence(word('the'), figures), ([, d]): When => ({ ...dateOn({ d }), weak: 'figures' })),
  map(sequence(word('the'), ordinalWord), ([, d]): When => ({ ...dateOn({ d }), weak: 'figures' })),
)

/** `this month`, `next month`, as a year and month. */
export const namedMonth: Parser<DateParts> = map(
  either(
    map(
      either<unknown>(
        sequence(word('this', 'current'), word('month')),
        sequence(word('the'), word('current'), word('month')),
      ),
      () => 0,
    ),
    map(sequence(the, word('next', 'following', 'coming'), word('month')), () => 1),
    map(sequence(the, word('month'), word('after'), word('next')), () => 2),
  ),
  (months, { today }) => {
    const { y, m } = dateOf(plus(today, months, 'month'))
    return { y, m, near: true }
  },
)

const ofTheMonth = map(sequence(word('of'), word('the'), word('month')), (): DateParts => ({}))
/** `the 20th day of next month`, `22 this month`, `the first of the month`. */
const inMonth: Parser<DateParts> = map(
  sequence(
    the,
    either(ordinal, figures),
    optional(word('day')),
    either(
      map(sequence(optional(word('of', 'in')), namedMonth), ([, month]) => month),
      ofTheMonth,
    ),
  ),
  ([, d, , month]) => ({ ...month, d }),
)

const alone: Parser<When> = either(
  map(either(inMonth, inWords), dateOn),
  map(sequence(the, either(isoDate, map(compact, dateOn), dayFirst)), ([, when]) => when),
  lone,
)

/** The 24 of `24-28 dec`: a day of the month that its neighbour has. */
export const bareDay: Parser<When> = map(
  sequence(the, dayOfMonth, optional(year)),
  ([, d, y]): When => ({ ...dateOn({ d, y }), bare: true }),
)

const weekdayBehind = map(
  sequence(optional(word(',', '(')), weekday, optional(word(')'))),
  ([, weekday]) => weekday,
)

/** A calendar date, with its weekday or without; a weekday that does not fit refuses it. */
export const date: Parser<When> = once(
  either(
    map(sequence(weekday, comma, alone), ([weekday, , { parts }]) => dateOn({ ...parts, weekday })),
    map(
      sequence(weekday, bareDay),
      ([weekday, { parts }]): When => ({ ...dateOn({ ...parts, weekday }), weak: 'figures' }),
    ),
    map(sequence(alone, optional(weekdayBehind)), ([when, weekday]) =>
      weekday === undefined ? when : dateOn({ ...when.parts, weekday }),
    ),
  ),
)

/** What a date means: the next time that its day comes. */
export function dateOn(parts: DateParts): When {
  const read = (from: number): Outcome => {
    const span = firstFrom(parts, from)
    if (!span) return { spans: [], why: noSuchDay(parts) }
    const fits = parts.weekday === undefined || weekdayOf(span.from) === parts.weekday
    return fits ? { spans: [span] } : { spans: [], why: otherWeekday(span.from) }
  }
  return { parts, read }
}
