/** Whether words behind all else in a sentence say nothing: marks alone, and politeness. */
export const isGrace = (words: string): boolean => GRACE.test(words)

const GRACE =
  /^[\s.,;:!?…–—-]*(?:(?:please|pls|plz|ok|okay|thanks|thank you|thx|cheers)(?![^\s.,;:!?…–—-])[\s.,;:!?…–—-]*)*$/i
