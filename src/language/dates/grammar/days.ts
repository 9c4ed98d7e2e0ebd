import { firstFrom } from '../calendar.ts'
import {
  type Amount,
  day as aDay,
  byItsEnd,
  carry,
  eitherOf,
  fixed,
  lasting,
  plus,
  type Span,
  type When,
} from '../meaning.ts'
import { either, notBefore, number, once, optional, type Parser, phrase, word } from '../parser.ts'
import * as whys from '../reasons.ts'
import { bareDay, date, weekday } from './calendar-dates.ts'
import { clock } from './clock-times.ts'
import { holiday } from './holidays.ts'
import { amount, bareWeekday, comingWeekday, distantDay, namedDay, relativeDay } from './lengths.ts'
import { edge, period } from './periods.ts'

/** One day or one period, and the words that lead from one to another. */

/** `today 12.10`, `next friday the 27th`, `tomorrow (thursday)`: one day, said twice. */
const twice = phrase`${distantDay} ${optional(word(',', '('))} ${either(
  date,
  weekday.map((wanted, { today }) => comingWeekday(wanted, today)),
)} [)]`.map(([named, sign, other], { today }): When | undefined => {
  const isOther = ({ from }: Span) => other.read(from, true).spans.some(span => span.from === from)
  const spansOf = (from: number) => named.read(from).spans.filter(isOther)
  // Two days with a comma between them are a row.
  if (sign && other.weekday && spansOf(today).length === 0) return undefined
  return { read: from => ({ spans: spansOf(from), why: whys.disagree }) }
})
const dayItself: Parser<When> = once(either(date, holiday, relativeDay, twice))
const itsEnd = either<unknown>(word('eod', 'cob', 'eob', 'cop'), phrase`[the] end of [the] day`)
/** A single day; its end is still that day: `eod friday`. */
const day: Parser<When> = once(
  either(
    dayItself,
    // `tomorrow and the day after`
    phrase`${dayItself} and|to|until|through|- [the] day after [that]`.map(([day]) =>
      carry(day, ({ from, until }) => ({ from, until: until + 1 })),
    ),
    phrase`${itsEnd} [on|of] ${dayItself}`.map(([, day]) => day),
    phrase`${dayItself} ${itsEnd}`.map(([day]) => day),
    phrase`[the] end of ${dayItself}`.map(([day]) => day),
    itsEnd.map((_, { today }): When => ({ ...fixed(today), sameDay: true })),
  ),
)

const away = (base: When, { count, unit }: Amount): When =>
  byItsEnd(carry(base, ({ from }) => aDay(plus(from, count, unit))))
const before = either<unknown>(word('before'), phrase`prior to`).map(() => 'before')
const aWeek = phrase`[a|one] ${word('week', 'fortnight')}`.map(
  ([said]): Amount => ({ unit: 'week', count: said === 'week' ? 1 : 2 }),
)
/** What is no single day, though its name begins with one: `christmas holidays`. */
const season = word('holidays', 'vacation', 'break')
const base = notBefore(season, either(day, edge))
/** The coming one, whatever stands before it: `thursday week to friday week`. */
const comingOne: Parser<When> = bareWeekday.map((base, { today }) => ({
  ...base,
  read: (_, strict) => base.read(today, strict),
}))
/** A day so far from another: `3 days after X`, `a week from X`, `the day before X`, `the monday after X`. */
const awayFrom: Parser<When> = once(
  either(
    phrase`${either(
      amount,
      phrase`[the] day`.map((): Amount => ({ unit: 'day', count: 1 })),
    )} ${either(before, word('after', 'from', 'following'))} ${base}`.map(
      ([amount, side, base], { tokens, today }, at) => {
        if (side === 'before') return away(base, { ...amount, count: -amount.count })
        const there = away(base, amount)
        const isShort = tokens[at]?.digits && tokens[at + 1]?.text.length === 1
        const isFull = tokens[at + 1]?.word === 'full'
        const isStretch = isShort || isFull || amount.unit === 'working day' || base.parts !== undefined
        return side === 'from' && isStretch
          ? eitherOf(there, lasting(base, amount, today), whys.amountFrom)
          : there
      },
    ),
    phrase`${aWeek} [on] ${either(comingOne, distantDay)}`.map(([amount, base]) => away(base, amount)),
    // `friday week`, but a `week off` or a `week 2` is another.
    phrase`${either(comingOne, namedDay)} ${notBefore(either<unknown>(number(1, 9999), word('off')), aWeek)}`.map(
      ([base, amount]) => away(base, amount),
    ),
    phrase`[the] ${optional(word('first', 'last'))} ${weekday} ${word('after', 'before', 'following')} ${base}`.map(
      ([which, wanted, side, base]): When | undefined => {
        const isBefore = side === 'before'
        if (which && (which === 'last') !== isBefore) return undefined
        return byItsEnd(
          carry(base, ({ from, until }) => aDay(firstFrom(isBefore ? from - 7 : until + 1, wanted))),
        )
      },
    ),
  ),
)

/** A day or a period. */
export const thing: Parser<When> = once(either(day, awayFrom, period))
export const end: Parser<When> = either(thing, bareDay)

export const from = either<unknown>(
  phrase`from|starting|beginning|effective [from|on|at] [~:]`,
  phrase`as of|from`,
)
/** The word that leads to an end: `through` where a period as the end is meant whole. */
export const until: Parser<string> =
  phrase`[up] ${word('to', 'until', 'through')} [~:] ${optional(phrase`[and] including|incl|inclusive [~.]`)}`.map(
    ([said, including]) => (including ? 'through' : said),
  )
export const upTo = either(until, word('–', '-', '→', '..'))

/** What ends days. The night at the end of a day is still that day. */
export const lastDay: Parser<When> = either(
  end,
  phrase`[on] ${end} [night|evening]`.map(([day]) => day),
  phrase`${clock} [on] ${thing}`.map(([, day]): When => ({ ...day, hours: true })),
)
