import { type Command, findCommand, suggest } from './commands.ts'
import { normalize } from './normalize.ts'

/** A command with the inputs of its form. */
export type CommandWithInputs = Command & {
  inputs: readonly { key: string; label: string; control: { kind: string }; isConfirmation?: boolean }[]
}

type Inputs = CommandWithInputs['inputs']

const isSecret = ({ control }: Inputs[number]) => control.kind === 'secret'
const nounOf = (id: string) => id.split('.', 1)[0] ?? ''

/**
 * Removes access data that a person typed into a sentence, so that nothing stores or repeats it; a form asks for
 * it. Names that look like access data have to be quoted. Sentences of commands without secrets are left alone:
 * their reason may contain `key: …`.
 */
export function withoutSecretWords(sentence: string, commands: readonly CommandWithInputs[]): string {
  const typed = normalize(sentence)
  const exact = findCommand(typed, commands)
  const nearest = exact ?? findCommand(suggest(typed, commands)[0] ?? '', commands)
  const asking = commandsWithSecrets(commands)
  const own = asking.filter(({ id }) => nearest && nounOf(id) === nounOf(nearest.operation.id))
  const signed = exact ? own : asking
  const unsigned = signed.length > 0 ? typed.replace(signedPattern(signed), '') : typed
  const visible = nearest && own.length > 0 ? withoutBareSecrets(unsigned, nearest.words, own) : unsigned
  return visible === typed ? sentence : visible.trim()
}

const cache = new WeakMap<readonly CommandWithInputs[], readonly CommandWithInputs[]>()

/** The commands that ask for secrets, cached for each list. */
const commandsWithSecrets = (commands: readonly CommandWithInputs[]): readonly CommandWithInputs[] =>
  cache.getOrInsertComputed(commands, () => commands.filter(({ inputs }) => inputs.some(isSecret)))

const VALUE = '(?:"(?:[^"\\\\]|\\\\.)*"?|\\S+)'

/** Matches `key:"…"` and `Client-id = …`; a label of several words also without a sign: `role arn …`. */
function signedPattern(asking: readonly CommandWithInputs[]): RegExp {
  const { labels, names } = secretLabels(asking)
  const several = labels.filter(label => label.includes('[')).join('|')
  const sign = `"?(?:${names})"?\\s*[:=]\\s*${several && `|(?:${several})\\s+`}`
  return new RegExp(`(?<!\\S)(?:${sign})${VALUE}`, 'gi')
}

/** Words in lower case or with a hyphen are names, not tokens. */
const TOKEN = '(?<!\\S)(?=\\S*\\d)(?=\\S*[A-Z])[\\w+/=.]{12,}(?!\\S)'

/** Removes `key …`, and what is no word, such as `arn:…`; keeps the words of the command and quoted words. */
function withoutBareSecrets(typed: string, command: string, asking: readonly CommandWithInputs[]): string {
  const { names } = secretLabels(asking)
  const kept = `^(?:\\S+\\s*){${command.split(' ').length}}|(?<!\\S)"(?:[^"\\\\]|\\\\.)*"`
  const named = `(?<!\\S)(?:(?:${names})\\s+${VALUE}|[^\\s:="]+[:=]\\S+)`
  const keep = (_: string, prefix = '') => prefix
  return typed
    .replace(new RegExp(`(${kept})|${named}`, 'gi'), keep)
    .replace(new RegExp(`(${kept})|${TOKEN}`, 'g'), keep)
}

/** Whether a word looks like access data; a mentioned person does not. */
export const looksSecret = (word: string): boolean =>
  word.length >= 12 && /\d/.test(word) && !word.startsWith('<')

function secretLabels(asking: readonly CommandWithInputs[]) {
  const secret = asking.flatMap(({ inputs }) => inputs.filter(isSecret))
  const labels = [...new Set(secret.map(({ label }) => label.replaceAll(' ', '[\\s_-]*')))]
  return { labels, names: [...labels, ...secret.map(({ key }) => key), 'secret'].join('|') }
}

/** Finds secrets in typed sentences, for a log or a page that shows them. */
export function typedSecrets(commands: readonly CommandWithInputs[]) {
  const asking = commandsWithSecrets(commands)
  const nouns = new Set(asking.map(({ id }) => nounOf(id)))

  return {
    keys: new Set(asking.flatMap(({ inputs }) => inputs.filter(isSecret)).map(({ key }) => key)),
    open: (sentence: string): { open: string; wary: boolean } => {
      const found = findCommand(normalize(sentence), commands)
      if (found && !found.operation.takesWords && asking.includes(found.operation) && found.rest !== '')
        return { open: found.words, wary: true }
      return {
        open: withoutSecretWords(sentence, commands),
        wary: !found || nouns.has(nounOf(found.operation.id)),
      }
    },
  }
}
