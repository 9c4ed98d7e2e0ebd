import { distance } from 'fastest-levenshtein'
import { unmarkedName } from './normalize.ts'

/** A thing that people call by its name. */
export type Named = { id: string; name: string }

/** What words stand for: one thing, several of the same name or beginning, near ones, or none. */
export type FoundNamed<T> =
  | { kind: 'one'; item: T }
  | { kind: 'same' | 'several' | 'near'; items: T[] }
  | { kind: 'none' }

/** Slack truncates the text of buttons and options at about this many characters. */
export const SHOWN_LENGTH = 40

const MAX_NEAR = 5

/** Names of things, with the id where one looks like another. */
export function distinctNames(items: readonly Named[]): (item: Named, maxLength?: number) => string {
  const shown = ({ name }: Named) => name.slice(0, SHOWN_LENGTH)
  const alike = Map.groupBy(items, shown)
  return (item, maxLength = item.name.length) =>
    alike.get(shown(item))?.some(({ id }) => id !== item.id)
      ? `${item.name.slice(0, maxLength)} (${item.id})`
      : item.name
}

/**
 * Finds the thing that is called by its exact name, by a beginning that only one has (three letters or whole
 * words), or by its name with other signs between the words; else the nearest names. Slack's marks around the
 * words are ignored.
 */
export function findNamed<T extends Named>(words: string, items: readonly T[]): FoundNamed<T> {
  const found = findExactly(words, items)
  const unmarked = unmarkedName(words)
  const isFound = found.kind !== 'near' && found.kind !== 'none'
  return unmarked === undefined || isFound ? found : findNamed(unmarked, items)
}

/** The spellings of a name in which it is sought: without capitals, with spaces for its signs, and without either. */
type Spelling = { lower: string; spaced: string; joined: string }

const spellings = new WeakMap<readonly Named[], Spelling[]>()

/** The spellings of a list, made once: a sentence may hold very many names. */
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
  const known = spell(items)
  const spelled = (matches: (spelling: Spelling) => boolean) =>
    items.filter((_, at) => known[at] && matches(known[at]))
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

/** Whether the beginning of a name is enough of it: three letters, or whole words. */
const isEnough = (beginning: string, name: string): boolean =>
  beginning.length >= 3 || !/^[\p{L}\d]/u.test(name.slice(beginning.length))

/** A name without the signs between its words: a phone makes `web prod` of `web-prod`. Numbers stay apart. */
export const joinWords = (name: string): string =>
  name.replace(/(?<=\d)[\s._-]+(?=\d)/g, ' ').replace(/(?<!\d)[\s._-]+|[\s._-]+(?!\d)/g, '')

/** The few items whose names hold the words or differ from them by up to two letters, the nearest first. */
function findNearest<T extends Named>(sought: string, items: readonly T[]): T[] {
  const known = spell(items)
  const maxDistance = Math.min(2, Math.floor(sought.length / 2))
  const distanceTo = (name = '') => {
    if (name.includes(sought)) return 0.5
    return Math.abs(name.length - sought.length) > maxDistance
      ? Number.POSITIVE_INFINITY
      : distance(name, sought)
  }
  return items
    .map((item, at) => ({ item, far: distanceTo(known[at]?.lower) }))
    .filter(({ far }) => far <= maxDistance)
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_NEAR)
    .map(({ item }) => item)
}

/** A name with which a sentence begins: the item where it is known, the words, their length, and the rest. */
export type ParsedName<T> = { item?: T; words: string; length: number; rest: string }

/**
 * Parses the name with which a sentence begins: in quotes, or the longest known one, also with spaces in
 * place of its signs and with `the … plan` around it.
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
  const known = items
    .map((item, at) => ({ item, spelled: spellings[at]?.[spelling] ?? '' }))
    .filter(
      ({ spelled }) =>
        spelled !== '' && lower.startsWith(spelled) && NAME_END.test(sentence.slice(spelled.length)),
    )
    .sort((a, b) => b.spelled.length - a.spelled.length)
  const [first, rival] = known
  if (first === undefined) return undefined
  const { length } = first.spelled
  const parsed = { words: sentence.slice(0, length), length, rest: restBehind(sentence, length) }
  return rival?.spelled.length === length ? parsed : { item: first.item, ...parsed }
}

const NAME_END = /^($|\s|,|(?:[:;]|\?+)\s|[.!?…]+$)/

/** `the web-prod plan`, `plan web-prod`. */
function parseWithNoun<T extends Named>(sentence: string, items: readonly T[]): ParsedName<T> | undefined {
  const [lead = ''] = /^(?:(?:both|the|my|our|plans?|org(?:ani[sz]ation)?)\s+)+/i.exec(sentence) ?? []
  const parsed = lead === '' ? undefined : parseName(sentence.slice(lead.length), items)
  if (!parsed || !(parsed.item || sentence[lead.length] === '"')) return undefined
  const end = lead.length + parsed.length
  const [noun = ''] = /^\s+(?:plans?|org(?:ani[sz]ation)?)(?=$|[\s,;:.!?])/i.exec(sentence.slice(end)) ?? []
  const length = end + noun.length
  return { ...parsed, length, rest: restBehind(sentence, length) }
}

/** The colon of an emoji's name is no sign. */
const restBehind = (sentence: string, length: number): string =>
  sentence.slice(length).replace(/^(?:(?:[\s,;?]|:(?![\w+-]+:))+|[.!?…]+$)/, '')

/** The word, or the words in quotes, with which a sentence begins. */
export function parseWord(sentence: string): { word: string; isQuoted: boolean; rest: string } {
  const [, quoted, word = '', rest = ''] = /^(?:"([^"]+)"|(\S+))\s*(.*)$/s.exec(sentence) ?? []
  return { word: quoted ?? word, isQuoted: quoted !== undefined, rest }
}

/** `a, b and c`; names that hold a separator stand in quotes. `parseNames` is the inverse, for names without quotation marks. */
export function formatList(names: readonly string[]): string {
  const quoted = names.map(name => (HOLDS_SEPARATOR.test(name) ? `"${name}"` : name))
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}

/**
 * Parses the names with which a sentence begins, each a known one, in quotes, or all up to the next separator
 * or to `end`; no more than `most`.
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

/** Words without a separator with which they begin. */
export const behindSeparator = (words: string): string => words.replace(SEPARATOR, '')

const SEPARATOR = /^\s*([,;](?:\s*(?:and\b|&))?|and\b|[&+])\s*/i
const HOLDS_SEPARATOR = /[,;&+]|\band\b/i
