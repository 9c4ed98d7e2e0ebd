/** Where people may have typed secrets, for whoever keeps or shows what they typed. */
export type TypedSecrets = {
  /** The keys of the inputs into which people type secrets. */
  keys: ReadonlySet<string>
  /** What of a sentence may be shown; `wary` where it is not understood, or is about what secrets are asked for. */
  open: (sentence: string) => { open: string; wary: boolean }
}

/** What stands where a secret stood. */
export const SECRET = '[secret]'

/** A sentence as it may be shown, and the secrets that stood in it. */
export type Cleared = { shown: string; secrets: string[] }

/** Letters and digits in one word: what nobody means may be a token. */
const LIKE_A_TOKEN = /(?<!\S)(?=\S*\d)(?=\S*[a-z])[^\s<>]{12,}/gi

/** Behind its label, and without the quotes around it. */
const unlabelled = (word: string): string => word.replace(/^.*?[:=]/, '').replace(/^["“„]|["”“]$/g, '')

/**
 * Clears what somebody typed of secrets: of what the bot itself does not repeat, and of whatever looks like a token where
 * one may be.
 */
export const createSentences =
  ({ keys, open: openOf }: TypedSecrets) =>
  (typed: string, command = ''): Cleared => {
    const [before = ''] = /^\s*(?:<@\w+>\s*)?(?:\/?dayshift\b\s*)?\/?/i.exec(typed) ?? []
    const noun = /^\/?(?:dayshift)?$/i.test(command) ? '' : `${command.replace('/', '')} `
    const sentence = noun + typed.slice(before.length)
    const { open, wary } = openOf(sentence)
    const behind = open.startsWith(noun) ? open.slice(noun.length) : open
    const left = open === sentence ? typed : `${before}${behind.replace(/ +/g, ' ')} ${SECRET}`
    const shown = wary ? left.replace(LIKE_A_TOKEN, SECRET) : left
    const hidden = left === typed ? [] : typed.split(/\s+/).filter(word => !left.includes(word))
    const values = hidden.filter(word => !keys.has(word.toLowerCase())).map(unlabelled)
    return { shown, secrets: values.filter(value => value !== '') }
  }
