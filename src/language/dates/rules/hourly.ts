import { lasting } from '../meaning/join.ts'
import { rangeOf } from '../meaning/ranges.ts'
import { carry, fixed, type Only, type Outcome, refused, type Span, type When } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { once } from '../reading/matches.ts'
import { either, map, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import type { Token } from '../reading/tokens.ts'
import { amount } from './amounts.ts'
import { date, the } from './dates.ts'
import { namedDay, relativeDay } from './relative.ts'
import { bareHour, clock, dotted, endOfDay, hoursLong, partOfDay } from './times.ts'

/** Words about hours beside days, or without any: the service cannot keep to the hour, so they become a question. */

const inOneDay = <T>(parser: Parser<T>): Parser<number> => map(parser, () => 1)
const anyClock = either<unknown>(clock, dotted)
/** An hour that only the word before it tells from a number. */
const atHour = sequence(word('at', '@'), bareHour)

const LEAD_TO_HOURS = ['at', 'by', 'from', 'after', 'before', 'around', 'between']

/** `hourly(thing, upTo)`: the same days with hours about them, as a choice of whole days. */
export function hourly(thing: Parser<When>, upTo: Parser<unknown>): Parser<When> {
  const span = sequence(
    optional(word('from', 'between')),
    either<unknown>(bareHour, clock),
    either<unknown>(upTo, word('and')),
    clock,
  )
  /** Beside a day, numbers are hours. */
  const bareSpan = sequence(
    optional(word('from', 'between')),
    either<unknown>(bareHour, anyClock),
    either<unknown>(upTo, word('and')),
    either<unknown>(bareHour, anyClock),
  )
  const thisPart = sequence(word('this', 'in', 'all', 'during'), the, partOfDay)
  const preposition = word(...LEAD_TO_HOURS)
  const stretch = once(
    either(
      inOneDay(span),
      hoursLong,
      inOneDay(sequence(optional(either<unknown>(preposition, upTo)), clock)),
      inOneDay(sequence(word('at', 'until', 'through'), dotted)),
      inOneDay(thisPart),
      inOneDay(endOfDay),
      inOneDay(sequence(upTo, optional(word('this')), the, partOfDay)),
    ),
  )
  const glue = optional(
    either<unknown>(word(',', 'on', 'of', 'at', '@', 'from', 'starting', 'between'), tight(word('t'))),
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
            inOneDay(dotted),
            inOneDay(atHour),
            inOneDay(sequence(optional(word('in', 'all', 'during')), the, partOfDay)),
          ),
        ),
        ([when, , days]) => overDays(when, days),
      ),
      map(sequence(stretch, glue, thing), ([days, , when]) => overDays(when, days)),
      // `late sunday`
      map(sequence(word('early', 'late'), either(relativeDay, date)), ([, when]) => when),
    ),
  )
  const bareHourOf = map(sequence(bareHour, namedDay), ([, when]) => when)
  const worded = map(thing, (when, { tokens }, at) => (tokens[at]?.digits || when.parts ? undefined : when))
  /** With nothing before them numbers are hours here, too: `9 to 5 tomorrow`, `at 9 on friday`, but `nodes 3-5 tomorrow`. */
  const bareBefore = map(
    sequence(either<unknown>(bareSpan, sequence(preposition, bareHour)), glue, worded),
    ([, , when], { today, tokens }, at): When | undefined => {
      const isInside = tokens[at]?.digits && LEAD_TO_HOURS.includes(tokens[at - 1]?.word ?? '')
      const days = isInside ? undefined : wholeDays(when, today)
      return days && at > 0 ? { ...days, weak: 'figures' } : days
    },
  )
  const moment = either<unknown>(
    sequence(thing, glue, either<unknown>(anyClock, atHour, sequence(optional(word('in')), the, partOfDay))),
    sequence(optional(word('at')), anyClock, glue, thing),
    clock,
    thisPart,
  )
  const from = optional(word('from', 'starting', 'on'))
  const during = word('for', 'during')
  return either(
    map(sequence(word('from', 'starting', 'after'), moment), () => refused(whys.noEnd)),
    map(sequence(word('before', 'by'), moment), () => refused(whys.noStart)),
    map(sequence(word('until', 'through'), either(timed, bareHourOf)), ([, when], { today }) =>
      only('end', wholeDays(rangeOf(fixed(today), when, today), today)),
    ),
    map(sequence(either(from, during), timed), ([, when], { today }) => wholeDays(when, today)),
    map(sequence(from, timed, optional(word(',')), hoursLong), ([, when, , days], { today }) =>
      wholeDays(overDays(when, days), today),
    ),
    map(
      sequence(from, timed, optional(word(',')), optional(word('for')), amount),
      ([, when, , , long], { today }) => wholeDays(carry(lasting(when, long, today), dayMore), today),
    ),
    map(
      either(
        map(
          sequence(from, timed, either<unknown>(upTo, tight(word('/'))), either(timed, thing)),
          ([, a, , b]) => [a, b] as const,
        ),
        map(sequence(from, thing, upTo, timed), ([, a, , b]) => [a, b] as const),
        map(sequence(from, thing, word('until', 'through'), bareHourOf), ([, a, , b]) => [a, b] as const),
        map(
          sequence(from, stretch, upTo, either(timed, thing)),
          ([, days, , b], { today }) => [overDays(fixed(today), days), b] as const,
        ),
      ),
      ([a, b], { today }) => wholeDays(rangeOf(a, b, today), today),
    ),
    map(sequence(optional(during), hoursLong), ([, days], { today }) =>
      only('length', wholeDays(overDays(fixed(today), days), today)),
    ),
    map(sequence(word('until', 'through'), stretch), ([, days], { today }) =>
      only('end', wholeDays(overDays(fixed(today), days), today)),
    ),
    map(sequence(optional(during), stretch), ([, days], { today }) =>
      wholeDays(overDays(fixed(today), days), today),
    ),
    bareBefore,
  )
}

/** Hours that go past midnight touch more days than the one they begin on. */
const overDays = (when: When, days: number): When =>
  days === 1 ? when : carry(when, ({ from }) => ({ spans: [{ from, until: from + days - 1 }] }))

const only = (said: Only, when: When | undefined): When | undefined => when && { ...when, only: said }

const dayMore = ({ from, until }: Span): Outcome => ({ spans: [{ from, until: until + 1 }] })

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

/** What says an hour of its own, which no day keeps to: `tonight`, `tonight to friday`. */
export const isOfHours = ({ word }: Token): boolean => word === 'tonight'

/** The same days, as a choice of whole ones wherever such a word is among those that say them. */
export const withHours = ({ read, ...same }: Parser<When>): Parser<When> => ({
  ...same,
  read: (input, at, found) =>
    read(input, at, (when, end) => {
      const days = input.tokens.slice(at, end).some(isOfHours) ? wholeDays(when, input.today) : when
      return days !== undefined && found(days, end)
    }),
})
