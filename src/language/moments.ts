import { either, inputOf, number, type Parser, phrase, readWhole, word } from './dates/parser.ts'
import { tokens, unwrap } from './dates/tokens.ts'
import { WEEK } from './dates/weekly-schedule.ts'
import { clock, WHOLE_DAY } from './hours/clocks.ts'
import { weekPart } from './hours/weekdays.ts'

/** A time on some days of every week: `HH:MM`. */
export type Moments = { days: (typeof WEEK)[number][]; time: string }

/** `HH:MM`, which also sorts as text. */
const timeOf = (minutes: number): string =>
  [Math.floor((minutes % WHOLE_DAY) / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')

const momentsOf = (days: readonly number[], { minutes }: { minutes: number }): Moments => ({
  days: WEEK.filter((_, index) => days.includes(index)),
  time: timeOf(minutes),
})

const moments: Parser<Moments> = either(
  phrase`${weekPart} [,] [at] ${clock}`.map(([days, time]) => momentsOf(days, time)),
  phrase`[at] ${clock} [on] ${weekPart}`.map(([time, days]) => momentsOf(days, time)),
)

const days: Parser<number> = either(
  phrase`${number(1, 30, [1, 2])} [working] days|day`,
  phrase`[the|a|one] [working] ${word('day')}`.map(() => 1),
)
const before = phrase`${days} before [,] [at] ${clock}`.map(([days, { minutes }]) => ({
  days,
  time: timeOf(minutes),
}))

const read = <T>(parser: Parser<T>, text: string): T | undefined =>
  readWhole(parser, inputOf(tokens(unwrap(text)), 0))

/** Reads `weekdays 9am`; undefined for anything else. */
export const parseMoments = (text: string): Moments | undefined => read(moments, text)

/** Reads `2 days before 10am`, in working days; undefined for anything else. */
export const parseBefore = (text: string): { days: number; time: string } | undefined => read(before, text)
