import { type Amount, carry, fixed, lasting, plus, refused, strong, type When } from '../meaning.ts'
import { either, notBefore, optional, type Parser, phrase, sequence, word } from '../parser.ts'
import * as whys from '../reasons.ts'
import { setOf } from '../words.ts'
import { name, periodOf } from './calendar-dates.ts'
import { clockTimes, hourly, withHours } from './clock-times.ts'
import { consecutive, dayOrRange, from, oneOf, openStart, range, thing } from './days.ts'
import { holiday } from './holidays.ts'
import { amount, unit } from './lengths.ts'
import { period } from './periods.ts'

/** Lengths from a day on, and the whole phrase. */

const starting = either<unknown>(from, word('on'))
/** What tells `3 days starting monday` from `3 days from monday`, which is one day. */
const startingThen = phrase`[long] starting|starts|beginning|begins [from|on|at]`
const next = word('next', 'coming', 'following')
const during = word('for', 'over', 'during', 'in', 'within')
const long = word('for', 'during', 'lasting')
/** `for 3 days from monday`, `3 days starting monday`, `from monday for 3 days`, `tomorrow, 2 weeks`. */
const fromSomeDay: Parser<When> = either<readonly [Amount, When]>(
  phrase`${long} [the] ${amount} [,] ${starting} ${thing}`.map(([, amount, , start]) => [amount, start]),
  phrase`[the] ${amount} [,] ${startingThen} ${thing}`.map(([amount, , start]) => [amount, start]),
  phrase`${optional(from)} [on] ${thing} ${optional(word(','))} ${optional(long)} [the next|coming] ${amount}`.map(
    ([, start, comma, lead, amount]): [Amount, When] | undefined => {
      // Of `dec 24 day off` the number is rather the day.
      const isMonth = start.parts?.m !== undefined && start.parts.d === undefined
      const isDay = amount.odd && (isMonth || start.weekday)
      return isDay && !comma && !lead ? undefined : [amount, start]
    },
  ),
).map(([amount, start], { today }): When => {
  const when = lasting(start, amount, today)
  // A version stays one: `release 2.1 for 3 days`.
  return start.weak === 'figures' ? { ...when, weak: 'figures' } : when
})
const ofLength = (amount: Amount, today: number): When => ({
  ...lasting(fixed(today), amount, today),
  only: 'length',
})
const duration: Parser<When> = either(
  fromSomeDay,
  // `for the next week`: from today on, or the calendar's
  phrase`${during} the ${next} ${name}`.map(([, , name], { today }): When | undefined => {
    if (name === 'day' || name === 'weekend') return undefined
    const { spans } = ofLength({ count: 1, unit: name }, today).read(today)
    return { read: () => ({ spans: [...spans, periodOf(name, today, 1)], why: whys.fromTodayOrNext }) }
  }),
  // `next 3 days`: with today, or from tomorrow on; `for` so many days counts from today
  phrase`${optional(during)} [the] ${next} ${amount}`.map(([lead, , amount], { today }): When => {
    const starts = lead === 'for' ? [today] : [today, today + 1]
    const spans = starts.flatMap(start => lasting(fixed(start), amount, today).read(today).spans)
    return { read: () => ({ spans, why: whys.countsToday }) }
  }),
  phrase`${optional(long)} ${amount}`.map(([, amount], { today }) => ofLength(amount, today)),
)

const allOf = phrase`[the] ${notBefore(word('through'), word('all', 'whole', 'entire', 'full'))} [of|day]`
const preposition = either(
  word('on', 'in', 'during', 'throughout', 'at'),
  // `for one week monday` is no monday in a week.
  notBefore(amount, word('for')),
)
/** `friday`, `on friday`, `over the weekend`, `for all of next week`. */
const single: Parser<When> = either(
  thing,
  phrase`over ${period}`.map(([when]) => strong(when)),
  phrase`over ${holiday}`.map(([day]) =>
    carry(day, ({ from, until }) => ({
      spans: [
        { from, until },
        { from: from - 1, until: until + 1 },
      ],
      why: whys.roughly,
    })),
  ),
  phrase`${preposition} ${optional(allOf)} ${either(thing, range, consecutive)}`.map(([lead, , when]) =>
    when.weak && (when.weak === 'figures' || lead === 'for') ? when : strong(when),
  ),
)
/** `tomorrow to friday (2 days)`: with their number, which has to be right. */
const counted = (days: Parser<When>): Parser<When> =>
  phrase`${days} ${optional(phrase`( ${amount} )`.map(([amount]) => amount))}`.map(([when, amount]) =>
    amount
      ? carry(when, span =>
          span.until === plus(span.from, amount.count, amount.unit) - 1
            ? span
            : { spans: [], why: whys.wrongCount(span.until - span.from + 1) },
        )
      : when,
  )
/** Hours without a day: `2h`, `this afternoon`, `until 10pm`. */
const onlyHours: Parser<When> =
  phrase`${optional(word('for', 'during', 'until', 'through'))} ${clockTimes}`.map(
    ([lead, days], { today, tokens }, at): When => {
      const isLength = lead === 'for' || tokens[at]?.digits
      const only = lead === 'until' || lead === 'through' ? 'end' : isLength ? 'length' : undefined
      return { ...withHours(fixed(today), days), ...(only && { only }) }
    },
  )
/** Words that name no day, though there is one in them, and so many days that are not counted. */
const vague = either<unknown>(
  phrase`for now`,
  phrase`in [the] new year`,
  phrase`during the day`,
  phrase`[for|in|over] [the] [a|next] few|several|some|many ${unit}`,
).map(() => refused(whys.vague))
const refusedFor = (why: whys.Why, { weak }: When): When => ({ ...refused(why), ...(weak && { weak }) })
/** `from monday` has no end, `by friday` no start. */
const oneSided: Parser<When> = either(
  phrase`${either<unknown>(from, word('since', 'after'))} [on|from] ${thing} [and] [on|onwards|onward]`.map(
    ([, when]) => refusedFor(whys.noEnd, when),
  ),
  phrase`before|by ${thing}`.map(([when]) => refusedFor(whys.noStart, when)),
)

/** Words that say nothing about the days, before them or behind them. */
export const FILLERS =
  setOf(`just please again also ooo only kindly simply itself off pto pause ok okay both thanks thx ty
  incl inclusive included`)
const filler = either<unknown>(word(...FILLERS), phrase`thank you`, phrase`on leave|holiday|vacation|pto`)
const fillers = optional(sequence(optional(word(',')), filler, optional(filler)))
/** A christmas holiday is not christmas. */
const leave = phrase`holiday|vacation|leave [:]`

const allDay = optional(phrase`[,|-|–|(] all|full|whole day [)]`)

const plain = either(
  vague,
  dayOrRange,
  duration,
  counted(either(single, range, openStart, consecutive)),
  oneOf,
  oneSided,
  thing,
)
/** Every way to say days, with polite words around it, in the order of preference. */
export const wholePhrase: Parser<When> = either(
  phrase`${fillers} ${optional(leave)} [,] ${optional(allOf)} ${either(plain, hourly(plain), onlyHours)} ${allDay} ${fillers} [long|.|!]`.map(
    ([, , , when]) => when,
  ),
)
