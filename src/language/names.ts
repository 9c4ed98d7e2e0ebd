import { distance } from 'fastest-levenshtein'
import { unmarkedName } from './marks.ts'

/** A thing that people call by its name; `within` is the organization that its id belongs to. */
export type Named = { id: string; name: string; within?: string }

/**
 * What words stand for among the things that are there: one thing; several of the same name, or with the same
 * beginning; none, but near ones; for a reference also what is called like a thing that is gone, or that it is about
 * another organization's.
 */
export type FoundNamed<T> =
  | { kind: 'one'; item: T }
  | { kind: 'same' | 'several' | 'near' | 'gone'; items: T[] }
  | { kind: 'none' }
  | { kind: 'elsewhere' }

const NEAREST = 5

/**
 * Words that name one thing for good, whatever it or others are called later: `#12 web-prod`, or `#1001/12 web-prod`
 * within an organization. The inverse of `readReference`; `limit` is in characters.
 */
export function sayReference({ id, name, within }: Named, limit = 150): string {
  const path = [...(within === undefined ? [] : [within]), id].map(escaped).join('/')
  return `#${path} ${name}`.slice(0, limit).toWellFormed().trim()
}

/** Of a name that is like another up to here the rest may not be seen: its id tells it apart. */
export const SHOWN_LENGTH = 40

/**
 * How things are told apart among those that there are: by their names, and by its id where one looks like another.
 * So many characters of a name that does are said, if not all.
 */
export function distinctNames(items: readonly Named[]): (item: Named, longest?: number) => string {
  const lookOf = ({ name }: Named) => name.slice(0, SHOWN_LENGTH)
  const looks = Map.groupBy(items, lookOf)
  return (item, longest = item.name.length) => {
    const isAlike = looks.get(lookOf(item))?.some(({ id }) => id !== item.id)
    return isAlike ? `${item.name.slice(0, longest)} (${item.id})` : item.name
  }
}

/** What a reference says, or only a name where somebody typed one. */
export function readReference(words: string): { id?: string; name: string; within?: string } {
  const [, path, name] = /^#(\S+)(?: (.*))?$/s.exec(words) ?? []
  if (path === undefined) return { name: words }
  const [first = '', second] = path.split('/').map(decoded)
  if (second === undefined) return { id: first, name: name ?? first }
  return { id: second, name: name ?? second, within: first }
}

/**
 * The thing meant: by reference, by its exact name, by a beginning that only one has and that is no mere letter or two, by
 * its name with other signs between the words, else the nearest names; the same without Slack's marks around them, where
 * nothing is called so with them. `here` is the organization whose things these are, also where it has none.
 */
export function findNamed<T extends Named>(words: string, items: readonly T[], here?: string): FoundNamed<T> {
  const found = find(words, items, here)
  const unmarked = unmarkedName(words)
  const isCalledSo = found.kind !== 'near' && found.kind !== 'none'
  return unmarked === undefined || isCalledSo ? found : findNamed(unmarked, items, here)
}

function find<T extends Named>(words: string, items: readonly T[], here?: string): FoundNamed<T> {
  const { id, name, within } = readReference(words)
  const sought = name.toLowerCase()
  const together = joined(sought)
  const called = (matches: (name: string) => boolean) =>
    items.filter(item => matches(item.name.toLowerCase()))
  const exactly = called(candidate => candidate === sought)

  if (id !== undefined) {
    // Somebody may call a thing as references are written.
    const [alike, another] = items.filter(item => item.name === words)
    if (alike && !another) return { kind: 'one', item: alike }
    const isHere = here === undefined ? items.every(item => item.within === within) : here === within
    if (within !== undefined && !isHere) return { kind: 'elsewhere' }
    const item = items.find(each => each.id === id)
    if (item) return { kind: 'one', item }
    // A channel may be called like a thing: who names it names nothing that was there before.
    if (exactly.length > 0) return { kind: name === id ? 'near' : 'gone', items: exactly }
  } else {
    for (const [kind, candidates] of [
      ['same', items.filter(item => item.name === words)],
      ['same', exactly],
      ['several', called(candidate => candidate.startsWith(sought))],
      ['near', called(candidate => together !== '' && joined(candidate) === together)],
    ] as const) {
      const [item] = candidates
      if (item === undefined) continue
      if (candidates.length > 1) return { kind, items: candidates }
      return says(sought, item.name) ? { kind: 'one', item } : { kind: 'near', items: candidates }
    }
  }
  const near = nearest(sought, items, item => item.name)
  return near.length > 0 ? { kind: 'near', items: near } : { kind: 'none' }
}

/** Whether the beginning of a name is enough of it: three letters, or whole words. */
const says = (beginning: string, name: string): boolean =>
  beginning.length >= ENOUGH || !/^[\p{L}\d]/u.test(name.slice(beginning.length))

const ENOUGH = 3

/** A name as it sounds: a phone makes `web prod` of `web-prod`. Numbers stay apart: `web-1.1` is not `web-11`. */
export const joined = (name: string): string =>
  name.replace(/((?<=\d)[\s._-]+(?=\d))|[\s._-]+/g, (_, apart?: string) => (apart ? ' ' : ''))

/** The few items whose names hold the words or differ from them by a slip or two, the nearest first. */
export function nearest<T>(words: string, items: readonly T[], nameOf: (item: T) => string): T[] {
  const sought = words.toLowerCase()
  const slips = Math.min(2, Math.floor(sought.length / 2))
  return items
    .map(item => ({ item, name: nameOf(item).toLowerCase() }))
    .map(({ item, name }) => ({ item, far: name.includes(sought) ? 0.5 : distance(name, sought) }))
    .filter(({ far }) => far <= slips)
    .sort((a, b) => a.far - b.far)
    .slice(0, NEAREST)
    .map(({ item }) => item)
}

/**
 * The name that a sentence begins with: in quotes, or the longest known one that ends where a word ends.
 * Gives the item where it is known, the words as they stand, how many characters they take up, and the rest behind them.
 */
export function takeName<T extends Named>(
  sentence: string,
  items: readonly T[],
): { item?: T; words: string; length: number; rest: string } | undefined {
  const [, quoted, behind = ''] = /^"([^"]+)"\s*(.*)$/s.exec(sentence) ?? []
  if (quoted !== undefined) return { words: quoted, length: quoted.length + 2, rest: behind }
  const begins = (name: string) => sentence.slice(0, name.length).toLowerCase() === name.toLowerCase()
  const known = items
    .filter(({ name }) => name !== '' && begins(name))
    .filter(({ name }) => /^($|\s|,|[:;]\s|[.!?…]+$)/.test(sentence.slice(name.length)))
    .sort((a, b) => b.name.length - a.name.length)
  const [item, rival] = known
  if (item === undefined) return takeLedName(sentence, items)
  const words = sentence.slice(0, item.name.length)
  const taken = { words, length: words.length, rest: restBehind(sentence, words.length) }
  return rival?.name.length === item.name.length ? taken : { item, ...taken }
}

/** The same, also for a known name that is said with spaces in place of its signs: a phone makes `web prod` of `web-prod`. */
export function takeSpoken<T extends Named>(
  sentence: string,
  items: readonly T[],
): ReturnType<typeof takeName<T>> {
  const taken = takeName(sentence, items)
  if (taken) return taken
  const spaced = items.map(({ id, name }) => ({ id, name: name.replaceAll(/[._-]+/g, ' ') }))
  const spoken = takeName(sentence, spaced)
  if (!spoken) return undefined
  const { item: found, ...words } = spoken
  const item = items.find(({ id }) => id === found?.id)
  return item ? { ...words, item } : words
}

/** The word that a sentence begins with, or the words that stand there in quotes, and what is behind it. */
export function takeWord(sentence: string): { word: string; isQuoted: boolean; rest: string } {
  const [, quoted, word = '', rest = ''] = /^(?:"([^"]+)"|(\S+))\s*(.*)$/s.exec(sentence) ?? []
  return { word: quoted ?? word, isQuoted: quoted !== undefined, rest }
}

/** The colon of an emoji's name is no sign. */
const restBehind = (sentence: string, length: number): string =>
  sentence.slice(length).replace(/^(?:(?:[\s,;]|:(?![\w+-]+:))+|[.!?…]+$)/, '')

/** The same for a name that is known, or in quotes, and said with what it is: `the web-prod plan`, `plan web-prod`. */
function takeLedName<T extends Named>(sentence: string, items: readonly T[]): ReturnType<typeof takeName<T>> {
  const [lead = ''] = LEAD.exec(sentence) ?? []
  const taken = lead === '' ? undefined : takeName(sentence.slice(lead.length), items)
  const isName = taken?.item || sentence[lead.length] === '"'
  if (!taken || !isName) return undefined
  const [noun = ''] = NOUN.exec(sentence.slice(lead.length + taken.length)) ?? []
  const length = lead.length + taken.length + noun.length
  return { ...taken, length, rest: restBehind(sentence, length) }
}

const LEAD = /^(?:(?:both|the|my|our|plans?)\s+)+/i
const NOUN = /^\s+plans?(?=$|[\s,;:.!?])/i

/** An identifier as one word without slashes, not longer than needed: an e-mail may be one, in any script. */
const escaped = (id: string): string => id.replace(/[%/\s]/g, encodeURIComponent)

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
