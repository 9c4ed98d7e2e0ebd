import { beginningOfDays } from '../fields/days-in-sentence.ts'
import type { Raw } from '../raw.ts'

/** Says of days behind what is done at once that they are left out: `why`, and what to say instead. */
export const leavingOutDays =
  (why: (days: string, raw: Raw) => string) =>
  (words: string, raw: Raw): string | undefined =>
    beginningOfDays(words) === 0 ? `I left out “${words}”: ${why(words, raw)}` : undefined
