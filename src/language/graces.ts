const SIGNS = '[\\s.,;:!?…–—-]'
const HANDS = '(?:🙏|👍)[\\u{1f3fb}-\\u{1f3ff}]?'
const WORDS = `(?:please|pls|plz|ok|okay|thanks(?: a lot)?|thank you(?: (?:so|very) much)?|thx|ty|cheers|${HANDS})`

/** Whether words behind all else in a sentence say nothing: marks alone, and politeness. */
export const isGrace = (words: string): boolean => GRACE.test(words)

const GRACE = new RegExp(`^${SIGNS}*(?:${WORDS}(?![^\\s.,;:!?…–—-])${SIGNS}*)*$`, 'iu')

/** A sentence without the politeness at its end. */
export function withoutLastGraces(sentence: string): string {
  const end = sentence.slice(-LONGEST)
  return sentence.slice(0, -LONGEST) + end.replace(LAST_GRACES, '')
}

/** Nobody is polite at greater length. */
const LONGEST = 60

const LAST_GRACES = new RegExp(`(?<!${SIGNS})(?:${SIGNS}+${WORDS})+[\\s.,!]*$`, 'iu')
