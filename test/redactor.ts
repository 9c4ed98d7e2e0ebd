import type { Operation } from '../src/core/operation.ts'

const SECRET = '[secret]'

/** A sentence without its secrets, and its labelled secrets. */
type RedactedSentence = { redacted: string; secrets: string[] }

const secretsOf = ({ inputs }: Operation) => inputs.filter(({ control }) => control.kind === 'secret')

const nounOf = (words: string) => (words.split(/\s/, 1)[0] ?? '').toLowerCase().replace(/s$/, '')

/** A long word of letters and digits may be a token. */
const TOKEN_LIKE = /(?<!\S)(?=\S*\d)(?=\S*[a-z])[^\s<>]{12,}/gi

/**
 * Finds secrets independently of `src/language/secret-words.ts`: the keys of secret inputs; in a sentence the
 * values after their labels, everything after a command without arguments whose form asks for a secret, and
 * any token-like word if the sentence is not understood or its command takes secrets.
 */
export function createRedactor(operations: readonly Operation[]) {
  const withSecrets = operations.filter(operation => secretsOf(operation).length > 0)
  const keys = new Set(withSecrets.flatMap(secretsOf).map(({ key }) => key))
  const labels = withSecrets.flatMap(secretsOf).map(({ label }) => label.replaceAll(' ', '[\\s_-]*'))
  const names = [...labels, ...keys, 'secret'].join('|')
  const multiWord = labels.filter(label => label.includes('['))
  const labelPattern = [`["“]?(?:${names})["”]?\\s*[:=]\\s*`, ...multiWord.map(label => `${label}\\s+`)].join(
    '|',
  )
  const labelled = new RegExp(`(?<!\\S)(${labelPattern})("(?:[^"\\\\]|\\\\.)*"?|[“„][^”“]*[”“]?|\\S+)`, 'gi')

  const commands = operations
    .flatMap(operation => operation.command.words.map(words => ({ operation, words })))
    .sort((a, b) => b.words.length - a.words.length)
    .map(command => ({
      ...command,
      pattern: new RegExp(`^${command.words.replaceAll(' ', '\\s+')}(?!\\w)`, 'i'),
    }))

  const redact = (typed: string, command = ''): RedactedSentence => {
    const [before = ''] = /^\s*(?:<@\w+>\s*)?(?:\/?dayshift\b\s*)?\/?/i.exec(typed) ?? []
    const noun = /^\/?(?:dayshift)?$/i.test(command) ? '' : `${command.replace('/', '')} `
    const sentence = noun + typed.slice(before.length)
    const match = commands.find(({ pattern }) => pattern.test(sentence))
    const related =
      match && operations.filter(each => each.command.words.some(s => nounOf(s) === nounOf(sentence)))
    if (withSecrets.length === 0 || related?.every(each => !withSecrets.includes(each)))
      return { redacted: typed, secrets: [] }
    const secrets: string[] = []
    const unlabelled = sentence.replace(labelled, (_, label: string, value: string) => {
      secrets.push(value.replace(/^["“„]|["”“]$/g, ''))
      return `${label}${SECRET}`
    })
    const hidesRest = match && !match.operation.takesWords && withSecrets.includes(match.operation)
    const words = match?.words.length ?? 0
    const redacted =
      hidesRest && unlabelled.length > words ? `${unlabelled.slice(0, words)} ${SECRET}` : unlabelled
    return { redacted: before + redacted.slice(noun.length).replace(TOKEN_LIKE, SECRET), secrets }
  }

  return { keys, redact }
}
