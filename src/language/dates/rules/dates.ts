import { dateOf } from '../calendar.ts'
import { dateOn } from '../meaning/dates.ts'
import { type DateParts, plus, refused, type When } from '../meaning/when.ts'
import { eitherOr } from '../meaning/whys.ts'
import { once } from '../reading/matches.ts'
import {
  butNo,
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
import { MONTHS, WEEKDAYS } from '../reading/words.ts'
import { compact, dayFirst, isoDate, longYear } from './figures.ts'
import { numberWord, numeral, ordinal, ordinalWord, spacedNumeral } from './numbers.ts'
import { nearYear, year } from './years.ts'

/** Calendar dates, with their weekday or without. */

export const the = optional(word('the'))
export const comma = optional(word(','))
const dot = optional(tight(word('.')))

/** A dot is of a word that is short for another: `fri. 27`. */
const inShort = <T>(word: Parser<T>): Parser<T> =>
  map(sequence(word, dot), ([value, dot], { tokens }, at) =>
    dot && tokens[at]?.text === tokens[at]?.word ? undefined : value,
  )
export const weekday = once(inShort(meaning(WEEKDAYS)))
/** What makes of `may` no month. */
const verb = word('be', 'not', 'have', 'need', 'take', 'well')
export const month = once(inShort(butNo(verb, meaning(MONTHS))))

const figures = map(sequence(number(1, 31, [1, 2]), dot), ([n]) => n)
const nth = map(ordinal, (d): DateParts => ({ d, ordinal: true }))
const plain = map(figures, (d): DateParts => ({ d }))
const dayOfMonth = once(
  either(
    ordinal,
    figures,
    map(numberWord, n => (n <= 31 ? n : undefined)),
  ),
)

const dash = tight(word('-', '/'))
/** `03-jan-27`, `3 jan 27`, `3rd jan 27`, `03JAN27`, `3 rd jan`. */
const glued: Parser<DateParts> = either(
  map(sequence(number(1, 31, [1, 2]), dash, tight(month), dash, tight(nearYear)), ([d, , m, , y]) => ({
    d,
    m,
    y,
  })),
  map(sequence(either(number(1, 31, [1, 2]), numeral), month, nearYear), ([d, m, y]) => ({ d, m, y })),
  map(sequence(spacedNumeral, optional(word('of')), month, optional(year)), ([d, , m, y]) => ({ d, m, y })),
)

const dotted = map(sequence(number(1, 31, [1, 2]), tight(word('.'))), ([n]) => n)
/** `24th`, `the 24`, `24.`. */
const nthOfMonth: Parser<DateParts> = map(
  either(
    map(sequence(the, either(ordinal, dotted)), ([, d]) => d),
    map(sequence(word('the'), figures), ([, d]) => d),
  ),
  d => ({ d, ordinal: true }),
)

const inWords: Parser<DateParts> = either(
  glued,
  map(
    sequence(
      either(
        nthOfMonth,
        map(sequence(the, dayOfMonth), ([, d]): DateParts => ({ d })),
      ),
      optional(word('day')),
      optional(either(word('of'), tight(word('-', '/')))),
      month,
      optional(year),
    ),
    ([day, , , m, y]) => ({ ...day, m, y }),
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

/** A month has no more of any weekday: `the 24th to the last friday of november` begins on a day of the month. */
export const MOST_WEEKS = 5
/** What makes an ordinal no day: `the second to last friday`, `the 2nd to 3rd week`. */
const toAnother = sequence(
  word('to', 'until', 'through', 'and'),
  the,
  either<unknown>(word('last'), sequence(ordinal, either<unknown>(weekday, word('week', 'weekend')))),
)
const dayNth = (nth: Parser<number>): Parser<number> =>
  either(
    map(nth, n => (n > MOST_WEEKS ? n : undefined)),
    map(butNo(toAnother, nth), n => (n > MOST_WEEKS ? undefined : n)),
  )
/** `24th`, `the 24`, `the second`. */
const lone: Parser<When> = either(
  map(sequence(the, dayNth(numeral)), ([, d]): When => ({ ...dateOn({ d, ordinal: true }), weak: 'word' })),
  map(sequence(word('the'), figures), ([, d]): When => ({ ...dateOn({ d }), weak: 'figures' })),
  map(
    sequence(word('the'), dayNth(ordinalWord)),
    ([, d]): When => ({ ...dateOn({ d, ordinal: true }), weak: 'figures' }),
  ),
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

const ofTheMonth = map(sequence(word('of'), the, word('month')), (): DateParts => ({}))
/** `the 20th day of next month`, `22 this month`, `the first of the month`. */
const inMonth: Parser<DateParts> = either(
  map(
    sequence(
      either(nthOfMonth, plain),
      optional(word('day')),
      either(
        map(sequence(optional(word('of', 'in')), namedMonth), ([, month]) => month),
        ofTheMonth,
      ),
    ),
    ([day, , month]) => ({ ...month, ...day }),
  ),
  map(sequence(namedMonth, comma, optional(word('on')), nthOfMonth), ([month, , , day]) => ({
    ...month,
    ...day,
  })),
)

const alone: Parser<When> = either(
  map(either(inMonth, inWords), dateOn),
  map(sequence(the, either(isoDate, compact)), ([, when]) => when),
  // `the 24 to the 26/12`: both are written alike.
  map(sequence(the, dayFirst), ([said, { parts, ...when }]) =>
    said ? { ...when, parts: { ...parts, ordinal: true } } : { ...when, parts },
  ),
  lone,
)

/** The 24 of `24-28 dec`: a day of the month that its neighbour has. */
export const bareDay: Parser<When> = map(
  sequence(the, dayOfMonth, optional(year)),
  ([, d, y]): When => ({ ...dateOn({ d, y }), bare: true }),
)

export const meridiem = either(
  word('am', 'pm'),
  map(sequence(word('a', 'p'), tight(word('.')), tight(word('m')), optional(tight(word('.')))), () => 'm'),
)
/** What makes a number behind a weekday an hour: `fri 4pm`, `fri 4:30`. */
const clockWord = either<unknown>(
  meridiem,
  word('h', 'oclock'),
  sequence(tight(word(':')), tight(number(0, 59, [2]))),
  sequence(word('-', '–', 'to', 'until'), number(0, 24, [1, 2]), meridiem),
)

const weekdayBehind = map(
  sequence(optional(word(',', '(')), weekday, optional(word(')'))),
  ([sign, weekday]) => ({ sign, weekday }),
)
/** A calendar date, with its weekday or without; a weekday that does not fit refuses it. */
export const date: Parser<When> = once(
  either(
    map(sequence(weekday, comma, alone), ([weekday, , { parts }]) => dateOn({ ...parts, weekday })),
    map(sequence(weekday, word('('), alone, word(')')), ([weekday, , { parts }]) =>
      dateOn({ ...parts, weekday }),
    ),
    map(
      sequence(weekday, the, butNo(clockWord, either(nth, plain)), optional(year)),
      ([weekday, , day, y], { today }): When => {
        const when = dateOn({ ...day, y, weekday })
        return { ...when, weak: 'figures', ...(when.read(today).spans.length > 0 && { fits: true }) }
      },
    ),
    map(sequence(alone, optional(weekdayBehind)), ([when, behind]) => {
      if (behind === undefined) return when
      const { parts, weak } = when
      // `the 2nd friday` can be the second one.
      const isNth = weak && parts?.ordinal && (parts.d ?? 0) <= MOST_WEEKS && behind.sign === undefined
      return isNth ? refused(eitherOr) : dateOn({ ...parts, weekday: behind.weekday })
    }),
  ),
)
