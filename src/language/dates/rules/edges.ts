import { carry, doubtful, type Outcome, type Span, type When } from '../meaning/when.ts'
import { endOfWeek, roughly } from '../meaning/whys.ts'
import { either, map, meaning, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { the } from './dates.ts'
import { half, monthPeriod, quarter, yearPeriod } from './months.ts'
import { nthIn } from './nth.ts'
import { oneWeek } from './numbered.ts'
import { type Name, name, periodOf, spanned, whole } from './periods.ts'
import { weekOf } from './weeks.ts'

/** The first and the last day of a period, and its beginning, middle and end by and large. */

const ENDS: ReadonlyMap<string, Name> = new Map([
  ['eow', 'week'],
  ['eom', 'month'],
  ['eoq', 'quarter'],
  ['eoy', 'year'],
])

interface Named {
  name: Name | undefined
  period: When
}

/** The last day of a period; that of a week can be its Friday. */
const lastDay = ({ name, period }: Named): When =>
  carry(period, ({ until }) => {
    const sunday = { from: until, until }
    const friday = { from: until - 2, until: until - 2 }
    return name === 'week' ? { spans: [friday, sunday], why: endOfWeek } : { spans: [sunday] }
  })

const firstDay = ({ period }: Named): When =>
  carry(period, ({ from }) => ({ spans: [{ from, until: from }] }))

const by = (name: Name, today: number, away: number): Named => ({
  name,
  period: spanned(periodOf(name, today, away)),
})
/** The one that a day is in: after `monday to`, the one with that monday in it. */
const runningThen = (name: Name): Named => ({
  name,
  period: { read: day => ({ spans: [{ ...periodOf(name, day, 0), begun: true }] }) },
})
const saidPeriod = map(sequence(word('this', 'current'), name), ([, name], { today }) => by(name, today, 0))
const thisPeriod = either(
  map(sequence(the, name), ([, name]) => runningThen(name)),
  saidPeriod,
)
const nextPeriod = map(sequence(the, word('next', 'coming', 'following'), name), ([, , name], { today }) =>
  by(name, today, 1),
)
const otherPeriod = either(
  map(either(monthPeriod, quarter, half, yearPeriod), (period): Named => ({ name: undefined, period })),
  map(either(weekOf, oneWeek), (period): Named => ({ name: 'week', period })),
)
const workingWeek = map(
  sequence(the, optional(word('this', 'current', 'next')), word('working'), word('week')),
  ([, said], { today }): Named => {
    const { from, until } = periodOf('week', today, said === 'next' ? 1 : 0)
    return { name: undefined, period: spanned({ from, until: until - 2 }) }
  },
)
const named = either(thisPeriod, nextPeriod, otherPeriod, workingWeek)
const hyphen = optional(tight(word('-')))

/** `end of month`, `the end of next week`, `eom`, `month-end`, `start of january`. */
export const edge: Parser<When> = either(
  map(meaning(ENDS), name => lastDay(runningThen(name))),
  map(sequence(the, word('end'), hyphen, word('of'), hyphen, named), ([, , , , , named]) => lastDay(named)),
  map(
    sequence(
      the,
      either(
        name,
        map(word('years'), (): Name => 'year'),
      ),
      hyphen,
      word('end'),
    ),
    ([, name]) => lastDay(runningThen(name)),
  ),
  map(sequence(the, word('start', 'beginning', 'begin'), word('of'), named), ([, , , named]) =>
    firstDay(named),
  ),
  // `end next month`, `march end`, `eom october`
  map(
    either(
      map(sequence(word('end'), named), ([, named]) => named),
      map(sequence(either(saidPeriod, nextPeriod, otherPeriod), word('end')), ([named]) => named),
    ),
    (named): When => ({ ...lastDay(named), weak: 'word' }),
  ),
  map(
    either(
      sequence(word('eom'), monthPeriod),
      sequence(word('eoq'), quarter),
      sequence(word('eoy'), yearPeriod),
    ),
    ([, period]) => lastDay({ name: undefined, period }),
  ),
)

/** Thirds and halves of a period, of a week those of its working days. */
function roughPart(part: string, { name, period }: Named): When {
  return carry(period, ({ from, until }): Outcome => {
    const length = name === 'week' ? 5 : until - from + 1
    const [third, half, quarter] = [Math.round(length / 3), Math.ceil(length / 2), Math.floor(length / 4)]
    const days = (first: number, count: number): Span => ({
      from: from + first,
      until: from + first + count - 1,
      begun: true,
    })
    if (part === 'early') return doubtful([days(0, third), days(0, half)], roughly)
    if (part === 'late') return doubtful([days(length - third, third), days(length - half, half)], roughly)
    return doubtful([days(third, length - 2 * third), days(quarter, length - 2 * quarter)], roughly)
  })
}

/** `mid december`, `early next week`, `the middle of january`, `midweek`. */
const rough: Parser<When> = either(
  map(
    sequence(word('early', 'mid', 'late'), hyphen, optional(word('in', 'of')), named),
    ([part, , , named]) => roughPart(part, named),
  ),
  map(sequence(the, word('middle'), word('of'), named), ([, , , named]) => roughPart('mid', named)),
  map(word('midweek'), (_, { today }) => roughPart('mid', by('week', today, 0))),
)

/** A period, or a part of one. */
export const period: Parser<When> = either(whole, edge, nthIn, rough)
