import { isDeepStrictEqual } from 'node:util'
import { once, row } from '../reading/matches.ts'
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
import { WEEKDAYS } from '../reading/words.ts'
import { comma } from '../rules/dates.ts'
import { upTo } from '../rules/things.ts'
import { between, clock, lasting, length, type Stretch, startingIn, WHOLE_DAY } from './clocks.ts'
import { WHYS } from './whys.ts'

/** The grammar of weekly hours: days with hours, in any order. */

const ALL = [0, 1, 2, 3, 4, 5, 6]
const WORKDAYS = ALL.slice(0, 5)
const PLURALS: ReadonlyMap<string, number> = new Map([...WEEKDAYS].map(([day, i]) => [`${day}s`, i]))

const SHORT: ReadonlyMap<string, number> = new Map(
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day, i) => [day, i]),
)
const weekday = map(
  sequence(either(meaning(WEEKDAYS), meaning(PLURALS), meaning(SHORT)), optional(tight(word('.')))),
  ([n]) => n,
)
const someDays: Parser<number[]> = either(
  map(sequence(optional(word('all')), word('weekdays', 'weekday')), () => WORKDAYS),
  map(sequence(word('working'), word('days', 'day', 'week')), () => WORKDAYS),
  map(sequence(word('week'), word('days')), () => WORKDAYS),
  map(sequence(number(5, 5, [1]), word('days'), word('a', 'per'), word('week')), () => WORKDAYS),
  map(sequence(number(7, 7, [1]), tight(word('/')), tight(number(7, 7, [1]))), () => ALL),
  map(word('weekends', 'weekend'), () => ALL.slice(5)),
  map(
    either<unknown>(
      word('daily', 'everyday'),
      sequence(word('every', 'each', 'all'), word('day', 'days', 'week')),
    ),
    () => ALL,
  ),
  map(sequence(word('m'), upTo, word('f')), () => WORKDAYS),
  map(sequence(word('m'), upTo, word('th')), () => WORKDAYS.slice(0, 4)),
  map(word('mwf'), () => [0, 2, 4]),
  map(word('tth'), () => [1, 3]),
  map(
    sequence(
      either<unknown>(number(7, 7, [1]), word('seven')),
      word('days'),
      optional(sequence(word('a', 'per'), word('week'))),
    ),
    () => ALL,
  ),
  map(
    either(
      map(
        sequence(optional(word('from')), weekday, upTo, weekday),
        ([, first, , last]) => [first, last] as const,
      ),
      map(
        sequence(word('between'), weekday, word('and'), weekday),
        ([, first, , last]) => [first, last] as const,
      ),
    ),
    ([first, last]) =>
      first === last ? undefined : ALL.map(i => (first + i) % 7).slice(0, ((last - first + 7) % 7) + 1),
  ),
  map(weekday, day => [day]),
)
const every = optional(word('every', 'each', 'on'))
const everySome = map(sequence(every, optional(word('every')), someDays), ([, , days]) => days)
const joint = either<unknown>(sequence(comma, word('and')), word(',', '+', '/'))
const daysSaid: Parser<number[]> = once(
  either(
    everySome,
    map(row(everySome, optional(joint)), rows => rows.flat()),
  ),
)
const except = either<unknown>(
  sequence(word('except', 'excluding', 'without', 'minus'), optional(word('for', 'on'))),
  sequence(word('but'), optional(word('not')), optional(word('on'))),
  sequence(word('apart'), word('from')),
)
function without(days: readonly number[], out: readonly number[]): number[] | undefined {
  const left = days.filter(day => !out.includes(day))
  return left.length > 0 && left.length < days.length ? left : undefined
}
/** `weekdays and saturday`, `weekdays except friday`, `all but sunday`. */
const weekPart: Parser<number[]> = once(
  either(
    daysSaid,
    map(
      sequence(
        either(
          daysSaid,
          map(word('all'), () => ALL),
        ),
        comma,
        except,
        daysSaid,
      ),
      ([days, , , out]) => without(days, out),
    ),
  ),
)

const from = optional(
  sequence(word('from', 'at', 'between', 'starting', 'start', 'starts'), optional(word('at', 'from'))),
)
const lastingFor = optional(
  either<unknown>(word('for', '+', 'lasting'), sequence(word('duration'), optional(word('of')))),
)
const stop = sequence(
  comma,
  optional(word('and')),
  word('stop', 'stops', 'end', 'ends'),
  optional(word('at')),
)
const span: Parser<Stretch[]> = either(
  map(sequence(from, clock, either<unknown>(upTo, word('and'), stop), clock), ([, a, , b]) => between(a, b)),
  map(sequence(from, clock, comma, lastingFor, length), ([, a, , , long]) => lasting(a, long)),
  map(sequence(from, clock, comma, word('duration'), number(1, 23, [1, 2])), ([, a, , , hours]) =>
    lasting(a, hours * 60),
  ),
  map(sequence(from, clock, word('for'), number(1, 23, [1, 2])), ([, a, , hours]) => lasting(a, hours * 60)),
  map(
    sequence(
      optional(word('for')),
      length,
      word('from', 'at', 'starting'),
      optional(word('from', 'at')),
      clock,
    ),
    ([, long, , , a]) => lasting(a, long),
  ),
)
const wholeDay: Parser<Stretch[]> = map(
  either<unknown>(
    sequence(number(24, 24), tight(word('/', 'x')), tight(number(7, 7))),
    sequence(
      optional(word('for')),
      number(24, 24),
      optional(tight(word('-'))),
      word('h', 'hr', 'hrs', 'hour', 'hours'),
    ),
    sequence(word('all'), word('day')),
    sequence(word('around', 'round'), word('the'), word('clock')),
    sequence(word('always'), optional(word('on'))),
  ),
  () => [{ start: 0, length: WHOLE_DAY }],
)
const hoursPart = either(span, wholeDay)

/** Days and spans as they were said, not yet what the service can hold; `why` when they are several. */
export interface Said {
  spans: { days: readonly number[]; stretch: Stretch }[]
  why?: ((quoted: string) => string) | undefined
}

const said = (days: readonly number[], stretches: readonly Stretch[]): Said => ({
  spans: stretches.map(stretch => ({ days, stretch })),
  why: stretches.length > 1 ? WHYS.halves : undefined,
})

const pastMidnight = sequence(word('('), word('+'), number(1, 1), word(')'))
/** A span with the mark that `sayHours` gives to one past midnight. */
const marked = map(sequence(hoursPart, optional(pastMidnight)), ([stretches, mark]) =>
  mark ? stretches.filter(({ start, length }) => start + length > WHOLE_DAY) : stretches,
)
const PARTS_OF_DAY = new Map([
  ...(['morning', 'afternoon', 'evening', 'night'] as const).flatMap(part => [
    [part, part] as const,
    [`${part}s`, part] as const,
  ]),
  ['overnight', 'night'] as const,
])
/** What says with the days in which part of them the hours are. */
const part = optional(meaning(PARTS_OF_DAY))
const dayHours: Parser<Said> = either(
  map(
    sequence(part, weekPart, part, optional(word('only')), optional(word(',', ':', '@')), marked),
    ([before, days, after, , , stretches]) => saidIn(before ?? after, days, stretches),
  ),
  map(
    sequence(part, marked, optional(word(',', 'on')), weekPart, part),
    ([before, stretches, , days, after]) => saidIn(before ?? after, days, stretches),
  ),
  map(sequence(weekPart, marked, comma, except, daysSaid), ([days, stretches, , , out]) => {
    const left = without(days, out)
    return left && said(left, stretches)
  }),
)

function saidIn(
  part: Parameters<typeof startingIn>[0] | undefined,
  days: readonly number[],
  stretches: readonly Stretch[],
): Said | undefined {
  if (!part) return said(days, stretches)
  const fitting = startingIn(part, stretches)
  return fitting.length > 0 ? said(days, fitting) : undefined
}

/** `mon-thu 9-17 and fri 9-17`: the service keeps the same hours on every day. */
function joined(rows: readonly Said[]): Said {
  const [first, ...others] = rows.map(({ spans }) => spans.map(({ stretch }) => stretch))
  const same = first && others.every(stretches => isDeepStrictEqual(stretches, first))
  const days = new Set(rows.flatMap(({ spans }) => spans.flatMap(({ days }) => days)))
  return same ? said([...days], first) : { spans: [], why: WHYS.sameHours }
}
const twoSpans = map(
  sequence(weekPart, comma, span, joint, span),
  ([days, , [first], , [second]]): Said | undefined => {
    if (!first || !second) return undefined
    const end = second.start + second.length
    const both = { start: first.start, length: end - first.start }
    return { ...said(days, [both, first, second]), why: WHYS.oneSpan }
  },
)
const dayHoursOrLess: Parser<Said> = either(
  dayHours,
  twoSpans,
  map(span, stretches => ({
    spans: [WORKDAYS, ALL].flatMap(days => said(days, stretches).spans),
    why: WHYS.noDays,
  })),
  map(wholeDay, stretches => said(ALL, stretches)),
  map(weekPart, (): Said => ({ spans: [], why: WHYS.noHours })),
  map(sequence(weekPart, from, clock), (): Said => ({ spans: [], why: WHYS.noEnd })),
  map(
    sequence(weekPart, word('until', 'to', 'through', 'before'), clock),
    (): Said => ({
      spans: [],
      why: WHYS.noStart,
    }),
  ),
  map(row(dayHours, optional(joint)), joined),
)
const filler = word('just', 'only', 'please')
/** A whole phrase. */
export const schedule = map(
  sequence(optional(filler), dayHoursOrLess, optional(word('please', 'only', '.'))),
  ([, found]) => found,
)
