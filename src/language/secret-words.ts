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
 * The sentence without access data that a person wrote into it: nothing may keep or repeat it, and a form asks for it. A
 * name that looks like access data stands in quotes. In other sentences a reason may well hold `key: …`.
 */
export function withoutSecretWords(sentence: string, commands: readonly CommandWithInputs[]): string {
  const typed = normalize(sentence)
  const exact = findCommand(typed, commands)
  const nearest = exact ?? findCommand(suggest(typed, commands)[0] ?? '', commands)
  const noun = nearest && nounOf(nearest.operation.id)
  const asking = askingSecrets(commands)
  const own = asking.byNoun.get(noun ?? '') ?? []
  const open = (nearest?.operation.inputs ?? []).filter(each => !isSecret(each)).map(({ key }) => key)
  const signed = signedPattern(
    exact ? (asking.byFirstWord.get(firstWord(exact.words)) ?? []) : asking.all,
    open,
  )
  const bare = nearest && barePattern(own, open, nearest.words.split(' ').length)
  const left = signed ? typed.replace(signed, '') : typed
  const keep = (_: string, prefix = '') => prefix
  const visible = bare ? left.replace(bare, keep).replace(tokenPattern(nearest.words), keep) : left
  return visible === typed ? sentence : visible.trim()
}

type Asking = ReturnType<typeof findAsking>

const known = new WeakMap<readonly CommandWithInputs[], Asking>()

/** The commands that ask for secrets; looked for once in a list of commands. */
const askingSecrets = (commands: readonly CommandWithInputs[]): Asking =>
  known.getOrInsertComputed(commands, () => findAsking(commands))

function findAsking(commands: readonly CommandWithInputs[]) {
  const all = commands.filter(({ inputs }) => inputs.some(isSecret))
  const firstWords = new Set(all.flatMap(({ command }) => command.words.map(firstWord)))
  const begins = (word: string) => all.filter(({ command }) => command.words.map(firstWord).includes(word))
  const byNoun = Map.groupBy(all, ({ id }) => nounOf(id))
  return { all, byNoun, byFirstWord: new Map([...firstWords].map(word => [word, begins(word)])) }
}

/** `key:"…"`, `Client-id = …`; a label of several words also without a sign: `role arn …`. */
function signedPattern(commands: readonly CommandWithInputs[], open: readonly string[]): RegExp | undefined {
  const { labels, names } = secretLabels(commands, open)
  if (labels.length === 0) return undefined
  const several = labels.filter(label => label.includes('[')).join('|')
  const sign = `"?(?:${names})"?\\s*[:=]\\s*${several && `|(?:${several})\\s+`}`
  return new RegExp(`(?<!\\S)(?:${sign})${VALUE}`, 'gi')
}

/** `key …`, and what is no word, such as `arn:…`; the words of the command and words in quotes stay. */
function barePattern(
  commands: readonly CommandWithInputs[],
  open: readonly string[],
  commandLength: number,
): RegExp | undefined {
  const { labels, names } = secretLabels(commands, open)
  if (labels.length === 0) return undefined
  return new RegExp(
    `(${keptWords(commandLength)})|(?<!\\S)(?:(?:${names})\\s+${VALUE}|[^\\s:="]+[:=]\\S+)`,
    'gi',
  )
}

const keptWords = (commandLength: number): string =>
  `^(?:\\S+\\s*){${commandLength}}|(?<!\\S)"(?:[^"\\\\]|\\\\.)*"`

/** A word of small letters alone is no token, nor is one with a hyphen: those are names. */
const TOKEN = '(?<!\\S)(?=\\S*\\d)(?=\\S*[A-Z])[\\w+/=.]{12,}(?!\\S)'

const tokenPattern = (command: string): RegExp =>
  new RegExp(`(${keptWords(command.split(' ').length)})|${TOKEN}`, 'g')

/** Whether a word may be access data, wherever it stands. */
export const looksSecret = (word: string): boolean => new RegExp(TOKEN).test(word)

function secretLabels(commands: readonly CommandWithInputs[], open: readonly string[]) {
  const secret = commands.flatMap(({ inputs }) => inputs.filter(isSecret))
  const asked = secret.filter(({ key }) => !open.includes(key))
  const labels = [...new Set(asked.map(({ label }) => label.replaceAll(' ', '[\\s_-]*')))]
  return { labels, names: [...labels, ...asked.map(({ key }) => key), 'secret'].join('|') }
}

const VALUE = '(?:"(?:[^"\\\\]|\\\\.)*"?|\\S+)'

const firstWord = (words: string): string => (words.split(' ', 1)[0] ?? '').replace(/s$/, '')

/** Where people may type secrets into sentences, for a log or a page that shows what they typed. */
export function typedSecrets(commands: readonly CommandWithInputs[]) {
  const { all: asking } = askingSecrets(commands)
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
