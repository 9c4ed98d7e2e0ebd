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

/** One for each way in which words can be read. */
export type Inputs = readonly [Input, ...Input[]]

/** What a whole phrase can mean: as it stands, or in the reader's language, or with slips of the finger put right. */
export function meanings(
  phrase: string,
  words: readonly Token[],
  today: number,
  locale: string | undefined,
): When[] {
  const inputs = inputsOf(words, today, locale)
  const plain = readEach(inputs, phrase)
  if (plain.length > 0) return plain
  const native = readAbroad(phrase, inputs, locale)
  return native.length > 0 ? native : readEach(inputsOf(spelled(words), today, locale), phrase)
}

/** Where people write the month first, or either. */
const MONTH_FIRST = /^(en[-_](us|ca)|ja|ko|zh)\b/i

/**
 * An American's 03/04 is read twice, and so is a month in English that is another day in
 * the reader's language: `mar`, which is a Spaniard's Tuesday.
 */
export function inputsOf(said: readonly Token[], today: number, locale: string | undefined): Inputs {
  const words = DOTTED.test(locale ?? '') ? said.map(slashed) : said
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

/** Where the month is first in `12.1` as well. */
const DOTTED = /^(ja|ko|zh)\b/i
const slashed = (token: Token, at: number, words: readonly Token[]): Token =>
  token.text === '.' && words[at - 1]?.digits && words[at + 1]?.digits
    ? { ...token, text: '/', word: '/' }
    : token

/** Whether it is a sign of figures: `3/4`, `3-4`. */
export const isBetweenFigures = ({ text }: Token, at: number, words: readonly Token[]): boolean =>
  (text === '/' || text === '-') && words[at - 1]?.digits === true && words[at + 1]?.digits === true

/** The month is first in all figures of a phrase, or in none. */
const ofPhrase = (inputs: Inputs, phrase: string): readonly Input[] =>
  inputs.filter(({ monthFirst }) => !(monthFirst && isDayFirst(phrase)))

/** What a phrase means in each input: all of its words, or those from one to another. */
export const readEach = (inputs: Inputs, phrase: string, from = 0, until = inputs[0].tokens.length): When[] =>
  ofPhrase(inputs, phrase).flatMap(
    input => matchesOf(wholePhrase, input, from).find(({ end }) => end === until)?.value ?? [],
  )

/**
 * Days in the language of a Slack locale (`de-DE`): by its words in English, in each way of reading figures,
 * or as chrono-node reads a single day.
 */
export function readAbroad(phrase: string, inputs: Inputs, locale: string | undefined): When[] {
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

/** Articles before a day, which chrono does not know. */
const ARTICLE = /^(?:der|den|dem|el día|el|le|il|de|o dia|o|a) /i

const NOON = 12
/** No day is longer in any of these languages, and chrono is slow with long texts. */
const LONGEST_DAY = 50
type Languages = ReadonlyMap<string, { casual: ChronoNode.Chrono }>

let loaded: Languages | undefined

/** Loads chrono's languages with the first phrase that needs one: they take 0.1 s and 25 MB. */
function languages(): Languages {
  const chrono: typeof ChronoNode = createRequire(import.meta.url)('chrono-node')
  const { de, es, fr, it, ja, nl, pt, ru, sv, uk, zh } = chrono
  return new Map(Object.entries({ de, es, fr, it, ja, nl, pt, ru, sv, uk, zh }))
}

/**
 * A single date as chrono-node reads it in a language (`de`): `24 de dic.`, `12 février`, `ayer`. It counts
 * only when chrono took every word, and only the parts of which it is certain: year and weekday are checked
 * here.
 */
function readPoint(phrase: string, language: string, today: number): When | undefined {
  if (phrase.length > LONGEST_DAY) return undefined
  const { y, m, d } = dateOf(today)
  const noon = new Date(y, m - 1, d, NOON)
  loaded ??= languages()
  const [result, another] = loaded.get(language)?.casual.parse(phrase, noon, { forwardDate: true }) ?? []
  if (!result || another || result.end || result.text.length !== phrase.length) return undefined
  const { start } = result
  // Relative amounts can be lengths as well: `nächste woche`. A day alone stays at the hour of the reference.
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

/** Words that look like no other word, so that a slip in them is known among any words. */
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
/** Words of their own, one slip away from one of those. */
const OTHERS = setOf(`
  weekends match marsh junk jude juno jury sundry sundae dais dams dabs dads weak weed weep weeds weaks
  mouth mouths moth moths yeah yearns nest neat newt net thin thus thins tis form frog untie toddy toady
  eastern ester eater easier though trough thorough staring starling starving stating quartet`)

/** The months, by their names in short. */
const SHORT_MONTHS = [...SAME_WORD].filter(([, word]) => MONTHS.has(word))

/** The words for which one slip away may have been made of this one; none where the grammar knows it as it is. */
export function meantBy({ text, word, digits }: Token): string[] {
  if (digits || text.length < SHORTEST_WORD - 1 || isKnown(word) || OTHERS.has(text)) return []
  const candidates = KEYS.filter(key => isOneSlip(text, key))
  if (!candidates.some(key => MONTHS.has(key))) return candidates
  // Of two months either may have been meant, in short as well: juy is july, or jun.
  const others = SHORT_MONTHS.filter(([short]) => isOneSlip(text, short)).map(([, month]) => month)
  return [...new Set([...candidates, ...others])]
}

/** The same words, those put right that can mean just one word that is one slip away. */
export const spelled = (tokens: readonly Token[], candidatesFor = meantBy): readonly Token[] =>
  tokens.map(token => {
    const [only, ...others] = candidatesFor(token)
    return only === undefined || others.length > 0 ? token : { ...token, word: only }
  })

/** The words meant inside a sentence, where `eastern`, `mouth` and `friday's` are words of their own. */
export const meantAmongOthers = (token: Token): string[] =>
  meantBy(token).filter(key => PLAIN.includes(key) && !token.text.startsWith(key))

/** One letter more, less, other, or two in the wrong order, behind the same first one. */
function isOneSlip(a: string, b: string): boolean {
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false
  const slips = distance(a, b)
  return slips <= 1 || (slips === 2 && a.length === b.length && sorted(a) === sorted(b))
}
const sorted = (word: string): string => [...word].sort().join('')
