import { distance } from 'fastest-levenshtein'

/** A thing of the service that people call by its name. */
export type Named = { id: string; name: string }

/** What a name that somebody typed stands for among the things that are there. */
export type Found<T> =
  | { kind: 'one'; item: T }
  | { kind: 'several'; items: T[] }
  | { kind: 'near'; items: T[] }
  | { kind: 'none' }

const NEAREST = 5

/**
 * Words that name one thing for good, whatever it or others are called later: `#12 web-prod`.
 * The inverse of `readReference`; `limit` is in characters.
 */
export function sayReference({ id, name }: Named, limit = 150): string {
  return `#${encodeURIComponent(id)} ${name}`.slice(0, limit).toWellFormed().trim()
}

/** The id and the name in a reference, or only a name where somebody typed one. */
export function readReference(words: string): { id?: string; name: string } {
  const [, id, name] = /^#(\S+)(?: (.*))?$/s.exec(words) ?? []
  if (id === undefined) return { name: words }
  return { id: decoded(id), name: name ?? decoded(id) }
}

/** The thing meant: by reference, by its exact name, by a beginning that only one has, else the nearest names. */
export function findNamed<T extends Named>(words: string, items: readonly T[]): Found<T> {
  const reference = readReference(words)
  const sought = reference.name.toLowerCase()
  const called = (matches: (name: string) => boolean) =>
    items.filter(item => matches(item.name.toLowerCase()))

  for (const candidates of [
    items.filter(item => item.id === reference.id),
    items.filter(item => item.name === words),
    called(name => name === words.toLowerCase()),
    reference.id === undefined ? called(name => name.startsWith(sought)) : [],
  ]) {
    const [item] = candidates
    if (item !== undefined)
      return candidates.length === 1 ? { kind: 'one', item } : { kind: 'several', items: candidates }
  }
  const near = nearest(sought, items, item => item.name)
  return near.length > 0 ? { kind: 'near', items: near } : { kind: 'none' }
}

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
 * Gives the item where it is known, the words as they stand, and the rest behind them.
 */
export function takeName<T extends Named>(
  sentence: string,
  items: readonly T[],
): { item?: T; words: string; rest: string } | undefined {
  const quoted = /^"([^"]+)"\s*(.*)$/s.exec(sentence)
  if (quoted) return { words: quoted[1] ?? '', rest: quoted[2] ?? '' }
  const begins = (name: string) => sentence.slice(0, name.length).toLowerCase() === name.toLowerCase()
  const known = items
    .filter(({ name }) => name !== '' && begins(name))
    .filter(({ name }) => /^($|\s|[,:;]\s)/.test(sentence.slice(name.length)))
    .sort((a, b) => b.name.length - a.name.length)
  const [item, rival] = known
  if (item === undefined) return undefined
  const words = sentence.slice(0, item.name.length)
  const rest = sentence.slice(item.name.length).replace(/^[\s,:;]+/, '')
  return rival?.name.length === item.name.length ? { words, rest } : { item, words, rest }
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
