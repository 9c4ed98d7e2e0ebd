import { mondayOf, weekdayOf } from '../calendar.ts'
import { carry, doubtful, each, plus, refused, type When } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import {
  butNo,
  either,
  map,
  optional,
  type Parser,
  sequence,
  tight,
  word,
  wordsOf,
} from '../reading/parser.ts'
import { afterthought } from './afterthoughts.ts'
import { amount } from './amounts.ts'
import { comma, the } from './dates.ts'
import { duration } from './durations.ts'
import { period } from './edges.ts'
import { oneOf } from './either.ts'
import { lessSome } from './except.ts'
import { holiday, overEaster } from './holidays.ts'
import { hourly, withHours } from './hourly.ts'
import { consecutive, dayOrRange, openStart, range } from './ranges.ts'
import { refusable } from './refusable.ts'
import { repeated } from './repeated.ts'
import { end, thing, upTo } from './things.ts'
import { besideName, fromWithin } from './within.ts'

/** The grammar of days: every way to say one stretch of them, and what is refused by its name. */

const THROUGH = word('through', 'throughout')
const allOf = sequence(
  the,
  butNo(THROUGH, word('all', 'whole', 'entire', 'full')),
  optional(word('of', 'day')),
)
const preposition = either(
  word('on', 'in', 'during', 'throughout', 'at'),
  // `for one week monday` is no monday in a week.
  butNo(amount, word('for')),
  map(sequence(word('all'), THROUGH), ([, said]) => said),
)
const strong = ({ weak: _, ...when }: When): When => when

/** `friday`, `on friday`, `over the weekend`, `for all of next week`. */
const single: Parser<When> = either(
  thing,
  map(sequence(word('over'), period), ([, when]) => strong(when)),
  overEaster,
  map(sequence(word('over'), holiday, optional(sequence(word('and'), holiday))), ([, day, and]) =>
    carry(day, ({ from }) =>
      each(and ? and[1].read(from, true) : { spans: [{ from, until: from }] }, ({ until }) => ({
        spans: [
          { from, until },
          { from: from - 1, until: until + 1 },
        ],
        why: whys.roughly,
      })),
    ),
  ),
  map(
    sequence(preposition, optional(allOf), either(thing, range, consecutive)),
    ([said, , when]): When =>
      when.weak && (when.weak === 'figures' || said === 'for') ? when : strong(when),
  ),
)

/** `the weekend of 26-27 sept`, which has to be one. */
const datedWeekend = map(
  sequence(the, word('weekend'), optional(word(',', 'of')), either(range, consecutive)),
  ([, , , days]) =>
    carry(days, span =>
      weekdayOf(span.from) === SATURDAY && span.until === span.from + 1
        ? { spans: [span] }
        : { spans: [], why: whys.noWeekend },
    ),
)
const SATURDAY = 5

/** `week of 12-16 apr`: those days, or the week that they are in. */
const datedWeek = map(sequence(the, word('week'), optional(word(',')), word('of'), range), ([, , , , days]) =>
  carry(days, span => {
    const monday = mondayOf(span.from)
    return span.until <= monday + 6
      ? doubtful([span, { from: monday, until: monday + 6, begun: true }], whys.whichWeek)
      : { spans: [], why: whys.disagree }
  }),
)

/** `next week (12-14 oct)`, `december (the 24th)`, `next week: mon and tue`: what stands behind a period are its days. */
const narrowed = map(
  sequence(
    period,
    either(
      map(sequence(word('('), either(range, consecutive, end), word(')')), ([, days]) => days),
      map(sequence(word(':', ';'), either(range, consecutive)), ([, days]) => days),
    ),
  ),
  ([whole, days], { today }): When | undefined => {
    const [around, ...others] = whole.read(today).spans
    if (!around || others.length > 0) return undefined
    const { spans } = days.read(Math.max(around.from, today))
    const isWithin = spans.every(({ from, until }) => from >= around.from && until <= around.until)
    return spans.length > 0 && isWithin ? { read: () => ({ spans }) } : undefined
  },
)

const count = sequence(word('('), amount, word(')'))
/** With what `sayDays` adds, `(3 days)`: it has to be right, but of one day it says how many begin there. */
const counted = (days: Parser<When>): Parser<When> =>
  map(sequence(days, optional(count)), ([when, counted]) => {
    if (!counted) return when
    const [, { count, unit }] = counted
    return carry(when, ({ from, until }) => {
      const last = plus(from, count, unit) - 1
      return until === last || from === until
        ? { spans: [{ from, until: last }] }
        : { spans: [], why: whys.wrongCount(until - from + 1) }
    })
  })

/** Until somebody says otherwise, some day of the year, and the hours of light. */
const vague = map(
  either<unknown>(
    sequence(word('for'), word('now')),
    sequence(word('in'), the, word('new'), word('year')),
    sequence(word('during'), word('the'), word('day')),
  ),
  () => refused(whys.vague),
)

/** Words that say nothing about the days, before them or behind them. */
export const FILLERS =
  `just please again also ooo only kindly simply itself off pto pause ok okay both thanks thx ty incl inclusive
  included`.split(/\s+/)
const both = sequence(word('both'), optional(word('days', 'dates', 'ends')))
const filler = either<unknown>(
  word(...FILLERS),
  sequence(word('thank'), word('you')),
  sequence(word('of'), word('course')),
  sequence(word('on'), word('leave', 'holiday', 'vacation', 'pto')),
  sequence(both, word('inclusive', 'included')),
  sequence(
    word('('),
    optional(both),
    word('incl', 'inc', 'inclusive', 'included'),
    optional(tight(word('.'))),
    word(')'),
  ),
)
const fillers = optional(sequence(comma, filler, optional(filler)))
/** A christmas holiday is not christmas. */
const leave = optional(sequence(word('holiday', 'vacation', 'leave'), optional(word(':'))))
const before = sequence(fillers, leave, comma, optional(allOf))
const after = sequence(
  optional(
    sequence(
      optional(word(',', ':', '-', '–', '(')),
      word('all', 'full', 'whole'),
      word('day'),
      optional(word(')')),
    ),
  ),
  fillers,
  optional(word('long', '.', '!')),
)

/** Every way to say days, with polite words around it, in the order of preference. */
export const phrase: Parser<When> = map(
  sequence(
    before,
    withHours(
      either(
        dayOrRange,
        vague,
        duration,
        counted(single),
        counted(range),
        datedWeekend,
        datedWeek,
        narrowed,
        fromWithin,
        openStart,
        consecutive,
        oneOf,
        lessSome,
        refusable,
        afterthought,
        repeated,
        hourly(thing, upTo),
        besideName,
      ),
    ),
    after,
  ),
  ([, when]) => when,
)

/** Every word that days are said with. */
export const phraseWords = wordsOf(phrase)
