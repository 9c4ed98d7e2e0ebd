import { isDeepStrictEqual } from 'node:util'
import { PLURALS } from '../dates/grammar/calendar-dates.ts'
import { upTo } from '../dates/grammar/phrases.ts'
import { either, meaning, number, optional, type Parser, phrase, row, word } from '../dates/parser.ts'
import type { Why } from '../dates/reasons.ts'
import { numbered, WEEKDAYS } from '../dates/words.ts'
import { between, clock, lasting, length, type Stretch, WHOLE_DAY } from './clocks.ts'

/** The grammar of weekly hours: days with hours, in any order. */

const ALL = [0, 1, 2, 3, 4, 5, 6]
const WORKDAYS = ALL.slice(0, 5)
const WEEKEND = ALL.slice(5)

const SHORT = numbered(0, 'mo tu we th fr sa su')
/** Single letters, only in rows: `M/W/F`. */
const SHORTEST: ReadonlyMap<string, number> = new Map([...SHORT, ['m', 0], ['t', 1], ['w', 2], ['f', 4]])
const weekday = phrase`${meaning(new Map([...WEEKDAYS, ...PLURALS, ...SHORT]))} [~.]`
const named = (days: number[], ...phrases: Parser<unknown>[]): Parser<number[]> =>
  either(...phrases).map(() => days)
const someDays: Parser<number[]> = either(
  named(
    WORKDAYS,
    phrase`weekdays|weekday`,
    phrase`working days|day|week`,
    phrase`week day|days`,
    phrase`during the week`,
    phrase`${number(5, 5, [1])} days a|per week`,
    phrase`m ${upTo} f`,
  ),
  named(WEEKEND, phrase`[the] weekends|weekend`),
  named(
    ALL,
    word('daily', 'everyday'),
    phrase`every|each|all day|days|week`,
    phrase`${number(7, 7, [1])} days ${optional(phrase`a|per week`)}`,
  ),
  named([0, 2, 4], word('mwf')),
  row(meaning(SHORTEST), word('/')),
  either(
    phrase`[from|starting] ${weekday} ${upTo} ${weekday}`,
    phrase`between ${weekday} ${word('and')} ${weekday}`,
  ).map(([first, , last]) =>
    first === last ? undefined : ALL.map(i => (first + i) % 7).slice(0, ((last - first + 7) % 7) + 1),
  ),
  weekday.map(day => [day]),
)
const everySome = phrase`[every|each|on|at] ${someDays}`
const joint = either<unknown>(phrase`[,] and`, word(',', ';', '+', '/'))
const listedDays: Parser<number[]> = either(
  everySome,
  row(everySome, optional(joint)).map(rows => rows.flat()),
)
const except = either<unknown>(
  phrase`except|excluding|without|not|no|off|closed [~.] [for|on]`,
  phrase`but [not] [on]`,
)
/** Removes or adds days: `except friday`, `(weekends off)`, `and saturdays`. */
const changed = either<(days: readonly number[]) => number[] | undefined>(
  either(
    phrase`[,|;|(] ${except} ${listedDays} [)]`.map(([, out]) => out),
    phrase`[,|;|(] ${listedDays} off|closed [)]`,
  ).map(out => days => {
    const remaining = days.filter(day => !out.includes(day))
    return remaining.length > 0 ? remaining : undefined
  }),
  phrase`${joint} ${listedDays}`.map(([, more]) => days => [...new Set([...days, ...more])]),
)
/** `weekdays and saturday`, `weekdays except friday`, `all but sunday`. */
export const weekPart: Parser<number[]> = either(
  listedDays,
  phrase`${either(listedDays, named(ALL, word('all')))} ${changed}`.map(([days, change]) => change(days)),
)

export const WHYS = {
  unread: 'I cannot read {} as weekly hours; try “weekdays 8am to 7pm” or “mon-thu 9 for 8h”.',
  partOfDay: (word: string): Why =>
    `I do not know which hours “${word}” means in {}; say only the days and the hours, such as “fridays 8pm to 6am”.`,
  noHours: '{} says no hours; add them, such as “weekdays 8am to 7pm”.',
  noEnd: '{} does not say when it ends, or how long it lasts; try “weekdays 8am to 7pm”.',
  noStart: '{} does not say when it starts; try “weekdays 8am to 7pm”.',
  noDays: '{} does not say on which days.',
  halves: '{} could be in the morning or in the evening.',
  wholeHours: 'The service works in whole hours only, so {} has to be rounded.',
  fromOne: 'The service starts at 1:00 at the earliest, so {} is not possible; these are the nearest.',
  oneSpan: 'The service allows one span of hours a day, so {} cannot be one schedule; say just one.',
  sameHours: 'The service uses the same hours on every day of a plan, so {} cannot be one schedule.',
}

/** “From” and “until” in other languages. */
const FOREIGN_FROM = ['of', 'de', 'da', 'von', 'van', 'с', 'з']
const FOREIGN_UNTIL = ['bis', 'a', 'à', 'alle', 'até', 'tot', 'до']
const from = optional(
  phrase`${word('from', 'at', 'between', 'starting', 'start', 'starts', ...FOREIGN_FROM)} [at|from]`,
)
const lastingFor = optional(either<unknown>(word('for', '+', 'lasting'), phrase`duration [of]`))
const span: Parser<Stretch[]> = either(
  phrase`${from} ${clock} ${either<unknown>(
    upTo,
    word('and', ...FOREIGN_UNTIL),
    phrase`[,] [and] stop|stops|end|ends|ending [at]`,
  )} ${clock}`.map(([, a, , b]) => between(a, b)),
  // `8h 18h` may be two times.
  phrase`${from} ${clock} [,] ${lastingFor} ${length}`.map(([, a, joint, long]) =>
    a.notation === 'hour' && joint === undefined ? undefined : lasting(a, long),
  ),
  phrase`${from} ${clock} [,] for|duration ${number(1, 23, [1, 2])}`.map(([, a, hours]) =>
    lasting(a, hours * 60),
  ),
  phrase`[for] ${length} from|at|starting [from|at] ${clock}`.map(([long, a]) => lasting(a, long)),
)
const ALL_DAY: Stretch[] = [{ start: 0, length: WHOLE_DAY }]
const wholeDay: Parser<Stretch[]> = either<unknown>(
  phrase`${number(24, 24)} ~/|x|- ~${number(5, 7)}`,
  phrase`${number(24, 24)} h|hours`,
  phrase`all day`,
).map(() => ALL_DAY)

/** Days and spans as typed, before they are fitted to the service; `why` if there are several. */
export interface ParsedHours {
  spans: { days: readonly number[]; stretch: Stretch }[]
  why?: Why | undefined
}
const parsedHours = (days: readonly number[], stretches: readonly Stretch[]): ParsedHours => ({
  spans: stretches.map(stretch => ({ days, stretch })),
  why: stretches.length > 1 ? WHYS.halves : undefined,
})
const none = (why: ParsedHours['why']): ParsedHours => ({ spans: [], why })

/** A span with the mark that `sayHours` adds after midnight. */
const marked = phrase`${either(wholeDay, span)} ${optional(phrase`( + ${number(1, 1)} )`)}`.map(
  ([stretches, mark]) => stretches.filter(({ start, length }) => !mark || start + length > WHOLE_DAY),
)
const dayHours: Parser<ParsedHours> = either(
  phrase`${weekPart} [only] [,|:|@|(|-|–] ${marked} [)]`.map(([days, stretches]) =>
    parsedHours(days, stretches),
  ),
  phrase`${marked} [,|on|(|-|–] ${weekPart} [)]`.map(([stretches, days]) => parsedHours(days, stretches)),
  phrase`${weekPart} [only] [,|:|@|(|-|–] ${marked} ${changed}`.map(([days, stretches, change]) => {
    const others = change(days)
    return others && parsedHours(others, stretches)
  }),
)
/** `mon-thu 9-17 and fri 9-17`: the service keeps the same hours on every day. */
function joined(rows: readonly ParsedHours[]): ParsedHours {
  const [first, ...others] = rows.map(({ spans }) => spans.map(({ stretch }) => stretch))
  const isSame = first && others.every(stretches => isDeepStrictEqual(stretches, first))
  const days = new Set(rows.flatMap(({ spans }) => spans.flatMap(({ days }) => days)))
  return isSame ? parsedHours([...days], first) : none(WHYS.sameHours)
}
const spansOfDay = phrase`${span} ${joint} ${span}`
const dayHoursOrLess: Parser<ParsedHours> = either(
  dayHours,
  phrase`${weekPart} [only] [,|:|@|(|-|–] ${spansOfDay}`.map(() => none(WHYS.oneSpan)),
  phrase`${spansOfDay} [,|on|(|-|–] ${weekPart}`.map(() => none(WHYS.oneSpan)),
  phrase`${number(24, 24)} ~/ ~${number(5, 5)}`.map(() => parsedHours(WORKDAYS, ALL_DAY)),
  wholeDay.map(stretches => parsedHours(ALL, stretches)),
  span.map(
    (stretches): ParsedHours => ({
      spans: [WORKDAYS, ALL].flatMap(days => parsedHours(days, stretches).spans),
      why: WHYS.noDays,
    }),
  ),
  weekPart.map(() => none(WHYS.noHours)),
  phrase`${weekPart} ${from} ${clock}`.map(() => none(WHYS.noEnd)),
  phrase`${weekPart} until|to|through|before ${clock}`.map(() => none(WHYS.noStart)),
  row(dayHours, optional(joint)).map(joined),
)
/** Parses a whole phrase. */
export const schedule: Parser<ParsedHours> = phrase`[just|only|please|to|for|on] [~:] ${dayHoursOrLess} [please|only|.|!]`
