import { hash } from 'node:crypto'
import { parsed } from '../message/json.ts'
import { filled, type Raw, rawSchema } from './raw.ts'

/** Where a raw holds the words that its form was filled with. */
export const FILLING = 'was'

/** Whether a form was filled with what the service holds. */
export const isFilled = (raw: Raw): boolean => raw[FILLING] !== undefined

/**
 * Words with what the service holds (`held`) in the place of those that the person has not touched: those that are
 * missing, and those that still stand as an earlier filling left them. The filling is kept, so that `changedKeys` can
 * tell what is different. Where nothing is held yet everything stays as it is.
 */
export function fillIn(raw: Raw, held: Raw): Raw {
  if (Object.keys(held).length === 0) return raw
  const was = fillingOf(raw)
  const touched = (key: string) =>
    markOf(raw[key]) !== was[key] && (raw[key] !== undefined || was[key] === markOf(held[key]))
  const keys = [...new Set([...Object.keys(raw), ...Object.keys(held)])].filter(key => key !== FILLING)
  const words = keys.map(key => [key, key in held && !touched(key) ? held[key] : raw[key]] as const)
  return filled({ ...Object.fromEntries(words), [FILLING]: sayFilling(filled(held)) })
}

/**
 * The keys of the words that are not as their form was filled, with the mark of what stood there; of all that are given
 * where it never was.
 */
export function changedKeys(raw: Raw): ReadonlyMap<string, string | undefined> {
  const was = fillingOf(raw)
  const keys = [...Object.keys(raw), ...Object.keys(was)].filter(key => key !== FILLING)
  return new Map(keys.filter(key => markOf(raw[key]) !== was[key]).map(key => [key, was[key]]))
}

/** The words with which a button takes a change back: a form that was filled with `now`, and was made `then`. */
export function takingBack(then: Raw, now: Raw): Raw {
  return { ...then, [FILLING]: sayFilling(now) }
}

/**
 * What a filling keeps of words, to tell whether others are the same: short ones as they are, and of long ones a digest,
 * so that Slack has room for it whatever they are. A reference is still one.
 */
export function markOf<T extends string | undefined>(words: T): T | string {
  if (words === undefined || words.length <= LONGEST_KEPT) return words
  const digest = hash('sha256', words, 'base64url').slice(0, DIGEST)
  return [...(/^#\S+/.exec(words) ?? []), `~${digest}`].join(' ')
}

const LONGEST_KEPT = 60
const DIGEST = 22

const sayFilling = (words: Raw): string =>
  JSON.stringify(Object.fromEntries(Object.entries(words).map(([key, said]) => [key, markOf(said)])))

const fillingOf = (raw: Raw): Raw => rawSchema.safeParse(parsed(raw[FILLING] ?? '')).data ?? {}
