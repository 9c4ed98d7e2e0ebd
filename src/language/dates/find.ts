import { type Caution, cautionBefore, cautionBehind, cautionLink, isCondition } from './caution.ts'
import { clockTimes } from './grammar/clock-times.ts'
import { holidayName } from './grammar/holidays.ts'
import { FILLERS, wholePhrase } from './grammar/phrases.ts'
import { isInLanguage, languageOf, translations } from './languages/translate.ts'
import type { When } from './meaning.ts'
import { type Input, inputOf, type Match, matchesOf, readWhole } from './parser.ts'
import { inputsOf, meanings, ofPhrase, readAbroad } from './read.ts'
import * as whys from './reasons.ts'
import { isBoundary, isCounted, isNoun, isNumberOfThing, isStart, reasonAt } from './sentence.ts'
import { type At, type Days, quote, readingsOf, refusal, settle } from './settle.ts'
import { spelledAmong } from './spelling.ts'
import { isAround, isWord, type Token, tokens, unwrapped } from './tokens.ts'
import { COUNTED, MONTHS, setOf, WEEKDAYS } from './words.ts'
import { writtenFirst } from './written.ts'
import { today } from './zone.ts'

/** Where a sentence says its days, and what they mean. */
export interface FoundDays {
  /** Those words. */
  phrase: string
  start: number
  end: number
  days: Days
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

/**
 * Finds the days in a sentence: `tomorrow to friday` in `tomorrow to friday load test`, `until friday` in
 * `load test until friday`; the longest phrase that begins it, else the longest that ends it. Words beside them that leave
 * them open, and days elsewhere, make them a question. What can be an ordinary word (may, sat, 1.2) is no day there, nor
 * are the days of a stated reason, unless a word leads to them: `because of the deploy until friday`. Never throws.
 */
export function findAmongWords(text: string, at: At): FoundDays | undefined {
  const { head, reason } = sentencesOf(text, at)
  const first = leading(head) ?? trailing(head, 1)
  const behind = trailing(reason, 0)
  const last = behind && LEADS.has(reason.words[behind.from]?.word ?? '') ? behind : undefined
  if (!first) return last && cautious(reason, last)
  if (!last) return cautious(head, first)
  const end = reason.words[last.until - 1]?.end ?? 0
  return question(head, answer(head, first), end, { why: whys.twoPlaces }, [answer(reason, last).days])
}
/** What leads to days by itself. */
const LEADS = setOf('until through from starting for - –')

/** Whether a sentence begins with days, whatever follows them. Never throws. */
export function beginsWithDays(text: string, at: At): boolean {
  if (writtenFirst(text, at.locale) !== undefined) return true
  const { head } = sentencesOf(text, at)
  return head.words[0]?.start === 0 && leading(head) !== undefined
}

/** Where a reason is stated in a sentence. */
export function beginningOfReason(text: string): number | undefined {
  const words = tokensAtEnds(text)
  return words[reasonAt(words) ?? words.length]?.start
}

/** Days are looked for in so many words at either end of a sentence: others would take time. */
const REACH = 40

function tokensAtEnds(text: string): Token[] {
  const all = tokens(text)
  return all.length > 2 * REACH ? [...all.slice(0, REACH), ...all.slice(-REACH)] : all
}

/** The words of a sentence before and behind a stated reason. */
function sentencesOf(text: string, at: At): Record<'head' | 'reason', Sentence> {
  const all = spelledAmong(tokensAtEnds(text), word => isInLanguage(word, at.locale))
  const first = Math.max(all.findIndex(isStart), 0)
  const isMinus = all[first]?.tight && /^[-−]$/.test(all[first - 1]?.text ?? '')
  const words = all.slice(isMinus ? first - 1 : first)
  const why = reasonAt(words) ?? words.length
  const isAbroad = isInLanguage(text, at.locale)
  const sentence = (words: readonly Token[]): Sentence => ({
    text,
    words,
    inputs: inputsOf(words, today(at.now, at.zone), at.locale),
    locale: at.locale,
    isAbroad,
  })
  return { head: sentence(words.slice(0, why)), reason: sentence(words.slice(why)) }
}

/** Short weekdays that are no other words. */
const SHORT = setOf('tue tues weds thu thur thurs thrs fri')
/** Whether it means days among other words as well: neither may nor sat, but fri, and the 16 of a friday that it is. */
function isSure(words: readonly Token[], at: number, { value, end }: Match<When>): boolean {
  if (!value.weak || value.fits || (value.weak === 'inside' && at === 0)) return true
  if (end === at + 1) {
    const isAlone = value.weekday === true && at === 0 && /^[,–(-]$/.test(words[end]?.text ?? '')
    return SHORT.has(words[at]?.text ?? '') || isAlone
  }
  const isRow = words.slice(at, end).every(({ word, text }) => WEEKDAYS.has(word) || !/\p{L}/u.test(text))
  const isPair =
    end === at + 2 && end < words.length && /^(sat|sun|mon|wed)$/.test(words[end - 1]?.text ?? '')
  return value.weekday === true && isRow && !isPair
}

/** Days that begin at a word, the longest first. */
function daysAt({ text, words, inputs }: Sentence, at: number): Place[] {
  const readings = inputs.flatMap(input =>
    matchesOf(wholePhrase, input, at).map(match => ({ ...match, input })),
  )
  const isAll = (end: number) => at === 0 && end === words.length
  const ends = readings.flatMap(match =>
    isAll(match.end) || (isSure(words, at, match) && isBoundary(words, match.end)) ? [match.end] : [],
  )
  return [...new Set(ends)]
    .sort((a, b) => b - a)
    .flatMap(until => {
      const phrase = text.slice(words[at]?.start, words[until - 1]?.end)
      const whens = ofPhrase(inputs, phrase).flatMap(
        input => readings.find(match => match.input === input && match.end === until)?.value ?? [],
      )
      return whens.length > 0 ? [{ from: at, until, whens }] : []
    })
}

/** No days of another language have more words. */
const LONGEST_ABROAD = 12

/** Days of the reader's own language from one word to another, that are no ordinary words. */
function daysAbroad(sentence: Sentence, from: number, until: number): Place | undefined {
  const { text, words, inputs, locale, isAbroad } = sentence
  const part = words.slice(from, until)
  const [first, last] = [part[0], part.at(-1)]
  if (!isAbroad || !first || !last || last.text === ',' || unwrapped(part).at(-1) !== last) return undefined
  if (!isBoundary(words, until) || isOrdinalOf(words, until)) return undefined
  const phrase = text.slice(first.start, last.end)
  const abroad = readAbroad(phrase, ofPhrase(inputs, phrase), locale)
  const isSure = abroad.every(({ weak, fits }) => !weak || fits) || part.length === words.length
  if (abroad.length === 0 || !isSure) return undefined
  return { from, until, whens: meanings(phrase, part, inputs[0].today, locale) }
}

/** `bis zum 3. Versuch`, `demain 2e essai`, `na segunda tentativa`: what ends the days counts the noun behind them. */
function isOrdinalOf(words: readonly Token[], at: number): boolean {
  const [number, dot] = words.slice(Math.max(at - 2, 0), at)
  if (!isNoun(words[at])) return false
  if (dot?.tight && /^(?:[.ºª°]|er?)$/.test(dot.text))
    return number?.digits === true && Number(number.text) <= 12 && words[at - 3]?.text !== '.'
  return at <= 2 && /^(segunda|ter[cç]a|quarta|quinta|sexta)$/.test(words[at - 1]?.text ?? '')
}

/** The longest of them from a word on. */
function longestAbroad(sentence: Sentence, from: number): Place | undefined {
  const most = Math.min(LONGEST_ABROAD, sentence.words.length - from)
  for (let count = sentence.isAbroad ? most : 0; count > 0; count--) {
    const found = daysAbroad(sentence, from, from + count)
    if (found) return found
  }
  return undefined
}

/** Days that begin the words: the longest. */
function leading(sentence: Sentence): Place | undefined {
  const [english] = daysAt(sentence, 0)
  const abroad = longestAbroad(sentence, 0)
  return abroad && abroad.until > (english?.until ?? 0) ? abroad : english
}

/** Words around days that belong to what stands before them: `team on leave until friday`. */
const AROUND: ReadonlySet<string> = new Set(['thank', 'holiday', 'vacation', 'leave', ...FILLERS])
/** Joints that no days stand behind as a phrase of their own, for a rule would have read both. */
const JOINTS = setOf('to through of + / → .. day long bis hasta fino tot até до')

/** Days that end the words, not before `from`: the longest. */
function trailing(sentence: Sentence, from: number): Place | undefined {
  const { words } = sentence
  const last = unwrapped(words).at(-1)
  const ends = [words.findLastIndex(isWord) + 1, last ? words.lastIndexOf(last) + 1 : 0]
  let named = 0
  for (let at = 0; at < words.length; at++) {
    const [before, word] = [words[at - 1], words[at]]
    const isInName = at < named
    named = Math.max(named, endOfName(sentence, at))
    if (isInName || at < from) continue
    if (before?.word === 'until') return undefined
    const isApart = !word?.tight || (before && (isAround(before) || /^[,;:]$/.test(before.text)))
    if (!isApart || isNumberOfThing(words, at) || JOINTS.has(before?.word ?? '') || word?.word === 'to')
      continue
    if (AROUND.has((word?.word === 'on' ? words[at + 1] : word)?.word ?? '')) continue
    const isNear = !word?.tight && at >= words.length - LONGEST_ABROAD
    const found =
      daysAt(sentence, at).find(({ until }) => ends.includes(until) && isClosed(words, at, until)) ??
      (isNear ? daysAbroad(sentence, at, words.length) : undefined)
    if (found) return found
  }
  return undefined
}

/** Where the name of a holiday that begins at a word ends; 0 without one. */
const endOfName = ({ inputs: [input] }: Sentence, at: number): number =>
  Math.max(0, ...matchesOf(holidayName, input, at).map(({ end }) => end))

/** Of `(see 12/10)` the date is not all, and `(1/2)` is a part of something. */
const isClosed = (words: readonly Token[], from: number, until: number): boolean =>
  !words.slice(until).some(({ text }) => text === ')') ||
  (words[from - 1]?.text === '(' && (until > from + 3 || words[from + 1]?.text !== '/'))

function answer({ text, words, inputs }: Sentence, { from, until, whens }: Place): FoundDays {
  const [start, end] = [words[from]?.start ?? 0, words[until - 1]?.end ?? 0]
  const phrase = text.slice(start, end)
  const days = settle(whens, inputs[0].today, phrase, { start, end })
  const isSign = (word: Token) => (isAround(word) && word.text !== '(') || /^[?!]+$/.test(word.text)
  const isRest = from > 0 && words.slice(until).every(isSign)
  if (!isRest) return { phrase, start, end, days }
  // With the bracket before it and all the signs behind it: `load test (until friday)`.
  const before = words[from - 1]
  const isOpen = words[from]?.tight && before && isAround(before)
  const [first, last] = [isOpen ? before.start : start, words.at(-1)?.end ?? end]
  return { phrase: text.slice(first, last), start: first, end: last, days }
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
function inEnglish({ text, locale }: Sentence, words: readonly Token[]): readonly Token[] {
  const [first, last] = [words[0], words.at(-1)]
  const english =
    first && last ? translations(text.slice(first.start, last.end), languageOf(locale))[0] : undefined
  return english === undefined ? words : tokens(english)
}

/** How many words of a sentence say hours of the days before them. */
const NEAR = 6

/** The days that were found, as a question where the words around leave them open. */
function cautious(sentence: Sentence, found: Place): FoundDays {
  const { words } = sentence
  const { from, until } = found
  const plain = answer(sentence, found)
  if (plain.days.kind === 'refused') return plain
  const [before, behind] = [words.slice(Math.max(from - LONGEST_ABROAD, 0), from), words.slice(until)]
  const [edge, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
  const ask = (at: number, caution: Caution, others?: readonly Days[], isBeside?: boolean) =>
    question(sentence, plain, at, caution, others, isBeside)

  const head = inEnglish(sentence, before)
  const early = cautionBefore(head, inEnglish(sentence, words.slice(from, until))[0]?.word ?? '')
  if (early) return ask((head === before && before[early.at]?.start) || edge, early, [], true)
  const beside = behind.slice(0, LONGEST_ABROAD)
  const tail = inEnglish(sentence, beside)
  const late = cautionBehind(tail)
  if (late) return ask((tail === beside && beside[late.at]?.end) || end, late, [], true)
  const condition = words.findIndex((_, at) => isCondition(words, at))
  if (condition >= 0)
    return ask(condition < from ? (words[condition]?.start ?? edge) : end, { why: whys.condition }, [], true)
  const isOutside = (at: number) => at < from || at >= until
  const hour = words.findIndex((_, at) => isOutside(at) && at < until + NEAR && isHour(sentence, at))
  if (hour >= 0) return ask(hour < from ? edge : end, { why: whys.wholeDays })
  const isSpan = /^\W*\d{1,2} ?(-|–|to|until) ?\d{1,2}\W*$/.test(sentence.text.slice(0, plain.start))
  if (isSpan) return ask(edge, { why: whys.wholeDays })
  const other = otherDays(sentence, found)
  if (other) return ask(other.at < from ? edge : other.end, other.caution, other.days)
  const joint = words.slice(0, until).findLastIndex(({ word }) => word === 'and' || word === ',')
  const item = readWhole(wholePhrase, inputOf(words.slice(joint + 1, until), sentence.inputs[0].today))
  const mayBeOfThing = item?.weak && !item.weekday && isNoun(behind[0])
  if (joint > from && (mayBeOfThing || isClause(behind)))
    return ask(end, { why: whys.mayBeOfReason }, [], true)
  const half = halfPhrase(tail, words[until - 1], words.at(-1))
  return half ? ask(end, { why: whys.leftover(half) }, [], true) : plain
}
/** `tomorrow, friday is a holiday`: the last days of a row may be of the words behind them. */
const isClause = (behind: readonly Token[]): boolean =>
  /^(i|we|they|he|she|it|you|everyone|there)('\p{L}+)?$/u.test(behind[0]?.text ?? '') ||
  behind.slice(0, 3).some(({ text }) => /^(is|are|was|were|will|has|have)(n't)?$/.test(text))

/** Whether hours begin with a word: `at 10am`, `10 to 4` at the end of a sentence. */
function isHour({ words, inputs }: Sentence, at: number): boolean {
  if (words[at]?.tight) return false
  const isClock = (end: number) => words.slice(at, end).some(({ word }) => !/^[\d.]+$/.test(word))
  return matchesOf(clockTimes, inputs[0], at).some(
    ({ end }) => isBoundary(words, end) && (words[at]?.digits !== true || isClock(end)),
  )
}

interface Other {
  at: number
  end: number
  caution: Caution
  days: readonly Days[]
}
/** Other days in a sentence, which are linked to those that were found, right behind them, or begin or end it. */
function otherDays(sentence: Sentence, found: Place): Other | undefined {
  const { words } = sentence
  let named = 0
  for (let at = 0; at < words.length; at++) {
    named = Math.max(named, endOfName(sentence, at))
    const isGlued = words[at]?.tight && words.slice(at - 1, at).some(isWord)
    if (at < named || isGlued || (at >= found.from && at < found.until)) continue
    const isBehind = at >= found.until
    const limit = isBehind ? words.length : found.from
    const between = words.slice(isBehind ? found.until : 0, at)
    const early = inEnglish(sentence, between.slice(-LONGEST_ABROAD))
    const later = isBehind ? undefined : linkBefore(words.slice(at + 1, found.from))
    const link = linkBefore(early) ?? cautionBefore(early, words[at]?.word ?? '') ?? later
    const count = between.filter(isWord).length
    const isWeekday = WEEKDAYS.has(words[at]?.word ?? '') && (link !== undefined || (isBehind && count < 2))
    const other =
      daysAt(sentence, at).find(({ until }) => until <= limit) ??
      (isWeekday ? weekdayAt(sentence, at) : undefined) ??
      (isBehind && count === 0 ? longestAbroad(sentence, at) : undefined) ??
      (isBehind && at >= words.length - LONGEST_ABROAD ? daysAbroad(sentence, at, words.length) : undefined)
    if (!other) continue
    const gap = isBehind ? between : words.slice(other.until, found.from)
    const apart = gap.filter(isWord).length
    const first = inEnglish(sentence, words.slice(at, other.until))[0]?.word ?? ''
    const isLed =
      (PREPOSITIONS.has(words[at - 1]?.word ?? '') || PREPOSITIONS.has(first)) && !LEADS.has(first)
    const isEdge = at === 0 || other.until > words.findLastIndex(isWord)
    const isBeside = apart === 0 && (isBehind || isDayWord(words[other.until - 1]))
    const isPlace = isBeside || (((isBehind && apart === 1) || isEdge) && !isLed)
    const caution = link ?? (isPlace ? { why: whys.twoPlaces } : undefined)
    const isOfNoun = !link && apart > 0 && isNoun(words[other.until])
    if (caution && !isOfNoun)
      return { at, end: words[other.until - 1]?.end ?? 0, caution, days: [answer(sentence, other).days] }
    at = other.until - 1
  }
  return undefined
}
/** A weekday that can be another word as well, where it is one: `no, sat`. */
const weekdayAt = ({ inputs, words }: Sentence, at: number): Place | undefined => {
  const match = matchesOf(wholePhrase, inputs[0], at).find(
    ({ value, end }) => value.weekday && isBoundary(words, end),
  )
  return match && { from: at, until: match.end, whens: [match.value] }
}
const PREPOSITIONS = setOf('for of before after since on in by as during over per towards with from at about')
/** The word that links days to what stands before it: `, no wait,`, `or maybe on`. */
function linkBefore(words: readonly Token[]): Caution | undefined {
  for (const { word } of words.toReversed()) {
    const link = cautionLink(word)
    if (link) return link
    if (!LINKED.has(word)) return undefined
  }
  return undefined
}
const LINKED = setOf(', ( ; : . .. - – on i we it is for the as by let lets case be should at this in too')

/** Words that begin the second half of a phrase, where nothing behind them is one: `tomorrow until the release`. */
const HALVES = setOf('until through to and or for from except on →')
const ENDLESS = setOf('until through except → not next')
const VERBS = setOf(
  `save reduce cut avoid prevent test check verify try see find fix repair migrate move upgrade update replace rebuild be get
  give have let make keep free run do allow help`,
)
/** A word behind days that must have been meant to go on with them, and nothing could be read of both. */
function halfPhrase(
  behind: readonly Token[],
  last: Token | undefined,
  end: Token | undefined,
): string | undefined {
  const [first, next, third] = behind
  if (!first) return undefined
  if (end && ENDLESS.has(end.word)) return end.text
  if (!next) return HALVES.has(first.word) || isDayNumber(behind, 0) ? first.text : undefined
  if (/^(until|through|→|\+)$/.test(first.word)) return first.text
  if (COUNTED.has(last?.word ?? '') && /^(from|since|after|before)$/.test(first.word)) return next.text
  if (first.word === 'to' && !VERBS.has(next.word)) return next.text
  if (first.word === 'and' && next.word !== 'then') return next.text
  const at = behind.findIndex(({ word }) => !/^([,(–-]|the|for|a)$/.test(word))
  if (isDayNumber(behind, at)) return behind[at]?.text
  const isDay = [next, third].some(isDayWord)
  return /^(or|–|-|\+|\/)$/.test(first.word) && isDay ? next.text : undefined
}
const isDayWord = (token: Token | undefined): boolean =>
  token !== undefined && [COUNTED, MONTHS, WEEKDAYS].some(table => table.has(token.word))
/** Whether a number behind days can be their date or an hour, and counts nothing: `friday 28, load test`. */
function isDayNumber(words: readonly Token[], at: number): boolean {
  const [number, next, following] = words.slice(at, at + 3)
  if (!number?.digits || number.text.length > 2 || number.word === '0') return false
  if (!next) return true
  if (/^(st|nd|rd|th)$/.test(next.word)) return !isNoun(following) || Number(number.text) > 5
  if (next.tight && next.text === '.') return following?.digits !== true
  if (next.tight) return /^[,;:).]$/.test(next.text) || (next.text === '-' && following?.digits === true)
  return !COUNTED.has(next.word) && ![next, following].some(isCounted)
}
