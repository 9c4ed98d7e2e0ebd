import { distance } from 'fastest-levenshtein'
import { isCourtesy, isRequest, normalize, withoutLastCourtesies } from './normalize.ts'
import { nounsOf } from './synonyms.ts'

/** The part of an operation that the parser of commands needs. */
export type Command = {
  id: string
  effect: 'read' | 'write'
  /** Whether a sentence can have words after the command. */
  takesWords: boolean
  command: {
    words: readonly [string, ...string[]]
    usage?: string
    presets?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    question?: string
  }
}

export type ParsedCommand<T> =
  | Asked<T, 'operation'>
  /** A change with a question mark, to be offered; `sentence` is without the mark. */
  | (Asked<T, 'question'> & { sentence: string })
  | { kind: 'help'; topic: string }
  | { kind: 'courtesy' }
  | { kind: 'unknown'; sentence: string; suggestions: string[]; why?: string | undefined }

type Asked<T, Kind> = { kind: Kind; operation: T; args: Readonly<Record<string, unknown>>; rest: string }

/** Parses the text after `/dayshift`. `isQuestion` treats a change as if it had a question mark. */
export function parseCommand<T extends Command>(
  sentence: string,
  commands: readonly T[],
  isQuestion = false,
): ParsedCommand<T> {
  if (isCourtesy(sentence) && /\p{L}/u.test(sentence)) return { kind: 'courtesy' }
  const typed = expandIdiom(normalize(sentence))
  if (isCourtesy(typed) || ASKS_HELP.test(typed)) return { kind: 'help', topic: '' }
  const topic = HELP_ON.exec(typed)?.[1]
  if (topic !== undefined) return { kind: 'help', topic: topic.replace(/[?!.]+$/, '') }
  const near = NEAR.find(([pattern]) => pattern.test(typed))
  const found = near ? undefined : findCommand(typed, commands)
  if (found && ASKS_HELP.test(found.rest)) return { kind: 'help', topic: found.words }
  if (!found || !canHold(found.operation, found.rest))
    return { kind: 'unknown', sentence: typed, suggestions: suggest(typed, commands), why: near?.[2] }
  const { words, operation, rest } = found
  const args = operation.command.presets?.[words] ?? {}
  if (operation.effect === 'read') return { kind: 'operation', operation, args, rest }
  const plain = rest.replace(LAST_MARK, '')
  const unmarked = plain.replace(MARK, '').trim()
  if (!isQuestion && (isRequest(sentence) || unmarked === rest))
    return { kind: 'operation', operation, args, rest: plain }
  const preview = commands.find(({ id }) => id === operation.command.question)
  if (preview) return { kind: 'operation', operation: preview, args, rest: plain }
  return { kind: 'question', operation, args, rest: unmarked, sentence: `${words} ${unmarked}`.trim() }
}

/** A question mark at the end of a word or on its own. */
const MARK = /\s*\(?(?<!\?)\?+\)?(?![^\s!.,;…\p{Extended_Pictographic}])/gu

/** A question mark that ends the sentence or is on its own, or `--dry-run`; others may belong to a name or a reason. */
const LAST_MARK = /\s*\(?(?<!\?)\?+\)?[\s!.,;…]*$|\s+\(?\?+\)?(?=\s)|\s+[—–-]+dry-run$/gi

const ASKS_HELP =
  /^(?:help|hilfe|ayuda|aide|aiuto|ajuda|hulp|-h|--?h(?:elp)?|\?|commands|what can (?:i|you) (?:do|say)|who are you|how does (?:this|it) work)[?!.]*$/i

const HELP_ON =
  /^(?:(?:(?:--)?help(?: me)?(?: with)?|how to|(?:how (?:do|can|should)|what happens (?:when|if)) (?:i|we|you))(?!\S)\s*)+(.*)$/i

const NO_DAYS = 'The history begins with the latest change, and cannot be limited to days.'
const NO_DELETION = 'Plans cannot be deleted here. You can turn it off.'

/** Requests that no command fits, with replacements to suggest and an explanation. */
const NEAR: readonly (readonly [RegExp, readonly string[], string?])[] = [
  [/^(?:plan|pause)\s+(?=(?:pause|resume)\s)/i, ['']],
  [/^(?:plan\s+(?:delete|remove)|(?:delete|remove)\s+(?:the\s+)?plan)\s+/i, ['plan off '], NO_DELETION],
  [/^(?:delete|remove)\s+(?:the\s+)?(\S+)\s+plan$/i, ['plan off $1'], NO_DELETION],
  [/^history\s+(?:today|yesterday|(?:this|last)\s+(?:week|month))[?!.]*$/i, ['history'], NO_DAYS],
  // Handled by the plan that the question names.
  [/^why\s+(?:is|are|was|were|does|do|did|will|\w+n't)\s/i, []],
  [/^plan\s+(?!(?:turn|switch|shut|power|on|off)\s)(\S+)\s+(on|off)$/i, ['plan $2 $1']],
  [/^(?:plan\s+)?(?:stop|halt|shut\s?down)\s+(?!(?:the\s+)?paus)/i, ['pause ', 'plan off ']],
  [/^(?:plan\s+)?(?:start|restart|wake(?: up)?)\s+/i, ['resume ', 'plan on ']],
]

/** Question words are no typos: `which` is not `watch`. */
const ASKS = /^(?:what|which|when|where|who|why|how)$/

/** Questions that the history answers. */
const ASKS_PAST = /^(?:who|why|when (?:was|did)|what happened)(?!\S)/i

type Found<T> = { words: string; operation: T; rest: string }

/**
 * Finds the longest command at the beginning of a sentence. A noun followed by a name shows that entity:
 * `plan web-prod` is `plan show web-prod`.
 */
export function findCommand<T extends Command>(typed: string, commands: readonly T[]): Found<T> | undefined {
  const [, first = ''] = /^([^\s.,:;!?…]+?)s?(?=$|[\s.,:;!?…])/.exec(typed.toLowerCase()) ?? []
  const { byFirst, byWords } = compiled.getOrInsertComputed(commands, () => compile(commands))
  for (const { words, index, pattern } of byFirst.get(first) ?? []) {
    const match = pattern.exec(typed)
    const operation = commands[index]
    if (!match || !operation) continue
    const behind = typed.slice(match[0].length).replace(/^[.,:;!…]+(?=\s|$)/, '')
    const rest = withoutLastCourtesies(behind.trim().replace(LEAD_IN, ''))
    const show = commands[byWords.get(`${words} show`) ?? -1]
    if (show && !canHold(operation, rest) && !ASKS_HELP.test(rest) && !isNearVerb(rest, words, commands))
      return { words, operation: show, rest }
    return { words, operation, rest }
  }
  return undefined
}

/** `schedule of web-prod`, `create a plan called reports`, `pause please web-prod`. */
const LEAD_IN =
  /^(?:please|pls|plz|of|(?:(?:an?|the|new|plan|org(?:ani[sz]ation)?|credential)\s+)*(?:called|named))\s+(?=\S)/i

/** The words of a command, and its index in the list. */
type Pattern = { words: string; index: number; pattern: RegExp }

/** Cached for each list of commands. */
const compiled = new WeakMap<readonly Command[], ReturnType<typeof compile>>()

/**
 * Groups the patterns of all commands by their first word in the singular, longest first, and maps the first
 * name of each command to its index.
 */
function compile(commands: readonly Command[]) {
  const nouns = nounsOf(commands)
  const patterns = commands
    .flatMap(({ command }, index) =>
      command.words.map((words): Pattern => ({ words, index, pattern: patternOf(words, nouns) })),
    )
    .sort((a, b) => b.words.length - a.words.length)
  return {
    byFirst: Map.groupBy(patterns, ({ words }) => words.split(' ', 1)[0]?.replace(/s$/, '') ?? ''),
    byWords: new Map(commands.map(({ command }, index) => [command.words[0], index])),
  }
}

/** Allows fillers after a verb (`show me all the plans`) and the plural of a noun (`plans off`). */
function patternOf(words: string, nouns: ReadonlySet<string>): RegExp {
  const each = words.split(' ')
  const isVerb = !nouns.has((each[0] ?? '').replace(/s$/, ''))
  const between = isVerb ? '\\s+(?:(?:me|all|of|the|an?|my|our|new)\\s+)*' : 's?\\s+'
  return new RegExp(`^${each.join(between)}(?=\\s|$|[.,:;!?…]+(?:\\s|$))`, 'i')
}

/** Whether a command can take the rest of a sentence; one without usage takes only a page number. */
const canHold = ({ takesWords, command: { usage } }: Command, rest: string): boolean =>
  rest === '' || isCourtesy(rest) || (takesWords && (usage !== undefined || /^(?:page )?\d+$/i.test(rest)))

/** Whether the word after a noun is a misspelled verb: `plan lsit`. */
function isNearVerb(rest: string, noun: string, commands: readonly Command[]): boolean {
  const [typed = ''] = rest.toLowerCase().split(/\s+/, 1)
  return commands.some(({ command }) =>
    command.words.some(words => words.startsWith(`${noun} `) && isNear(typed, words.slice(noun.length + 1))),
  )
}

/** Whether words differ by one letter, by two in longer words, or by swapped letters. */
function isNear(typed: string, word: string): boolean {
  const isSwapped = typed.length === word.length && [...typed].sort().join() === [...word].sort().join()
  return distance(typed, word) <= (word.length < 5 && !isSwapped ? 1 : 2) && typed[0] === word[0]
}

const MAX_SUGGESTIONS = 3

/** Suggests sentences with the words of a similar command, or of the same noun. */
export function suggest(sentence: string, commands: readonly Command[]): string[] {
  const text = normalize(sentence)
  const [pattern, words = []] = NEAR.find(([pattern]) => pattern.test(text)) ?? []
  if (pattern) return words.map(each => text.replace(pattern, each))
  if (ASKS_PAST.test(text)) return ['history', 'pause list']
  const typed = text.split(/\s+/)
  const near = commands.flatMap(operation =>
    operation.command.words.flatMap(words => {
      const each = words.split(' ')
      const isAlike = each.every((word, at) => {
        const typedWord = (typed[at] ?? '').toLowerCase()
        return typedWord === word || (!ASKS.test(typedWord) && isNear(typedWord, word))
      })
      if (!isAlike) return []
      const rest = typed.slice(each.length).join(' ')
      const suggestion = `${words} ${rest}`.trim()
      const isRead = findCommand(suggestion, commands)?.operation === operation
      return isRead && canHold(operation, rest) ? [{ operation, suggestion }] : []
    }),
  )
  const noun = (typed[0] ?? '').toLowerCase()
  const ofNoun = commands
    .filter(({ command }) => command.words[0].split(' ')[0] === noun)
    .map(operation => ({ operation, suggestion: operation.command.words[0] }))
  const byOperation = Map.groupBy(near.length > 0 ? near : ofNoun, ({ operation }) => operation)
  return [...byOperation.values()].slice(0, MAX_SUGGESTIONS).flatMap(([first]) => first?.suggestion ?? [])
}

const NOW = '(?:\\s+(?:now|right now|today|currently|at the moment))?'
const STILL = '(?:(?:still|currently|turned|switched)\\s+)*'
const RUNS = '(?:paused|on hold|off|down|stopped|on|up|running|resumed|active|inactive)'

const ALL = '(?:everything|all(?: of)?(?: the| our)? plans|all)'

const RUNS_AGAIN = `(?:be\\s+|come\\s+)?(?:back|(?:back\\s+)?${RUNS})(?:\\s+again)?`
const WHICH = '(?:what|which)(?:\\s+plans)?\\s+'
const WHEN = '(?:(?:until|since|for) )?(?:when|how long)'
const whole = (sentence: string): RegExp => new RegExp(`^${sentence}$`, 'is')

/** Idioms around a name, and their commands. Applied in order, each to the result of the former. */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/^(what|who|how|when)'?s\b/i, '$1 is'],
  [/^(?:is\s+)?anything\s+(?=paused|on hold|off|running)/i, 'what is '],
  [/^(?=(?:who|what|which|is|how|why|when|until|since|for|whoami)\b)(.*[^?!.])[?!.]+$/is, '$1'],
  [whole(`${WHICH}(?:is|are)\\s+${STILL}(?:paused|on hold)${NOW}`), 'what is paused now'],
  [whole(`${WHICH}(?:is|are)\\s+${STILL}(?:off|inactive)${NOW}`), 'which plans are off'],
  [whole(`${WHICH}(?:runs?|(?:is|are)\\s+${STILL}(?:on|running|active))${NOW}`), 'which plans are running'],
  [whole(`${WHEN} (?:is|are|will|does|do)\\s+${ALL}\\s.*`), 'what is paused now'],
  [whole(`(?:why|who)\\s(?:\\S+\\s+){1,2}?${ALL}(?:\\s.*)?`), 'what is paused now'],
  [whole(`is\\s+(\\S.*?)\\s${STILL}(?:back|${RUNS})${NOW}`), 'plan show $1'],
  [whole(`why (?:is|isn't|is not|was)\\s+(\\S.*?)\\s(?:not\\s+)?${STILL}${RUNS}${NOW}`), 'pause why $1'],
  [
    /^who (?:has )?(?:paused|stopped|suspended|(?:turned|switched) off|shut down)\s+(\S.*)$/is,
    'pause why $1',
  ],
  [/^who (?:has )?(?:turned|switched|shut)\s+(\S.*?)\s(?:off|down)$/is, 'pause why $1'],
  [whole(`${WHEN} (?:is|will|does)\\s+(\\S.*?)\\s${STILL}${RUNS_AGAIN}${NOW}`), 'pause why $1'],
  [/^who\s+(?:can|may(?!\s+have)|(?:is|are)\s+(?:an?\s+|the\s+|our\s+)?(?:admin|owner)s?)\b.*/is, 'member'],
  [/^(?:take|remove)\s+(\S.*?)\s(?:off|from) (?:hold|(?:the )?pause)(?![^\s.,;:!?])/is, 'resume $1'],
  [
    /^(?:stop|cancel|end|remove)\s+(?:the\s+)?(?:pause(?: of\s+(\S.*))?|(?!(?:the|that|this|my|our|all)\s)(\S.*?)(?:'s)?\s+pause)$/is,
    'cancel pause $1$2',
  ],
  // `plan week 50` names a week, not a page.
  [/^((?:plan\s+)?)(week|month)\s+(\d{1,2})$/i, '$1$2 $2 $3'],
  [/^what (?:is|are)\s+(?:the\s+)?(?=(?:status|schedule|hours) (?:of|for)\b)/i, ''],
  [/^((?:plan )?(?:turn|switch|shut|power|on|off|enable|disable)\s.*?\S)\s(?:right )?now[.!]*$/is, '$1'],
  [
    /^(turn|switch|shut|power)\s+(?!(?:on|off|down|to)\s)(\S.*?)(?<!\sback)\s(on|off|down)(?=\?*$)/is,
    '$1 $3 $2',
  ],
  [
    /^(resource (?:add|remove|delete|edit)|(?:add|remove|delete|edit) (?:the |an? )?resource)\s+(\S+)\s+(?:to|from|of|in)\s+(\S+)$/is,
    '$1 $3 $2',
  ],
  [/^pause\s+(\S+)\s+(change|extend)\s+(?=(?:until|till?|to|by|from)\s)/i, 'pause $2 $1 '],
  [/^((?:plan )?)protect\s+(\S.*?)\soff[.!]*$/is, '$1unprotect $2'],
  [/^put\s+(\S.*?)\son hold(?![^\s.,;:!?])/is, 'pause $1'],
  [/^(?:stop|cancel|end|remove|delete) all(?: the| our)? pauses[.!]*$/i, 'resume all'],
  [/^(?:stop|cancel|end|remove|delete) all(?: the| our)? pauses (?:of|on|for)\s+(?=\S)/i, 'resume '],
]

/** Rewrites an idiom to a command: `turn web-prod off` to `turn off web-prod`. */
function expandIdiom(sentence: string): string {
  if (sentence.length > MAX_LENGTH || !/[\s?]/.test(sentence)) return sentence
  const typed = withoutLastCourtesies(sentence)
  const expanded = IDIOMS.reduce((text, [pattern, command]) => text.replace(pattern, command), typed)
  return expanded === typed ? sentence : expanded
}

const MAX_LENGTH = 500
