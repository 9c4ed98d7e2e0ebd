import { untilOf } from '../meaning/join.ts'
import { carry, refused, type Span, type When } from '../meaning/when.ts'
import { except } from '../meaning/whys.ts'
import { either, map, optional, type Parser, sequence, tight, word } from '../reading/parser.ts'
import { consecutive, openStart, range } from './ranges.ts'
import { included } from './refusable.ts'
import { end, until } from './things.ts'

/** Days without some of them: `next week except monday`, `mon-fri (wed excluded)`. */

const exceptFor = sequence(
  either<unknown>(
    word('except', 'excluding', 'without', 'minus', 'bar', 'save', 'skip', 'skipping'),
    sequence(word('not'), included),
    sequence(word('but'), optional(word('not'))),
    sequence(word('other'), word('than')),
    sequence(word('apart'), word('from')),
  ),
  optional(tight(word('.'))),
  optional(word('for', 'on')),
)
const excluded = either<unknown>(word('excluded', 'excepted'), sequence(word('not'), included))

/** What is left of a stretch: one stretch too where what is left out begins or ends it. */
function leftOf(all: Span, out: Span): Span | undefined {
  if (out.until < all.from || out.from > all.until) return undefined
  const left = out.from <= all.from ? { ...all, from: out.until + 1 } : { ...all, until: out.from - 1 }
  const isWhole = out.from <= all.from || out.until >= all.until
  return isWhole && left.from <= left.until ? left : undefined
}

function without(all: When, out: When, today: number): When {
  const { spans, why } = all.read(today)
  const left = spans.map(({ begun, ...span }) => {
    const from = begun ? Math.max(span.from, today) : span.from
    const [gone, ...others] = out.read(from, true).spans
    return gone && others.length === 0 ? leftOf({ ...span, from }, gone) : undefined
  })
  const sure = left.filter(span => span !== undefined)
  return sure.length > 0 && sure.length === left.length
    ? { read: () => ({ spans: sure, ...(why && { why }) }) }
    : refused(except)
}

const days: Parser<When> = either(openStart, range, consecutive, end)
const out: Parser<When> = either(consecutive, end)
const close = optional(word(')'))

/** `until friday (exclusive)`, `up to but not including friday`. */
const lessTheLast = map(
  either(
    map(
      sequence(
        either(openStart, range),
        optional(word(',', '(')),
        either<unknown>(word('exclusive'), excluded),
        close,
      ),
      ([all]) => all,
    ),
    map(sequence(until, optional(word('but')), word('not'), included, end), ([said, , , , last], { today }) =>
      untilOf(said, last, today),
    ),
  ),
  all =>
    carry(all, ({ from, until, ...span }) =>
      from < until ? { spans: [{ ...span, from, until: until - 1 }] } : { spans: [], why: except },
    ),
)

export const lessSome: Parser<When> = either(
  lessTheLast,
  map(
    either(
      map(sequence(days, optional(word(',', '(')), exceptFor, out, close), ([all, , , out]) => ({
        all,
        out,
      })),
      map(sequence(days, word(',', '('), out, excluded, close), ([all, , out]) => ({ all, out })),
    ),
    ({ all, out }, { today }) => without(all, out, today),
  ),
  // Who says `until friday, not thursday` can be putting themselves right.
  map(
    sequence(days, optional(word(',', '(')), word('not', 'unless'), optional(word('for', 'on')), end, close),
    () => refused(except),
  ),
  map(sequence(end, excluded), () => refused(except)),
)
