import { refused, type When, type Why } from '../meaning/when.ts'
import * as whys from '../meaning/whys.ts'
import {
  butNo,
  either,
  map,
  meaning,
  number,
  optional,
  type Parser,
  sequence,
  tight,
  word,
} from '../reading/parser.ts'
import { COUNTED, WEEKDAYS } from '../reading/words.ts'
import { amount } from './amounts.ts'
import { comma, the } from './dates.ts'
import { numberWord } from './numbers.ts'
import { from, thing, until } from './things.ts'
import { PLURALS } from './weekdays.ts'

/** What is understood, and refused by its name. */

const REPEATING = [...PLURALS.keys(), 'weekdays', 'weekends']
/** What things are as well: a weekly report, a nightly build. */
export const ADVERBS = ['daily', 'weekly', 'monthly', 'yearly', 'nightly']
const VAGUE =
  'asap never forever indefinitely permanently always soon later sometime someday whenever anytime eventually'
const SEASONS = 'spring summer autumn fall winter holidays vacation'

const unit = either<unknown>(meaning(COUNTED), sequence(word('working'), word('day', 'days')))
const some = either<unknown>(
  sequence(
    word('every', 'each', 'all'),
    optional(word('other', 'second', 'single')),
    either<unknown>(meaning(WEEKDAYS), unit, word('weekend', 'weekday'), word(...REPEATING, ...ADVERBS)),
  ),
  word(...REPEATING),
)
/** `every monday`, `on mondays in december`. */
const every = sequence(
  optional(word('on')),
  some,
  optional(
    either<unknown>(sequence(optional(word('in', 'of', 'for', 'until')), thing), word('night', 'morning')),
  ),
)

/** `this week mornings`, `evenings next week`. */
export const partsOfDays = word('mornings', 'afternoons', 'evenings', 'nights')
const everyPart = either<unknown>(
  sequence(thing, comma, partsOfDays),
  sequence(partsOfDays, optional(word('of', 'in', 'until', 'for', ',')), thing),
)

const bareCount = either<unknown>(number(1, 9999), numberWord, word('a', 'an'))
const most = word('max', 'maximum', 'min', 'minimum')
const nearly = word('about', 'around', 'approximately', 'approx', 'roughly', 'circa', 'nearly', 'almost')
const perhaps = word('maybe', 'perhaps', 'probably', 'possibly')
/** `3 days max`, but `max 2 pods`. */
const mostBehind = butNo(number(1, 9999), most)
const atLeast = sequence(word('at'), word('most', 'least'))
const roughly = either<unknown>(
  nearly,
  most,
  atLeast,
  sequence(word('more', 'less', 'longer'), word('than')),
  sequence(word('up'), word('to')),
)
export const included = word('including', 'incl', 'inclusive', 'included')
/** What leaves open behind days which they are: `friday or so`, `3 days max`, `until friday (exclusive)`. */
const orSo = either<unknown>(
  mostBehind,
  // `maybe longer` is said of another time.
  butNo(word('longer', 'later', 'more'), perhaps),
  word('tops', 'ish', 'sometime', 'someday'),
  sequence(
    optional(word('(')),
    either<unknown>(word('exclusive', 'except'), sequence(word('not'), included)),
    optional(word('.')),
    optional(word(')')),
  ),
  atLeast,
  sequence(word('or'), word('so', 'more', 'less', 'longer')),
)
/** `2-3 days`, `one or two weeks`, `a day or two`. */
const about = sequence(
  optional(word('for', 'in')),
  either<unknown>(
    sequence(bareCount, optional(unit), either<unknown>(word('or', 'to', '–'), tight(word('-'))), amount),
    sequence(amount, word('or'), bareCount),
    sequence(optional(roughly), roughly, amount),
    sequence(amount, orSo),
  ),
)
/** `a few days`, `the next few weeks`. */
const few = sequence(
  optional(word('for', 'in', 'over', 'within')),
  the,
  optional(word('a', 'next', 'coming', 'last', 'past')),
  word('few', 'several', 'some', 'many'),
  optional(word('more')),
  unit,
)
/** `another week`, `2 more days`, `3 days longer`. */
const more = sequence(
  optional(word('for')),
  either<unknown>(
    sequence(word('another'), either<unknown>(amount, unit)),
    sequence(bareCount, word('more'), unit),
    sequence(amount, word('more', 'longer')),
  ),
)
const aWhile = either<unknown>(
  sequence(
    optional(word('for')),
    optional(word('a', 'some')),
    word('while', 'bit', 'time', 'moment', 'ages'),
  ),
  sequence(word('for'), word('ever', 'good', 'long')),
  sequence(word(...VAGUE.split(' ')), thing),
)
/** A weekend with a day beside it that is off, which is another in other places. */
const longWeekend = sequence(
  optional(either<unknown>(word('in', 'over', 'during', 'for', 'on'), until)),
  the,
  optional(word('this', 'next', 'easter')),
  word('long'),
  word('weekend'),
)
const season = sequence(
  optional(
    either<unknown>(word('in', 'over', 'during', 'for'), sequence(until, optional(word('before', 'after')))),
  ),
  the,
  optional(word('this', 'next', 'christmas', 'easter')),
  word(...SEASONS.split(' ')),
)
export const onwards = either<unknown>(
  word('onwards', 'onward', 'on', 'forward', 'forwards', 'ff'),
  sequence(word('and', 'or'), word('on', 'after', 'later', 'onwards', 'beyond')),
)
const since = sequence(either<unknown>(from, word('since', 'after')), optional(word('on', 'from')))
const atThe = sequence(word('at'), the)
const latest = sequence(atThe, word('latest'))
const earliest = sequence(atThe, word('earliest'))

/** What says no more than `until` does: `until friday at the latest`. */
export const atMost = either<unknown>(latest, mostBehind)

/** What says behind days that they are not just those. */
export const leftOpen = either<unknown>(latest, earliest, orSo)

const refusal = (why: Why, weak?: When['weak']): When => (weak ? { ...refused(why), weak } : refused(why))

/** `tomorrow for a few days`, `from monday for 2-3 days`, `friday 2 more days`; but not the days of a month, `dec 1 to 5`. */
const unsureLength = map(
  sequence(
    optional(from),
    thing,
    comma,
    either<unknown>(
      about,
      few,
      more,
      sequence(word('for'), word('a', 'some'), word('while', 'bit', 'time', 'moment')),
    ),
  ),
  ([, { parts }]) => (parts?.m !== undefined && parts.d === undefined ? undefined : refusal(whys.howMany)),
)

export const refusable: Parser<When> = either(
  map(sequence(since, thing, optional(onwards)), ([, { weak }]) => refusal(whys.noEnd, weak)),
  map(sequence(thing, onwards), ([{ weak }]) => refusal(whys.noEnd, weak)),
  map(sequence(optional(from), optional(thing), comma, until, word('further'), word('notice')), () =>
    refusal(whys.noEnd),
  ),
  map(
    sequence(
      either<unknown>(word('before', 'by'), sequence(word('prior'), word('to'))),
      thing,
      optional(latest),
    ),
    ([, { weak }]) => refusal(whys.noStart, weak),
  ),
  map(sequence(either<unknown>(earliest, word('earliest')), thing), () => refusal(whys.noEnd)),
  map(sequence(thing, earliest), ([{ weak }]) => refusal(whys.noEnd, weak)),
  map(sequence(thing, latest), ([{ weak }]) => refusal(whys.noStart, weak)),
  // `friday latest release` is another.
  map(sequence(thing, word('earliest')), () => refusal(whys.noEnd, 'figures')),
  map(sequence(thing, word('latest')), () => refusal(whys.noStart, 'figures')),
  map(
    sequence(
      either<unknown>(latest, word('latest'), sequence(word('no', 'not'), word('later'), word('than'))),
      thing,
    ),
    () => refusal(whys.noStart),
  ),
  map(
    sequence(optional(until), either<unknown>(nearly, perhaps, atLeast), optional(until), thing),
    ([, , , { weak }]) => refusal(whys.eitherOr, weak),
  ),
  map(sequence(optional(until), thing, orSo), ([, { weak }]) => refusal(whys.eitherOr, weak)),
  map(about, () => refusal(whys.howMany)),
  unsureLength,
  map(few, () => refusal(whys.howMany)),
  map(more, () => refusal(whys.howMuchMore)),
  map(every, () => refusal(whys.recurring)),
  map(everyPart, () => refusal(whys.recurring)),
  map(word(...ADVERBS), () => refusal(whys.recurring, 'word')),
  map(either<unknown>(word(...VAGUE.split(' ')), aWhile), () => refusal(whys.vague, 'word')),
  map(longWeekend, () => refusal(whys.season)),
  map(season, () => refusal(whys.season, 'word')),
)
