import { lend, untilOf } from '../meaning/join.ts'
import { eitherOf, refused, type When } from '../meaning/when.ts'
import { eitherOr, oneOrOther } from '../meaning/whys.ts'
import { row } from '../reading/matches.ts'
import { either, map, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { comma } from './dates.ts'
import { range, spanning } from './ranges.ts'
import { end, from, until, upTo } from './things.ts'

/** Days with `or` between them: each is an answer. */

const or = sequence(comma, word('or'))
const lone = row(end, or)

type Alternatives = readonly (When | undefined)[]

/** `friday or monday`, `mon-wed or thu-fri`, `tomorrow to friday or monday`, `until 24 or 26 dec`. */
export const oneOf: Parser<When> = map(
  sequence(
    optional(word('either')),
    either<Alternatives>(
      map(sequence(optional(word('on')), lone), ([, days]) => lend(days)),
      row(range, or),
      map(sequence(optional(from), end, upTo, lone), ([, first, said, ends], { today }) =>
        lend(ends).map(last => spanning(first, last, today, said)),
      ),
      map(sequence(until, lone), ([said, ends], { today }) =>
        lend(ends).map(last => untilOf(said, last, today)),
      ),
    ),
  ),
  ([, said]): When => {
    const weak = said.at(-1)?.weak
    const [first, ...others] = said.flatMap(day => (day && !day.bare ? [day] : []))
    const when =
      first && others.length === said.length - 1
        ? others.reduce((one, other) => eitherOf(one, other, oneOrOther), first)
        : refused(eitherOr)
    return weak ? { ...when, weak } : when
  },
)
