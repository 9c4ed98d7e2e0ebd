import { withoutMarks } from './marks.ts'

/** What is labelled in a sentence: `reason:"load test"`, and with two colons what nobody is to read. */
export const LABELLED = /(?<=^|\s)([a-z]+)(::?)("(?:[^"\\]|\\.)*")/gi

/** What makes a sentence another one: most are plain letters, and they are many. */
const SPECIAL = /[^ -~\n]/

/** The same sentence as a keyboard without graces would have it, and without them itself. What is labelled stays as it is. */
export function tidied(sentence: string): string {
  if (!SPECIAL.test(sentence)) return bare(sentence)
  let at = 0
  const parts = [...sentence.matchAll(LABELLED)].flatMap(({ 0: whole, index }) => {
    const before = sentence.slice(at, index)
    at = index + whole.length
    return [plain(before), whole]
  })
  return bare([...parts, plain(sentence.slice(at))].join(''))
}

/** Without what says nothing before the first word, also where that is in bold or the like, and without quotes around it all. */
function bare(sentence: string): string {
  const typed = withoutMarks(sentence.trim(), from => from === 0)
    .trim()
    .replace(QUOTED, '$2')
  const [graces = ''] = GRACES.exec(typed) ?? []
  const said = typed.slice(graces.length).trimStart()
  return ASKS_POLITELY.test(graces) ? said.replace(/(?<!\?)\?+$/, '') : said
}

const QUOTED = /^(["'])\s*((?:(?!\1).)*)\1$/s

/** What is no question though it ends with the mark of one. */
const ASKS_POLITELY = /\b(?:you|u|ya)\b/i

function plain(words: string): string {
  return words
    .replace(INVISIBLE, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/(?<!\S)[—–](?=help\b|h\b)/gi, '--')
}

/**
 * What takes no room. The joiners count where they join letters of a script that has them, or the parts of an emoji; the
 * turns of direction within a word.
 */
const INVISIBLE =
  /[\u00ad\u200b\u2060-\u2064\ufeff]|(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])|(?<!\S)[\u200e\u200f\u202a-\u202e\u2066-\u2069]+|[\u200e\u200f\u202a-\u202e\u2066-\u2069]+(?!\S)/g

/** Politeness, and the beginning of a slash command where none is needed. */
const GRACES =
  /^(?:(?:please|pls|plz|kindly|(?:hey|hi|hello)(?:\s+there)?|ok|okay|hold on|dayshift|@dayshift|(?:can|could|would|will) (?:you|u|ya)|let['’]?s|i(?:['’]d| would) like to|(?:i|we) (?:want|need|have) to|my|our|the)(?=[\s,.:;!]|$)[\s,.:;!]*|[\s,.:;!]+|\/(?=[a-z]))+/i
