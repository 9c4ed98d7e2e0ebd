import type { Amount } from '../meaning.ts'
import {
  carry,
  each,
  eitherOf,
  fixed,
  isOneDay,
  lasting,
  plus,
  refused,
  strong,
  type When,
} from '../meaning.ts'
import {
  either,
  map,
  notBefore,
  number,
  optional,
  type Parser,
  phrase,
  sequence,
  word,
  wordsOf,
} from '../parser.ts'
import * as whys from '../reasons.ts'
import { clockTimes, withHours } from './clock-times.ts'
import { consecutive, dayOrRange, oneOf, onwards, openStart, range } from './day-ranges.ts'
import { from, plainThing, thing } from './days.ts'
import { holiday, overEaster } from './holidays.ts'
import { amount, backwards, count, unit } from './lengths.ts'
import { name, period, periodOf, rest } from './periods.ts'

/** Lengths from a day on, and the whole phrase. */

const comma = optional(word(','))
const NOON = 12
/** Whether a number is rather of what stands before it than of what it counts: `dec 24 day off`. */
const isDayOf = ({ parts, weekday }: When, { odd = false, count }: Amount): boolean =>
  odd && ((parts?.m !== undefined && parts.d === undefined) || (weekday === true && count > NOON))
const starting = either<unknown>(from, word('on'))
/** What tells `3 days starting monday` from `3 days from monday`, which is one day. */
const startingThen = either<unknown>(
  phrase`starting|starts|beginning|begins [from|on|at]`,
  phrase`as of|from`,
  phrase`long ${starting}`,
)
const next = word('next', 'coming', 'following')
const during = word('for', 'over', 'during', 'in', 'within')
const long = word('for', 'during', 'lasting')
interface FromSomeDay {
  amount: Amount
  start: When
}
/** `for 3 days from monday`, `from monday for 3 days`, `tomorrow, 2 weeks`, `the next 3 days from tomorrow`. */
const fromSomeDay: Parser<FromSomeDay> = either(
  map(phrase`${long} [the] ${amount} [,] ${starting} ${thing}`, ([, amount, , start]) => ({ amount, start })),
  map(phrase`[the] ${amount} [,] ${startingThen} ${thing}`, ([amount, , start]) => ({ amount, start })),
  map(phrase`[for] [the] ${next} ${amount} [,] ${starting} ${thing}`, ([, amount, , start]) => ({
    amount,
    start,
  })),
  map(
    phrase`${optional(from)} [on] ${thing} ${optional(onwards)} ${comma} ${optional(long)} ${optional(phrase`the ${next}`)} ${amount}`,
    ([, start, , comma, said, theNext, amount]) =>
      isDayOf(start, amount) && !comma && !said && !theNext ? undefined : { amount, start },
  ),
)
const ofLength = (amount: Amount, today: number): When => ({
  ...lasting(fixed(today), amount, today),
  only: 'length',
})
/** `24/12 +3d`, `+2d`: how long, with the day itself or without, or how far away. */
function longOrFar(start: When, amount: Amount, today: number): When {
  const read = carry(start, ({ from, until }) => {
    const last = plus(until, amount.count, amount.unit)
    return {
      spans: [
        { from, until: last },
        { from: last, until: last },
      ],
    }
  })
  return eitherOf(lasting(start, amount, today), read, whys.amountFrom)
}
const more: Parser<Amount> = either(
  map(phrase`+|and ${amount}`, ([more]) => more),
  map(phrase`+ ${number(1, 99, [1, 2])}`, ([count]): Amount => ({ count, unit: 'day' })),
)
/** What says behind the reason how long days go on that were said before it. */
export const lengthBehind = phrase`for ${either<unknown>(phrase`[the] ${optional(next)} ${amount}`, rest)}`

const duration: Parser<When> = either(
  map(fromSomeDay, ({ amount, start }, { today }) => lasting(start, amount, today)),
  backwards,
  map(phrase`${thing} ${backwards}`, ([, less]) => less),
  // `for the next week`: from today on, or the calendar's
  map(phrase`${during} the ${next} ${name}`, ([, , name], { today }): When | undefined => {
    if (name === 'day' || name === 'weekend') return undefined
    const { spans } = ofLength({ count: 1, unit: name }, today).read(today)
    return { read: () => ({ spans: [...spans, periodOf(name, today, 1)], why: whys.fromTodayOrNext }) }
  }),
  // `next 3 days`: with today, or from tomorrow on; `for` so many days counts from today
  map(phrase`${optional(during)} [the] ${next} ${amount}`, ([said, , amount], { today }): When => {
    const starts = said === 'for' ? [today] : [today, today + 1]
    const spans = starts.flatMap(start => lasting(fixed(start), amount, today).read(today).spans)
    return { read: () => ({ spans, why: whys.countsToday }) }
  }),
  map(phrase`${thing} ${more}`, ([start, more], { today, tokens }, at) =>
    isOneDay(start, today) && tokens[at]?.word !== 'in' ? longOrFar(start, more, today) : undefined,
  ),
  map(more, (more, { today, tokens }, at): When | undefined =>
    tokens[at]?.text === '+' ? { ...longOrFar(fixed(today), more, today), only: 'length' } : undefined,
  ),
  map(word('fortnight'), (_, { today }) => ofLength({ unit: 'week', count: 2 }, today)),
  map(phrase`${optional(long)} ${amount}`, ([, amount], { today }) => ofLength(amount, today)),
)

const THROUGH = word('through', 'throughout')
const allOf = phrase`[the] ${notBefore(THROUGH, word('all', 'whole', 'entire', 'full'))} [of|day]`
const preposition = either(
  word('on', 'in', 'during', 'throughout', 'at'),
  // `for one week monday` is no monday in a week.
  notBefore(amount, word('for')),
  map(phrase`all ${THROUGH}`, ([said]) => said),
)
/** `friday`, `on friday`, `over the weekend`, `for all of next week`. */
const single: Parser<When> = either(
  plainThing,
  map(phrase`over ${period}`, ([when]) => strong(when)),
  overEaster,
  map(phrase`over ${holiday} ${optional(map(phrase`and ${holiday}`, ([day]) => day))}`, ([day, last]) =>
    carry(day, ({ from }) =>
      each(last ? last.read(from, true) : fixed(from).read(from), ({ until }) => ({
        spans: [
          { from, until },
          { from: from - 1, until: until + 1 },
        ],
        why: whys.roughly,
      })),
    ),
  ),
  map(
    phrase`${preposition} ${optional(allOf)} ${either(plainThing, range, consecutive, thing)}`,
    ([said, , when]) => (when.weak && (when.weak === 'figures' || said === 'for') ? when : strong(when)),
  ),
)
/** `tomorrow to friday (2 days)`: with their number, which has to be right. */
const counted = (days: Parser<When>): Parser<When> =>
  map(phrase`${days} ${optional(map(phrase`( ${amount} )`, ([amount]) => amount))}`, ([when, amount]) =>
    amount
      ? carry(when, ({ from, until }) => {
          const last = plus(from, amount.count, amount.unit) - 1
          return until === last || from === until
            ? { spans: [{ from, until: last }] }
            : { spans: [], why: whys.wrongCount(until - from + 1) }
        })
      : when,
  )
/** `next week (12-14 oct)`, `december (24 to 31 dec)`: the days of a period behind it. */
const narrowed = map(
  phrase`${period} ( ${either(range, consecutive)} )`,
  ([whole, days], { today }): When | undefined => {
    const [around, ...others] = whole.read(today).spans
    if (!around || others.length > 0) return undefined
    const { spans } = days.read(Math.max(around.from, today))
    const isWithin = spans.every(({ from, until }) => from >= around.from && until <= around.until)
    return spans.length > 0 && isWithin ? { read: () => ({ spans }) } : undefined
  },
)
/** Hours without a day: `2h`, `this afternoon`, `until 10pm`. */
const onlyHours: Parser<When> = map(
  phrase`${optional(word('for', 'during', 'until', 'through'))} ${clockTimes}`,
  ([lead, days], { today, tokens }, at): When => {
    const isLength = lead === 'for' || tokens[at]?.digits
    const only = lead === 'until' || lead === 'through' ? 'end' : isLength ? 'length' : undefined
    return { ...withHours(fixed(today), days), ...(only && { only }) }
  },
)
const refusedFor = (why: whys.Why, { weak }: When): When => ({ ...refused(why), ...(weak && { weak }) })
/** Words that name no day, though there is one in them. */
const vague = map(either<unknown>(phrase`for now`, phrase`in [the] new year`, phrase`during the day`), () =>
  refused(whys.vague),
)
/** `a few days`, `the next few weeks`, `tomorrow for a few days`. */
const howMany = map(
  phrase`${optional(thing)} [for|in|over] [the] [a|next] few|several|some|many [more] ${unit}`,
  () => refused(whys.howMany),
)
/** `2 more days`, `another week`, `3 days longer`. */
const howMuchMore = map(
  either<unknown>(
    phrase`[for] ${count} more ${unit}`,
    phrase`[for] another ${either<unknown>(amount, unit)}`,
    phrase`[for] ${amount} more|longer`,
  ),
  () => refused(whys.howMuchMore),
)
/** `from monday` has no end, `by friday` no start. */
const oneSided: Parser<When> = either(
  map(
    phrase`${either<unknown>(from, word('since', 'after'))} [on|from] ${thing} ${optional(onwards)}`,
    ([, when]) => refusedFor(whys.noEnd, when),
  ),
  map(phrase`${thing} ${onwards}`, ([when]) => refusedFor(whys.noEnd, when)),
  map(phrase`before|by ${thing}`, ([when]) => refusedFor(whys.noStart, when)),
)

/** Words that say nothing about the days, before them or behind them. */
export const FILLERS =
  'just please again also ooo only kindly simply itself off pto pause ok okay both thanks thx ty incl inclusive included'.split(
    ' ',
  )
const filler = either<unknown>(
  word(...FILLERS),
  phrase`thank you`,
  phrase`of course`,
  phrase`on leave|holiday|vacation|pto`,
  phrase`( incl|inc|inclusive|included [~.] )`,
)
const fillers = optional(sequence(comma, filler, optional(filler)))
/** A christmas holiday is not christmas. */
const leave = optional(phrase`holiday|vacation|leave [:]`)

/** Every way to say days, with polite words around it, in the order of preference. */
export const wholePhrase: Parser<When> = map(
  sequence(
    sequence(fillers, leave, comma, optional(allOf)),
    either(
      either(vague, dayOrRange, duration, counted(either(single, range, openStart, consecutive))),
      either(narrowed, oneOf, oneSided, howMany, howMuchMore, thing, onlyHours),
    ),
    optional(phrase`[,|:|-|–|(] all|full|whole day [)]`),
    fillers,
    optional(word('long', '.', '!')),
  ),
  ([, when]) => when,
)
/** Every word that days are said with. */
export const phraseWords = wordsOf(wholePhrase)
