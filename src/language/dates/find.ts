import { type At, quotable } from '../dates.ts'
import { leadingAbroad } from './abroad.ts'
import { beside, corrected, narrower } from './behind.ts'
import { inputsFor } from './inputs.ts'
import { inEnglish, isInLanguage } from './languages/languages.ts'
import * as whys from './meaning/whys.ts'
import { isBehindPause, isBoundary, isEndOfThing, isOpening, mayBegin, statesWhy } from './reading/borders.ts'
import { isGoalInFigures, isNumberOfThing, isPart } from './reading/counts.ts'
import { awayFromThing, isDescribing } from './reading/describing.ts'
import { goingOn, isBehindSlip } from './reading/going-on.ts'
import { inputOf } from './reading/input.ts'
import { isBehindJoint, isJoint } from './reading/joints.ts'
import { matchesOf } from './reading/matches.ts'
import { isReturn } from './reading/returns.ts'
import { spelledAmong } from './reading/spelling.ts'
import { closes, opens, type Token, tokens, unwrapped } from './reading/tokens.ts'
import { WEEKDAYS } from './reading/words.ts'
import { backwards } from './rules/durations.ts'
import { holidayName } from './rules/holidays.ts'
import { FILLERS, phraseWords } from './rules/phrases.ts'
import { leftOpen } from './rules/refusable.ts'
import {
  type FoundDays,
  found,
  foundAmong,
  indexOf,
  isSure,
  numberOf,
  read,
  refuse,
  type Sentence,
  unconditional,
  withSigns,
} from './sentence.ts'
import { isLed, together, togetherAbroad, trailingAbroad, widenedAbroad } from './together.ts'
import { today } from './zone.ts'

/** A sentence may be longer than a phrase, but its days are looked for in this many words only, at either end. */
const REACH = 60

/**
 * Finds the days inside a sentence: `tomorrow to friday` in `tomorrow to friday load test`, `until friday` in
 * `load test until friday`. The longest phrase at the beginning is preferred, else the longest that ends the sentence. A
 * phrase that is refused, or a question, is found too. What reads as an ordinary word beside others (may, sat, the second,
 * 1.2) is not: rather none than a wrong one. Nor are the days of a stated reason, `because of friday`, unless a word of
 * their own leads to them at its end: `because of the deploy until friday`. Undefined when there is none; never throws.
 */
export function findDays(text: string, at: At): FoundDays | undefined {
  const all = spelledAmong(tokens(text), phraseWords, word => isInLanguage(word, at.locale))
  const day = today(at.now, at.zone)
  const words = all.slice(opening(all, day))
  const why = words.findIndex((_, i) => statesWhy(words, i))
  const sentence = (words: readonly Token[]): Sentence => ({
    text,
    words,
    inputs: inputsFor(words, day, at.locale),
  })
  if (why < 0) return unconditional({ text, words }, amongAll(words, sentence, at.locale))
  const first = amongAll(words.slice(0, why), sentence, at.locale, true)
  if (!first && words[0]?.word === UNTIL) return undefined
  const reason = sentence(words.slice(why).slice(-REACH))
  const last = trailing(reason, 0, at.locale)
  const days = last && isLed(reason, last) ? (first ? together(sentence(words), first, last) : last) : first
  return unconditional({ text, words: words.slice(0, why) }, days)
}

/** Where a reason is stated in a sentence. */
export function beginningOfReason(text: string): number | undefined {
  const words = tokens(text)
  return words.find((_, i) => statesWhy(words, i))?.start
}

/** Those among words of which none states a reason; `goesOn` where one is stated behind them. */
function amongAll(
  words: readonly Token[],
  sentence: (words: readonly Token[]) => Sentence,
  locale: string | undefined,
  goesOn = false,
): FoundDays | undefined {
  const head = words.slice(0, REACH)
  const tail = words.length > REACH ? words.slice(-REACH) : head
  const beginning = sentence(head)
  const ending = tail === head ? beginning : sentence(tail)
  const english = leading(beginning, goesOn || tail !== head)
  const other = leadingAbroad(beginning, locale)
  const first = other && other.end > (english?.end ?? 0) ? other : english
  if (!first && head[0]?.word === UNTIL) return undefined
  const last = trailing(ending, first?.end ?? 0, locale)
  if (!first) {
    const abroad = trailingAbroad(ending, locale)
    if (abroad === 'unknown') return undefined
    if (abroad && abroad.start < (last?.start ?? Number.POSITIVE_INFINITY)) return abroad
    if (!last || isReturn(ending.words, indexOf(ending, last))) return undefined
    return widenedAbroad(ending, last, locale) ?? last
  }
  const open = words.at(-1)
  if (open?.word === UNTIL)
    return refuse(beginning.text, first.start, open.end, whys.leftover(quotable(open.text)))
  const both: Sentence = { ...beginning, words: [...new Set([...head, ...tail])] }
  return last ? together(both, first, last) : (togetherAbroad(both, first, locale) ?? first)
}

/** Where a sentence begins, behind the signs before it but for a minus. */
function opening(words: readonly Token[], today: number): number {
  const at = Math.max(words.findIndex(isOpening), 0)
  return at > 0 && matchesOf(backwards, inputOf(words, today), at - 1).length > 0 ? at - 1 : at
}

/** An end that could not be read, or is not said yet: the days that come later do not stand for it. */
const UNTIL = 'until'

function leading(sentence: Sentence, goesOn: boolean): FoundDays | undefined {
  const { text, words } = sentence
  const said = read(sentence, 0)
  const candidates = said.filter(
    ({ value, end }) =>
      (end === words.length && !goesOn) ||
      ((isSure(words, 0, { value, end }) || value.weak === 'inside' || isSureRow(words, end)) &&
        isBoundary(words, end) &&
        !isEndOfThing(words, words.findLastIndex(({ text }, at) => text === ',' && at < end) + 1, end)),
  )
  const end = Math.max(...candidates.map(({ end }) => end))
  const match = foundAmong(sentence, end, said)
  const more = match && dangling(sentence, end)
  const unsure = more ?? (match && numberOf(sentence, match, said))
  if (match && unsure) {
    const refused = refuse(text, match.start, unsure.end, whys.leftover(quotable(unsure.text)))
    // A number behind a weekday is its date on other days.
    return { ...refused, never: !unsure.digits }
  }
  if (!match || match.days.kind === 'refused') return match
  const another = beside(sentence, end)
  if (another) return refuse(text, match.start, another.end, whys.twoPlaces)
  const meant = corrected(sentence, end)
  if (meant) return refuse(text, match.start, meant.end, whys.corrected)
  const inner = narrower(sentence, match, end)
  return inner ? { ...refuse(text, match.start, inner.end, whys.twoPlaces), never: false } : match
}

/** The last word after a phrase that must have been meant to belong to it: `tomorrow to release`, `mon-wed at the latest`. */
function dangling({ words, inputs }: Sentence, at: number): Token | undefined {
  const next = goingOn(words, at, phraseWords)
  if (next) return next
  const [open] = matchesOf(leftOpen, inputs[0], at)
  return open && words[open.end - 1]
}

function trailing(sentence: Sentence, after: number, locale: string | undefined): FoundDays | undefined {
  const { words } = sentence
  const isRagged = unwrapped(words.slice(-1)).length === 0
  const away = after === 0 ? awayFromThing(words) : -1
  let joined = 0
  let named = 0
  for (const [i, { tight, start }] of words.entries()) {
    const isInName = i < named
    named = Math.max(named, ...matchesOf(holidayName, sentence.inputs[0], i).map(({ end }) => end))
    if (i === 0 || start < after || isInName) continue
    if (words[i - 1]?.word === UNTIL || (away >= 0 && i > away) || isOtherWeekend(words, i)) return undefined
    const isApart = !tight || opens(words[i - 1]) || isBehindPause(words, i)
    if (!isApart || isNumberOfThing(words, i) || isSum(words, i)) continue
    const said = read(sentence, i)
    const ends = isGoalInFigures(words, i) ? [] : said.map(({ end }) => end)
    if (isBehindJoint(words, i) || isBehindSlip(words, i) || isBehindJointAbroad(words[i - 1], locale))
      joined = Math.max(i + 1, joined, ...ends)
    if (i < joined || isAround(words, i)) continue
    const candidates = said.filter(
      match => (isSure(words, i, match) || isRow(words, i, match.end)) && isBoundary(words, match.end),
    )
    const last = isRagged ? i + unwrapped(words.slice(i)).length : words.length
    const isWhole = closes(words[i - 1], words[last]) && !(tight && last === i + 3 && isPart(words, last))
    if (isWhole && candidates.some(({ end }) => end === last) && mayBegin(words.slice(i)))
      return withSigns(sentence, i, found(sentence, i, last, said))
    if (candidates.length > 0) return undefined
  }
  return undefined
}

/** Whether a weekend has a length of its own: `3 day weekend`. */
const isOtherWeekend = (words: readonly Token[], at: number): boolean =>
  words[at]?.word === 'weekend' && isDescribing(words, at)

/** Whether something is added to what stands before it: `december + 2`, but not `load test +2d`. */
const isSum = (words: readonly Token[], at: number): boolean =>
  words[at]?.word === '+' && words[at + 1]?.tight !== true

/** Several weekdays in a row are no ordinary words, also in short: `load test wed thu`. */
const isRow = (words: readonly Token[], from: number, end: number): boolean =>
  end > from + 1 && words.slice(from, end).every(({ word }) => WEEKDAYS.has(word))

/** The same where other words follow, some of which would follow `sat` or `sun` as well: `fri sat is broken`. */
const isSureRow = (words: readonly Token[], end: number): boolean =>
  isRow(words, 0, end) && (end > 2 || !MAY_BE_WORDS.has(words[end - 1]?.text ?? ''))

const MAY_BE_WORDS = new Set(['sat', 'sun', 'mon', 'wed'])

/** Whether a word of the reader's own language goes on behind it: `außer 24.12.`, `hasta 24/12`. */
const isBehindJointAbroad = (before: Token | undefined, locale: string | undefined): boolean =>
  before !== undefined && isJoint(inEnglish(before.text, locale).split(' ')[0] ?? '')

/** Words around days that belong to what stands before them: `team on leave until friday`, `day off tomorrow`. */
const AROUND = new Set(['thank', 'holiday', 'vacation', 'leave', ...FILLERS])
const isAround = (words: readonly Token[], at: number): boolean =>
  AROUND.has(words[at]?.word ?? '') || (words[at]?.word === 'on' && AROUND.has(words[at + 1]?.word ?? ''))
