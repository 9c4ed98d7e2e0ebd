import type { Args } from '../core/args.ts'
import { findDays } from '../language/dates.ts'

/** Explains that days behind what is done at once are left out: `why`, and what to say instead. */
export const explainDays =
  (why: (days: string, args: Args) => string) =>
  (words: string, args: Args): string | undefined =>
    findDays(words, { now: new Date(0), zone: 'UTC' })?.start === 0
      ? `I left out “${words}”: ${why(words, args)}`
      : undefined
