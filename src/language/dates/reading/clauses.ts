import { isNoun, isWord } from './joints.ts'
import type { Token } from './tokens.ts'

/** Sentences of their own behind days, whose first words may be the last of the days: `tomorrow, friday is a holiday`. */

/** Verbs that make a clause of what is before them. */
export const FINITE: ReadonlySet<string> = new Set(
  "is isn't are aren't was wasn't were weren't will won't has hasn't have haven't".split(' '),
)
const SUBJECTS: ReadonlySet<string> = new Set(
  "i i'm i'll we we're we'll they they're they'll he she it it's you everyone everybody someone somebody nobody there there's".split(
    ' ',
  ),
)
/** No subject has more words before its verb: `the whole office is`. */
const LONGEST_SUBJECT = 3

const isVerb = (token: Token | undefined): boolean => FINITE.has(token?.text ?? '')

/** Whether a token begins a clause: `is a holiday`, `we deploy`, `the office is closed`. */
function beginsClause(words: readonly Token[], at: number): boolean {
  if (SUBJECTS.has(words[at]?.text ?? '')) return true
  const next = words.slice(at, at + LONGEST_SUBJECT + 1)
  const sign = next.findIndex(token => !isWord(token))
  return next.slice(0, sign < 0 ? next.length : sign).some(isVerb)
}

const LISTING: ReadonlySet<string> = new Set([',', ';', '.', 'and', '+'])
const DASHES: ReadonlySet<string> = new Set(['-', '–'])

/** Whether the last of several days is rather of the words behind it: `friday is a holiday`, `weekend release`, `friday off work`. */
function isOfWords(words: readonly Token[], joint: number, end: number): boolean {
  const isDash = DASHES.has(words[joint]?.word ?? '')
  const last = words[end - 1]?.word
  if ((joint === end - 2 && last === 'weekend') || last === 'off') return isNoun(words[end])
  return isDash ? isVerb(words[end]) : beginsClause(words, end)
}

/** Where what joins the last of several days stands, if that may be of the clause behind it. */
export function beginningOfClause(words: readonly Token[], end: number): number | undefined {
  const joint = words.findLastIndex(
    ({ word, tight }, at) => at > 0 && at < end && (LISTING.has(word) || (DASHES.has(word) && !tight)),
  )
  return joint > 0 && isOfWords(words, joint, end) ? joint : undefined
}
