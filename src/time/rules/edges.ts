import { carry, type When } from '../meaning/when.ts'
import { endOfWeek } from '../meaning/whys.ts'
import { either, map, meaning, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { the } from './dates.ts'
import { monthPeriod, type Name, name, periodOf, quarter, spanned, weekOf, whole } from './periods.ts'

/** The first and the last day of a period. */

const ENDS: ReadonlyMap<string, Name> = new Map([
  ['eow', 'week'],
  ['eom', 'month'],
  ['eoq', 'quarter'],
  ['eoy', 'year'],
])

/** The last day of a period; that of a week can be its Friday. */
function lastDay(name: Name | undefined, period: When): When {
  return carry(period, ({ until }) => {
    const sunday = { from: until, until }
    const friday = { from: until - 2, until: until - 2 }
    return name === 'week' ? { spans: [friday, sunday], why: endOfWeek } : { spans: [sunday] }
  })
}

const thisPeriod = map(sequence(optional(word('the', 'this')), name), ([, name], { today }) => ({
  name,
  period: spanned(periodOf(name, today, 0)),
}))
const nextPeriod = map(sequence(the, word('next'), name), ([, , name], { today }) => ({
  name,
  period: spanned(periodOf(name, today, 1)),
}))
const otherPeriod = map(either(monthPeriod, quarter, weekOf), period => ({ name: undefined, period }))
const named = either<{ name: Name | undefined; period: When }>(thisPeriod, nextPeriod, otherPeriod)

/** `end of month`, `the end of next week`, `eom`, `start of january`. */
const edge: Parser<When> = either(
  map(meaning(ENDS), (name, { today }) => lastDay(name, spanned(periodOf(name, today, 0)))),
  map(sequence(the, word('end'), word('of'), named), ([, , , { name, period }]) => lastDay(name, period)),
  map(sequence(name, word('end')), ([name], { today }) => lastDay(name, spanned(periodOf(name, today, 0)))),
  map(sequence(the, word('start', 'beginning'), word('of'), named), ([, , , { period }]) =>
    carry(period, ({ from }) => ({ spans: [{ from, until: from }] })),
  ),
)

/** A period, or an end of one. */
export const period: Parser<When> = either(whole, edge)
