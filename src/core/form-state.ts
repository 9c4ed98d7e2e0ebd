import type { Block } from '../message/blocks.ts'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import { type Choice, type Field, type Issues, type Parsed, spellOut, understand } from './field.ts'
import type { Raw } from './raw.ts'

/** What a form holds and says: words, what is wrong with them, what was understood of them, which of several is meant. */
export type Shape = {
  raw: Raw
  issues: Issues
  /** What the form says below its inputs, by their keys. */
  notes: Readonly<Record<string, Mrkdwn>>
  choice?: Choice
  drawn?: Block[]
}

/** A field of an operation, by its name there, and what its words mean. */
export type ParsedField<Me> = { name: string; field: Field<unknown, Me> } & Parsed<unknown>

/** What each field makes of a raw, once it is settled which of several meanings its words have; all are asked at once. */
export const parseAll = <Me>(
  named: readonly [string, Field<unknown, Me>][],
  raw: Raw,
  me: Me,
): Promise<ParsedField<Me>[]> =>
  Promise.all(named.map(async ([name, field]) => ({ name, field, ...(await understand(field, raw, me)) })))

/** Whether a raw holds words that a form shows in a field. */
export const holdsWords = ({ inputs }: Field<unknown, never>, raw: Raw): boolean =>
  inputs.some(({ key, control }) => raw[key] !== undefined && control.kind !== 'hidden')

/** What a form shows for fields as far as they could be read; one choice at a time becomes buttons in it. */
export function shapeOf<Me>(raw: Raw, parsed: readonly ParsedField<Me>[], me: Me): Shape {
  const choice = parsed.find(each => each.kind === 'choice')
  const asked = choice ?? parsed.map(each => (each.kind === 'ok' ? each.asked : undefined)).find(Boolean)
  const notes = parsed.flatMap(each => {
    const key = each.field.inputs.at(-1)?.key
    const note = each.kind === 'ok' ? each.field.note?.(each.value, me) : undefined
    return key !== undefined && note ? [[key, note] as const] : []
  })
  const words = parsed.flatMap(each => (each.kind === 'ok' ? Object.entries(each.words ?? {}) : []))
  return {
    raw: { ...raw, ...Object.fromEntries(words) },
    issues: Object.fromEntries(parsed.flatMap(each => (each === choice ? [] : asIssue(each)))),
    notes: Object.fromEntries(notes),
    ...(asked && { choice: asked }),
  }
}

function asIssue(parsed: Parsed<unknown>): [string, string][] {
  if (parsed.kind === 'issue') return [[parsed.key, parsed.text]]
  return parsed.kind === 'choice' ? [[parsed.key, spellOut(parsed)]] : []
}
