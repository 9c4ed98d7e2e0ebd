const SIGNS = '[\\s.,;:!?…–—-]'
const WORDS = '(?:please|pls|plz|ok|okay|thanks(?: a lot)?|thank you(?: (?:so|very) much)?|thx|cheers)'

/** Whether words behind all else in a sentence say nothing: marks alone, and politeness. */
export const isGrace = (words: string): boolean => GRACE.test(words)

const GRACE = new RegExp(`^${SIGNS}*(?:${WORDS}(?![^\\s.,;:!?…–—-])${SIGNS}*)*$`, 'i')

/** A sentence of some length without the politeness at its end. */
export const withoutLastGraces = (sentence: string): string => sentence.replace(LAST_GRACES, '')

const LAST_GRACES = new RegExp(`(?<!${SIGNS})(?:${SIGNS}+${WORDS})+[\\s.,!]*$`, 'i')
