import type { Raw } from '../core/raw.ts'
import { beginningOfDays } from './fields/days-in-sentence.ts'

/** Says of days behind what is done at once that they are left out: `why`, and what to say instead. */
export const leavingOutDays =
  (why: (days: string, raw: Raw) => string) =>
  (words: string, raw: Raw): string | undefined =>
    beginningOfDays(words) === 0 ? `I left out “${words}”: ${why(words, raw)}` : undefined
