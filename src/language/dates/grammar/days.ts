import { firstFrom } from '../calendar.ts'
import {
  type Amount,
  byItsEnd,
  carry,
  doubtful,
  eitherOf,
  fixed,
  lasting,
  plus,
  type Span,
  type When,
} from '../meaning.ts'
import { either, map, notBefore, number, once, optional, type Parser, phrase, word } from '../parser.ts'
import * as whys from '../reasons.ts'
import { bareDay, date, weekday } from './calendar-dates.ts'
import { hourly } from './clock-times.ts'
import { holiday } from './holidays.ts'
import { amount, bareWeekday, comingWeekday, distantDay, later, namedDay, relativeDay } from './lengths.ts'
import { edge, period } from './periods.ts'

/** One day or one period, and the words that lead from one to another. */

/** `today 12.10`, `next friday the 27th`, `tomorrow (thursday)`, `the 25th (tomorrow)`: one day, said twice. */
const comingDay = map(weekday, (wanted, { today }) => comingWeekday(wanted, today))
const twice = map(
  either(
    map(
      phrase`${distantDay} ${optional(word(',', '('))} ${either(date, comingDay)} [)]`,
      ([named, sign, other]) => ({
        named,
        other,
        isRow: sign !== undefined && other.weekday,
      }),
    ),
    map(phrase`${either(comingDay, date)} ,|( ${namedDay} [)]`, ([other, named]) => ({
      named,
      other,
      isRow: true,
    })),
  ),
  ({ named, other, isRow }, { today }): When | undefined => {
    const isOther = ({ from }: Span) => other.read(from, true).spans.some(span => span.from === from)
    // Two days with a comma between them are a row.
    if (isRow && !named.read(today).spans.some(isOther)) return undefined
    return {
      read: from => {
        const spans = named.read(from).spans.filter(isOther)
        return spans.length > 0 ? { spans } : { spans: [], why: whys.disagree }
      },
    }
  },
)
const dayItself: Parser<When> = once(either(date, holiday, relativeDay, twice))
const itsEnd = either<unknown>(
  word('eod', 'cob', 'eob', 'cop'),
  phrase`[the] end of [the] day`,
  phrase`end|close of working|play [day]`,
)
/** A single day; its end is still that day: `eod friday`. */
const day: Parser<When> = once(
  either(
    dayItself,
    // `tomorrow and the day after`
    map(
      phrase`${dayItself} and|to|until|through|-|– [the] ${either<unknown>(phrase`day after`, phrase`next|following day`)} [that]`,
      ([day]) => carry(day, ({ from, until }) => ({ spans: [{ from, until: until + 1 }] })),
    ),
    map(phrase`${itsEnd} [on|of] ${dayItself}`, ([, day]) => day),
    map(phrase`${dayItself} ${itsEnd}`, ([day]) => day),
    map(phrase`[the] end of ${dayItself}`, ([day]) => day),
    map(itsEnd, (_, { today }): When => ({ ...fixed(today), sameDay: true })),
  ),
)

const away = (base: When, { count, unit }: Amount): When =>
  byItsEnd(carry(base, ({ from }) => fixed(plus(from, count, unit)).read(from)))
const one = (unit: Amount['unit'], count = 1): Amount => ({ count, unit })
const before = map(either<unknown>(word('before'), phrase`prior to`), () => 'before')
const aWeek = map(phrase`[a|one] ${word('week', 'fortnight')}`, ([said]) =>
  one('week', said === 'week' ? 1 : 2),
)
/** What is no single day, though its name begins with one: `christmas holidays`. */
const season = word('holidays', 'vacation', 'break')
const base = notBefore(season, either(day, edge))
/** The coming one, whatever stands before it: `thursday week to friday week`. */
const comingOne: Parser<When> = map(bareWeekday, (base, { today }) => ({
  ...base,
  read: (_, strict) => base.read(today, strict),
}))
/** A day so far from another: `3 days after X`, `a week from X`, `the day before X`, `the monday after X`. */
const awayFrom: Parser<When> = either(
  map(
    phrase`${either(
      amount,
      map(phrase`[the] day`, () => one('day')),
      aWeek,
    )} ${either(before, word('after', 'from', 'following'))} ${base}`,
    ([amount, side, base], { tokens, today }, at) => {
      if (tokens[at]?.word === 'week' && side !== 'from') return undefined
      if (side === 'before') return away(base, { ...amount, count: -amount.count })
      const there = away(base, amount)
      const isShort = tokens[at]?.digits && tokens[at + 1]?.text.length === 1
      const isFull = [at - 1, at + 1].some(at => /^(full|whole|calendar)$/.test(tokens[at]?.word ?? ''))
      const isStretch = isShort || isFull || amount.unit === 'working day' || base.parts !== undefined
      return side === 'from' && isStretch
        ? eitherOf(there, lasting(base, amount, today), whys.amountFrom)
        : there
    },
  ),
  // `the 3 days after christmas`
  map(
    phrase`the ${amount} ${either(before, word('after', 'following'))} ${base}`,
    ([{ count, unit }, side, base]) =>
      byItsEnd(
        carry(base, ({ from, until }) => {
          const [first, last] =
            side === 'before' ? [plus(from, -count, unit), from - 1] : [until + 1, plus(until, count, unit)]
          return { spans: [{ from: first, until: last, begun: true }] }
        }),
      ),
  ),
  map(phrase`${amount} [on] ${either(comingOne, namedDay)}`, ([amount, base], { tokens }, at) => {
    const isLength = tokens[at + 2]?.word !== 'on' && tokens[at + 2]?.word !== undefined
    return amount.unit === 'week' || (amount.unit === 'month' && isLength) ? away(base, amount) : undefined
  }),
  map(phrase`${aWeek} [on] ${either(comingOne, distantDay)}`, ([amount, base]) => away(base, amount)),
  // `friday week`, but a `week off` or a `week 2` is another.
  map(
    phrase`${either(comingOne, namedDay)} ${notBefore(either<unknown>(number(1, 9999), word('off')), aWeek)}`,
    ([base, amount]) => away(base, amount),
  ),
  map(
    phrase`[the] ${optional(word('first', 'next', 'last'))} ${either<number | 'working'>(
      map(phrase`working day`, () => 'working'),
      weekday,
    )} ${word('after', 'before', 'following')} ${base}`,
    ([which, wanted, side, base]): When | undefined => {
      const isBefore = side === 'before'
      if (which && (which === 'last') !== isBefore) return undefined
      if (wanted === 'working') return away(base, { count: isBefore ? -1 : 1, unit: 'working day' })
      return byItsEnd(
        carry(base, span => fixed(firstFrom(isBefore ? span.from - 7 : span.until + 1, wanted)).read(0)),
      )
    },
  ),
)

export const plainThing: Parser<When> = once(either(day, awayFrom, period))
/** A day or a period, with hours beside it or without. */
export const thing: Parser<When> = once(either(plainThing, hourly(plainThing)))
export const end: Parser<When> = once(either(thing, bareDay))

export const from = either<unknown>(
  phrase`from|starting|beginning|effective [from|on|at] [~:]`,
  phrase`as of|from`,
)
const including = phrase`[and] including|incl|inclusive [~.]`
const allTheWay = either<unknown>(word('up', 'right', 'straight'), phrase`all [the] way`)
/** The word that leads to an end: `through` where a period as the end is meant whole. */
export const until: Parser<string> = either(
  map(
    phrase`${optional(allTheWay)} ${word('to', 'until', 'through')} [~:] ${optional(including)}`,
    ([, said, including]) => (including ? 'through' : said),
  ),
  map(
    phrase`${optional(allTheWay)} ${word('until', 'through')} to|until ${optional(including)}`,
    ([, said, including]) => (including ? 'through' : said),
  ),
)
const SIGNS = ['–', '-', '→', '..']
export const upTo = either(until, word(...SIGNS))
/** Behind a sign, `at the latest` can be said of when something is to be done. */
export const isSign = (said: string): boolean => SIGNS.includes(said)

const lastOn = (day: number): Span => ({ from: day, until: day })
/** `until before friday`, which on a friday is the next one; `until after the weekend`, maybe with the day after it. */
const lastBeside = map(phrase`[just|right|shortly] ${word('before', 'after')} ${thing}`, ([side, days]) => {
  const firstOf = (away: number): When => ({ ...days, read: from => days.read(from + away, true) })
  return side === 'before'
    ? carry(firstOf(1), ({ from }) => ({ spans: [lastOn(from - 1)] }))
    : carry(firstOf(0), ({ until }) => doubtful([lastOn(until), lastOn(until + 1)], whys.untilAfter))
})
/** What ends days. The night at the end of a day is still that day. */
export const lastDay: Parser<When> = either(
  map(phrase`[on] ${either(plainThing, bareDay)} [night|evening]`, ([day]) => day),
  end,
  lastBeside,
)
/** What ends days where it is asked for by itself: `same day`, `2 days after`. */
export const endAlone: Parser<When> = either(
  end,
  later(word('after', 'afterwards')),
  map(phrase`[the] [that] same day`, (_, { today }): When => ({ ...fixed(today), sameDay: true })),
  lastBeside,
)
