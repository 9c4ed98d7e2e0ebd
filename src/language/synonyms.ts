import type { Command } from './commands.ts'

/** Verbs that say the same of any noun, behind it or before it, where it may be of many. */
type Alike = { behind: readonly string[]; before: readonly string[]; many?: true }

const onBothSides = (...verbs: string[]): Alike => ({ behind: verbs, before: verbs })

const VERBS: readonly Alike[] = [
  { behind: ['list', 'ls'], before: ['list', 'ls', 'show', 'view', 'get', 'give'], many: true },
  onBothSides('show', 'view', 'describe'),
  onBothSides('create', 'add', 'new', 'make'),
  onBothSides('edit', 'change', 'update', 'modify'),
  onBothSides('remove', 'delete'),
  { behind: ['on', 'turn on', 'enable', 'activate'], before: ['turn on', 'enable', 'activate'] },
  { behind: ['off', 'turn off', 'disable', 'deactivate'], before: ['turn off', 'disable', 'deactivate'] },
  { behind: ['order', 'reorder', 'sort'], before: ['order', 'reorder', 'sort'], many: true },
]

/** What such a verb would rather mean of a noun: `make user @bo admin` may be about a person who is a member. */
const OTHERWISE = new Map([['member', 'make']])

const NOUNS = [
  ['org', 'organization'],
  ['member', 'user'],
  ['credential', 'cred'],
]

/**
 * The commands with all the ways in which people say them: `plan create` is `make plan` and `plan new` as
 * well. Behind a noun that names can follow at once, as in `pause update-service`, a verb is one only where a
 * command says so.
 */
export function withSynonyms<T extends Command>(commands: readonly T[]): T[] {
  const beforeNames = new Set(commands.flatMap(({ command }) => (command.usage ? [command.words[0]] : [])))
  return commands.map(each => {
    const { words } = each.command
    const [first, ...others] = words
    const nouns = namesOf(each.id.split('.', 1)[0] ?? '')
    const ways = words.flatMap(way => waysOf(way, nouns, beforeNames))
    // Where a verb needs no noun, the noun may be part of a name: `disable plan b`.
    const isSaid = (way: string) => words.includes(way)
    const needed = ways.filter(way => isSaid(way) || !isSaid(way.replace(/ \S+$/, '')))
    const all = new Set([...others, ...needed].filter(way => way !== first))
    return { ...each, command: { ...each.command, words: [first, ...all] } }
  })
}

function waysOf(words: string, nouns: readonly string[], beforeNames: ReadonlySet<string>): string[] {
  const [first = '', ...rest] = words.split(' ')
  const [one, many] = first.endsWith('s') ? [first.slice(0, -1), 's'] : [first, '']
  if (!nouns.includes(one)) return [words]
  const verb = rest.join(' ')
  const alike = VERBS.find(({ behind }) => behind.includes(verb))
  return nouns.flatMap(noun => {
    if (!alike) return [`${noun}${many}`, ...rest].join(' ')
    const behind = beforeNames.has(noun) ? [verb] : alike.behind
    const before = alike.many ? `${noun}s` : noun
    const isMeant = (verb: string) => verb !== OTHERWISE.get(nouns[0] ?? '')
    return [
      ...behind.filter(isMeant).map(verb => `${noun} ${verb}`),
      ...alike.before.filter(isMeant).map(verb => `${verb} ${before}`),
    ]
  })
}

/** The nouns of commands, by all their names. */
export const nounsOf = (commands: readonly Command[]): ReadonlySet<string> =>
  new Set(commands.flatMap(({ id }) => namesOf(id.split('.', 1)[0] ?? '')))

/** A noun by all its names. */
const namesOf = (noun: string): readonly string[] => NOUNS.find(nouns => nouns.includes(noun)) ?? [noun]
