import { isDeepStrictEqual } from 'node:util'
import { upTo } from '../dates/grammar/days.ts'
import { either, map, meaning, number, optional, type Parser, phrase, row, word } from '../dates/parser.ts'
import { about } from '../dates/reasons.ts'
import { between, lasting, type PartOfDay, type Stretch, startingIn, WHOLE_DAY } from './clock-ranges.ts'
import { clock, length } from './clocks.ts'
import { ALL, changed, joint, WORKDAYS, weekPart } from './weekdays.ts'

/** The grammar of weekly hours: days with hours, in any order. */

export const WHYS = {
  unread: about('I cannot read {} as weekly hours; try “weekdays 8am to 7pm” or “mon-thu 9 for 8h”.'),
  noHours: about('{} says no hours; add them, such as “weekdays 8am to 7pm”.'),
  noEnd: about('{} does not say when it ends, or how long it lasts; try “weekdays 8am to 7pm”.'),
  noStart: about('{} does not say when it starts; try “weekdays 8am to 7pm”.'),
  noDays: about('{} does not say on which days.'),
  halves: about('{} could be in the morning or in the evening.'),
  wholeHours: about('The service works in whole hours only, so {} has to be rounded.'),
  fromOne: about('The service starts at 1:00 at the earliest, so {} is not possible; these are the nearest.'),
  oneSpan: about('The service allows one span of hours a day, so {} has to be one of these.'),
  sameHours: about('The service uses the same hours on every day of a plan, so {} cannot be one schedule.'),
}

/** What stands before two hours and between them in the languages whose weekdays are known. */
const FROM_ABROAD = ['of', 'de', 'da', 'von', 'van', 'с', 'з']
const UNTIL_ABROAD = ['bis', 'a', 'à', 'até', 'tot', 'до']
const from = optional(
  phrase`${word('from', 'at', 'between', 'starting', 'start', 'starts', ...FROM_ABROAD)} [at|from]`,
)
const lastingFor = optional(either<unknown>(word('for', '+', 'lasting'), phrase`duration [of]`))
const span: Parser<Stretch[]> = either(
  map(
    phrase`${from} ${clock} ${either<unknown>(
      upTo,
      word('and', ...UNTIL_ABROAD),
      phrase`[,] [and] stop|stops|end|ends|ending [at]`,
    )} ${clock}`,
    ([, a, , b]) => between(a, b),
  ),
  // `8h 18h` may be two hours as well.
  map(phrase`${from} ${clock} [,] ${lastingFor} ${length}`, ([, a, joint, long]) =>
    a.said === 'hour' && joint === undefined ? undefined : lasting(a, long),
  ),
  map(phrase`${from} ${clock} [,] for|duration ${number(1, 23, [1, 2])}`, ([, a, hours]) =>
    lasting(a, hours * 60),
  ),
  map(phrase`[for] ${length} from|at|starting [from|at] ${clock}`, ([long, a]) => lasting(a, long)),
)
const wholeDay: Parser<Stretch[]> = map(
  either<unknown>(
    phrase`${number(24, 24)} ~/|x|- ~${number(7, 7)}`,
    phrase`${number(24, 24)} h|hours`,
    phrase`all day`,
  ),
  () => [{ start: 0, length: WHOLE_DAY }],
)

const NAMES: readonly PartOfDay[] = ['morning', 'afternoon', 'evening', 'night']
const PARTS: ReadonlyMap<string, PartOfDay> = new Map([
  ...NAMES.flatMap(part => [[part, part] as const, [`${part}s`, part] as const]),
  ['overnight', 'night'],
])
const partOfDay: Parser<PartOfDay> = meaning(PARTS)
interface Daily {
  part: PartOfDay
  days: readonly number[]
}
/** `every night`, `nightly`, `weeknights`. */
const daily: Parser<Daily> = either(
  map(phrase`every|each ${partOfDay}`, ([part]) => ({
    part: part === 'night' ? 'every night' : part,
    days: ALL,
  })),
  map(word('nightly'), (): Daily => ({ part: 'every night', days: ALL })),
  map(word('weeknight', 'weeknights'), (): Daily => ({ part: 'night', days: WORKDAYS })),
)

/** Days and spans as they were said, not yet what the service can hold; `why` when they are several. */
export interface Said {
  spans: { days: readonly number[]; stretch: Stretch }[]
  why?: ((quoted: string) => string) | undefined
}
const said = (days: readonly number[], stretches: readonly Stretch[]): Said => ({
  spans: stretches.map(stretch => ({ days, stretch })),
  why: stretches.length > 1 ? WHYS.halves : undefined,
})
const none = (why: Said['why']): Said => ({ spans: [], why })
function saidIn(
  part: PartOfDay | undefined,
  days: readonly number[],
  stretches: readonly Stretch[],
): Said | undefined {
  const fitting = part ? startingIn(part, stretches) : stretches
  return part && fitting.length === 0 ? undefined : said(days, fitting)
}

/** A span with the mark that `sayHours` gives to one past midnight. */
const marked = map(
  phrase`${either(wholeDay, span)} ${optional(phrase`( + ${number(1, 1)} )`)}`,
  ([stretches, mark]) => stretches.filter(({ start, length }) => !mark || start + length > WHOLE_DAY),
)
const part = optional(partOfDay)
const behindDays = phrase`[only] [,|:|@|(|-|–]`
const beforeDays = optional(word(',', 'on', '(', '-', '–'))
const dayHours: Parser<Said> = either(
  map(phrase`${daily} ${behindDays} ${marked} [)]`, ([{ part, days }, , stretches]) =>
    saidIn(part, days, stretches),
  ),
  map(phrase`${marked} ${beforeDays} ${daily} [)]`, ([stretches, , { part, days }]) =>
    saidIn(part, days, stretches),
  ),
  map(phrase`${part} ${weekPart} ${part} ${behindDays} ${marked} [)]`, ([before, days, after, , stretches]) =>
    saidIn(before ?? after, days, stretches),
  ),
  map(phrase`${part} ${marked} ${beforeDays} ${weekPart} ${part} [)]`, ([before, stretches, , days, after]) =>
    saidIn(before ?? after, days, stretches),
  ),
  map(phrase`${weekPart} ${behindDays} ${marked} ${changed}`, ([days, , stretches, change]) => {
    const others = change(days)
    return others && said(others, stretches)
  }),
)
/** `mon-thu 9-17 and fri 9-17`: the service keeps the same hours on every day. */
function joined(rows: readonly Said[]): Said {
  const [first, ...others] = rows.map(({ spans }) => spans.map(({ stretch }) => stretch))
  const isSame = first && others.every(stretches => isDeepStrictEqual(stretches, first))
  const days = new Set(rows.flatMap(({ spans }) => spans.flatMap(({ days }) => days)))
  return isSame ? said([...days], first) : none(WHYS.sameHours)
}
const spansOfDay = map(phrase`${span} ${joint} ${span}`, ([a, , b]) => [a, b] as const)
/** One span for both, or either of them; what leaves am and pm open comes one after the other, where it can. */
function saidTwice(days: readonly number[], some: readonly Stretch[], others: readonly Stretch[]): Said {
  const pairs = some.flatMap(first => others.map(second => [first, second] as const))
  const [first, second] = pairs.find(([a, b]) => b.start >= a.start + a.length) ?? pairs[0] ?? []
  if (!first || !second) return none(WHYS.oneSpan)
  const both = { start: first.start, length: second.start + second.length - first.start }
  return { ...said(days, [both, first, second]), why: WHYS.oneSpan }
}
const dayHoursOrLess: Parser<Said> = either(
  dayHours,
  map(phrase`${weekPart} ${behindDays} ${spansOfDay}`, ([days, , [a, b]]) => saidTwice(days, a, b)),
  map(phrase`${spansOfDay} ${beforeDays} ${weekPart}`, ([[a, b], , days]) => saidTwice(days, a, b)),
  map(phrase`${number(24, 24)} ~/|x ~${number(5, 5)}`, () =>
    said(WORKDAYS, [{ start: 0, length: WHOLE_DAY }]),
  ),
  map(wholeDay, stretches => said(ALL, stretches)),
  map(
    span,
    (stretches): Said => ({
      spans: [WORKDAYS, ALL].flatMap(days => said(days, stretches).spans),
      why: WHYS.noDays,
    }),
  ),
  map(phrase`[at|in] [the] ${partOfDay} [,|:] ${span}`, () => none(WHYS.noDays)),
  map(weekPart, () => none(WHYS.noHours)),
  map(phrase`${weekPart} ${from} ${clock}`, () => none(WHYS.noEnd)),
  map(phrase`${weekPart} until|to|through|before ${clock}`, () => none(WHYS.noStart)),
  map(row(dayHours, optional(joint)), joined),
)
/** A whole phrase. */
export const schedule: Parser<Said> = map(
  phrase`[just|only|please|to|for|on] [~:] ${dayHoursOrLess} [please|only|.|!]`,
  ([found]) => found,
)
