import { createRequire } from 'node:module'
import type * as ChronoNode from 'chrono-node'
import { distance } from 'fastest-levenshtein'
import { dateOf } from './calendar.ts'
import { isDayFirst } from './grammar/calendar-dates.ts'
import { wholePhrase } from './grammar/phrases.ts'
import { LANGUAGES, languageOf, translations } from './languages/translate.ts'
import { dateOn, type When } from './meaning.ts'
import { type Input, inputOf, isKnown, matchesOf, readWhole } from './parser.ts'
import { COUNTED, MONTHS, SAME_WORD, setOf, type Token, tokens, WEEKDAYS } from './words.ts'

/** One input for each way to read the figures. */
export type Inputs = readonly [Input, ...Input[]]

/** The meanings of a whole phrase: as typed, in the reader's language, or with typos corrected. */
export function meanings(
  phrase: string,
  words: readonly Token[],
  today: number,
  locale: string | undefined,
): When[] {
  const inputs = inputsOf(words, today, locale)
  const plain = readEach(inputs, phrase)
  if (plain.length > 0) return plain
  const native = readInLanguage(phrase, inputs, locale)
  return native.length > 0 ? native : readEach(inputsOf(corrected(words), today, locale), phrase)
}

/** Regions that write the month first, or either way. */
const MONTH_FIRST = /^(en[-_](us|ca)|ja|ko|zh)\b/i

/**
 * Reads an American's 03/04 both ways, and an English month that is a day in the reader's language: `mar` is
 * Tuesday in Spanish.
 */
export function inputsOf(typed: readonly Token[], today: number, locale: string | undefined): Inputs {
  const words = DOTTED.test(locale ?? '') ? typed.map(slashed) : typed
  const input = inputOf(words, today)
  if (MONTH_FIRST.test(locale ?? '') && words.some(isBetweenFigures))
    return [input, { ...input, monthFirst: true }]
  const language = languageOf(locale)
  if (!LANGUAGES.includes(language)) return [input]
  const theirs = words.map(token => {
    if (!MONTHS.has(token.word)) return token
    const [english = token] = tokens(translations(token.text, language)[0] ?? token.text)
    return { ...token, text: english.text, word: english.word }
  })
  return theirs.every(({ word }, i) => word === words[i]?.word) ? [input] : [input, inputOf(theirs, today)]
}

/** Languages in which `12.1` is month first. */
const DOTTED = /^(ja|ko|zh)\b/i
const slashed = (token: Token, at: number, words: readonly Token[]): Token =>
  token.text === '.' && words[at - 1]?.digits && words[at + 1]?.digits
    ? { ...token, text: '/', word: '/' }
    : token

/** Whether a sign separates figures: `3/4`, `3-4`. */
export const isBetweenFigures = ({ text }: Token, at: number, words: readonly Token[]): boolean =>
  (text === '/' || text === '-') && words[at - 1]?.digits === true && words[at + 1]?.digits === true

/** The month is first in all figures of a phrase or in none. */
const ofPhrase = (inputs: Inputs, phrase: string): readonly Input[] =>
  inputs.filter(({ monthFirst }) => !(monthFirst && isDayFirst(phrase)))

/** The meanings of a phrase, or of a part of it, in each input. */
export const readEach = (inputs: Inputs, phrase: string, from = 0, until = inputs[0].tokens.length): When[] =>
  ofPhrase(inputs, phrase).flatMap(
    input => matchesOf(wholePhrase, input, from).find(({ end }) => end === until)?.value ?? [],
  )

/**
 * Reads days in the language of a Slack locale (`de-DE`): translated to English, in each way to read figures, or
 * as a single day by chrono-node.
 */
export function readInLanguage(phrase: string, inputs: Inputs, locale: string | undefined): When[] {
  const language = languageOf(locale)
  const english = translations(phrase, language).map(tokens)
  const read = ofPhrase(inputs, phrase).flatMap(({ today, monthFirst }) => {
    const whens = english.values().map(words => readWhole(wholePhrase, inputOf(words, today, monthFirst)))
    return whens.find(when => when !== undefined) ?? []
  })
  if (read.length > 0) return read
  const point = readPoint(phrase.trim().replace(ARTICLE, ''), language, inputs[0].today)
  return point ? [point] : []
}

/** Articles before a day that chrono does not know. */
const ARTICLE = /^(?:der|den|dem|el día|el|le|il|de|o dia|o|a) /i

const NOON = 12
/** In characters; longer than any day. chrono is slow with long texts. */
const LONGEST_DAY = 50
type Languages = ReadonlyMap<string, { casual: ChronoNode.Chrono }>

let loaded: Languages | undefined

/** Loads chrono's languages on first use: they take 0.1 s and 25 MB. */
function languages(): Languages {
  const chrono: typeof ChronoNode = createRequire(import.meta.url)('chrono-node')
  const { de, es, fr, it, ja, nl, pt, ru, sv, uk, zh } = chrono
  return new Map(Object.entries({ de, es, fr, it, ja, nl, pt, ru, sv, uk, zh }))
}

/**
 * Reads a single date with chrono-node in a language (`de`): `24 de dic.`, `12 février`, `ayer`. It counts only
 * if chrono consumed every word; only its certain parts are used, and year and weekday are checked here.
 */
function readPoint(phrase: string, language: string, today: number): When | undefined {
  if (phrase.length > LONGEST_DAY) return undefined
  const { y, m, d } = dateOf(today)
  const noon = new Date(y, m - 1, d, NOON)
  loaded ??= languages()
  const [result, another] = loaded.get(language)?.casual.parse(phrase, noon, { forwardDate: true }) ?? []
  if (!result || another || result.end || result.text.length !== phrase.length) return undefined
  const { start } = result
  // Relative amounts may be lengths: `nächste woche`. A single day keeps the hour of the reference.
  const isHour = start.isCertain('hour') || start.get('hour') !== NOON
  if (start.tags().has('result/relativeDate') || isHour) return undefined
  const certain = (component: ChronoNode.Component) =>
    start.isCertain(component) ? (start.get(component) ?? undefined) : undefined
  // chrono counts weekdays from Sunday.
  const sunday = certain('weekday')
  const weekday = sunday === undefined ? undefined : (sunday + 6) % 7
  const parts = { y: certain('year'), m: certain('month'), d: certain('day'), weekday }
  return parts.d === undefined || parts.m === undefined ? undefined : dateOn(parts)
}

const SHORTEST_WORD = 4

/** Distinctive words, whose typos are recognised anywhere. */
const PLAIN = [
  ...[...WEEKDAYS.keys(), ...MONTHS.keys()].filter(word => !/^(march|april|may|june|july)$/.test(word)),
  ...setOf('today tomorrow tonight until weekend'),
]
const OTHER_KEYS =
  setOf(`today tomorrow tonight yesterday weekend weekdays until through between from starting next this
  christmas easter thanksgiving`)
const KEYS = [...WEEKDAYS.keys(), ...MONTHS.keys(), ...COUNTED.keys(), ...OTHER_KEYS].filter(
  word => word.length >= SHORTEST_WORD,
)
/** Real words that are one typo away from those. */
const OTHERS = setOf(`
  weekends match marsh junk jude juno jury sundry sundae dais dams dabs dads weak weed weep weeds weaks
  mouth mouths moth moths yeah yearns nest neat newt net thin thus thins tis form frog untie toddy toady
  toda todas eastern ester eater easier though trough thorough staring starling starving stating quartet`)

/** The months by their short names. */
const SHORT_MONTHS = [...SAME_WORD].filter(([, word]) => MONTHS.has(word))

/** The words of which this one may be a typo; empty if the grammar knows it. */
export function correctionsOf({ text, word, digits }: Token): string[] {
  if (digits || text.length < SHORTEST_WORD - 1 || isKnown(word) || OTHERS.has(text)) return []
  const candidates = KEYS.filter(key => isOneTypo(text, key))
  if (!candidates.some(key => MONTHS.has(key))) return candidates
  // Ambiguous between two months, even short ones: juy is july or jun.
  const others = SHORT_MONTHS.filter(([short]) => isOneTypo(text, short)).map(([, month]) => month)
  return [...new Set([...candidates, ...others])]
}

/** Corrects words that are one typo away from exactly one word. */
export const corrected = (tokens: readonly Token[], candidatesFor = correctionsOf): readonly Token[] =>
  tokens.map(token => {
    const [only, ...others] = candidatesFor(token)
    return only === undefined || others.length > 0 ? token : { ...token, word: only }
  })

/** Corrects words in a sentence, where `eastern`, `mouth` and `friday's` are real words. */
export const correctionsInSentence = (token: Token): string[] =>
  correctionsOf(token).filter(key => PLAIN.includes(key) && !token.text.startsWith(key))

/** Whether words differ by one letter or two swapped ones, not counting the first. */
function isOneTypo(a: string, b: string): boolean {
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false
  const slips = distance(a, b)
  return slips <= 1 || (slips === 2 && a.length === b.length && sorted(a) === sorted(b))
}
const sorted = (word: string): string => [...word].sort().join('')
