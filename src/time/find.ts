import { type At, type Days, inputsFor, quotable, readFrom, refusal, settle } from './days.ts'
import type { Input, Match } from './parser.ts'
import { type Token, tokens } from './tokens.ts'
import type { When, Why } from './when.ts'
import * as whys from './whys.ts'
import { misspelt } from './words.ts'

/** Where a sentence says its days, and what they mean (`days`). */
export interface Found {
  phrase: string
  start: number
  end: number
  days: Days
}

/** A sentence may be longer than a phrase, but its days are looked for in this many words only, at either end. */
const REACH = 60

/**
 * Finds the days inside a sentence: `tomorrow to friday` in `tomorrow to friday load test`, `until friday` in
 * `load test until friday`. The longest phrase at the beginning is preferred, else the longest that ends the sentence. A
 * phrase that is refused, or a question, is found too. What reads as an ordinary word beside others (may, sat, the second,
 * 1.2) is not: rather none than a wrong one. Undefined when there is none; never throws.
 */
export function findDays(text: string, at: At): Found | undefined {
  const all = tokens(text)
  const words = all.slice(Math.max(all.findIndex(isWord), 0))
  const first = leading(text, words.slice(0, REACH + 1), at)
  const last = trailing(text, words.slice(-REACH), at)
  if (!first || !last || last.start < first.end || !/^(until|till?|from|starting)\b/i.test(last.phrase))
    return first ?? last
  return refuse(text, first.start, last.end, whys.twoPlaces)
}

const isWord = ({ text }: Token): boolean => /[\p{L}\d]/u.test(text)

function leading(text: string, words: readonly Token[], at: At): Found | undefined {
  const candidates = read(words, 0, at).filter(
    ({ value, end }) => end === words.length || (!value.weak && isBoundary(words, end)),
  )
  const end = Math.max(...candidates.map(({ end }) => end))
  const match = found(text, words, 0, end, candidates, at)
  const more = match && dangling(words, end)
  return more ? refuse(text, match.start, more.end, whys.leftover(quotable(more.text))) : match
}

/** The word after a phrase that must have been meant to belong to it: `tomorrow to thursady`, `monday – frday`. */
function dangling(words: readonly Token[], at: number): Token | undefined {
  const [joint, next] = [words[at], words[at + 1]]
  if (!joint || !next) return undefined
  const joined = JOINTS.has(joint.word) || (!isWord(joint) && misspelt(next.text) !== undefined)
  if (joined) return next
  return misspelt(joint.text) === undefined ? undefined : joint
}

function trailing(text: string, words: readonly Token[], at: At): Found | undefined {
  for (const [i, { word, tight }] of words.entries()) {
    if (i === 0 || tight || JOINTS.has(words[i - 1]?.word ?? '')) continue
    const candidates = read(words, i, at).filter(({ value, end }) => !value.weak && isBoundary(words, end))
    if (candidates.some(({ end }) => end === words.length) && !NO_BEGINNING.has(word)) {
      return found(text, words, i, words.length, candidates, at)
    }
    if (candidates.length > 0) return undefined
  }
  return undefined
}

const JOINTS = new Set('to until and or not except from since before after by → .. / +'.split(' '))

/** Words that begin a phrase only where nothing stands before them: `upgrade to friday` is no `to friday`. */
const NO_BEGINNING = new Set(['to', 'please', 'just', 'only', 'all'])

function refuse(text: string, start: number, end: number, why: Why): Found {
  const phrase = text.slice(start, end)
  return { phrase, start, end, days: refusal(why, phrase) }
}

type Candidate = Match<When> & { input: Input }

const read = (words: readonly Token[], from: number, at: At): Candidate[] =>
  inputsFor(words, at).flatMap(input => readFrom(input, from).map(match => ({ ...match, input })))

/** The preferred reading of each input that ends there, as one answer. */
function found(
  text: string,
  words: readonly Token[],
  from: number,
  until: number,
  candidates: readonly Candidate[],
  at: At,
): Found | undefined {
  const [first, last] = [words[from], words[until - 1]]
  const ending = candidates.filter(({ end }) => end === until)
  if (!first || !last || ending.length === 0) return undefined
  const preferred = ending.filter(({ input }, i) => ending.findIndex(other => other.input === input) === i)
  const { start } = first
  const { end } = last
  const phrase = text.slice(start, end)
  return {
    phrase,
    start,
    end,
    days: settle(
      preferred.map(({ value }) => value),
      phrase,
      { start, end },
      at,
    ),
  }
}

/** Whether a phrase can end before a token: not in the middle of `1.2.3`, `friday-deploy`, `24x`. */
function isBoundary(words: readonly Token[], at: number): boolean {
  const [next, following] = [words[at], words[at + 1]]
  if (!next?.tight) return true
  return !isWord(next) && !(following?.tight && isWord(following))
}
