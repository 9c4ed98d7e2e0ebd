import { dateOn } from '../meaning/dates.ts'
import type { DateParts, When } from '../meaning/when.ts'
import { either, map, number, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import type { Token } from '../reading/tokens.ts'
import { WEEKDAYS } from '../reading/words.ts'

/** Dates in figures. Day first, unless the input says otherwise of a slashed one. */

/** `2027`. */
export const longYear = number(1900, 2199, [4])
/** `27`, which is 2027. */
export const shortYear = map(number(0, 99, [2]), n => 2000 + n)
const figure = number(0, 99, [1, 2])
const sign = tight(word('/', '-', '.'))
const yearFirst = map(
  sequence(longYear, sign, tight(figure), sign, tight(figure)),
  ([y, first, m, second, d]): DateParts | undefined => (first === second ? { y, m, d } : undefined),
)
/** `2026-12-24`. */
export const isoDate: Parser<When> = map(yearFirst, dateOn)
/** `20261224`. */
export const compact: Parser<When> = map(number(19000101, 21991231, [8]), n =>
  dateOn({ y: Math.floor(n / 10000), m: Math.floor(n / 100) % 100, d: n % 100 }),
)
/** Whether one of them can only have its day first: `13/12`. */
export const isDayFirst = (phrase: string): boolean => /(?<![\d/.-])(1[3-9]|[2-9]\d)[/-]\d/.test(phrase)

const isDash = (token: Token | undefined) => token?.text === '-' && token.tight
const DAYS: ReadonlySet<string> = new Set([...WEEKDAYS.keys(), 'today', 'tomorrow'])

/** Whether `9-5` stands between other figures, as in `1-2-3`, or can be hours, as in `friday 9-5`. */
function isNoDate(tokens: readonly Token[], at: number, day: number): boolean {
  const before = tokens[at - 1]
  return isDash(before) || isDash(tokens[at + 3]) || (day <= 12 && DAYS.has(before?.word ?? ''))
}

/** `24. 12.`, `24. 12. 2026`: with spaces, as some write it. */
const spaced = map(
  sequence(figure, tight(word('.')), figure, tight(word('.')), optional(longYear)),
  ([d, , m, , y]): When => ({ ...dateOn({ d, m, y }), ...(y === undefined && { weak: 'figures' }) }),
)
/** `24/12`, `24-12-2026`, `24.12.`; where `24-12` can be two days of a month as well, phrases.ts asks. */
const figures = map(
  sequence(
    figure,
    sign,
    tight(figure),
    optional(sequence(sign, optional(tight(either(longYear, shortYear))))),
  ),
  ([a, first, b, more], { monthFirst, tokens }, at): When | undefined => {
    const [second, y] = more ?? []
    const slashed = first === '/'
    if (more && (second !== first || (y === undefined && first !== '.'))) return undefined
    if (first === '-' && !more && isNoDate(tokens, at, a)) return undefined
    if (first === '-' && monthFirst && a <= 12 && !more) return { ...dateOn({ d: b, m: a }), weak: 'figures' }
    if (first !== '.' && monthFirst && a <= 12) return dateOn({ d: b, m: a, y })
    const bare = slashed ? a === 24 && b === 7 && y === undefined : !more
    if (!slashed && bare && (b < 1 || b > 12)) return undefined
    return bare ? { ...dateOn({ d: a, m: b }), weak: 'figures' } : dateOn({ d: a, m: b, y })
  },
)
export const dayFirst: Parser<When> = either(figures, spaced)
