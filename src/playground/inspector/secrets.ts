import { bot } from '../local-workspace.ts'

export type TypedSecrets = {
  keys: ReadonlySet<string>
  /** The part of a sentence that may be shown; `wary` if it was unclear or its command takes secrets. */
  open: (sentence: string) => { open: string; wary: boolean }
}

const SECRET = '[secret]'

/** A word of letters and digits that may be a token. */
const TOKEN = /(?<!\S)(?=\S*\d)(?=\S*[a-z])[^\s<>]{12,}/gi

const withoutLabel = (word: string): string => word.replace(/^.*?[:=]/, '').replace(/^["“„]|["”“]$/g, '')

/** Removes secrets from a typed sentence: words that the bot would not repeat, and words like tokens. */
export const createSentenceRedactor =
  ({ keys, open: openOf }: TypedSecrets) =>
  (typed: string, command = ''): { visible: string; secrets: string[] } => {
    const [prefix = ''] = /^\s*(?:<@\w+>\s*)?(?:\/?dayshift\b\s*)?\/?/i.exec(typed) ?? []
    const noun = /^\/?(?:dayshift)?$/i.test(command) ? '' : `${command.replace('/', '')} `
    const sentence = noun + typed.slice(prefix.length)
    const { open, wary } = openOf(sentence)
    const rest = open.startsWith(noun) ? open.slice(noun.length) : open
    const visible = open === sentence ? typed : `${prefix}${rest.replace(/ +/g, ' ')} ${SECRET}`
    const removed = visible === typed ? [] : typed.split(/\s+/).filter(word => !visible.includes(word))
    const secrets = removed.filter(word => !keys.has(word.toLowerCase())).map(withoutLabel)
    return {
      visible: wary ? visible.replace(TOKEN, SECRET) : visible,
      secrets: secrets.filter(secret => secret !== ''),
    }
  }

/** Shorter secrets are masked in place, but not searched for elsewhere. */
const MIN_LENGTH = 4

/** Tickets, and the rest of response_urls after their first characters. */
const URL_SECRETS = [
  [/(\/respond\/\w{4})\w+/g, '$1…'],
  [/(ticket(?:=|%3D))[\w-]+/gi, `$1${SECRET}`],
] as const

const isTypedByPerson = (object: object): boolean =>
  'text' in object &&
  (('command' in object && 'trigger_id' in object) ||
    ('ts' in object && 'user' in object && object.user !== bot.user))

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)

export type Redactor = ReturnType<typeof createRedactor>

/**
 * Removes secrets from the records of one action. A secret is found by its key or in a sentence, and then
 * replaced everywhere. `globalSecrets` are the secrets of all actions.
 */
export const createRedactor = (typed: TypedSecrets, globalSecrets: ReadonlySet<string>) => {
  const ownSecrets = new Set<string>()
  const redactSentence = createSentenceRedactor(typed)

  /** Adds a secret, its trimmed form, and each of its lines. */
  const learn = (secret: string): void => {
    for (const part of [secret, secret.trim(), ...secret.split(/\s*\n\s*/)])
      if (part.length >= MIN_LENGTH) ownSecrets.add(part)
  }

  const mask = (content: unknown): unknown =>
    JSON.parse(
      JSON.stringify(content, (_, value: unknown) => {
        if (typeof value !== 'string' && typeof value !== 'number') return value
        learn(String(value))
        return value === '' ? value : SECRET
      }),
    )

  /** Prints content as JSON with its secrets masked. */
  const print = (content: unknown): string | undefined =>
    JSON.stringify(
      content,
      (key, value: unknown) => {
        if (key === 'specific') return value && mask(value)
        if (key === 'trigger_id') return `${String(value).slice(0, 6)}…`
        return typeof value === 'object' && value !== null ? maskTyped(key, value) : value
      },
      2,
    )

  const maskTyped = (key: string, object: object): object => {
    if ('type' in object && object.type === 'plain_text_input') {
      const isSecret = typed.keys.has('action_id' in object ? String(object.action_id) : key)
      const values = Object.entries(object).filter(([name]) => name === 'value' || name === 'initial_value')
      return isSecret ? { ...object, ...Object(mask(Object.fromEntries(values))) } : object
    }
    if (!isTypedByPerson(object)) return object
    const command = 'command' in object ? String(object.command) : ''
    const { visible, secrets } = redactSentence('text' in object ? String(object.text) : '', command)
    secrets.forEach(learn)
    return { ...object, text: visible }
  }

  /** Replaces all known secrets in a text, plain or JSON. */
  const redactText = (text: string): string => {
    const secrets = [...globalSecrets, ...ownSecrets].sort((a, b) => b.length - a.length)
    const forms = secrets.flatMap(secret => [secret, escapeJson(secret), escapeJson(escapeJson(secret))])
    const replaced = forms.reduce((result, form) => result.replaceAll(form, SECRET), text)
    return URL_SECRETS.reduce((result, [pass, short]) => result.replaceAll(pass, short), replaced)
  }

  return {
    learn,
    redactText,
    /** A value with all known secrets replaced in its texts. */
    redactTexts: <T>(value: T): T =>
      JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? redactText(each) : each)),
    /** Redacted content as text: strings unchanged, other values as indented JSON. */
    redact: (content: unknown): string =>
      redactText(typeof content === 'string' ? content : (print(content) ?? '')),
    count: () => ownSecrets.size,
  }
}
