import { either, inputOf, map, number, type Parser, phrase, readWhole, word } from './dates/parser.ts'
import { tokens, unwrapped } from './dates/tokens.ts'
import { WHOLE_DAY } from './hours/clock-ranges.ts'
import { clock } from './hours/clocks.ts'

/** `HH:MM`, which also sorts as text. */
const timeOf = (minutes: number): string =>
  [Math.floor((minutes % WHOLE_DAY) / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')

const days: Parser<number> = either(
  map(phrase`${number(1, 30, [1, 2])} [working] days|day`, ([count]) => count),
  map(phrase`[the|a|one] [working] ${word('day')}`, () => 1),
)
const before = map(phrase`${days} before [,] [at] ${clock}`, ([days, { minutes }]) => ({
  days,
  time: timeOf(minutes),
}))

const read = <T>(parser: Parser<T>, text: string): T | undefined =>
  readWhole(parser, inputOf(unwrapped(tokens(text)), 0))

/** Reads `2 days before 10am`, in working days; undefined for anything else. */
export const parseBefore = (text: string): { days: number; time: string } | undefined => read(before, text)
