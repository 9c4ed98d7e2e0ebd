import { the } from './dates.ts'
import { either, map, number, optional, type Parser, sequence, tight, word } from './parser.ts'
import { each, fixed, type Outcome, type Span, type When } from './when.ts'
import * as whys from './whys.ts'

/** Words about hours beside days, or without any: the service cannot keep to the hour, so they become a question. */

const meridiem = either(
  word('am', 'pm'),
  map(sequence(word('a', 'p'), tight(word('.')), tight(word('m')), optional(tight(word('.')))), () => 'm'),
)
const minutes = sequence(tight(word(':', '.')), tight(number(0, 59, [2])))
const clock = either<unknown>(
  sequence(number(0, 12, [1, 2]), optional(minutes), meridiem),
  sequence(number(0, 24, [1, 2]), tight(word(':')), tight(number(0, 59, [2]))),
  sequence(number(0, 24, [1, 2]), word('oclock')),
  word('noon', 'midnight', 'midday', 'lunch', 'lunchtime'),
)
const partOfDay = either<unknown>(word('morning', 'afternoon', 'evening', 'night'))
const hoursLong = sequence(
  optional(word('for')),
  the,
  optional(word('next')),
  either<unknown>(
    number(1, 9999),
    word('a', 'an', 'half', 'one', 'two', 'three', 'four', 'five', 'six', 'eight', 'ten', 'twelve'),
  ),
  optional(word('a', 'an')),
  either(word('h', 'hr', 'hrs', 'hour', 'hours', 'min', 'mins', 'minute', 'minutes'), tight(word('m'))),
)

/** `hourly(thing, upTo)`: the same days with hours about them, as a choice of whole days. */
export function hourly(thing: Parser<When>, upTo: Parser<unknown>): Parser<When> {
  const span = sequence(
    optional(word('from', 'between')),
    either<unknown>(number(0, 24, [1, 2]), clock),
    either(upTo, word('and')),
    clock,
  )
  const stretch = either<unknown>(
    span,
    hoursLong,
    sequence(optional(either(word('at', 'by', 'from', 'after', 'before', 'around'), upTo)), clock),
    sequence(either(word('this', 'in'), upTo), the, partOfDay),
  )
  const glue = optional(word(',', 'on', 'at', 'from', 'starting', 'between'))
  const timed = either(
    map(
      sequence(thing, glue, either<unknown>(stretch, sequence(optional(word('in')), the, partOfDay))),
      ([when]) => when,
    ),
    map(sequence(stretch, glue, thing), ([, , when]) => when),
  )
  const from = optional(word('from', 'starting'))
  return either(
    map(timed, (when, { today }) => wholeDays(when, today)),
    map(sequence(word('until'), timed), ([, when], { today }) => wholeDays(sinceToday(when, today), today)),
    map(
      either(
        map(sequence(from, timed, upTo, either(timed, thing)), ([, a, , b]) => [a, b] as const),
        map(sequence(from, thing, upTo, timed), ([, a, , b]) => [a, b] as const),
      ),
      ([a, b], { today }) => wholeDays(between(a, b), today),
    ),
    map(stretch, (_, { today }) => wholeDays(fixed(today), today)),
  )
}

const sinceToday = (when: When, today: number): When => between(fixed(today), when)

function between(a: When, b: When): When {
  return {
    read: from =>
      each(a.read(from), start =>
        each(
          b.read(start.from),
          ({ until }): Outcome =>
            until < start.from ? { spans: [], why: whys.backwards } : { spans: [{ ...start, until }] },
        ),
      ),
  }
}

/** The days that the hours touch, with one day less where that can be, with the next day where it cannot. */
function wholeDays(when: When, today: number): When {
  const other = ({ from, until }: Span): Span => ({ from, until: until > from ? until - 1 : until + 1 })
  const { spans, why } = when.read(today)
  if (spans.length === 0) return when
  const [first] = spans
  const choice = spans.length === 1 && first ? [first, other(first)] : spans
  return { read: () => ({ spans: choice, why: why ?? whys.wholeDays }) }
}
