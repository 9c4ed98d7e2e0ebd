const SIGNS = '[\\s.,;:!?…–—-]'
const HANDS = '(?:🙏|👍)[\\u{1f3fb}-\\u{1f3ff}]?'
const WORDS = `(?:please|pls|plz|ok|okay|thanks(?: a lot)?|thank you(?: (?:so|very) much)?|thx|ty|cheers|${HANDS})`

/** Whether words behind all else in a sentence say nothing: marks alone, and politeness. */
export const isCourtesy = (words: string): boolean => COURTESY.test(words)

const COURTESY = new RegExp(`^${SIGNS}*(?:${WORDS}(?![^\\s.,;:!?…–—-])${SIGNS}*)*$`, 'iu')

/** A sentence without the politeness at its end. */
export function withoutLastCourtesies(sentence: string): string {
  const end = sentence.slice(-LONGEST)
  return sentence.slice(0, -LONGEST) + end.replace(LAST_COURTESIES, '')
}

/** Longer courtesies are not looked for. */
const LONGEST = 60

const LAST_COURTESIES = new RegExp(`(?<!${SIGNS})(?:${SIGNS}+${WORDS})+[\\s.,!]*$`, 'iu')
