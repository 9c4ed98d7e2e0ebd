import { type Caution, CONDITION, cautionBefore, cautionBehind, LINKS } from './caution.ts'
import { PLURALS } from './grammar/calendar-dates.ts'
import { clockTimes } from './grammar/clock-times.ts'
import { wholePhrase } from './grammar/phrases.ts'
import { isInLanguage, languageOf, translations } from './languages/translate.ts'
import type { When } from './meaning.ts'
import { matchesOf } from './parser.ts'
import { corrected, correctionsInSentence, type Inputs, inputsOf, readEach, readInLanguage } from './read.ts'
import { explain, whys } from './reasons.ts'
import { isBoundary, isDayNumber, isNoun, isStart, partBefore, partBehind } from './sentence.ts'
import { type At, type Days, quote, readingsOf, refusal, settle } from './settle.ts'
import { isAround, isWord, setOf, type Token, tokens, WEEKDAYS } from './words.ts'
import { today } from './zone.ts'

/** The days of a sentence: their position and meaning. */
export interface FoundDays {
  /** Their words. */
  phrase: string
  start: number
  end: number
  days: Days
  /** They may be only a part of the days, perhaps in another language. */
  isPart?: true
}

/** The tokens of a sentence, and the context for reading them. */
interface Sentence {
  text: string
  words: readonly Token[]
  /** The index of the word that begins a reason. */
  reason: number
  inputs: Inputs
  locale: string | undefined
  /** Whether it has words of the reader's language, if that is not English. */
  hasReaderLanguage: boolean
  /** Whether days in that language are also searched in the middle, which is slow. */
  isThorough: boolean
}

/** Days in a stretch of a sentence. */
interface Place {
  from: number
  until: number
  whens: readonly When[]
  /** Whether they may be an ordinary word: sat, mon. */
  isWeak: boolean
}

/**
 * Finds the days at the beginning of a sentence (`tomorrow to friday load test`), or else at its end (`load test
 * until friday`). Words beside them that leave their meaning open, and other days, make them a choice. Ordinary
 * words (may, sat, 1.2) are no days in a sentence, nor are days in a reason, unless a word introduces them:
 * `because of the deploy until friday`. Never throws.
 */
export function findDays(text: string, at: At): FoundDays | undefined {
  const sentence = sentenceOf(text, at)
  const found = placesAt(sentence, 0).find(isSure) ?? lastPlace(sentence)
  return found && cautious(sentence, found)
}

/** Finds the longest days anywhere in a sentence. Never throws. */
export function longestDays(text: string, at: At): FoundDays | undefined {
  const sentence = sentenceOf(text, at, true)
  const { words } = sentence
  const lengthOf = ({ from, until }: Place) => (words[until - 1]?.end ?? 0) - (words[from]?.start ?? 0)
  const places = placesBeside(sentence, { from: words.length, until: words.length }).filter(isSure)
  const [longest] = places.sort((a, b) => lengthOf(b) - lengthOf(a))
  return longest && answer(sentence, longest)
}

/** Whether a sentence begins with days. Never throws. */
export function beginsWithDays(text: string, at: At): boolean {
  const sentence = sentenceOf(text, at)
  return sentence.words[0]?.start === 0 && placesAt(sentence, 0).some(isSure)
}

/** The index of words that begin a reason up to the end: `because of`, `as agreed on monday`, `since friday is a holiday`. */
export const beginningOfReason = (text: string): number | undefined => STATES_WHY.exec(text)?.index

const STATES_WHY =
  /(?<![\p{L}\d])(?:because|due\s+to|owing\s+to|on\s+account\s+of|bc|b\/c|cuz|coz|as\s+(?:agreed|discussed|planned|requested|usual))(?![\p{L}\d'’])|(?<=\S\s+)(?:since|as)\s+(?:\S+\s+){1,6}?(?:is|are|was|were|will|has|have|had|can|cannot|should|does|\w+n't)(?![\p{L}\d'’])/iu

/** How many words at either end of a sentence are searched, to limit the time. */
const REACH = 40

function sentenceOf(text: string, at: At, isThorough = false): Sentence {
  const all = tokens(text)
  const near = all.length > 2 * REACH ? [...all.slice(0, REACH), ...all.slice(-REACH)] : all
  const words = corrected(near.slice(Math.max(near.findIndex(isStart), 0)), correctionsInSentence)
  const reason = beginningOfReason(text) ?? text.length
  return {
    text,
    words,
    reason: words.filter(({ start }) => start < reason).length,
    inputs: inputsOf(words, today(at.now, at.zone), at.locale),
    locale: at.locale,
    hasReaderLanguage: isInLanguage(text, at.locale),
    isThorough,
  }
}

/** The most words of days in another language. */
const LONGEST_ABROAD = 12
/** Words that introduce days. */
const LEADS = setOf('until through from starting for - –')

/** The longest days at the end of a sentence, or before a reason. */
function lastPlace(sentence: Sentence): Place | undefined {
  const { words } = sentence
  const starts = words.keys().filter(at => at > 0 && isApart(sentence, at))
  const last = starts
    .flatMap(at => placesAt(sentence, at))
    .find(place => isSure(place) && isLast(sentence, place))
  return last && words[last.from - 1]?.word !== 'of' && isMeant(sentence, last) ? last : undefined
}

/** The other days of a sentence, from left to right. */
function placesBeside(sentence: Sentence, { from, until }: Pick<Place, 'from' | 'until'>): Place[] {
  const places: Place[] = []
  for (let at = 0; at < sentence.words.length; at++) {
    const limit = at < from ? from : Number.POSITIVE_INFINITY
    const isFree = at < from || at >= until
    const isThorough = at >= from - NEAR && at < until + NEAR
    const place =
      isFree &&
      isApart(sentence, at) &&
      placesAt({ ...sentence, isThorough }, at).find(({ until }) => until <= limit)
    if (place && isMeant(sentence, place)) places.push(place)
    if (place && !place.isWeak) at = place.until - 1
  }
  return places
}

/** Whether days do not belong to a reason. */
const isMeant = (sentence: Sentence, place: Place): boolean =>
  place.from < sentence.reason ||
  (LEADS.has(sentence.words[place.from]?.word ?? '') && isLast(sentence, place))

/** Whether a word stands on its own: it does not continue the word before or the name of a holiday. */
function isApart({ words }: Sentence, at: number): boolean {
  const before = words[at - 1]
  const isGlued = before && words[at]?.tight && !isAround(before) && !/^[,;:]$/.test(before.text)
  return !isGlued && !OF_HOLIDAYS.has(before?.word ?? '')
}
/** Words before a weekday that make it the name of a holiday. */
const OF_HOLIDAYS = setOf('black cyber good ash palm holy')

/** Days that begin at a word, longest first: in English, or near an end of the sentence in the reader's language. */
function placesAt(sentence: Sentence, at: number): Place[] {
  const foreign = sentence.hasReaderLanguage ? readerLanguageAt(sentence, at) : undefined
  const places = [...englishAt(sentence, at), ...(foreign ? [foreign] : [])]
  return places.sort((a, b) => Number(a.isWeak) - Number(b.isWeak) || b.until - a.until)
}
const isSure = ({ isWeak }: Place): boolean => !isWeak

function englishAt({ text, words, inputs, reason }: Sentence, at: number): Place[] {
  const matches = inputs.flatMap(input => matchesOf(wholePhrase, input, at))
  return matches.flatMap(({ end }): Place[] => {
    const isAll = at === 0 && end === reason
    if (!isAll && (!isBoundary(words, end) || (at < reason && end > reason))) return []
    const phrase = text.slice(words[at]?.start, words[end - 1]?.end)
    const whens = readEach(inputs, phrase, at, end)
    const isSure = whens.some(when => isAll || isPlain(words, at, end, when))
    const isDays = isSure || whens.some(({ weekday, weak }) => weekday || weak === 'word')
    return isDays ? [{ from: at, until: end, whens, isWeak: !isSure }] : []
  })
}

/** Short weekdays that are no ordinary words. */
const SHORT = setOf('tue tues weds thu thur thurs thrs fri')
/** Whether a match means days even among other words: not may or sat, but fri, and the 16 of a fitting friday. */
function isPlain(words: readonly Token[], at: number, end: number, when: When): boolean {
  const { weak, fits, weekday = false } = when
  if (!weak || fits || (weak === 'inside' && at === 0)) return true
  const isAlone = at === 0 && /^[,–(-]$/.test(words[end]?.text ?? '')
  if (end === at + 1) return SHORT.has(words[at]?.text ?? '') || (weekday && isAlone)
  return weekday && words.slice(at, end).every(({ word, text }) => WEEKDAYS.has(word) || !/\p{L}/u.test(text))
}

/** The longest unambiguous days in the reader's language at the beginning or end of a sentence. */
function readerLanguageAt(sentence: Sentence, from: number): Place | undefined {
  const { text, words, inputs, locale, reason, isThorough } = sentence
  const last = from < reason ? reason : words.length
  const shortest = from === 0 || isThorough ? 1 : last - from
  let weak: Place | undefined
  for (let until = Math.min(from + LONGEST_ABROAD, last); until >= from + shortest; until--) {
    const part = words.slice(from, until)
    const [first, last] = [part[0], part.at(-1)]
    if (!first || !last || !isBoundary(words, until)) continue
    const phrase = text.slice(first.start, last.end)
    const foreign = readInLanguage(phrase, inputs, locale)
    const isSure = foreign.every(({ weak, fits }) => !weak || fits) || part.length === words.length
    if (foreign.length > 0 && isSure) return { from, until, whens: foreign, isWeak: false }
    if (foreign.length > 0) weak ??= { from, until, whens: foreign, isWeak: true }
  }
  return weak
}

/** The words after days, up to a reason. */
const wordsBehind = ({ words, reason }: Sentence, { until }: Place): readonly Token[] =>
  words.slice(until, until <= reason ? reason : undefined)

/** Whether only signs follow the days. */
const isLast = (sentence: Sentence, place: Place): boolean => !wordsBehind(sentence, place).some(isWord)

function answer({ text, words, inputs }: Sentence, { from, until, whens }: Place): FoundDays {
  const [start, end] = [words[from]?.start ?? 0, words[until - 1]?.end ?? 0]
  const phrase = text.slice(start, end)
  const days = settle(whens, inputs[0].today, phrase)
  return { phrase, start, end, days }
}

/** Translates words to those of the English grammar, for the classes of caution. */
function inEnglish({ text, locale }: Sentence, words: readonly Token[]): readonly Token[] {
  const [first, last] = [words[0], words.at(-1)]
  const english =
    first && last ? translations(text.slice(first.start, last.end), languageOf(locale))[0] : undefined
  return english === undefined ? words : tokens(english)
}

/** How many words next to days may belong to them, as hours or other days. */
const NEAR = 6

const isConditional = (words: readonly Token[]): boolean =>
  CONDITION.test(words.map(({ text }) => text).join(' '))
const isTimed = (days: Days): boolean => days.kind === 'choice' && days.isTimed === true

/** Answers with the days of a sentence, or with a choice if the words around leave them open. */
function cautious(sentence: Sentence, found: Place): FoundDays {
  const { words } = sentence
  const { from, until } = found
  const plain = answer(sentence, found)
  if (plain.days.kind === 'refused') return plain
  const first = Math.max(from - LONGEST_ABROAD, 0)
  const before = words.slice(first, from)
  const behind = wordsBehind(sentence, found)
  const [edge, end] = [words[0]?.start ?? 0, (behind.at(-1) ?? words[until - 1])?.end ?? 0]
  /** Quotes the words up to an edge; those beside the days belong to them, not to a reason. */
  const ask = (edge: number, { why, refuses }: Caution, readings: readonly Days[] = [], isBeside = true) => {
    const [start, last] = [Math.min(plain.start, edge), Math.max(plain.end, edge)]
    const isInBrackets = /\([^)]*$/.test(sentence.text.slice(start, last)) && sentence.text[last] === ')'
    const end = isInBrackets ? last + 1 : last
    const phrase = sentence.text.slice(start, end)
    const days: Days = refuses
      ? refusal(why, phrase)
      : { kind: 'choice', readings: readingsOf([plain.days, ...readings]), why: explain(why, quote(phrase)) }
    return isBeside ? { start, end, phrase, days } : { ...plain, days }
  }

  // With their article: `los viernes`, `om de maandag`.
  const whole = inEnglish(sentence, words.slice(Math.max(from - 1, 0), until))
  if (sentence.hasReaderLanguage && whole.some(({ word }) => word === 'every' || PLURALS.has(word)))
    return ask(edge, { why: whys.recurring, refuses: true })
  const head = inEnglish(sentence, before)
  const [firstWord] = inEnglish(sentence, words.slice(from, until))
  const early = cautionBefore(head, firstWord?.word ?? '')
  const others = placesBeside(sentence, found)
  if (early) return ask((head === before && before[early.at]?.start) || edge, early)
  const nearby = behind.slice(0, LONGEST_ABROAD)
  const tail = inEnglish(sentence, nearby)
  const late = cautionBehind(tail)
  if (late) {
    const at = others.find(other => other.from === until + late.at + 1)?.until ?? until + late.at + 1
    return ask((tail === nearby && words[at - 1]?.end) || end, late)
  }
  const condition = CONDITION.exec(sentence.text)?.index
  if (isConditional(head) || (condition ?? end) < plain.start) return ask(edge, { why: whys.condition })
  if (isConditional(tail) || condition !== undefined) return ask(end, { why: whys.condition })
  const hour = words.findIndex(
    (_, at) => (at < from || (at >= until && at < until + NEAR)) && isHour(sentence, at),
  )
  if (hour >= 0) return ask(hour < from ? edge : end, { why: whys.wholeDays }, [], false)
  const begin = isTimed(plain.days) ? undefined : partBefore(words, from)
  if (begin) return { ...ask(begin.start, { why: whys.leftover(begin.text) }), isPart: true }
  const rest = isTimed(plain.days) ? undefined : partBehind(words, until, until + behind.length)
  if (rest) return { ...ask(rest.end, { why: whys.leftover(rest.text) }), isPart: true }
  for (const other of others) {
    const caution = cautionAbout(sentence, found, other)
    const end = words[other.until - 1]?.end ?? 0
    if (caution) return ask(other.from < from ? edge : end, caution, [answer(sentence, other).days], false)
  }
  if (endsInReason(sentence, found, behind)) return ask(end, { why: whys.mayBeOfReason })
  const half = halfPhrase(tail)
  if (half) return ask(end, { why: whys.leftover(half) })
  const isOpen = before.some(({ word }) => word === 'until') && others.every(other => other.from > from)
  return isOpen ? ask(edge, { why: whys.mayBeOfReason }) : plain
}

/** Whether the last days of a row or range may belong to the reason: `24 dec, xmas party`, `tomorrow - march release`. */
function endsInReason(sentence: Sentence, { from, until }: Place, behind: readonly Token[]): boolean {
  const { words } = sentence
  const isJoint = ({ word }: Token) => /^(and|,|-|–)$/.test(word)
  const joint = words.slice(0, until).findLastIndex(isJoint)
  if (joint <= from || words[from]?.word === 'between') return false
  // `21st-22nd`, `q1 and q2`
  const first = words.findIndex((word, at) => at > from && isJoint(word))
  const isFirstWeak = placesAt(sentence, from).some(({ until, isWeak }) => isWeak && until === first)
  const sign = words[joint]?.word ?? ''
  if (/^(and|,)$/.test(sign) && isClause(behind)) return true
  if (isFirstWeak || (words[joint]?.tight && sign !== ',')) return false
  if (!isNoun(behind[0]) || (sign === ',' && /^\d{4}$/.test(words[joint + 1]?.word ?? ''))) return false
  return placesAt(sentence, joint + 1).some(
    each => each.isWeak && each.until === until && !each.whens.some(({ weekday }) => weekday),
  )
}

/** The last days of a row may belong to the reason: `tomorrow, friday is a holiday`. */
const isClause = (behind: readonly Token[]): boolean =>
  /^(i|we|they|he|she|it|you|everyone|there)('\p{L}+)?$/u.test(behind[0]?.text ?? '') ||
  behind.slice(0, 3).some(({ text }) => /^(is|are|was|were|will|has|have)(n't)?$/.test(text))

/** Whether hours begin at a word: `at 10am`, `10 to 4` at the end of a sentence. */
function isHour({ words, inputs }: Sentence, at: number): boolean {
  if (words[at]?.tight) return false
  const isClock = (end: number) => words.slice(at, end).some(({ word }) => !/^[\d.]+$/.test(word))
  return matchesOf(clockTimes, inputs[0], at).some(
    ({ end }) => isBoundary(words, end) && (words[at]?.digits !== true || isClock(end)),
  )
}

const PREPOSITIONS = setOf('for of before after since on in by as during over per towards with from at about')
/** Explains why other days leave open which are meant, unless they belong to the reason: `prepare for monday`. */
function cautionAbout(sentence: Sentence, found: Place, other: Place): Caution | undefined {
  const { words } = sentence
  const isBehind = other.from >= found.until
  const gap = isBehind ? words.slice(found.until, other.from) : words.slice(other.until, found.from)
  const before = inEnglish(
    sentence,
    words.slice(isBehind ? found.until : 0, other.from).slice(-LONGEST_ABROAD),
  )
  const first = words[other.from]?.word ?? ''
  const link = linkBefore(before) ?? cautionBefore(before, first) ?? linkBefore(gap)
  if (link) return link
  const isBeside = !gap.some(token => isWord(token) && !BESIDE.has(token.word))
  const leads = [words[other.from - 1]?.word ?? '', first]
  const isYear = /^\d{4}$/.test(first)
  const isTied = isBehind ? isYear || leads.some(word => BESIDE.has(word)) : !isYear
  if (other.isWeak && !(isBeside && isTied)) return undefined
  const isLed =
    !LEADS.has(first) && leads.some(word => PREPOSITIONS.has(word) && !(isBeside && BESIDE.has(word)))
  const isOfNoun = (other.isWeak ? isBehind : !isBeside) && isNoun(wordsBehind(sentence, other)[0])
  return isLed || isOfNoun ? undefined : { why: whys.twoPlaces }
}

/** Words between days that belong together: `monday of december`, `friday on the 6th`, `today in 8 days`. */
const BESIDE = setOf('of on in over the')

/** Words that link days to those before: `, no wait,`, `or maybe on`. */
function linkBefore(words: readonly Token[]): Caution | undefined {
  const at = words.findLastIndex(({ word }) => !LINKED.has(word))
  return LINKS.get(words[at]?.word ?? '') ?? LINKS.get(words[at + 1]?.word ?? '')
}
const LINKED = setOf(', ( ; : . .. - – on i we it is for the as by let lets case be should at this in too')

/** Words that would begin the second half of a phrase, but none follows: `tomorrow until the release`. */
const HALVES = setOf('until through to and or for from except on → not am min noch if unless before after')
const JOINTS = setOf('until through → + from since after before')
/** Words after days that seem to continue them, but cannot be read together. */
function halfPhrase(behind: readonly Token[]): string | undefined {
  const [first, next] = behind
  if (!first) return undefined
  if (!next) return HALVES.has(first.word) || isDayNumber(behind, 0) ? first.text : undefined
  // `to the release`, but not `to save money`, `and then`
  const isJoint =
    JOINTS.has(first.word) ||
    (first.word === 'to' && /^(the|an?|my|our|\d+)$/.test(next.word)) ||
    (first.word === 'and' && next.word !== 'then')
  if (isJoint) return next.text
  const at = behind.findIndex(({ word }) => !/^([,(–-]|the|for|a|on|at)$/.test(word))
  return isDayNumber(behind, at) ? behind[at]?.text : undefined
}
