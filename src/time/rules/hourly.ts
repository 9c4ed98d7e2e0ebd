import { rangeOf } from '../meaning/ranges.ts'
import { carry, fixed, type Span, type When } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { once } from '../reading/matches.ts'
import {
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
import { UNITS_1_TO_19 } from '../reading/words.ts'
import { meridiem, the } from './dates.ts'

/** Words about hours beside days, or without any: the service cannot keep to the hour, so they become a question. */

const sixty = tight(number(0, 59, [2]))
const minutes = sequence(tight(word(':', '.')), sixty)
const exact = sequence(
  number(0, 24, [1, 2]),
  tight(word(':')),
  sixty,
  optional(sequence(tight(word(':')), sixty)),
  optional(tight(word('z'))),
)
const clock = either<unknown>(
  sequence(number(0, 12, [1, 2]), optional(minutes), meridiem),
  exact,
  sequence(
    number(0, 24, [1, 2]),
    either<unknown>(word('oclock'), sequence(tight(word('h')), optional(sixty))),
  ),
  word('noon', 'midnight', 'midday', 'lunch', 'lunchtime'),
)
const bareHour = number(0, 24, [1, 2])
const partOfDay = either<unknown>(
  word('morning', 'afternoon', 'evening', 'night'),
  // `monday 9 am` is an hour, not the 9th.
  map(word('am', 'pm'), (said, { tokens }, at) => (tokens[at - 1]?.digits ? undefined : said)),
)

const count = either(
  map(sequence(number(1, 9999), optional(sequence(tight(word('.')), tight(number(0, 99))))), ([n, part]) =>
    part ? n + 1 : n,
  ),
  meaning(UNITS_1_TO_19),
  map(either<unknown>(word('a', 'an', 'few', 'several'), halfOf('an')), () => 1),
  map(sequence(optional(word('a')), word('couple'), optional(word('of'))), () => 2),
)
const hour = word('h', 'hr', 'hrs', 'hour', 'hours')
const perDay = either(
  map(hour, () => 24),
  map(either(word('min', 'mins', 'minute', 'minutes'), tight(word('m'))), () => 24 * 60),
)
const andMore = either<unknown>(
  sequence(optional(word('and')), tight(number(1, 59)), optional(word('m', 'min', 'mins', 'minutes'))),
  sequence(word('and'), halfOf('a')),
)
/** How many days it touches at the most: 2 hours one, 24 hours two, 72 hours four. */
const hoursLong = either(
  map(
    sequence(
      optional(word('for', 'in', 'within', 'over')),
      the,
      optional(word('next')),
      count,
      perDay,
      optional(andMore),
    ),
    ([, , , count, perDay]) => (count < perDay ? 1 : Math.ceil(count / perDay) + 1),
  ),
  map(sequence(optional(word('for', 'in', 'within')), the, word('next'), word('hour', 'minute')), () => 1),
  map(sequence(optional(word('for')), halfOf('a'), optional(tight(word('-'))), word('day')), () => 1),
  map(either<unknown>(word('overnight'), sequence(word('for'), the, word('night'))), () => 2),
)
const inOneDay = <T>(parser: Parser<T>): Parser<number> => map(parser, () => 1)

/** `half`, `half a`. */
function halfOf(article: string): Parser<unknown> {
  return sequence(optional(word('a')), word('half'), optional(word(article)))
}

/** `hourly(thing, upTo)`: the same days with hours about them, as a choice of whole days. */
export function hourly(thing: Parser<When>, upTo: Parser<unknown>): Parser<When> {
  const span = sequence(
    optional(word('from', 'between')),
    either<unknown>(bareHour, clock),
    either<unknown>(upTo, word('and')),
    clock,
  )
  const bareSpan = sequence(
    optional(word('from', 'between')),
    bareHour,
    either<unknown>(upTo, word('and')),
    bareHour,
  )
  const preposition = word('at', 'by', 'from', 'after', 'before', 'around')
  const stretch = once(
    either(
      inOneDay(span),
      hoursLong,
      inOneDay(sequence(optional(either<unknown>(preposition, upTo)), clock)),
      inOneDay(sequence(either<unknown>(word('this', 'in'), upTo), the, partOfDay)),
    ),
  )
  const glue = optional(
    either<unknown>(word(',', 'on', 'at', 'from', 'starting', 'between'), tight(word('t'))),
  )
  const timed = once(
    either(
      map(
        sequence(
          thing,
          glue,
          either(
            stretch,
            inOneDay(bareSpan),
            inOneDay(sequence(word('at'), bareHour)),
            inOneDay(sequence(optional(word('in')), the, partOfDay)),
          ),
        ),
        ([when, , days]) => touching(when, days),
      ),
      map(sequence(stretch, glue, thing), ([days, , when]) => touching(when, days)),
    ),
  )
  const from = optional(word('from', 'starting'))
  return either(
    map(sequence(word('until', 'through'), timed), ([, when], { today }) =>
      wholeDays(rangeOf(fixed(today), when, today), today),
    ),
    map(sequence(from, timed), ([, when], { today }) => wholeDays(when, today)),
    map(
      either(
        map(sequence(from, timed, upTo, either(timed, thing)), ([, a, , b]) => [a, b] as const),
        map(sequence(from, thing, upTo, timed), ([, a, , b]) => [a, b] as const),
        map(
          sequence(from, stretch, upTo, either(timed, thing)),
          ([, days, , b], { today }) => [touching(fixed(today), days), b] as const,
        ),
      ),
      ([a, b], { today }) => wholeDays(rangeOf(a, b, today), today),
    ),
    map(stretch, (days, { today }) => wholeDays(touching(fixed(today), days), today)),
  )
}

/** Hours that go past midnight touch more days than the one they begin on. */
const touching = (when: When, days: number): When =>
  days === 1 ? when : carry(when, ({ from }) => ({ spans: [{ from, until: from + days - 1 }] }))

/** The days that the hours touch, with one day less where that can be, with the next day where it cannot. */
function wholeDays(when: When | undefined, today: number): When | undefined {
  const other = (span: Span): Span => ({ ...span, until: span.until + (span.until > span.from ? -1 : 1) })
  if (!when) return undefined
  const { spans, why } = when.read(today)
  if (spans.length === 0) return when
  const [first] = spans
  const choice = spans.length === 1 && first ? [first, other(first)] : spans
  return { read: () => ({ spans: choice, why: why ?? whys.wholeDays }) }
}
