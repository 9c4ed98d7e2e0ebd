import { dateOf, weekdayOf } from './calendar.ts'
import { either, map, meaning, number, once, optional, type Parser, sequence, tight, word } from './parser.ts'
import { type DateParts, firstFrom, type Outcome, plus, type When } from './when.ts'
import { noSuchDay, otherWeekday } from './whys.ts'
import { MONTHS, ORDINALS, TENS, UNITS_1_TO_19, WEEKDAYS } from './words.ts'

/** Calendar dates, in words and in figures. Day first, unless the input says otherwise of a slashed one. */

export const the = optional(word('the'))
export const comma = optional(word(','))
const dot = optional(tight(word('.')))

export const weekday = map(sequence(meaning(WEEKDAYS), dot), ([n]) => n)
export const month = map(sequence(meaning(MONTHS), dot), ([n]) => n)

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
export const ordinal: Parser<number> = either(numeral, ordinalWord)

const figures = map(sequence(number(1, 31, [1, 2]), dot), ([n]) => n)
const dayOfMonth = either(
  ordinal,
  figures,
  map(numberWord, n => (n <= 31 ? n : undefined)),
)

export const longYear = number(1900, 2199, [4])
const shortYear = map(number(0, 99, [2]), n => 2000 + n)
/** `2027`, `, 2027`, `of 2027`, `/2027`. */
export const year = either(
  map(sequence(optional(word(',', '.', 'of', 'in')), longYear), ([, y]) => y),
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
)

const figure = number(0, 99, [1, 2])
const yearFirst = either(
  ...['-', '/', '.'].map(sign => {
    const then = tight(word(sign))
    return map(
      sequence(longYear, then, tight(figure), then, tight(figure)),
      ([y, , m, , d]): DateParts => ({ y, m, d }),
    )
  }),
)
const compact = map(
  number(19000101, 21991231, [8]),
  (n): DateParts => ({ y: Math.floor(n / 10000), m: Math.floor(n / 100) % 100, d: n % 100 }),
)

const slash = tight(word('/'))
const slashed: Parser<DateParts> = map(
  sequence(
    figure,
    slash,
    tight(figure),
    optional(map(sequence(slash, tight(either(longYear, shortYear))), ([, y]) => y)),
  ),
  ([a, , b, y], { monthFirst }) => (monthFirst && a <= 12 ? { d: b, m: a, y } : { d: a, m: b, y }),
)
const dashedOrDotted = either(
  ...['-', '.'].map(sign => {
    const then = tight(word(sign))
    return map(
      sequence(figure, then, tight(figure), then, tight(either(longYear, shortYear))),
      ([d, , m, , y]): DateParts => ({ d, m, y }),
    )
  }),
)
const dottedShort: Parser<DateParts> = map(
  sequence(figure, tight(word('.')), tight(figure), tight(word('.'))),
  ([d, , m]) => ({ d, m }),
)
const dotted = map(
  sequence(figure, tight(word('.')), tight(number(1, 12, [1, 2]))),
  ([d, , m]): DateParts => ({ d, m }),
)
/** `24-12`; where it can be two days of a month as well, phrases.ts asks. */
const dashed = map(
  sequence(figure, tight(word('-')), tight(number(1, 12, [1, 2]))),
  ([d, , m]): DateParts => ({ d, m }),
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
    map(sequence(word('this', 'the', 'current'), optional(word('current')), word('month')), () => 0),
    map(sequence(the, word('next', 'following', 'coming'), word('month')), () => 1),
    map(sequence(the, word('month'), word('after'), word('next')), () => 2),
  ),
  (months, { today }) => {
    const { y, m } = dateOf(plus(today, months, 'month'))
    return { y, m }
  },
)

/** `the 20th day of next month`, `22 this month`. */
const inMonth: Parser<DateParts> = map(
  sequence(the, either(ordinal, figures), optional(word('day')), optional(word('of', 'in')), namedMonth),
  ([, d, , , month]) => ({ ...month, d }),
)

const figured = either(yearFirst, compact, slashed, dashedOrDotted, dottedShort)
/** 24/7 is no date beside other words. */
const isAlways = ({ y, m, d }: DateParts) => y === undefined && d === 24 && m === 7
const alone: Parser<When> = either(
  map(either(inMonth, inWords), dateOn),
  map(
    sequence(the, figured),
    ([, parts]): When => (isAlways(parts) ? { ...dateOn(parts), weak: 'figures' } : dateOn(parts)),
  ),
  lone,
  map(sequence(the, either(dotted, dashed)), ([, parts]): When => ({ ...dateOn(parts), weak: 'figures' })),
)

/** The 24 of `24-28 dec`: a day of the month that its neighbour has. */
export const bareDay: Parser<When> = map(
  sequence(the, dayOfMonth),
  ([, d]): When => ({ ...dateOn({ d }), bare: true }),
)

/** A calendar date, with its weekday or without; a weekday that does not fit refuses it. */
export const date: Parser<When> = once(
  either(
    map(sequence(weekday, comma, alone), ([weekday, , { parts }]) => dateOn({ ...parts, weekday })),
    map(
      sequence(weekday, bareDay),
      ([weekday, { parts }]): When => ({ ...dateOn({ ...parts, weekday }), weak: 'figures' }),
    ),
    map(sequence(alone, optional(word(',', '(')), weekday, optional(word(')'))), ([{ parts }, , weekday]) =>
      dateOn({ ...parts, weekday }),
    ),
    alone,
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
