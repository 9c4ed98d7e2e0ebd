import { distance } from 'fastest-levenshtein'
import { unmarkedName } from './normalize.ts'
import { joinLast } from './wording.ts'

/** An entity that people refer to by name. */
export type Named = { id: string; name: string }

/** The match of a name: one item, several with the same name or beginning, similar ones, or none. */
export type FoundNamed<T> =
  | { kind: 'one'; item: T }
  | { kind: 'same' | 'several' | 'near'; items: T[] }
  | { kind: 'none' }

/** Slack truncates the text of buttons and options at about this many characters. */
const SHOWN_LENGTH = 40

const MAX_NEAR = 5

/** Returns the names of items, with the id if their visible beginnings are the same. */
export function distinctNames(items: readonly Named[]): (item: Named) => string {
  const visible = ({ name }: Named) => name.slice(0, SHOWN_LENGTH)
  const alike = Map.groupBy(items, visible)
  return item =>
    alike.get(visible(item))?.some(({ id }) => id !== item.id) ? `${visible(item)} (${item.id})` : item.name
}

/**
 * Finds an item by its exact name, by a unique beginning (three letters or whole words), or by its name with
 * other separators; otherwise the most similar names. Ignores Slack's formatting around the words.
 */
export function findNamed<T extends Named>(words: string, items: readonly T[]): FoundNamed<T> {
  const match = findExactly(words, items)
  const unmarked = unmarkedName(words)
  const isMatch = match.kind !== 'near' && match.kind !== 'none'
  return unmarked === undefined || isMatch ? match : findNamed(unmarked, items)
}

/** Spellings to compare: in lower case, also with spaces as separators, and without separators. */
type Spelling = { lower: string; spaced: string; joined: string }

const spellings = new WeakMap<readonly Named[], Spelling[]>()

/** Caches the spellings of a list, since a sentence may contain many names. */
const spell = (items: readonly Named[]): Spelling[] =>
  spellings.getOrInsertComputed(items, () =>
    items.map(({ name }) => {
      const lower = name.toLowerCase().replaceAll(/[‘’]/g, "'")
      return { lower, spaced: lower.replaceAll(/[._-]+/g, ' '), joined: joinWords(lower) }
    }),
  )

function findExactly<T extends Named>(words: string, items: readonly T[]): FoundNamed<T> {
  const sought = words.toLowerCase()
  const joined = joinWords(sought)
  const spellings = spell(items)
  const spelled = (matches: (spelling: Spelling) => boolean) =>
    items.filter((_, at) => spellings[at] && matches(spellings[at]))
  const candidates = [
    ['same', () => items.filter(({ name }) => name === words)],
    ['same', () => spelled(({ lower }) => lower === sought)],
    ['several', () => spelled(({ lower }) => lower.startsWith(sought))],
    ['near', () => spelled(each => joined !== '' && each.joined === joined)],
  ] as const
  const { kind, some } = candidates
    .values()
    .map(([kind, find]) => ({ kind, some: find() }))
    .find(({ some }) => some.length > 0) ?? { kind: 'near', some: [] }
  const [item, another] = some
  if (another) return { kind, items: [...some] }
  if (item) return isEnough(sought, item.name) ? { kind: 'one', item } : { kind: 'near', items: [item] }
  const near = findNearest(sought, items)
  return near.length > 0 ? { kind: 'near', items: near } : { kind: 'none' }
}

/** Whether the beginning of a name identifies it: three letters, or whole words. */
const isEnough = (beginning: string, name: string): boolean =>
  beginning.length >= 3 || !/^[\p{L}\d]/u.test(name.slice(beginning.length))

/** Removes separators, except between numbers: phones turn `web-prod` into `web prod`. */
export const joinWords = (name: string): string =>
  name.replace(/(?<=\d)[\s._-]+(?=\d)/g, ' ').replace(/(?<!\d)[\s._-]+|[\s._-]+(?!\d)/g, '')

/** Finds up to five items whose names contain the words, or differ by at most two letters, most similar first. */
function findNearest<T extends Named>(sought: string, items: readonly T[]): T[] {
  const spellings = spell(items)
  const maxDistance = Math.min(2, Math.floor(sought.length / 2))
  const distanceTo = (name = '') => {
    if (name.includes(sought)) return 0.5
    return Math.abs(name.length - sought.length) > maxDistance
      ? Number.POSITIVE_INFINITY
      : distance(name, sought)
  }
  return items
    .map((item, at) => ({ item, far: distanceTo(spellings[at]?.lower) }))
    .filter(({ far }) => far <= maxDistance)
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_NEAR)
    .map(({ item }) => item)
}

/** A name at the beginning of a sentence: the item if it is known, the words, their length, and the rest. */
export type ParsedName<T> = { item?: T; words: string; length: number; rest: string }

/**
 * Parses the name at the beginning of a sentence: in quotes, or the longest known one, also with spaces as
 * separators or inside `the … plan`.
 */
export function parseName<T extends Named>(sentence: string, items: readonly T[]): ParsedName<T> | undefined {
  const [, quoted, behind = ''] = /^"([^"]+)"\s*(.*)$/s.exec(sentence) ?? []
  if (quoted !== undefined) return { words: quoted, length: quoted.length + 2, rest: behind }
  return (
    parseKnown(sentence, items, 'lower') ??
    parseKnown(sentence, items, 'spaced') ??
    parseWithNoun(sentence, items)
  )
}

function parseKnown<T extends Named>(
  sentence: string,
  items: readonly T[],
  spelling: 'lower' | 'spaced',
): ParsedName<T> | undefined {
  const lower = sentence.toLowerCase()
  const spellings = spell(items)
  const matches = items
    .map((item, at) => ({ item, spelled: spellings[at]?.[spelling] ?? '' }))
    .filter(
      ({ spelled }) =>
        spelled !== '' && lower.startsWith(spelled) && NAME_END.test(sentence.slice(spelled.length)),
    )
    .sort((a, b) => b.spelled.length - a.spelled.length)
  const [first, rival] = matches
  if (first === undefined) return undefined
  const words = sentence.slice(0, first.spelled.length)
  const parsed = { words, ...behindName(sentence, words.length) }
  return rival?.spelled.length === words.length ? parsed : { item: first.item, ...parsed }
}

const NAME_END = /^($|\s|,|(?:[:;]|\?+)\s|[.!?…]+$)/

/** `the web-prod plan`, `plan web-prod`. */
function parseWithNoun<T extends Named>(sentence: string, items: readonly T[]): ParsedName<T> | undefined {
  const [lead = ''] = /^(?:(?:both|the|my|our|plans?|org(?:ani[sz]ation)?)\s+)+/i.exec(sentence) ?? []
  const parsed = lead === '' ? undefined : parseName(sentence.slice(lead.length), items)
  if (!parsed || !(parsed.item || sentence[lead.length] === '"')) return undefined
  return { ...parsed, ...behindName(sentence, lead.length + parsed.length) }
}

/**
 * The length up to the end of a name and of a noun behind it, and the rest without leading separators. The colon
 * of an emoji's name is no separator.
 */
function behindName(sentence: string, end: number): { length: number; rest: string } {
  const [noun = ''] = /^\s+(?:plans?|org(?:ani[sz]ation)?)(?=$|[\s,;:.!?])/i.exec(sentence.slice(end)) ?? []
  const length = end + noun.length
  return { length, rest: sentence.slice(length).replace(/^(?:(?:[\s,;?]|:(?![\w+-]+:))+|[.!?…]+$)/, '') }
}

/** Parses the first word of a sentence, or the words in quotes. */
export function parseWord(sentence: string): { word: string; isQuoted: boolean; rest: string } {
  const [, quoted, word = '', rest = ''] = /^(?:"([^"]+)"|(\S+))\s*(.*)$/s.exec(sentence) ?? []
  return { word: quoted ?? word, isQuoted: quoted !== undefined, rest }
}

/**
 * `a, b and c`; names that contain a separator or begin with “all” are quoted. `parseNames` is the inverse, for
 * names without quotes.
 */
export function formatList(names: readonly string[]): string {
  const quoted = names.map(name => (NEEDS_QUOTES.test(name) ? `"${name}"` : name))
  return joinLast(quoted, 'and')
}

/**
 * Parses up to `most` names at the beginning of a sentence: known ones, quoted ones, or everything up to the
 * next separator or `end`.
 */
export function parseNames(
  sentence: string,
  items: readonly Named[],
  end: number,
  most = Number.POSITIVE_INFINITY,
): { names: string[]; rest: string } {
  const names: string[] = []
  let rest = sentence
  while (rest !== '' && names.length < most) {
    const parsed = parseName(rest, items)
    const open = rest.slice(0, Math.max(0, end - (sentence.length - rest.length)))
    const words = parsed ? undefined : (/^(.*?)\s*(?:[,;&+]|\band\b)/is.exec(open)?.[1] ?? open)
    const name = parsed?.item?.name ?? parsed?.words ?? words?.trim() ?? ''
    if (name === '') break
    names.push(name)
    rest = rest.slice(parsed ? parsed.length : (words?.length ?? 0))
    const [separator] = SEPARATOR.exec(rest) ?? []
    if (separator === undefined) break
    rest = rest.slice(separator.length)
  }
  return { names, rest: rest.trim() }
}

/** Removes a leading separator. */
export const behindSeparator = (words: string): string => words.replace(SEPARATOR, '')

const SEPARATOR = /^\s*([,;](?:\s*(?:and\b|&))?|and\b|[&+])\s*/i
const NEEDS_QUOTES = /[,;&+]|\band\b|^(?:all|everything)(?!\S)/i
