import { refused, type When, type Why } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import { row } from '../reading/matches.ts'
import { either, map, optional, type Parser, sequence, word } from '../reading/parser.ts'
import { consecutive, openStart, range } from './ranges.ts'
import { thing } from './things.ts'

/** Days behind others that are said in their place, may be meant as well, or come later: none of that is one stretch. */

const CORRECTIONS = 'sorry oops whoops actually rather correction nope wait'.split(' ')
/** Words of a reason as well, unless they stand between the days. */
const SHORT_CORRECTIONS = 'no edit instead better mean meant *'.split(' ')
const HEDGES = 'maybe perhaps possibly probably potentially likely hopefully even latest worst else'.split(
  ' ',
)
const ADDITIONS = 'then later also afterwards followed well'.split(' ')
const SIGNS = ', ( ; : . .. - –'.split(' ')
const LEADS = [...SIGNS, ...'and or oh ah i we at as in if no'.split(' ')]
const BEHIND = [
  ...SIGNS,
  ...CORRECTIONS,
  ...SHORT_CORRECTIONS,
  ...HEDGES,
  ...ADDITIONS,
  ...') as by case i it is should be let lets the that this to on in also too needed necessary required possible'.split(
    ' ',
  ),
]

/** Words of any sentence, which tell nothing of days where they stand without them. */
const said = <T>(parser: Parser<T>): Parser<T> => ({ ...parser, words: [] })
const leads = said(sequence(optional(word(...LEADS)), optional(word(...LEADS))))
const behind = said(optional(either<unknown>(word(...BEHIND), row(word(...BEHIND), optional(word(','))))))

const corrects = either<unknown>(
  word(...CORRECTIONS),
  sequence(word('make', 'change', 'scratch', 'strike'), word('that', 'it')),
  sequence(word('i', 'we'), word('mean', 'meant')),
  // `no: friday`, but not `no friday deploys`
  sequence(word('no'), word(',', ':', '.', '..', '-', '–')),
)
const ifSo = sequence(word('if', 'where', 'when'), word('needed', 'necessary', 'required', 'possible'))

/** What says that the days behind it are meant in the place of others, wherever those stand. */
export const correction = sequence(corrects, behind)

const AFTERTHOUGHTS: readonly (readonly [Parser<unknown>, Why])[] = [
  [either<unknown>(corrects, word(...SHORT_CORRECTIONS, 'scratch', 'strike')), whys.corrected],
  [either<unknown>(ifSo, word(...HEDGES)), whys.eitherOr],
  [either<unknown>(word(...ADDITIONS), sequence(word('('), word('and', 'or', '+'))), whys.twoPlaces],
]

const days: Parser<When> = either(openStart, range, consecutive, thing)
const isUnsure = ({ weak, weekday }: When): boolean => weak !== undefined && !weekday

/** `tomorrow, no wait, friday`, `friday (or maybe saturday)`, `monday as well as tuesday`. */
export const afterthought: Parser<When> = either(
  map(sequence(days, optional(word(',')), days, said(word('instead'))), () => refused(whys.corrected)),
  ...AFTERTHOUGHTS.map(([link, why]) =>
    map(
      sequence(days, leads, said(link), behind, days),
      ([first, , , , second]): When => ({
        ...refused(why),
        ...([first, second].some(isUnsure) && { weak: 'word' }),
      }),
    ),
  ),
)
