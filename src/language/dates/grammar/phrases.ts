import { firstFrom, lastUpTo, weekdayOf } from '../calendar.ts'
import {
  type Amount,
  day as aDay,
  byItsEnd,
  carry,
  dateOn,
  doubtful,
  eitherOf,
  fixed,
  lasting,
  lend,
  type Outcome,
  plus,
  rangeOf,
  refused,
  rowOf,
  running,
  type Span,
  strong,
  untilOf,
  type When,
} from '../meaning.ts'
import { either, notBefore, number, optional, type Parser, phrase, row, word } from '../parser.ts'
import { type Why, whys } from '../reasons.ts'
import { setOf } from '../words.ts'
import {
  amount,
  bareDay,
  bareWeekday,
  comingWeekday,
  count,
  date,
  distantDay,
  distantPeriod,
  isoDate,
  isPadded,
  monthAndDay,
  type Name,
  name,
  namedDay,
  namedWeek,
  periodOf,
  relativeDay,
  unit,
  weekday,
} from './calendar-dates.ts'
import { clock, clockTimes, hourly, partOfDay, withHours } from './clock-times.ts'
import { holiday } from './holidays.ts'
import { edge, nth, period, weekWith } from './periods.ts'

/** Days, periods, ranges and rows. */

/** `today 12.10`, `next friday the 27th`, `tomorrow (thursday)`: a day given twice. */
const twice = phrase`${distantDay} ${optional(word(',', '('))} ${either(
  date,
  weekday.map((weekdayNumber, { today }) => comingWeekday(weekdayNumber, today)),
)} [)]`.map(([named, sign, other], { today }): When | undefined => {
  const isOther = ({ from }: Span) => other.read(from, true).spans.some(span => span.from === from)
  const spansOf = (from: number) => named.read(from).spans.filter(isOther)
  // Two days with a comma are a row.
  if (sign && other.weekday && spansOf(today).length === 0) return undefined
  return { read: from => ({ spans: spansOf(from), why: whys.disagree }) }
})
const dayItself: Parser<When> = either(date, holiday, relativeDay, twice)
const itsEnd = either<unknown>(
  word('eod', 'cob', 'eob', 'cop'),
  phrase`[the] end|close of [the] day|working|play`,
)
/** A single day; its end is still that day: `eod friday`. */
const day: Parser<When> = either(
  dayItself,
  // `tomorrow and the day after`
  phrase`${dayItself} and|to|until|through|- [the] day after [that]`.map(day =>
    carry(day, ({ from, until }) => ({ from, until: until + 1 })),
  ),
  phrase`${itsEnd} [on|of] ${dayItself}`.map(([, day]) => day),
  phrase`${dayItself} ${itsEnd}`.map(([day]) => strong(day)),
  phrase`[the] end of ${dayItself}`,
  itsEnd.map((_, { today }) => fixed(today)),
)

const away = (base: When, { count, unit }: Amount): When =>
  byItsEnd(carry(base, ({ from }) => aDay(plus(from, count, unit))))
const before = either<unknown>(word('before'), phrase`prior to`).map(() => 'before')
const aWeek = phrase`[a|one] ${word('week', 'fortnight')}`.map(
  (unit): Amount => ({ unit: 'week', count: unit === 'week' ? 1 : 2 }),
)
/** Not a day, although it begins like one: `christmas holidays`. */
const season = word('holidays', 'vacation', 'break')
const base = notBefore(season, either(day, edge))
/** The coming one, regardless of the start: `thursday week to friday week`. */
const comingOne: Parser<When> = bareWeekday.map((base, { today }) => ({
  ...base,
  read: (_, strict) => base.read(today, strict),
}))
/** A day relative to another: `3 days after X`, `a week from X`, `the day before X`, `the monday after X`. */
const awayFrom: Parser<When> = either(
  phrase`[the] ${optional(nth)} ${weekday} ${either(before, word('after', 'following'))} ${either(date, holiday)}`.map(
    ([nth = 1, weekday, side, day]) =>
      byItsEnd(
        carry(day, ({ from }) => {
          const weeks = 7 * (Math.abs(nth) - 1)
          return aDay(
            side === 'before' ? lastUpTo(from - 1, weekday) - weeks : firstFrom(from + 1, weekday) + weeks,
          )
        }),
      ),
  ),
  phrase`${either(
    amount,
    phrase`[the] day`.map((): Amount => ({ unit: 'day', count: 1 })),
  )} ${either(before, word('after', 'from', 'following'))} ${base}`.map(
    ([amount, side, base], { tokens, today }, at) => {
      if (side === 'before') return away(base, { ...amount, count: -amount.count })
      const there = away(base, amount)
      const isShort = tokens[at]?.digits && tokens[at + 1]?.text.length === 1
      const isFull = tokens[at + 1]?.word === 'full'
      const isOfWeekday = amount.unit === 'day' && base.weekday === true
      const isStretch =
        isShort || isFull || isOfWeekday || amount.unit === 'working day' || base.parts !== undefined
      return side === 'from' && isStretch
        ? eitherOf(there, lasting(base, amount, today), whys.amountFrom)
        : there
    },
  ),
  phrase`${aWeek} [on] ${either(comingOne, distantDay)}`.map(([amount, base]) => away(base, amount)),
  // `friday week`, but not `week off` or `week 2`.
  phrase`${either(comingOne, namedDay)} ${notBefore(either<unknown>(number(1, 9999), word('off')), aWeek)}`.map(
    ([base, amount]) => away(base, amount),
  ),
)

/** A day or a period. */
const thing: Parser<When> = either(day, awayFrom, period)
const end: Parser<When> = either(thing, bareDay)

const from = either<unknown>(phrase`from|starting|beginning|effective [from|on|at] [~:]`, phrase`as of|from`)
/** Words before an end; after `through`, a period is included. */
const until: Parser<string> =
  phrase`[up|right] ${word('to', 'until', 'through')} [to|until] [~:] ${optional(phrase`[and] including|inclusive [~.]`)}`.map(
    ([connector, including]) => (including ? 'through' : connector),
  )
export const upTo = either(until, word('–', '-', '→', '..'))

/** `monday 9am`, `friday night`, `9am on monday`, `tonight`. */
const dayAndHour: Parser<When> = either(
  phrase`${either(day, awayFrom)} [at|@|,] ${either(clock, partOfDay)}`.map(([day]) => day),
  phrase`${clock} [on] ${either(day, awayFrom)}`.map(([, day]) => day),
  phrase`tonight ${optional(phrase`[at|@|,] ${clock}`)}`.map((_, { today }) => fixed(today)),
).map(day => ({ ...day, hours: true }))
/** At an end of a range only: not `for the friday deploy`. */
const theWeekday = notBefore(word('after'), phrase`the|that ${bareWeekday}`)
const firstDay: Parser<When> = either(end, theWeekday, dayAndHour)
/** The end of days; a night at the end belongs to its day. */
const lastDay: Parser<When> = either(end, theWeekday, phrase`[on] ${end} [night|evening]`, dayAndHour)

const NOON = 12
/** `until monday 5` may be the 5th, or monday at 5; after another day of a month it is no hour. */
function orHour(end: When): When {
  const { weekday, m, d = 0, ordinal } = end.parts ?? {}
  if (end.weak !== 'figures' || weekday === undefined || m !== undefined || ordinal || d > NOON) return end
  return { ...refused(whys.dayOrHour), weak: 'figures' }
}
interface Weekdays {
  first: number
  last: number
  connector: string
}
const sign = either<unknown>(phrase`[,] and`, word(',', '+', '/'))
/** `mon-wed`, `between monday and wednesday`, `tue, wed and thu`. */
const weekdays: Parser<Weekdays> = either(
  phrase`${optional(from)} ${weekday} ${upTo} ${weekday}`.map(([, first, connector, last]) => ({
    first,
    last,
    connector,
  })),
  phrase`between ${weekday} and ${weekday}`.map(([first, last]) => ({ first, last, connector: 'and' })),
  row(weekday, optional(sign)).map((days): Weekdays | undefined => {
    const [first = 0] = days
    const isRow = days.every((day, i) => day === first + i)
    return isRow ? { first, last: first + days.length - 1, connector: 'and' } : undefined
  }),
)
/** Both days are in that week; with `until`, the first may be the next one to come. */
function inWeekOf(monday: number, { first, last, connector }: Weekdays, today: number): Outcome {
  if (last <= first) return { spans: [], why: whys.whichWeek }
  const span: Span = { from: monday + first, until: monday + last, mayHaveStarted: true }
  const canBeSooner = connector === 'until' && monday > today && first >= weekdayOf(today)
  return doubtful(canBeSooner ? [span, { ...span, from: firstFrom(today, first) }] : [span], whys.whichStart)
}
const anyWeek = either(
  namedWeek.map(monday => fixed(monday)),
  weekWith,
)
/** `next week from tuesday to thursday`, `tue-thu next week`, `mon and tue w/c 7 dec`. */
const inWeek: Parser<When> = either(
  phrase`${anyWeek} [,|:|(] ${weekdays} [)]`.map(([week, { first, last }], { today }) =>
    carry(week, ({ from }) => inWeekOf(from, { first, last, connector: 'to' }, today)),
  ),
  phrase`${weekdays} [of|in|,] ${anyWeek}`.map(([weekdays, week], { today }) =>
    carry(week, ({ from }) => inWeekOf(from, weekdays, today)),
  ),
)

/** `this week and next`, `this and next week`, `next week and the week after`. */
const twoPeriods: Parser<When> = either<readonly [name: Name, away: number, other: string]>(
  phrase`${optional(from)} ${distantPeriod} and|to|until|through|- ${either(word('next'), phrase`the ${either(name, word('one'))} after`)}`.map(
    ([, [name, away], other]) => [name, away, other],
  ),
  phrase`this and next ${name}`.map(name => [name, 0, name]),
).map(([name, away, other], { today }) =>
  name !== 'weekend' && (other === name || other === 'one' || away === 0)
    ? running(periodOf(name, today, away).from, periodOf(name, today, away + 1).until)
    : undefined,
)

const anyOne = phrase`[the] [first|last] ${either<unknown>(weekday, word('week', 'weekend'))}`
const range: Parser<When> = either(
  // Ambiguous: `mon-wed after christmas`, `the weekend before 5 dec`.
  phrase`${either<unknown>(weekdays, anyOne)} ${either<unknown>(phrase`after|before|following ${thing}`, phrase`in ${amount}`)}`.map(
    () => refused(whys.eitherOr),
  ),
  // `2026-12-30 - 01-02`, `2026/12/1-12/5`: the end has the format of the start
  phrase`${isoDate} ${upTo} ${monthAndDay}`.map(([a, , b], { today }) => rangeOf(a, dateOn(b), today)),
  inWeek,
  twoPeriods,
  phrase`[since] ${optional(from)} [on|over|in|during] ${firstDay} [,] ${upTo} ${lastDay}`.map(
    ([, a, connector, b], { today }) =>
      rangeOf(a, a.parts?.d === undefined ? orHour(b) : b, today, connector),
  ),
  phrase`between ${end} and|to|until|through ${end}`.map(([a, b], { today }) => rangeOf(a, b, today)),
  phrase`${isoDate} ~/ ~${isoDate}`.map(([a, b], { today }) => rangeOf(a, b, today)),
)
/** `until friday`, `up to and including the 24th`: from today on. */
const openStart: Parser<When> = phrase`${until} ${lastDay}`.map(([connector, when], { today }) =>
  untilOf(connector, orHour(when), today),
)
/** `fri, sat and sun`, `dec 24 and 25`, `mon tue wed`. */
const consecutive: Parser<When> = either(
  row(phrase`[on|over] ${either(range, end, dayAndHour)}`, sign).map((items, { today }) =>
    rowOf(items, today),
  ),
  row(bareWeekday, optional(sign)).map((items, { today }): When | undefined => {
    const when = rowOf(items, today)
    return when && { ...when, weekday: true, weak: 'word' }
  }),
)
/** `10-12`: a date or days of a month; `9-5`: a date or hours of today. */
const dayOrRange = phrase`${number(1, 12, [1, 2])} ~- ~${number(1, 12, [1, 2])}`.map(
  ([first, last], { tokens }, at): When | undefined => {
    return first === last || (first > last && isPadded(tokens, at))
      ? undefined
      : { ...refused(first < last ? whys.dayOrRange : whys.dayOrHours), weak: 'figures' }
  },
)

/** `friday or monday`, `until the 24th or 26th`: a choice. */
const oneOf: Parser<When> = phrase`${optional(until)} [either] [on] ${row(end, phrase`[,] or`)}`.map(
  ([connector, ends], { today }): When => {
    const days = lend(ends).map(day => (connector === undefined ? day : untilOf(connector, day, today)))
    const [first, ...others] = days.flatMap(day => (day && !day.bare ? [day] : []))
    const weak = ends.at(-1)?.weak
    const when =
      first && others.length === ends.length - 1
        ? others.reduce((one, other) => eitherOf(one, other, whys.oneOrOther), first)
        : refused(whys.eitherOr)
    return weak ? { ...when, weak } : when
  },
)

/** Lengths from a day on, and the whole phrase. */

const starting = either<unknown>(from, word('on'))
/** Words that begin a length: `3 days starting monday`; `3 days from monday` is a single day. */
const startingThen = phrase`[long] starting|starts|beginning|begins [from|on|at]`
const next = word('next', 'coming', 'following')
const during = word('for', 'over', 'during', 'in', 'within')
const long = word('for', 'during', 'lasting')
/** `for 3 days from monday`, `3 days starting monday`, `from monday for 3 days`, `tomorrow, 2 weeks`. */
const fromSomeDay: Parser<When> = either<readonly [Amount, When]>(
  phrase`${long} [the] ${amount} [,] ${starting} ${thing}`.map(([, amount, , start]) => [amount, start]),
  phrase`[the] ${amount} [,] ${startingThen} ${thing}`.map(([amount, , start]) => [amount, start]),
  phrase`${optional(from)} [on] ${thing} [on|onwards] ${optional(word(',', '('))} ${optional(long)} [the next|coming] ${amount} [)]`.map(
    ([first, start, sign, lead, amount]): [Amount, When] | undefined => {
      // Not `dec 24 day off`, `tomorrow 90 day review`.
      if (amount.odd && !sign && !lead) return undefined
      // `next week for 3 days` does not say which.
      const { read } = carry(start, span =>
        plus(span.from, amount.count, amount.unit) > span.until ? span : { spans: [], why: whys.eitherOr },
      )
      return [amount, first ? start : { ...start, read }]
    },
  ),
).map(([amount, start], { today }): When => {
  const when = lasting(start, amount, today)
  // Not a version: `release 2.1 for 3 days`.
  return start.weak === 'figures' ? { ...when, weak: 'figures' } : when
})
const ofLength = (amount: Amount, today: number): When => ({
  ...lasting(fixed(today), amount, today),
  only: 'length',
})
const fortnight = word('fortnight').map((): Amount => ({ count: 2, unit: 'week' }))
/** `3 next weeks`, `2 upcoming month`; not the 2nd of next month. */
const amountToCome = phrase`${count} ${next} ${unit}`.map(([n, which, unit]): Amount | undefined =>
  unit.odd && which !== 'coming' ? undefined : { unit: unit.unit, count: n * unit.count },
)
const duration: Parser<When> = either(
  fromSomeDay,
  // `for the next week`: from today on, or the calendar's
  phrase`${during} the ${next} ${name}`.map(([, , name], { today }): When | undefined => {
    if (name === 'day' || name === 'weekend') return undefined
    const { spans } = ofLength({ count: 1, unit: name }, today).read(today)
    return { read: () => ({ spans: [...spans, periodOf(name, today, 1)], why: whys.fromTodayOrNext }) }
  }),
  // `next 3 days`: from today or from tomorrow on; with `for`, from today
  phrase`${optional(during)} [the] ${either(
    phrase`${next} ${either(amount, fortnight)}`.map(([, amount]) => amount),
    amountToCome,
  )}`.map(([lead, amount], { today }): When => {
    const starts = lead === 'for' ? [today] : [today, today + 1]
    const spans = starts.flatMap(start => lasting(fixed(start), amount, today).read(today).spans)
    return { read: () => ({ spans, why: whys.countsToday }) }
  }),
  phrase`${optional(long)} ${amount}`.map(([lead, amount], { today }): When => {
    const when = ofLength(amount, today)
    // `90 day review`, `one year anniversary`
    const isUsual = amount.unit !== 'year' && !amount.odd
    return lead === undefined && !isUsual ? { ...when, weak: 'word' } : when
  }),
)

const allOf = phrase`[the] ${notBefore(word('through'), word('all', 'whole', 'entire', 'full'))} [of|day]`
const preposition = either(
  word('on', 'in', 'during', 'throughout', 'at'),
  // Not a monday in a week: `for one week monday`.
  notBefore(amount, word('for')),
)
/** `friday`, `on friday`, `over the weekend`, `for all of next week`. */
const single: Parser<When> = either(
  thing,
  phrase`over ${period}`.map(when => strong(when)),
  phrase`over ${holiday}`.map(() => refused(whys.vague)),
  phrase`${preposition} ${optional(allOf)} ${either(thing, range, consecutive)}`.map(([lead, , when]) =>
    when.weak && (when.weak === 'figures' || lead === 'for') ? when : strong(when),
  ),
)
/** `tomorrow to friday (2 days)`: with their number, which has to fit. */
const counted = (days: Parser<When>): Parser<When> =>
  phrase`${days} ${optional(phrase`( ${amount} )`)}`.map(([when, amount]) =>
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
/** `from now until 8am`. */
const untilHour = phrase`${from} ${thing} until|to ${clockTimes}`.map(([, when, days]) =>
  withHours(when, days),
)
/** Words that contain a day but name none, and uncounted days. */
const vague = either<unknown>(
  phrase`${number(24, 24)} ~/ ~${number(7, 7)}`,
  phrase`for now`,
  phrase`in [the] new year`,
  phrase`during the day`,
  phrase`[in|until|from] [the] early|late|mid|middle [-|of] ${period}`,
  phrase`[for|in|over] [the] [a|next] few|several|some|many ${unit}`,
).map(() => refused(whys.vague))
const refusedFor = (why: Why, { weak }: When): When => ({ ...refused(why), ...(weak && { weak }) })
/** `from monday` has no end, `by friday` no start. */
const oneSided: Parser<When> = either(
  phrase`${either<unknown>(from, word('since', 'after'))} [on|from] ${thing} [and] [on|onwards|onward]`.map(
    ([, when]) => refusedFor(whys.noEnd, when),
  ),
  phrase`before|by ${thing}`.map(when => refusedFor(whys.noStart, when)),
)

/** Meaningless words before or after days. */
const FILLERS =
  setOf(`just please again also ooo only kindly simply itself off pto pause ok okay both thanks thx ty
  inclusive included`)
const filler = either<unknown>(word(...FILLERS), phrase`thank you`, phrase`on leave|holiday|vacation|pto`)
const fillers = optional(phrase`[,] ${filler} ${optional(filler)}`)
/** Words after which a holiday is another: `christmas holiday`. */
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
/** Days with polite words around them. */
const politely = (days: Parser<When>): Parser<When> =>
  phrase`${fillers} ${optional(leave)} [,] ${optional(allOf)} ${days} ${allDay} ${fillers} [long|.|!]`.map(
    ([, , all, when]) => (all && when.weak === 'word' ? strong(when) : when),
  )
/** All phrases of days in the order of preference; hours last, since they are rare. */
export const wholePhrase = either(politely(plain), politely(either(untilHour, hourly(plain), onlyHours)))
