import { meanings, quotable, settle } from '../dates.ts'
import { ofPhrase } from './inputs.ts'
import {
  counts,
  inEnglish,
  inLanguage,
  isKnown,
  lengthInLanguage,
  lengthOfReturn,
} from './languages/languages.ts'
import * as whys from './meaning/whys.ts'
import { isBoundary } from './reading/borders.ts'
import { isCounted } from './reading/counts.ts'
import { isLoneNumber } from './reading/going-on.ts'
import { inputOf } from './reading/input.ts'
import { isJoint } from './reading/joints.ts'
import { type Token, tokens, unwrapped } from './reading/tokens.ts'
import { MONTHS, WEEKDAYS } from './reading/words.ts'
import { type FoundDays, numberOf, read, refuse, type Sentence } from './sentence.ts'

/** Days that a sentence says in the reader's own language. */

/** Those at the beginning of a sentence: `übermorgen` in `übermorgen Lasttest`. */
export function leadingAbroad(said: Sentence, locale: string | undefined): FoundDays | undefined {
  if (!isKnown(locale)) return undefined
  const sentence = { ...said, words: withNames(said, locale) }
  const { text, words, inputs } = sentence
  const match = native(sentence, 0, locale)
  if (!match || match.days.kind === 'refused') return match
  const further = match.start + lengthInLanguage(text.slice(match.start), inputs[0].today, locale)
  if (further > match.end) return refuse(text, match.start, further, whys.unread)
  const returning = lengthOfReturn(text.slice(match.end), locale)
  if (returning > 0) {
    const end = match.end + returning
    return refuse(text, match.start, end, whys.leftover(text.slice(match.end, end).replace(/^[\s,]+/, '')))
  }
  const at = words.findIndex(({ start }) => start >= match.end)
  const [joint, next] = at < 0 ? [] : words.slice(at)
  const date = dateBehind(sentence, match)
  if (date)
    return { ...refuse(text, match.start, date.end, whys.leftover(quotable(date.text))), never: false }
  // `lundi 23 au 27`
  if (joint && next?.digits && isUntil(text.slice(match.start, joint.end), locale))
    return refuse(text, match.start, next.end, whys.leftover(quotable(next.text)))
  const english = joint ? inEnglish(joint.text, locale) : ''
  // `Freitag nicht`
  if (joint && !next && english === 'not')
    return refuse(text, match.start, joint.end, whys.leftover(joint.text))
  if (joint && next && isJoint(english) && !REASONS.has(english))
    return refuse(text, match.start, next.end, whys.leftover(quotable(next.text)))
  const another = joint && native(sentence, at, locale, true)
  return another ? refuse(text, match.start, another.end, whys.twoPlaces) : match
}

/** What is said of a reason as well: `morgen voor een test`, `Freitag nach dem Release`. */
const REASONS: ReadonlySet<string> = new Set(['before', 'after', 'since', 'by'])
/** No name of a weekday has more words: `sexta-feira`. */
const LONGEST_WEEKDAY = 3
/** The words, with the weekdays and months before a number as English has them: `Freitag 27`. */
const withNames = ({ text, words }: Sentence, locale: string | undefined): Token[] =>
  words.map((token, at) => {
    const first = words[Math.max(at + 1 - LONGEST_WEEKDAY, 0)] ?? token
    if (!words[at + 1]?.digits && !words[at + 2]?.digits) return token
    const { word = '' } = tokens(inEnglish(text.slice(first.start, token.end), locale)).at(-1) ?? {}
    return WEEKDAYS.has(word) || MONTHS.has(word) ? { ...token, word } : token
  })

const BEFORE_DATES = new Set([',', '('])
/** A number behind days, of which the weekday is as English has it, that can be their date: the 4 of `Freitag 4 Lasttest`. */
function dateBehind(sentence: Sentence, days: FoundDays): Token | undefined {
  const all = sentence.words
  const at = all.findIndex(({ start }) => start >= days.end)
  const words = BEFORE_DATES.has(all[at]?.text ?? '') ? all.toSpliced(at, 1) : all
  if (!words[at]?.digits) return undefined
  const dated = read({ ...sentence, inputs: [inputOf(words, sentence.inputs[0].today)] }, at - 1)
  if (isLoneNumber(words, at)) return words[at]
  return numberOf({ ...sentence, words }, days, dated)
}

/** Whether what ends with a word ends with what leads to a last day: `lunes 23 a`. */
const isUntil = (text: string, locale: string | undefined): boolean =>
  /\buntil(?: the)?\s*$/.test(inEnglish(text, locale))

/** No days of another language have more words. */
const LONGEST_NATIVE = 12

/** The longest phrase of the reader's own language from a word on. */
function native(
  { text, words, inputs }: Sentence,
  at: number,
  locale: string | undefined,
  strong = false,
): FoundDays | undefined {
  const start = words[at]?.start ?? 0
  for (let next = Math.min(at + LONGEST_NATIVE, words.length); next > at; next--) {
    const last = words[next - 1]
    if (!last || last.text === ',' || !isBoundary(words, next)) continue
    if (unwrapped(words.slice(at, next)).at(-1) !== last) continue
    const { end } = last
    const phrase = text.slice(start, end)
    if (counts(phrase, words[next]?.text ?? '', locale)) continue
    const abroad = ofPhrase(inputs, phrase).flatMap(input => inLanguage(phrase, input, locale) ?? [])
    const isSure = abroad.every(({ weak, fits }) => !weak || (fits && !isCounted(words[next])))
    if (abroad.length === 0 || (!isSure && (strong || next < words.length))) continue
    const whens = meanings(phrase, tokens(phrase), inputs[0].today, locale)
    const days = settle(whens, inputs[0].today, phrase, { start, end })
    return { phrase, start, end, days, never: whens.every(({ never }) => never) }
  }
  return undefined
}
