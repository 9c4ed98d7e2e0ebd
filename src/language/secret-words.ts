import { type Command, findCommand, suggest } from './commands.ts'
import { normalize } from './normalize.ts'

/** A command with the inputs that its form asks for. */
export type CommandWithInputs = Command & {
  inputs: readonly { key: string; label: string; control: { kind: string }; isConfirmation?: boolean }[]
}

type Inputs = CommandWithInputs['inputs']

const isSecret = ({ control }: Inputs[number]) => control.kind === 'secret'
const nounOf = (id: string) => id.split('.', 1)[0] ?? ''

/**
 * The sentence without access data that a person wrote into it: nothing may keep or repeat it, and a form
 * asks for it. A name that looks like access data stands in quotes. In other sentences a reason may well hold
 * `key: …`.
 */
export function withoutSecretWords(sentence: string, commands: readonly CommandWithInputs[]): string {
  const typed = normalize(sentence)
  const exact = findCommand(typed, commands)
  const nearest = exact ?? findCommand(suggest(typed, commands)[0] ?? '', commands)
  const asking = commandsWithSecrets(commands)
  const own = asking.filter(({ id }) => nearest && nounOf(id) === nounOf(nearest.operation.id))
  const signed = exact ? own : asking
  const left = signed.length > 0 ? typed.replace(signedPattern(signed), '') : typed
  const visible = nearest && own.length > 0 ? withoutBareSecrets(left, nearest.words, own) : left
  return visible === typed ? sentence : visible.trim()
}

const known = new WeakMap<readonly CommandWithInputs[], readonly CommandWithInputs[]>()

/** Those that ask for secrets; looked for once in a list of commands. */
const commandsWithSecrets = (commands: readonly CommandWithInputs[]): readonly CommandWithInputs[] =>
  known.getOrInsertComputed(commands, () => commands.filter(({ inputs }) => inputs.some(isSecret)))

const VALUE = '(?:"(?:[^"\\\\]|\\\\.)*"?|\\S+)'

/** `key:"…"`, `Client-id = …`; a label of several words also without a sign: `role arn …`. */
function signedPattern(asking: readonly CommandWithInputs[]): RegExp {
  const { labels, names } = secretLabels(asking)
  const several = labels.filter(label => label.includes('[')).join('|')
  const sign = `"?(?:${names})"?\\s*[:=]\\s*${several && `|(?:${several})\\s+`}`
  return new RegExp(`(?<!\\S)(?:${sign})${VALUE}`, 'gi')
}

/** A word of small letters alone is no token, nor is one with a hyphen: those are names. */
const TOKEN = '(?<!\\S)(?=\\S*\\d)(?=\\S*[A-Z])[\\w+/=.]{12,}(?!\\S)'

/** Without `key …`, and what is no word, such as `arn:…`; the words of the command and words in quotes stay. */
function withoutBareSecrets(typed: string, command: string, asking: readonly CommandWithInputs[]): string {
  const { names } = secretLabels(asking)
  const kept = `^(?:\\S+\\s*){${command.split(' ').length}}|(?<!\\S)"(?:[^"\\\\]|\\\\.)*"`
  const named = `(?<!\\S)(?:(?:${names})\\s+${VALUE}|[^\\s:="]+[:=]\\S+)`
  const keep = (_: string, prefix = '') => prefix
  return typed
    .replace(new RegExp(`(${kept})|${named}`, 'gi'), keep)
    .replace(new RegExp(`(${kept})|${TOKEN}`, 'g'), keep)
}

/** Whether a word may be access data, wherever it stands. */
export const looksSecret = (word: string): boolean => word.length >= 12 && /\d/.test(word)

function secretLabels(asking: readonly CommandWithInputs[]) {
  const secret = asking.flatMap(({ inputs }) => inputs.filter(isSecret))
  const labels = [...new Set(secret.map(({ label }) => label.replaceAll(' ', '[\\s_-]*')))]
  return { labels, names: [...labels, ...secret.map(({ key }) => key), 'secret'].join('|') }
}

/** Where people may type secrets into sentences, for a log or a page that shows what they typed. */
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
