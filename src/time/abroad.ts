import { meanings, quotable, settle } from './days.ts'
import { ofPhrase } from './inputs.ts'
import { inEnglish, inLanguage, lengthInLanguage } from './languages/languages.ts'
import * as whys from './meaning/whys.ts'
import { isBoundary, isJoint } from './reading/borders.ts'
import { tokens, unwrapped } from './reading/tokens.ts'
import { type Found, refuse, type Sentence } from './sentence.ts'

/** Days that a sentence says in the reader's own language. */

/** Those at the beginning of a sentence: `übermorgen` in `übermorgen Lasttest`. */
export function leadingAbroad(sentence: Sentence, locale: string | undefined): Found | undefined {
  const { text, words, inputs } = sentence
  const match = native(sentence, 0, locale)
  if (!match || match.days.kind === 'refused') return match
  const further = match.start + lengthInLanguage(text.slice(match.start), inputs[0].today, locale)
  if (further > match.end) return refuse(text, match.start, further, whys.unread)
  const at = words.findIndex(({ start }) => start >= match.end)
  const [joint, next] = at < 0 ? [] : words.slice(at)
  const said = joint ? inEnglish(joint.text, locale) : ''
  // `Freitag nicht`
  if (joint && !next && said === 'not') return refuse(text, match.start, joint.end, whys.leftover(joint.text))
  if (joint && next && isJoint(said) && !REASONS.has(said))
    return refuse(text, match.start, next.end, whys.leftover(quotable(next.text)))
  const another = joint && native(sentence, at, locale, true)
  return another ? refuse(text, match.start, another.end, whys.twoPlaces) : match
}

/** What is said of a reason as well: `morgen voor een test`, `Freitag nach dem Release`. */
const REASONS: ReadonlySet<string> = new Set(['before', 'after', 'since', 'by'])
/** No days of another language have more words. */
const LONGEST_NATIVE = 12

/** The longest phrase of the reader's own language from a word on. */
function native(
  { text, words, inputs }: Sentence,
  at: number,
  locale: string | undefined,
  strong = false,
): Found | undefined {
  const start = words[at]?.start ?? 0
  for (let next = Math.min(at + LONGEST_NATIVE, words.length); next > at; next--) {
    const last = words[next - 1]
    if (!last || last.text === ',' || !isBoundary(words, next)) continue
    if (unwrapped(words.slice(at, next)).at(-1) !== last) continue
    const { end } = last
    const phrase = text.slice(start, end)
    const abroad = ofPhrase(inputs, phrase).flatMap(input => inLanguage(phrase, input, locale) ?? [])
    if (abroad.length === 0 || (abroad.some(({ weak }) => weak) && (strong || next < words.length))) continue
    const whens = meanings(phrase, tokens(phrase), inputs[0].today, locale)
    const days = settle(whens, inputs[0].today, phrase, { start, end })
    return { phrase, start, end, days, never: whens.every(({ never }) => never) }
  }
  return undefined
}
