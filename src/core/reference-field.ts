import { distinctNames, findNamed, joinWords, parseName } from '../language/names.ts'
import { withoutIds } from '../language/normalize.ts'
import { limits } from '../message/blocks.ts'
import { mrkdwn } from '../message/mrkdwn.ts'
import { isSameName } from '../service/contract/endpoint.ts'
import { type Reference, referenceSchema, referenceTo } from './args.ts'
import { selectInput } from './common-fields.ts'
import type { Linked } from './context.ts'
import { FieldIssue, StaleError } from './errors.ts'
import {
  type Field,
  formatReference,
  issue,
  type Offered,
  type Option,
  type ParseResult,
  parseReference,
  type ReadResult,
  type ReferenceKind,
  value,
} from './field.ts'

/** How many meanings of a name are offered. */
export const MAX_CHOICES = 20

type About<C, T extends Reference> = {
  /** The kind of entity, and the key of the input: `plan`. */
  key: ReferenceKind
  label: string
  list(context: C): Promise<readonly T[]>
  /** Shown in a select without options. */
  none: string
  /** Where these entities are, for messages: `in Acme`. */
  place?(context: C): string
}

/** Creates a field for one entity of the service: picked in a select, or named in a sentence. */
export function referenceField<C extends Linked, T extends Reference>(
  about: About<C, T>,
): Field<Reference, C> {
  const { key, label, list, none, place } = about
  return {
    kind: key,
    schema: referenceSchema,
    inputs: [selectInput(key, label)],
    read: async (values, context) => {
      const words = values[key]
      const picked = parseReference(words)
      if (picked) return value(picked)
      return readName(key, words, await list(context), place?.(context))
    },
    format: reference => ({ [key]: formatReference(reference) }),
    parseFrom: async (rest, context) => {
      const items = await list(context)
      const known = findNamed(rest, items).kind === 'none' ? parseName(rest, items) : undefined
      if (!known?.item) return parseWholeName(key, rest)
      return { values: { [key]: formatReference(known.item) }, rest: known.rest }
    },
    options: async (typed, context) => offerOr(none, typed, await list(context)),
  }
}

/** Resolves a name to an entity, or to an issue or a choice. */
export function readName<T extends Reference>(
  key: string,
  words: string | undefined,
  items: readonly T[],
  place = '',
): ReadResult<Reference> {
  const found = findNamed(words ?? '', items)
  if (!words || (found.kind === 'none' && PRONOUN.test(words))) return issue(key, `Say which ${key}.`)
  if (found.kind === 'one') return value(referenceTo(found.item))
  const inside = place && ` ${place}`
  if (found.kind === 'none') return issue(key, `There is no ${key} called “${withoutIds(words)}”${inside}.`)
  const shown = found.items.slice(0, MAX_CHOICES)
  const nameOf = distinctNames(shown)
  return {
    kind: 'choice',
    input: key,
    question: QUESTIONS[found.kind](key, words, shown.length),
    options: shown.map(item => ({ label: nameOf(item), value: referenceTo(item) })),
  }
}

const PRONOUN = /^(?:it|this|that|them|these|those)$/i

const QUESTIONS = {
  near: (noun: string, name: string, count: number) =>
    `There is no ${noun} called “${name}”. Did you mean ${count === 1 ? 'this' : 'one of these'}?`,
  several: (noun: string, name: string) => `Several ${noun}s begin with “${name}”. Which one?`,
  same: (noun: string, name: string) => `Several ${noun}s are called “${name}”. Which one?`,
}

/** Takes the whole rest of a sentence as a name, or only the quoted beginning. */
export function parseWholeName(key: string, rest: string): ParseResult {
  const quoted = parseName(rest, [])
  return { values: { [key]: quoted?.words ?? rest }, rest: quoted?.rest ?? '' }
}

/** Finds the entity of a reference in the service's list. @throws StaleError if it is gone */
export function resolve<T extends Reference>(noun: string, { id, name }: Reference, items: readonly T[]): T {
  const match = items.find(item => item.id === id)
  if (match) return match
  const hint = items.some(item => item.name === name)
    ? mrkdwn` There is another ${noun} of that name now: ask again to use that one.`
    : mrkdwn``
  throw new StaleError(
    mrkdwn`The ${noun} *${name}* is gone, so nothing was done.${hint}`,
    mrkdwn`The ${noun} *${name}* is gone.`,
  )
}

/** @throws FieldIssue if an item other than `id` has the name. `what` exists: `There is already a plan` */
export function refuseSameName(
  what: string,
  name: string,
  items: readonly Reference[],
  id?: string,
): undefined {
  const other = items.find(each => each.id !== id && isSameName(each.name, name))
  if (other) throw new FieldIssue('name', `${what} called “${other.name}”; choose another name.`)
}

/** The options of a select that contain the typed text. */
export function offer(typed: string, items: readonly Reference[]): Option[] {
  const sought = typed.toLowerCase()
  const joined = joinWords(sought)
  const nameOf = distinctNames(items)
  return items
    .filter(({ name }) => {
      const own = name.toLowerCase()
      return own.includes(sought) || (joined !== '' && joinWords(own).includes(joined))
    })
    .slice(0, limits.selectOptions)
    .map(item => ({ text: nameOf(item), value: formatReference(item) }))
}

/** The options of a select, or `none` if there are no items at all. */
export const offerOr = (none: string, typed: string, items: readonly Reference[]): Offered =>
  items.length > 0 ? offer(typed, items) : { none }
