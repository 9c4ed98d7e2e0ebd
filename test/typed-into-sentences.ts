import type { Operation } from '../src/core/operation.ts'

/** Replaces a secret. */
const SECRET = '[secret]'

/** A sentence without its secrets, and the secrets that were labelled in it. */
type Cleared = { shown: string; secrets: string[] }

const secretsOf = ({ inputs }: Operation) => inputs.filter(({ control }) => control.kind === 'secret')

const nounOf = (words: string) => (words.split(/\s/, 1)[0] ?? '').toLowerCase().replace(/s$/, '')

/** Letters and digits in one long word may be a token. */
const LIKE_A_TOKEN = /(?<!\S)(?=\S*\d)(?=\S*[a-z])[^\s<>]{12,}/gi

/**
 * What the stories take for secret, by rules of their own beside those of the program (`src/language/secret-words.ts`): the keys
 * of inputs; and of a sentence what stands behind their labels, all behind a sentence that takes nothing and whose form
 * asks for a secret, and whatever looks like a token where the sentence is not understood or asks for one.
 */
export function typedIntoSentences(operations: readonly Operation[]) {
  const asking = operations.filter(operation => secretsOf(operation).length > 0)
  const keys = new Set(asking.flatMap(secretsOf).map(({ key }) => key))
  const labels = asking.flatMap(secretsOf).map(({ label }) => label.replaceAll(' ', '[\\s_-]*'))
  const names = [...labels, ...keys, 'secret'].join('|')
  const several = labels.filter(label => label.includes('['))
  const sign = [`["“]?(?:${names})["”]?\\s*[:=]\\s*`, ...several.map(label => `${label}\\s+`)].join('|')
  const labelled = new RegExp(`(?<!\\S)(${sign})("(?:[^"\\\\]|\\\\.)*"?|[“„][^”“]*[”“]?|\\S+)`, 'gi')

  const begunBy = (sentence: string) =>
    operations
      .flatMap(operation => operation.command.words.map(words => ({ operation, words })))
      .filter(({ words }) => new RegExp(`^${words.replaceAll(' ', '\\s+')}(?!\\w)`, 'i').test(sentence))
      .sort((a, b) => b.words.length - a.words.length)[0]

  const clear = (typed: string, command = ''): Cleared => {
    const [before = ''] = /^\s*(?:<@\w+>\s*)?(?:\/?dayshift\b\s*)?\/?/i.exec(typed) ?? []
    const noun = /^\/?(?:dayshift)?$/i.test(command) ? '' : `${command.replace('/', '')} `
    const sentence = noun + typed.slice(before.length)
    const begun = begunBy(sentence)
    const near =
      begun && operations.filter(each => each.command.words.some(s => nounOf(s) === nounOf(sentence)))
    if (asking.length === 0 || near?.every(each => !asking.includes(each)))
      return { shown: typed, secrets: [] }
    const secrets: string[] = []
    const known = sentence.replace(labelled, (_, label: string, value: string) => {
      secrets.push(value.replace(/^["“„]|["”“]$/g, ''))
      return `${label}${SECRET}`
    })
    const alone = begun && !begun.operation.takesWords && asking.includes(begun.operation)
    const words = begun?.words.length ?? 0
    const shown = alone && known.length > words ? `${known.slice(0, words)} ${SECRET}` : known
    return { shown: before + shown.slice(noun.length).replace(LIKE_A_TOKEN, SECRET), secrets }
  }

  return { keys, clear }
}
