import type { Command } from './commands.ts'

/** Verbs with the same meaning for every noun, after or before it; `many` if the noun before may be plural. */
type VerbSynonyms = { behind: readonly string[]; before: readonly string[]; many?: true }

const onBothSides = (...verbs: string[]): VerbSynonyms => ({ behind: verbs, before: verbs })

const VERBS: readonly VerbSynonyms[] = [
  { behind: ['list', 'ls'], before: ['list', 'ls', 'show', 'view', 'get', 'give'], many: true },
  onBothSides('show', 'view', 'describe'),
  onBothSides('create', 'add', 'new', 'make'),
  onBothSides('edit', 'change', 'update', 'modify'),
  onBothSides('remove', 'delete'),
  { behind: ['on', 'turn on', 'enable', 'activate'], before: ['turn on', 'enable', 'activate'] },
  { behind: ['off', 'turn off', 'disable', 'deactivate'], before: ['turn off', 'disable', 'deactivate'] },
  { behind: ['order', 'reorder', 'sort'], before: ['order', 'reorder', 'sort'], many: true },
]

/** Excluded verbs by noun: `make user @bo admin` may be about an existing member. */
const EXCLUDED = new Map([['member', 'make']])

const NOUNS = [
  ['org', 'organization'],
  ['member', 'user'],
  ['credential', 'cred'],
]

/**
 * Adds synonyms to the words of commands: `plan create` is also `make plan` and `plan new`. After a noun that
 * can be followed by a name, as in `pause update-service`, no verbs are added.
 */
export function withSynonyms<T extends Command>(commands: readonly T[]): T[] {
  const beforeNames = new Set(commands.flatMap(({ command }) => (command.usage ? [command.words[0]] : [])))
  return commands.map(each => {
    const { words } = each.command
    const [first, ...others] = words
    const nouns = namesOf(each.id.split('.', 1)[0] ?? '')
    const ways = words.flatMap(way => waysOf(way, nouns, beforeNames))
    // If the verb alone is a command, the noun may be part of a name: `disable plan b`.
    const isGiven = (way: string) => words.includes(way)
    const needed = ways.filter(way => isGiven(way) || !isGiven(way.replace(/ \S+$/, '')))
    const all = new Set([...others, ...needed].filter(way => way !== first))
    return { ...each, command: { ...each.command, words: [first, ...all] } }
  })
}

function waysOf(words: string, nouns: readonly string[], beforeNames: ReadonlySet<string>): string[] {
  const [first = '', ...rest] = words.split(' ')
  const [one, many] = first.endsWith('s') ? [first.slice(0, -1), 's'] : [first, '']
  if (!nouns.includes(one)) return [words]
  const verb = rest.join(' ')
  const synonyms = VERBS.find(({ behind }) => behind.includes(verb))
  return nouns.flatMap(noun => {
    if (!synonyms) return [`${noun}${many}`, ...rest].join(' ')
    const behind = beforeNames.has(noun) ? [verb] : synonyms.behind
    const before = synonyms.many ? `${noun}s` : noun
    const isAllowed = (verb: string) => verb !== EXCLUDED.get(nouns[0] ?? '')
    return [
      ...behind.filter(isAllowed).map(verb => `${noun} ${verb}`),
      ...synonyms.before.filter(isAllowed).map(verb => `${verb} ${before}`),
    ]
  })
}

/** All names of the nouns of commands. */
export const nounsOf = (commands: readonly Command[]): ReadonlySet<string> =>
  new Set(commands.flatMap(({ id }) => namesOf(id.split('.', 1)[0] ?? '')))

/** All names of a noun. */
const namesOf = (noun: string): readonly string[] => NOUNS.find(nouns => nouns.includes(noun)) ?? [noun]
