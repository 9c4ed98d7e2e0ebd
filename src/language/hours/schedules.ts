import { isDeepStrictEqual } from 'node:util'
import { row } from '../dates/reading/matches.ts'
import {
  butNo,
  either,
  map,
  number,
  optional,
  type Parser,
  sequence,
  tight,
  word,
  wordsOf,
} from '../dates/reading/parser.ts'
import { comma } from '../dates/rules/dates.ts'
import { upTo } from '../dates/rules/things.ts'
import { clock, lastClock, length, WHOLE_DAY } from './clocks.ts'
import { daily, partOfDay } from './parts.ts'
import { between, lasting, type PartOfDay, type Stretch, startingIn } from './stretches.ts'
import { ALL, changed, joint, WORKDAYS, weekPart } from './weekdays.ts'
import { WHYS } from './whys.ts'

/** The grammar of weekly hours: days with hours, in any order. */

/** What stands before two hours and between them in the languages whose weekdays are known. */
const FROM_ABROAD = ['of', 'de', 'da', 'von', 'van', 'с', 'з']
const UNTIL_ABROAD = ['bis', 'a', 'à', 'até', 'tot', 'до']

const from = optional(
  sequence(
    word('from', 'at', 'between', 'starting', 'start', 'starts', ...FROM_ABROAD),
    optional(word('at', 'from')),
  ),
)
const lastingFor = optional(
  either<unknown>(word('for', '+', 'lasting'), sequence(word('duration'), optional(word('of')))),
)
const stop = sequence(
  comma,
  optional(word('and')),
  word('stop', 'stops', 'end', 'ends', 'ending'),
  optional(word('at')),
)
const inHours = map(sequence(number(0, 24, [1, 2]), word('h', 'hrs', 'hours')), ([hours]) => hours * 60)
/** Two hours, or an hour and a length: `8h 18h`. */
const alike = sequence(inHours, comma, inHours)
const span: Parser<Stretch[]> = either(
  map(
    sequence(from, clock, either<unknown>(upTo, word('and', ...UNTIL_ABROAD), stop), lastClock),
    ([, a, , b]) => between(a, b),
  ),
  map(sequence(butNo(alike, from), clock, comma, lastingFor, length), ([, a, , , long]) => lasting(a, long)),
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
    sequence(number(24, 24), tight(word('/', 'x', '-')), tight(number(7, 7))),
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
const hoursPart = either(wholeDay, span)

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
/** A span with the mark that `sayHours` gives to one past midnight, and with its length, `8-19 (11h)`, which has to be right. */
const marked = map(
  sequence(hoursPart, optional(pastMidnight), optional(sequence(word('('), length, word(')')))),
  ([stretches, mark, counted]) =>
    stretches.filter(
      ({ start, length }) => (!mark || start + length > WHOLE_DAY) && (!counted || length === counted[1]),
    ),
)
/** What says with the days in which part of them the hours are. */
const part = optional(partOfDay)
const behindDays = sequence(optional(word('only')), optional(word(',', ':', '@', '(', '-', '–')))
const beforeDays = optional(word(',', 'on', '(', '-', '–'))
const close = optional(word(')'))
const dayHours: Parser<Said> = either(
  map(sequence(daily, behindDays, marked, close), ([{ part, days }, , stretches]) =>
    saidIn(part, days, stretches),
  ),
  map(sequence(marked, beforeDays, daily, close), ([stretches, , { part, days }]) =>
    saidIn(part, days, stretches),
  ),
  map(sequence(part, weekPart, part, behindDays, marked, close), ([before, days, after, , stretches]) =>
    saidIn(before ?? after, days, stretches),
  ),
  map(sequence(part, marked, beforeDays, weekPart, part, close), ([before, stretches, , days, after]) =>
    saidIn(before ?? after, days, stretches),
  ),
  map(sequence(weekPart, behindDays, marked, changed), ([days, , stretches, change]) => {
    const others = change(days)
    return others && said(others, stretches)
  }),
)

function saidIn(
  part: PartOfDay | undefined,
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
const spansOfDay = sequence(span, joint, span)
const twoSpans = either(
  map(sequence(weekPart, behindDays, spansOfDay), ([days, , [a, , b]]) => saidTwice(days, a, b)),
  map(sequence(spansOfDay, beforeDays, weekPart), ([[a, , b], , days]) => saidTwice(days, a, b)),
)
/** One span for both, or either of them; what leaves am and pm open comes one after the other, where it can. */
function saidTwice(days: readonly number[], some: readonly Stretch[], others: readonly Stretch[]): Said {
  const pairs = some.flatMap(first => others.map(second => [first, second] as const))
  const inOrder = pairs.filter(([first, second]) => second.start >= first.start + first.length)
  const pair = inOrder[0] ?? pairs[0]
  const both = (inOrder.length > 0 ? inOrder : pairs.slice(0, 1)).map(([{ start }, second]) => ({
    start,
    length: second.start + second.length - start,
  }))
  return { ...said(days, [...both, ...(pair ?? [])]), why: WHYS.oneSpan }
}
/** `24/5`. */
const allWorkdays = map(sequence(number(24, 24), tight(word('/', 'x')), tight(number(5, 5))), () =>
  said(WORKDAYS, [{ start: 0, length: WHOLE_DAY }]),
)
/** `9 - 8h`, where a day that goes on till the next morning is rather a slip. */
const notLater = map(sequence(number(1, 12, [1, 2]), upTo, inHours), ([start, , last]): Hours | undefined =>
  last <= start * 60 ? [start * 60, last] : undefined,
)
const endOrLong = either(
  map(alike, ([start, , last]): Hours => [start, last]),
  notLater,
)
const endOrLength = either(
  map(sequence(weekPart, behindDays, from, endOrLong), ([days, , , hours]) => saidAlike(days, hours)),
  map(sequence(from, endOrLong, beforeDays, weekPart), ([, hours, , days]) => saidAlike(days, hours)),
)
type Hours = readonly [start: number, last: number]
function saidAlike(days: readonly number[], [start, last]: Hours): Said {
  const end = between({ minutes: start, said: 'loose' }, { minutes: last, said: 'loose' })
  return { ...said(days, [...end, { start, length: last }]), why: WHYS.endOrLength }
}
const dayHoursOrLess: Parser<Said> = either(
  endOrLength,
  dayHours,
  twoSpans,
  allWorkdays,
  map(wholeDay, stretches => said(ALL, stretches)),
  map(span, onSomeDays),
  map(
    sequence(optional(word('at', 'in')), optional(word('the')), partOfDay, optional(word(',', ':')), span),
    ([, , part, , stretches]) => {
      const fitting = startingIn(part, stretches)
      return fitting.length > 0 ? onSomeDays(fitting) : undefined
    },
  ),
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
function onSomeDays(stretches: readonly Stretch[]): Said {
  return { spans: [WORKDAYS, ALL].flatMap(days => said(days, stretches).spans), why: WHYS.noDays }
}
const filler = either<unknown>(
  word('just', 'only', 'please', 'to', 'for'),
  sequence(word('on'), tight(word(':'))),
)
/** A whole phrase. */
export const schedule = map(
  sequence(optional(filler), dayHoursOrLess, optional(word('please', 'only', '.', '!'))),
  ([, found]) => found,
)

/** Every word that hours are said with. */
export const scheduleWords = wordsOf(schedule)
