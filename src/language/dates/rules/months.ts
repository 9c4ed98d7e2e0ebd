import { addMonths, dateOf, dayNumber, daysInMonth } from '../calendar.ts'
import { dateOn } from '../meaning/dates.ts'
import { carry, doubt, fixed, type Span, type When } from '../meaning/when.ts'
import { whichNext } from '../meaning/whys.ts'
import { either, map, number, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { month, namedMonth, the } from './dates.ts'
import { longYear } from './figures.ts'
import { ordinal } from './numbers.ts'
import { nearYear, year } from './years.ts'

/** Months, quarters, halves and years by their names and numbers. */

const weakly = (when: When): When => ({ ...when, weak: 'word' })

const ofName = sequence(the, word('month'), word('of'))
const named = map(sequence(optional(word('this')), month, optional(year)), ([said, m, y]): When => {
  const when = dateOn({ m, y })
  return said === undefined && y === undefined ? weakly(when) : when
})
const next = map(sequence(word('next'), month), ([, m], { today }): When => {
  const { y, m: current } = dateOf(today)
  const inYear = (y: number): Span => {
    const from = dayNumber(y, m, 1) ?? today
    return { from, until: from + daysInMonth(y, m) - 1 }
  }
  const following = inYear(y + 1)
  return m > current ? doubt(inYear(y), following, whichNext) : fixed(following.from, following.until)
})

/** `december`, `this december`, `the month of december`, `december 2027`, `12/2027`. */
export const monthPeriod: Parser<When> = either(
  map(sequence(ofName, named), ([, { weak: _, ...when }]): When => when),
  named,
  next,
  map(sequence(number(1, 12, [1, 2]), tight(word('/')), tight(longYear)), ([m, , y]) => dateOn({ m, y })),
  map(sequence(longYear, tight(word('-', '/')), tight(number(1, 12, [2]))), ([y, , m]) => dateOn({ m, y })),
)

/** `2027`, `the year 2027`. */
export const yearPeriod = map(sequence(the, optional(word('year')), longYear), ([, said, y]): When => {
  const when = dateOn({ y })
  return said === undefined ? weakly(when) : when
})

/** The nth part of a year, of so many months: in the year that is said, or else the first that is not over. */
function partOfYear(nth: number, months: number, said: number | undefined): When {
  const when: When = {
    ...(said === undefined && { yearly: true }),
    read(day) {
      const { y, m } = dateOf(day)
      const from = dayNumber(said ?? (m > nth * months ? y + 1 : y), (nth - 1) * months + 1, 1) ?? day
      return { spans: [{ from, until: addMonths(from, months) - 1, begun: true }] }
    },
  }
  return said === undefined ? weakly(when) : when
}

const nthQuarter = either(
  map(sequence(word('quarter'), number(1, 4, [1])), ([, q]) => q),
  map(sequence(word('q'), tight(number(1, 4, [1]))), ([, q]) => q),
  map(sequence(number(1, 4, [1]), tight(word('q'))), ([q]) => q),
  map(sequence(the, ordinal, word('quarter')), ([, q]) => (q <= 4 ? q : undefined)),
)
const yearSaid = either(
  year,
  nearYear,
  map(sequence(tight(word('/')), tight(nearYear)), ([, y]) => y),
  map(sequence(optional(word('of', 'in')), the, word('year')), (_, { today }) => dateOf(today).y),
)
/** `q3`, `4th quarter 2027`, `third quarter`. */
export const quarter = either(
  map(sequence(nthQuarter, optional(yearSaid)), ([q, y]) => partOfYear(q, 3, y)),
  map(sequence(longYear, optional(word('-', '/')), nthQuarter), ([y, , q]) => partOfYear(q, 3, y)),
)

const nthHalf = map(sequence(the, ordinal, word('half'), optional(word('of', 'in'))), ([, nth]) =>
  nth <= 2 ? nth : undefined,
)
const theMonth = map(sequence(word('the'), word('month')), (_, { today }) => {
  const { y, m } = dateOf(today)
  return dateOn({ y, m })
})
/** `h1 2027`, `second half of the year`; of a month, its first 15 days or the others. */
export const half: Parser<When> = either(
  map(sequence(word('h'), tight(number(1, 2, [1])), optional(yearSaid)), ([, nth, y]) =>
    partOfYear(nth, 6, y),
  ),
  map(sequence(longYear, optional(word('-', '/')), word('h'), tight(number(1, 2, [1]))), ([y, , , nth]) =>
    partOfYear(nth, 6, y),
  ),
  map(sequence(nthHalf, yearSaid), ([nth, y]) => partOfYear(nth, 6, y)),
  map(sequence(nthHalf, either(monthPeriod, map(namedMonth, dateOn), theMonth)), ([nth, month]) =>
    carry(month, ({ from, until }) => ({
      spans: [nth === 1 ? { from, until: from + 14, begun: true } : { from: from + 15, until, begun: true }],
    })),
  ),
)
