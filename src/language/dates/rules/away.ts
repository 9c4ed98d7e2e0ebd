import { firstFrom } from '../calendar.ts'
import { lasting } from '../meaning/join.ts'
import { type Amount, carry, eitherOf, plus, type When } from '../meaning/when.ts'
import { amountFrom } from '../meaning/whys.ts'
import { byItsEnd } from '../meaning/yearly.ts'
import { butNo, either, map, number, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { WHOLE } from '../reading/words.ts'
import { amount } from './amounts.ts'
import { the, weekday } from './dates.ts'
import { distantDay, namedDay } from './relative.ts'
import { bareWeekday } from './weekdays.ts'

/** Days by their distance from another: `3 days after X`, `a week from X`, `the day before X`, `the monday after X`. */

const away = (base: When, { count, unit }: Amount): When =>
  byItsEnd(
    carry(base, ({ from }) => {
      const there = plus(from, count, unit)
      return { spans: [{ from: there, until: there }] }
    }),
  )

const one =
  (unit: Amount['unit'], count = 1) =>
  (): Amount => ({ count, unit })
const before = either(
  word('before'),
  map(sequence(word('prior'), word('to')), () => 'before' as const),
)
const aDay = map(sequence(the, word('day')), one('day'))
const aWeek = either(
  map(sequence(optional(word('a', 'one')), word('week')), one('week')),
  map(sequence(optional(word('a', 'one')), word('fortnight')), one('week', 2)),
)

/** The one that comes next, whatever stands before it: `thursday week to friday week`. */
const comingOne: Parser<When> = map(bareWeekday, (base, { today }) => ({
  ...base,
  read: (_, strict) => base.read(today, strict),
}))

/** What is no single day, though its name begins with one: `christmas holidays`, `easter break`. */
export const season = word('holidays', 'vacation', 'break')
/** A day beside which others can lie. */
export const besides = (day: Parser<When>): Parser<When> => butNo(season, day)

/** `awayFrom(day)`: a day so far from one that `day` reads. */
export function awayFrom(anyDay: Parser<When>): Parser<When> {
  const day = besides(anyDay)
  return either(
    map(
      sequence(either(amount, aDay, aWeek), either(before, word('after', 'from', 'following')), day),
      ([amount, side, base], { tokens, today }, at) => {
        const isBare = tokens[at]?.word === 'week'
        if (isBare && side !== 'from') return undefined
        if (side === 'before') return away(base, { ...amount, count: -amount.count })
        const there = away(base, amount)
        const inShort = tokens[at]?.digits && tokens[at + 1]?.text.length === 1
        const isFull = [at - 1, at + 1].some(at => WHOLE.has(tokens[at]?.word ?? ''))
        const isStretch = isFull || amount.unit === 'working day'
        const stretch = side === 'from' && (inShort || isStretch || base.parts !== undefined)
        return stretch ? eitherOf(there, lasting(base, amount, today), amountFrom) : there
      },
    ),
    // `the 3 days after christmas`
    map(
      sequence(word('the'), amount, either(before, word('after', 'following')), day),
      ([, { count, unit }, side, base]) =>
        byItsEnd(
          carry(base, ({ from, until }) => ({
            spans: [
              side === 'before'
                ? { from: plus(from, -count, unit), until: from - 1, begun: true }
                : { from: until + 1, until: plus(until, count, unit), begun: true },
            ],
          })),
        ),
    ),
    map(sequence(amount, word('on'), comingOne), ([amount, , base]) =>
      amount.unit === 'week' ? away(base, amount) : undefined,
    ),
    map(sequence(aWeek, optional(word('on')), either(comingOne, distantDay)), ([amount, , base]) =>
      away(base, amount),
    ),
    map(sequence(amount, namedDay), ([amount, base]) =>
      amount.unit === 'week' || amount.unit === 'month' ? away(base, amount) : undefined,
    ),
    // `friday week`, but a `week off` or a `week 2` is another.
    map(
      sequence(either(comingOne, namedDay), butNo(either<unknown>(number(1, 9999), word('off')), aWeek)),
      ([base, amount]) => away(base, amount),
    ),
    map(
      sequence(
        the,
        optional(word('first', 'next', 'last')),
        word('working'),
        word('day'),
        word('after', 'before', 'following'),
        day,
      ),
      ([, which, , , side, base]) => {
        const isBefore = side === 'before'
        if (which && (which === 'last') !== isBefore) return undefined
        return away(base, { count: isBefore ? -1 : 1, unit: 'working day' })
      },
    ),
    map(
      sequence(
        the,
        optional(word('first', 'next', 'last')),
        weekday,
        word('after', 'before', 'following'),
        day,
      ),
      ([, which, wanted, side, base]): When | undefined => {
        if (which && (which === 'last') !== (side === 'before')) return undefined
        return byItsEnd(
          carry(base, span => {
            const to = side === 'before' ? span.from - 7 : span.until + 1
            const there = firstFrom(to, wanted)
            return { spans: [{ from: there, until: there }] }
          }),
        )
      },
    ),
  )
}
