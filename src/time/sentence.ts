import { type Days, ofPhrase, refusal, settle } from './days.ts'
import type { When, Why } from './meaning/when.ts'
import type { Input } from './reading/input.ts'
import { type Match, matchesOf } from './reading/matches.ts'
import type { Token } from './reading/tokens.ts'
import { phrase as grammar } from './rules/phrases.ts'

/** A sentence in which days are looked for, and what is found in it. */

/** Where a sentence says its days, and what they mean (`days`). */
export interface Found {
  /** All that it says of them, also where that stands apart. */
  phrase: string
  start: number
  end: number
  days: Days
  /** Whether it is refused on whatever day it is said: `whenever`, `every monday`, `friday or saturday`. */
  never: boolean
  /** How long they go on, where the sentence says that apart, behind their reason. */
  more?: { start: number; end: number }
}

/** Words to look for days in, and what they are read with. */
export interface Sentence {
  text: string
  words: readonly Token[]
  inputs: [Input, ...Input[]]
}

export type Candidate = Match<When> & { input: Input }

export const read = ({ inputs }: Sentence, from: number): Candidate[] =>
  inputs.flatMap(input => matchesOf(grammar, input, from).map(match => ({ ...match, input })))

/** What the words from one to another mean, as the preferred reading of each input has it. */
export function found(
  { text, words, inputs }: Sentence,
  from: number,
  until: number,
  candidates: readonly Candidate[],
): Found | undefined {
  const [first, last] = [words[from], words[until - 1]]
  if (!first || !last) return undefined
  const [start, end] = [first.start, last.end]
  const phrase = text.slice(start, end)
  const whens = ofPhrase(inputs, phrase).flatMap(input => {
    const preferred = candidates.find(match => match.input === input && match.end === until)
    return preferred ? [preferred.value] : []
  })
  if (whens.length === 0) return undefined
  const days = settle(whens, inputs[0].today, phrase, { start, end })
  return { phrase, start, end, days, never: whens.every(({ never }) => never) }
}

export function refuse(text: string, start: number, end: number, why: Why): Found {
  const phrase = text.slice(start, end)
  return { phrase, start, end, days: refusal(why, phrase), never: true }
}
