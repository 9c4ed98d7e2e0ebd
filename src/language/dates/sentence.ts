import { SINGULAR } from './grammar/calendar-dates.ts'
import { wordsOfAll } from './languages/translate.ts'
import {
  COUNTED,
  isWord,
  MONTHS,
  SAME_WORD,
  setOf,
  TENS,
  type Token,
  UNITS_1_TO_19,
  WEEKDAYS,
} from './words.ts'

/** Rules for where days can begin and end in a sentence. */

/** Whether days can begin with a token: a word, `#12`, or a sign that changes the days after it. */
export const isStart = (token: Token): boolean =>
  isWord(token) || /^[#→+<≤≥]$/.test(token.word) || token.text === '~'

/** Words that are no nouns: `friday on`, `tomorrow until`. */
const JOINTS = setOf(
  `to until through and or from since before after by not except excluding but without minus than apart skip unless for on in
  over during throughout because`,
)
export const isNoun = (token: Token | undefined): token is Token =>
  token !== undefined && isWord(token) && !JOINTS.has(token.word)

/** Whether a number can count or measure a token: `friday 16 nodes`, `friday 16%`. */
const isCounted = (token: Token | undefined): boolean =>
  token !== undefined &&
  (/^(%|€|\$|£|percent|[kmgt]i?b)$/.test(token.text) ||
    (/^\p{L}+[^\P{L}s]s$/u.test(token.text) && !/^(this|was|has|its|yes|does)$/.test(token.text)))

/** Words that make a length after them one of days: `for 3 days`. */
const LASTING = setOf('for in during lasting over within next coming following first last')
/** Words that make a length before them an age or delay. */
const AGES = setOf(
  'old late overdue ago early behind ahead delay delayed left remaining away per each notice of',
)
const isNumber = ({ digits, word }: Token): boolean =>
  digits || UNITS_1_TO_19.has(word) || TENS.has(word) || /^(an?|half|couple|hundred)$/.test(word)

/** Whether a length before a token describes what follows: `90-day review`, `2 day job`, `5 days late`. */
function isDescribing(words: readonly Token[], at: number): boolean {
  const [unit, next] = [words[at - 1], words[at]]
  if (!unit || !next || !COUNTED.has(unit.word)) return false
  const isJoined = words[at - 2]?.text === '-'
  const number = words[at - (isJoined ? 3 : 2)]
  const lead = words.slice(0, at - 2).findLast(word => !isNumber(word) && word.text !== '-')
  if (!number || !isNumber(number) || LASTING.has(lead?.word ?? '')) return false
  const isOne = /^(an?|one|1|half)$/.test(number.text)
  const isLong = /^(month|quarter|year)s?$/.test(unit.word)
  return AGES.has(next.word) || (isNoun(next) && (isJoined || isLong || (!isOne && SINGULAR.has(unit.word))))
}

/** Whether figures before a token are a share of something: `1/2 capacity`, `24/7 test`, `3/5 nodes`. */
function isShareOfThing(words: readonly Token[], at: number): boolean {
  const [first, sign, last] = words.slice(Math.max(at - 3, 0), at)
  if (!first?.digits || sign?.text !== '/' || !last?.digits) return false
  if (words.slice(0, at - 3).some(({ digits }) => digits)) return false
  const isShare = /^(1\/[234]|2\/3|3\/4|24\/7)$/.test(`${first.text}/${last.text}`)
  return isShare || (Number(first.text) <= Number(last.text) && isCounted(words[at]))
}

/** Whether a number belongs to the word before it: `sprint 24 until friday`, `part 1/2 for 3 days`. */
export function isNumberOfThing(words: readonly Token[], at: number): boolean {
  const [before, number, next] = words.slice(Math.max(at - 1, 0))
  const isOfWord = at > 0 && (before?.text === '#' || (isNoun(before) && !before.digits))
  if (!isOfWord || !number || !isNumber(number)) return false
  if (next?.text === '/')
    return /^(week|weeks|kw|cw|part|step|phase|batch|wave|stage)$/.test(before?.word ?? '')
  if (/^weeks?$/.test(before?.word ?? '') && next?.word === 'of') return true
  return /^(until|through|up|for|from|starting)$/.test(next?.word ?? '')
}

const NTH = /^(st|nd|rd|th)$/
/**
 * Whether a number at the end of days counts what follows: `friday 3 nodes`, `2nd attempt`, `3. Versuch`,
 * `24 dec 27 tests`.
 */
function isNumberOfNext(words: readonly Token[], at: number): boolean {
  const [third, second, last] = [words[at - 3], words[at - 2], words[at - 1]]
  const isOfMonth = MONTHS.has(second?.word ?? '')
  if (last?.digits && (isOfMonth || WEEKDAYS.has(second?.word ?? ''))) {
    const isYear = last.text.length === 2 && !last.tight && (third?.digits || NTH.test(third?.word ?? ''))
    return isOfMonth ? isYear === true || isCounted(words[at]) : Number(last.text) <= 12
  }
  const isNth =
    last?.tight && /^(st|nd|rd|th|[.ºª°]|er?|o|s?te[nr]?|de|eme)$/.test(last.text) && second?.digits
  const isDated = third?.text === '.' || MONTHS.has(third?.word ?? '')
  return isNth === true && Number(second.text) <= (NTH.test(last.text) ? 3 : 12) && !isDated
}

/** Whether days can end before a token: not inside `1.2.3`, `friday-deploy`, `friday's deploy`, `2 day job`. */
export function isBoundary(words: readonly Token[], at: number): boolean {
  const [before, next, following] = [words[at - 1], words[at], words[at + 1]]
  if (!before || !next) return true
  const second = words[at - 2]
  const isUnit = COUNTED.has(next.word) && second?.text !== '/' && !MONTHS.has(second?.word ?? '')
  if (before.digits && (next.word === 'of' || isUnit)) return false
  if (/^(next|last|this|coming)$/.test(before.word) && COUNTED.has(next.word)) return false
  if (isDescribing(words, at) || (before.word === 'day' && next.word === 'of')) return false
  const isOfThing =
    before.word === 'after' ||
    before.text.endsWith("'s") ||
    // Portuguese weekdays are ordinals: `na segunda tentativa`.
    (at <= 2 && /^(segunda|ter[cç]a|quarta|quinta|sexta)$/.test(before.text)) ||
    isNumberOfNext(words, at) ||
    isShareOfThing(words, at)
  if (isOfThing && (isNoun(next) || isCounted(next))) return false
  if (!next.tight || (/^[,;:(]$/.test(next.text) && !following?.digits)) return true
  return !isWord(next) && !(following?.tight && isWord(following))
}

/** Whether a number after days can be their date or an hour: `friday 28, load test`. */
export function isDayNumber(words: readonly Token[], at: number): boolean {
  const [number, next, following] = words.slice(at, at + 3)
  if (!number?.digits || number.text.length > 2 || number.word === '0') return false
  if (!next) return true
  if (/^(st|nd|rd|th)$/.test(next.word)) return !isNoun(following) || Number(number.text) > 5
  if (next.tight && next.text === '.') return following?.digits !== true
  if (next.tight) return /^[,;:).]$/.test(next.text) || (next.text === '-' && following?.digits === true)
  return !COUNTED.has(next.word) && ![next, following].some(isCounted)
}

/**
 * Detects days that are only a part: next to them are more numbers, names of days, and words and signs between
 * days, in any language.
 */

const isName = ({ text }: Token): boolean => isKind('month', text) || isKind('weekday', text)
const isRange = ({ text, word }: Token): boolean => word === 'until' || isKind('range', text)
const isSign = (token: Token | undefined): boolean => /^([–-]|→|\.\.)$/.test(token?.word ?? '')
const isDayOfMonth = ({ digits, text }: Token): boolean => digits && Number(text) >= 1 && Number(text) <= 31
const isDot = ({ text }: Token): boolean => text === '.'
/** Whether a stretch continues with a word; a month may be abbreviated after a sign: `dec 24 - ja 2`. */
function isPart(word: Token, at: number, words: readonly Token[]): boolean {
  if (isName(word) || isDayOfMonth(word) || isRange(word) || isSign(word)) return true
  if (isDot(word) || word.word === 'to' || isKind('small', word.text)) return true
  return (
    isSign(words[at - 1]) && /..$/.test(word.text) && MONTHS.keys().some(name => name.startsWith(word.text))
  )
}

/** The first word of the stretch that ends with the days at `from`: `24. dez – 2. jan`, `bis zum 6.12.`, `25 thu`. */
export function stretchBefore(words: readonly Token[], from: number): Token | undefined {
  const begin = words.slice(0, from).findLastIndex((word, at) => !isPart(word, at, words)) + 1
  const stretch = words.slice(begin, from)
  const [first, next] = [words[from], words[from + 1]]
  // `from 18.12` or `13` before `until 20.12.`
  const isBegun = first && isRange(first) && next?.digits === true
  const isLed = (first?.digits || isBegun) && stretch.some(isRange)
  const isAll = begin === 0 && stretch.some(isDayOfMonth)
  const plain = stretch.filter(word => !isDot(word))
  const isFrom = stretch.length === 1 || words[begin - 1]?.word === 'from'
  const isDay = isBegun && isFrom && plain.length > 0 && plain.every(isDayOfMonth)
  const isNamed = plain.some((word, i) => {
    const [before, next = words[from]] = [plain[i - 1], plain[i + 1]]
    // The grammar would have read them with an English weekday: `black friday 26-30 nov`.
    return isName(word) && !WEEKDAYS.has(word.word) && (before?.digits || next?.digits)
  })
  return isLed || isDay || isAll || isNamed ? stretch[0] : undefined
}

/** Months that are also other words. */
const OTHER_WORDS = /^(may|march)$/
/** The last word of the stretch that begins with the days up to `until`: `24.12. bis 2.1.`, `mar. 5 dec`, `friday di`. */
export function stretchBehind(words: readonly Token[], until: number, end: number): Token | undefined {
  const behind = words.slice(until, end)
  const length = behind.findIndex((word, i) => !isPart(word, until + i, words))
  const stretch = length < 0 ? behind : behind.slice(0, length)
  const last = stretch.findLastIndex((_, i) => isDayNumber(behind, i))
  const goesOn =
    last > 0 && stretch.slice(0, last).some(word => isName(word) || isRange(word) || isSign(word))
  const isRest = length < 0 && stretch.some(word => isName(word) || isRange(word))
  const [first] = stretch
  const isMonth = first && isKind('month', first.text) && !OTHER_WORDS.test(first.text)
  if (goesOn) return stretch[last]
  return isRest || isMonth ? stretch.findLast(word => !isDot(word)) : undefined
}

/** The kinds of words around days in any language: names of days, words between them, articles, and others. */
type Kind = 'month' | 'weekday' | 'range' | 'small' | 'other'

type Words = Readonly<Record<Kind, ReadonlySet<string>>>
let loaded: Words | undefined

/** Whether a word of any language can be of a kind: `dez`, `mo`, `bis`, `zum`. */
export function isKind(kind: Kind, text: string): boolean {
  loaded ??= makeWords()
  return loaded[kind].has(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
}

const RANGE = /^(until|from|starting)( the)?$/
const SMALL = /^(until|from|starting|the|of|on|in)( the)?$/
const DAYS = /^(today|tomorrow|tonight|until|weekend)$/
/** English words that other languages have too. */
const ENGLISH = setOf('a as in an on am van tom out set gen ago')

function makeWords(): Words {
  const all = [
    ...SAME_WORD,
    ...[...WEEKDAYS.keys(), ...MONTHS.keys()].map(name => [name, name] as const),
    ...wordsOfAll(),
  ]
  const pick = (isMeant: (english: string) => boolean, part = (words: string[]) => words) =>
    new Set(all.flatMap(([other, english]) => (isMeant(english) ? part(other.split(/[ .]+/)) : [])))
  const alone = (words: string[]) => (words.length === 1 ? words : [])
  const namedBy = (names: ReadonlyMap<string, number>) => (english: string) =>
    names.has(SAME_WORD.get(english) ?? english)
  const [isMonth, isWeekday] = [namedBy(MONTHS), namedBy(WEEKDAYS)]
  return {
    month: pick(isMonth, alone).difference(ENGLISH),
    weekday: pick(isWeekday, alone),
    range: pick(
      english => RANGE.test(english),
      ([first = '']) => [first],
    ).difference(ENGLISH),
    small: pick(english => SMALL.test(english)),
    other: pick(english => !isMonth(english) && !isWeekday(english) && !DAYS.test(english)),
  }
}
