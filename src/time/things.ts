import { bareDay, date } from './dates.ts'
import { period } from './edges.ts'
import { either, map, once, optional, type Parser, sequence, word } from './parser.ts'
import { awayFrom, namedDay, relativeDay } from './relative.ts'
import { each, type When } from './when.ts'
import { disagree } from './whys.ts'
import { yearlyDay } from './yearly.ts'

/** Whatever means days by itself, and the words that lead from one to another. */

/** `today 12.10`: said twice, and it has to be the same day. */
const twice = map(
  sequence(namedDay, optional(word(',')), date),
  ([named, , dated]): When => ({
    read: from =>
      each(named.read(from), span =>
        each(dated.read(from), other =>
          other.from === span.from ? { spans: [span] } : { spans: [], why: disagree },
        ),
      ),
  }),
)
const day: Parser<When> = once(either(date, yearlyDay, relativeDay, twice))
export const thing: Parser<When> = once(either(awayFrom(day), day, period))
export const end: Parser<When> = once(either(thing, bareDay))

export const from = word('from', 'starting', 'beginning')
export const until = either(
  map(sequence(optional(word('up')), word('to', 'until')), ([, said]) => said),
  map(sequence(word('until'), word('to')), () => 'until'),
)
export const upTo = either(until, word('–', '-', '→', '..'))
