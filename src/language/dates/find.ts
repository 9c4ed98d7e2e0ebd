import { type Caution, cautionBefore, cautionBehind, cautionLink, isCondition } from './caution.ts'
import { clockTimes } from './grammar/clock-times.ts'
import { holidayName } from './grammar/holidays.ts'
import { backwards } from './grammar/lengths.ts'
import { FILLERS, lengthBehind, phraseWords, wholePhrase } from './grammar/phrases.ts'
import { isInLanguage, readAbroad } from './languages/languages.ts'
import { languageOf, translations } from './languages/translate.ts'
import type { When } from './meaning.ts'
import { type Input, inputOf, type Match, matchesOf, readWhole } from './parser.ts'
import { inputsOf, meanings, ofPhrase } from './read.ts'
import * as whys from './reasons.ts'
import { isBoundary, isCounted, isNoun, isNumberOfThing, isStart, reasonAt } from './sentence.ts'
import { type At, type Days, quote, readingsOf, refusal, settle } from './settle.ts'
import { spelledAmong } from './spelling.ts'
import { isAround, isWord, type Token, tokens, unwrapped } from './tokens.ts'
import { COUNTED, MONTHS, WEEKDAYS } from './words.ts'
import { today } from './zone.ts'

/** Where a sentence says its days, and what they mean. */
export interface FoundDays {
  /** Those words. */
  phrase: string
  start: number
  end: number
  days: Days
  /** How long they go on, where the sentence says that apart, behind their reason. */
  more?: { start: number; end: number }
}

/** Words to look for days in, and what they are read with. */
interface Sentence {
  text: string
  words: readonly Token[]
  inputs: [Input, ...Input[]]
  locale: string | undefined
  /** Whether it has words of the reader's own language, other than English. */
  isAbroad: boolean
}
/** Days from one word of a sentence to another. */
interface Place {
  from: number
  until: number
  whens: readonly When[]
}

/** Days are looked for in so many words, or characters, at either end of a sentence: others would take time. */
const REACH = 40
const REACH_LENGTH = 600

function tokensAtEnds(text: string): Token[] {
  const first = text.lastIndexOf(' ', REACH_LENGTH)
  const last = text.indexOf(' ', text.length - REACH_LENGTH)
  if (first < 0 || last <= first) return tokens(text)
  const behind = tokens(text.slice(last))
  const shifted = behind.map(token => ({ ...token, start: token.start + last, end: token.end + last }))
  return [...tokens(text.slice(0, first)), ...shifted]
}

/**
 * Finds the days in a sentence: `tomorrow to friday` in `tomorrow to friday load test`, `until friday` in
 * `load test until friday`; the longest phrase that begins it, else the longest that ends it. Words beside them that leave
 * them open, and days elsewhere, make them a question. What can be an ordinary word (may, sat, 1.2) is no day there, nor
 * are the days of a stated reason, unless a word leads to them: `because of the deploy until friday`. Never throws.
 */
export function findDays(text: string, at: At): FoundDays | undefined {
  const { head, reason, whole } = sentencesOf(text, at)
  const found = inHead(head)
  const behind = trailing(reason, 0)
  const last = behind && LEADS.has(reason.words[behind.from]?.word ?? '') ? behind : undefined
  if (!found) return last && cautious(reason, last)
  return last ? together(whole, found, reason, last) : withLength(head, found)
}

/** Whether a sentence begins with days, whatever follows them. Never throws. */
export function beginsWithDays(text: string, at: At): boolean {
  const { head } = sentencesOf(text, at)
  return head.words[0]?.start === 0 && leadingIn(head) !== undefined
}

/** The words of a sentence, and those before and behind a stated reason. */
function sentencesOf(text: string, at: At): Record<'head' | 'reason' | 'whole', Sentence> {
  const all = spelledAmong(tokensAtEnds(text), phraseWords, word => isInLanguage(word, at.locale))
  const first = Math.max(all.findIndex(isStart), 0)
  const day = today(at.now, at.zone)
  const isMinus = first > 0 && matchesOf(backwards, inputOf(all, day), first - 1).length > 0
  const said = all.slice(isMinus ? first - 1 : first)
  const words = said.length > 2 * REACH ? [...said.slice(0, REACH), ...said.slice(-REACH)] : said
  const why = reasonAt(words) ?? words.length
  const isAbroad = isInLanguage(text, at.locale)
  const sentence = (words: readonly Token[]): Sentence => ({
    text,
    words,
    inputs: inputsOf(words, day, at.locale),
    locale: at.locale,
    isAbroad,
  })
  return {
    head: sentence(words.slice(0, why)),
    reason: sentence(words.slice(why)),
    whole: sentence(words),
  }
}

/** Where a reason is stated in a sentence. */
export function beginningOfReason(text: string): number | undefined {
  const words = tokensAtEnds(text)
  return words[reasonAt(words) ?? words.length]?.start
}

/** What leads to days by itself. */
const LEADS: ReadonlySet<string> = new Set(['until', 'from', 'starting', 'for', '-', '–'])

function leadingIn(sentence: Sentence): Place | undefined {
  const english = leading(sentence)
  const abroad = leadingAbroad(sentence)
  return abroad && abroad.until > (english?.until ?? 0) ? abroad : english
}

function inHead(sentence: Sentence): Place | undefined {
  const first = leadingIn(sentence)
  if (first || sentence.words[0]?.word === 'until') return first
  const last = trailing(sentence, 1)
  const lastAbroad = trailingAbroad(sentence)
  return lastAbroad && lastAbroad.from < (last?.from ?? Number.POSITIVE_INFINITY) ? lastAbroad : last
}

/** Days that begin at a word, by the way in which they were read. */
type Reading = Match<When> & { input: Input }

const read = ({ inputs }: Sentence, from: number): Reading[] =>
  inputs.flatMap(input => matchesOf(wholePhrase, input, from).map(match => ({ ...match, input })))

/** Short weekdays that are no other words. */
const SHORT: ReadonlySet<string> = new Set('tue tues weds thu thur thurs thrs fri'.split(' '))
const SIGNS: ReadonlySet<string> = new Set([',', '-', '–', '('])
/** Whether it means days among other words as well: neither may nor sat, but fri, and the 16 of a friday that it is. */
function isSure(words: readonly Token[], at: number, { value, end }: Match<When>): boolean {
  if (!value.weak || value.fits || (value.weak === 'inside' && at === 0)) return true
  const isRow = words.slice(at, end).every(({ word, text }) => WEEKDAYS.has(word) || !/\p{L}/u.test(text))
  if (value.weekday && end > at + 1)
    return (
      isRow &&
      (end > at + 2 || end === words.length || !/^(sat|sun|mon|wed)$/.test(words[end - 1]?.text ?? ''))
    )
  const isAlone = value.weekday === true && at === 0 && SIGNS.has(words[end]?.text ?? '')
  return end === at + 1 && (SHORT.has(words[at]?.text ?? '') || isAlone)
}

/** The place of days, of all the readings that begin there. */
function place(
  { text, words, inputs }: Sentence,
  from: number,
  until: number,
  readings: readonly Reading[],
): Place | undefined {
  const phrase = text.slice(words[from]?.start, words[until - 1]?.end)
  const whens = ofPhrase(inputs, phrase).flatMap(input => {
    const preferred = readings.find(match => match.input === input && match.end === until)
    return preferred ? [preferred.value] : []
  })
  return whens.length > 0 ? { from, until, whens } : undefined
}

function leading(sentence: Sentence): Place | undefined {
  const { words } = sentence
  const readings = read(sentence, 0)
  const ends = readings
    .filter(match => match.end === words.length || (isSure(words, 0, match) && isBoundary(words, match.end)))
    .map(({ end }) => end)
  return ends.length > 0 ? place(sentence, 0, Math.max(...ends), readings) : undefined
}

/** Words around days that belong to what stands before them: `team on leave until friday`. */
const AROUND: ReadonlySet<string> = new Set(['thank', 'holiday', 'vacation', 'leave', ...FILLERS])
/** Joints that no days stand behind as a phrase of their own, for a rule would have read both. */
const JOINTS: ReadonlySet<string> = new Set(
  'to through of + / → .. day long bis hasta fino tot até до'.split(' '),
)
/** `all week`, but neither `move all tomorrow` nor `upgrade to friday`. */
const canBegin = ([first, next]: readonly Token[]): boolean =>
  first?.word === 'all'
    ? ['week', 'weekend', 'month', 'through', 'of'].includes(next?.word ?? '')
    : first?.word !== 'to'

/** Days that end the words, not before `from`: the longest. */
function trailing(sentence: Sentence, from: number): Place | undefined {
  const { words } = sentence
  const last = unwrapped(words).at(-1)
  const ends = [words.findLastIndex(isWord) + 1, last ? words.lastIndexOf(last) + 1 : 0]
  if (from > 0 && isAwayFromThing(sentence)) return undefined
  let named = 0
  for (let at = 0; at < words.length; at++) {
    const isInName = at < named
    named = Math.max(named, endOfName(sentence, at))
    if (isInName || at < from) continue
    const before = words[at - 1]
    const isApart = !words[at]?.tight || (before && (isAround(before) || /^[,;:]$/.test(before.text)))
    if (before?.word === 'until') return undefined
    if (!isApart || isNumberOfThing(words, at) || JOINTS.has(before?.word ?? '')) continue
    const next = words[at]?.word === 'on' ? words[at + 1] : words[at]
    if (AROUND.has(next?.word ?? '') || !canBegin(words.slice(at))) continue
    const readings = read(sentence, at)
    const match = readings.find(
      match =>
        ends.includes(match.end) &&
        isClosed(words, at, match.end) &&
        isSure(words, at, match) &&
        isBoundary(words, match.end),
    )
    if (match) return place(sentence, at, match.end, readings)
  }
  return undefined
}

/** Where the name of a holiday that begins at a word ends; 0 without one. */
const endOfName = ({ inputs: [input] }: Sentence, at: number): number =>
  Math.max(0, ...matchesOf(holidayName, input, at).map(({ end }) => end))

/** `the day after the release on friday`: the days are those of the thing. */
const isAwayFromThing = ({ words, inputs }: Sentence): boolean =>
  words.some(({ word }, at) => {
    if (!COUNTED.has(word) || !/^(after|before|following)$/.test(words[at + 1]?.word ?? '')) return false
    const base = words[at + 2]?.word === 'the' ? at + 3 : at + 2
    return base < words.length && matchesOf(wholePhrase, inputs[0], base).length === 0
  })
/** Of `(see 12/10)` the date is not all, and `(1/2)` is a part of something. */
const isClosed = (words: readonly Token[], from: number, until: number): boolean =>
  !words.slice(until).some(({ text }) => text === ')') ||
  (words[from - 1]?.text === '(' && (until > from + 3 || words[from + 1]?.text !== '/'))

/** No days of another language have more words. */
const LONGEST_ABROAD = 12

/** Days of the reader's own language from one word to another, that are no ordinary words. */
function placeAbroad(
  { text, words, inputs, locale }: Sentence,
  from: number,
  until: number,
): Place | undefined {
  const part = words.slice(from, until)
  const [first, last] = [part[0], part.at(-1)]
  if (!first || !last || last.text === ',' || unwrapped(part).at(-1) !== last) return undefined
  const phrase = text.slice(first.start, last.end)
  const abroad = ofPhrase(inputs, phrase).flatMap(input => readAbroad(phrase, input, locale) ?? [])
  const isSure = abroad.every(({ weak, fits }) => !weak || fits) || part.length === words.length
  if (abroad.length === 0 || !isSure || isOrdinalOf(words, until)) return undefined
  return { from, until, whens: meanings(phrase, part, inputs[0].today, locale) }
}

/** `bis zum 3. Versuch`, `na segunda tentativa`: what ends the days counts the noun behind them. */
function isOrdinalOf(words: readonly Token[], at: number): boolean {
  const [article, number, dot] = words.slice(Math.max(at - 3, 0), at)
  if (!isNoun(words[at])) return false
  if (dot?.text === '.') return number?.digits === true && Number(number.text) <= 12 && article?.text !== '.'
  const isLone = at === 1 || (at === 2 && /^(a|na|da|[dn]?es[st]a)$/.test(words[0]?.text ?? ''))
  return isLone && /^(segunda|ter[cç]a|quarta|quinta|sexta)$/.test(words[at - 1]?.text ?? '')
}

function leadingAbroad(sentence: Sentence): Place | undefined {
  const { words, isAbroad } = sentence
  if (!isAbroad) return undefined
  for (let until = Math.min(LONGEST_ABROAD, words.length); until > 0; until--) {
    const found = isBoundary(words, until) ? placeAbroad(sentence, 0, until) : undefined
    if (found) return found
  }
  return undefined
}

function trailingAbroad(sentence: Sentence, first = 1): Place | undefined {
  const { words, isAbroad } = sentence
  if (!isAbroad) return undefined
  for (let from = Math.max(words.length - LONGEST_ABROAD, first); from < words.length; from++) {
    const found =
      words[from]?.tight || isNumberOfThing(words, from)
        ? undefined
        : placeAbroad(sentence, from, words.length)
    if (found) return found
  }
  return undefined
}

const wordsOf = ({ words }: Sentence, { from, until }: Place) => unwrapped(words.slice(from, until))

/** A length behind the reason counts from the days before it: `friday load test for 3 days`. */
function withLength(sentence: Sentence, first: Place): FoundDays {
  const last =
    first.until < sentence.words.length && first.from === 0 ? trailing(sentence, first.until + 1) : undefined
  return last ? together(sentence, first, sentence, last) : cautious(sentence, first)
}
const OPENING: ReadonlySet<string> = new Set(['from', 'starting', 'beginning', 'effective', 'as'])

function together(sentence: Sentence, first: Place, behind: Sentence, last: Place): FoundDays {
  const { inputs, text } = sentence
  const [open, tail] = [wordsOf(sentence, first), wordsOf(behind, last)]
  const [{ today }] = inputs
  const isLength = readWhole(lengthBehind, inputOf(tail, today)) !== undefined
  const isEnd = OPENING.has(open[0]?.word ?? '') && tail[0]?.word === 'until'
  if (!isLength && !isEnd) {
    const isLed = tail[0]?.word === 'until' && behind !== sentence
    return isLed
      ? question(sentence, answer(sentence, first, first.whens), tail.at(-1)?.end ?? 0, {
          why: whys.twoPlaces,
        })
      : cautious(sentence, first)
  }
  const whens = inputs.flatMap(
    input => readWhole(wholePhrase, inputOf([...open, ...tail], today, input.monthFirst)) ?? [],
  )
  const found = answer(sentence, first, first.whens)
  const more = { start: tail[0]?.start ?? 0, end: tail.at(-1)?.end ?? 0 }
  if (whens.length === 0) return question(sentence, found, more.end, { why: whys.twoPlaces })
  const phrase = `${found.phrase} ${text.slice(more.start, more.end)}`
  return { ...found, phrase, days: settle(whens, today, phrase, found), more }
}

function answer(sentence: Sentence, { from, until }: Place, meant: readonly When[]): FoundDays {
  const { text, words, inputs } = sentence
  const [start, end] = [words[from]?.start ?? 0, words[until - 1]?.end ?? 0]
  const phrase = text.slice(start, end)
  const days = settle(meant, inputs[0].today, phrase, { start, end })
  const isRest = from > 0 && words.slice(until).every(word => isAround(word) || /^[?!]+$/.test(word.text))
  const before = words[from - 1]
  // With the bracket before it and all the signs behind it: `load test (until friday)`.
  const isOpen = from > 0 && words[from]?.tight && before && isAround(before)
  return {
    phrase: isRest ? text.slice(isOpen ? before.start : start, words.at(-1)?.end) : phrase,
    start: isRest && isOpen ? before.start : start,
    end: isRest ? (words.at(-1)?.end ?? end) : end,
    days,
  }
}

/**
 * The days as a question that quotes all up to the word that leaves them open; a refusal where they are those that are not
 * meant. `isBeside`: that word stands right beside the days, belongs to them, and is no reason.
 */
function question(
  { text }: Sentence,
  found: FoundDays,
  edge: number,
  { why, refuses }: Caution,
  others: readonly Days[] = [],
  isBeside = false,
): FoundDays {
  const [start, end] = [Math.min(found.start, edge), Math.max(found.end, edge)]
  const quoted = text.slice(start, end)
  const place = isBeside ? { start, end, phrase: quoted } : {}
  if (found.days.kind === 'refused' || refuses) return { ...found, ...place, days: refusal(why, quoted) }
  const readings = readingsOf([found.days, ...others])
  return { ...found, ...place, days: { kind: 'choice', readings, why: why(quote(quoted)) } }
}

/** Words of a sentence in the terms of the English grammar, for the classes of caution. */
function inEnglish(text: string, words: readonly Token[], locale: string | undefined): readonly Token[] {
  const [first, last] = [words[0], words.at(-1)]
  const english =
    first && last ? translations(text.slice(first.start, last.end), languageOf(locale))[0] : undefined
  return english === undefined ? words : tokens(english)
}

/** How many words of a sentence say hours of the days before them. */
const NEAR = 6

/** The days that were found, as a question where the words around leave them open. */
function cautious(sentence: Sentence, found: Place): FoundDays {
  const { text, words, locale, inputs } = sentence
  const plain = answer(sentence, found, found.whens)
  if (plain.days.kind === 'refused') return plain
  const [before, behind] = [words.slice(0, found.from), words.slice(found.until)]
  const beside = behind.slice(0, LONGEST_ABROAD)
  const [edge, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
  const ask = (at: number, caution: Caution, others?: readonly Days[], isBeside?: boolean) =>
    question(sentence, plain, at, caution, others, isBeside)

  const nearBefore = before.slice(-LONGEST_ABROAD)
  const head = inEnglish(text, nearBefore, locale)
  const early = cautionBefore(
    head,
    inEnglish(text, words.slice(found.from, found.until), locale)[0]?.word ?? '',
  )
  if (early) return ask((head === nearBefore && nearBefore[early.at]?.start) || edge, early, [], true)
  const tail = inEnglish(text, beside, locale)
  const late = cautionBehind(tail)
  if (late) return ask((tail === beside && behind[late.at]?.end) || end, late, [], true)
  const condition = words.findIndex((_, at) => isCondition(words, at))
  const ifAt = words[condition]?.start ?? end
  if (condition >= 0) return ask(condition < found.from ? ifAt : end, { why: whys.condition }, [], true)
  const isOutside = (at: number) => at < found.from || at >= found.until
  const hour = words.findIndex((_, at) => isOutside(at) && at < found.until + NEAR && isHour(sentence, at))
  if (hour >= 0) return ask(hour < found.from ? edge : end, { why: whys.wholeDays })
  const other = otherDays(sentence, found)
  if (other) return ask(other.at < found.from ? edge : other.end, other.caution, other.days)
  const abroad = otherAbroad(sentence, found)
  if (abroad) {
    const more = answer(sentence, abroad, abroad.whens)
    const whens = inputs.flatMap(input => readAbroad(`${plain.phrase} ${more.phrase}`, input, locale) ?? [])
    const isLength = more.days.kind === 'days' && more.days.only === 'length' && whens.length > 0
    if (!isLength) return ask(end, { why: whys.twoPlaces }, [more.days])
    const phrase = `${plain.phrase} ${more.phrase}`
    return { ...plain, phrase, days: settle(whens, inputs[0].today, phrase, plain), more }
  }
  const joint = words.findLastIndex(({ word }, at) => at < found.until && /^(,|;|and|\+)$/.test(word))
  const item =
    joint > found.from &&
    readWhole(wholePhrase, inputOf(words.slice(joint + 1, found.until), inputs[0].today))
  const isRow =
    item && item.only !== 'length' && !/^(from|starting|lasting)$/.test(words[joint + 1]?.word ?? '')
  if (isRow && (isClause(behind) || (item.weak && isNoun(behind[0]))))
    return ask(end, { why: whys.mayBeOfReason }, [], true)
  const half = halfPhrase(tail, words[found.until - 1], words.at(-1))
  return half ? ask(end, { why: whys.leftover(half) }, [], true) : plain
}
/** `tomorrow, friday is a holiday`: the last days of a row may be of the words behind them. */
const isClause = (behind: readonly Token[]): boolean =>
  /^(i|we|they|he|she|it|you|everyone|there)('\p{L}+)?$/u.test(behind[0]?.text ?? '') ||
  behind.slice(0, 3).some(({ text }) => /^(is|are|was|were|will|has|have)(n't)?$/.test(text))

/** Days of the reader's own language right behind others, or at the end where a word leads to them. */
function otherAbroad(sentence: Sentence, { until }: Place): Place | undefined {
  const { words, text, locale, isAbroad } = sentence
  if (until >= words.length || !isAbroad) return undefined
  for (let end = Math.min(words.length, until + LONGEST_ABROAD); end > until; end--) {
    const beside = placeAbroad(sentence, until, end)
    if (beside) return beside
  }
  const last = trailingAbroad(sentence, until)
  const lead = last && inEnglish(text, words.slice(last.from), locale)[0]?.word
  return lead === 'until' || lead === 'from' || lead === 'for' ? last : undefined
}

/** Whether hours begin with a word: `at 10am`, `10 to 4` at the end of a sentence. */
function isHour({ words, inputs }: Sentence, at: number): boolean {
  if (words[at]?.tight) return false
  const hours = matchesOf(clockTimes, inputs[0], at)
  return hours.some(
    ({ end }) => isBoundary(words, end) && (words[at]?.digits !== true || isClock(words.slice(at, end))),
  )
}
const isClock = (words: readonly Token[]): boolean => words.some(({ word }) => !/^[\d.]+$/.test(word))

interface Other {
  at: number
  end: number
  caution: Caution
  days: readonly Days[]
}
/** Other days in a sentence, which are linked to those that were found, right behind them, or begin or end it. */
function otherDays(sentence: Sentence, found: Place): Other | undefined {
  const { text, words } = sentence
  let named = 0
  for (let at = 0; at < words.length; at++) {
    named = Math.max(named, endOfName(sentence, at))
    const isGlued = words[at]?.tight && words.slice(at - 1, at).some(isWord)
    if (at < named || isGlued || (at >= found.from && at < found.until)) continue
    const before = words.slice(at < found.from ? 0 : found.until, at)
    const early = inEnglish(text, before.slice(-LONGEST_ABROAD), sentence.locale)
    const later = at < found.from ? linkBefore(words.slice(at + 1, found.from)) : undefined
    const link = linkBefore(early) ?? cautionBefore(early, words[at]?.word ?? '') ?? later
    const isBehind = at >= found.until
    const isBeside = isBehind && before.every(word => !isWord(word))
    const isNear = isBehind && before.filter(isWord).length === 1 && !isLed(words, at)
    const limit = isBehind ? words.length : found.from
    const readings = read(sentence, at)
    const ends = readings.filter(
      match =>
        match.end <= limit &&
        isBoundary(words, match.end) &&
        (isSure(words, at, match) ||
          (match.value.weekday && (link || isNear || isBeside) && WEEKDAYS.has(words[at]?.word ?? ''))),
    )
    if (ends.length === 0) continue
    const end = Math.max(...ends.map(match => match.end))
    const other = place(sentence, at, end, readings)
    const isEdge = (at === 0 || end === words.length) && !isLed(words, at)
    const caution = link ?? (isBeside || isNear || isEdge ? { why: whys.twoPlaces } : undefined)
    const isOfNoun = caution?.why === whys.twoPlaces && !isBeside && isNoun(words[end])
    if (other && caution && !isOfNoun)
      return { at, end: words[end - 1]?.end ?? 0, caution, days: [answer(sentence, other, other.whens).days] }
    at = end - 1
  }
  return undefined
}
const isLed = (words: readonly Token[], at: number): boolean =>
  PREPOSITIONS.has(words[at - 1]?.word ?? '') || PREPOSITIONS.has(words[at]?.word ?? '')
const PREPOSITIONS: ReadonlySet<string> = new Set(
  'for of before after since on in by as during over per towards with from at about'.split(' '),
)
/** The word that links days to what stands before it: `, no wait,`, `or maybe on`. */
function linkBefore(words: readonly Token[]): Caution | undefined {
  for (const { word } of words.toReversed()) {
    const link = cautionLink(word)
    if (link) return link
    if (!LINKED.has(word)) return undefined
  }
  return undefined
}
const LINKED: ReadonlySet<string> = new Set(
  ', ( ; : . .. - – on i we it is for the as by let lets case be should at this in too'.split(' '),
)

/** Words that begin the second half of a phrase, where nothing behind them is one: `tomorrow until the release`. */
const HALVES: ReadonlySet<string> = new Set([
  'until',
  'through',
  'to',
  'and',
  'or',
  'for',
  'from',
  'except',
  '→',
])
const ENDLESS: ReadonlySet<string> = new Set(['until', 'through', 'except', '→', 'not', 'next'])
const VERBS: ReadonlySet<string> = new Set(
  `save reduce cut avoid prevent test check verify try see find fix repair migrate move upgrade update replace rebuild be get
  give have let make keep free run do allow help`.split(/\s+/),
)
/** A word behind days that must have been meant to go on with them, and nothing could be read of both. */
function halfPhrase(
  behind: readonly Token[],
  last: Token | undefined,
  end: Token | undefined,
): string | undefined {
  const [first, next] = behind
  if (!first) return undefined
  if (end && ENDLESS.has(end.word)) return end.text
  if (!next) return HALVES.has(first.word) || isDayNumber(behind, 0) ? first.text : undefined
  if (first.word === 'until' || first.word === 'through') return first.text
  if (COUNTED.has(last?.word ?? '') && /^(from|since|after|before)$/.test(first.word)) return next.text
  if (first.word === 'to' && !VERBS.has(next.word)) return next.text
  const at = behind.findIndex(({ word }) => !/^([,(–-]|the|for|a)$/.test(word))
  if (isDayNumber(behind, at)) return behind[at]?.text
  const day = behind.slice(1).find(({ word }) => !/^(the|on)$/.test(word))?.word ?? ''
  if (first.word === 'and' && next.word !== 'then') return next.text
  const isJoint = /^(or|–|-|\+|\/)$/.test(first.word)
  return isJoint && (COUNTED.has(day) || MONTHS.has(day) || WEEKDAYS.has(day) || behind[2]?.word === 'day')
    ? next.text
    : undefined
}
/** Whether a number behind days can be their date or an hour, and counts nothing: `friday 28, load test`. */
function isDayNumber(words: readonly Token[], at: number): boolean {
  const [number, next, following] = words.slice(at, at + 3)
  if (!number?.digits || number.text.length > 2 || number.word === '0') return false
  if (!next) return true
  const isOrdinal = /^(st|nd|rd|th)$/.test(next.word)
  if (isOrdinal) return !isNoun(following) || Number(number.text) > 5
  if (next.tight && next.text === '.') return following?.digits !== true
  if (next.tight) return /^[,;:).]$/.test(next.text) || (next.text === '-' && following?.digits === true)
  return !COUNTED.has(next.word) && ![next, following].some(isCounted) && !/^[kmgt]b$/.test(next.word)
}
