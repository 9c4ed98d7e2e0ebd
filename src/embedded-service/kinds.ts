import { invalid } from './refusal.ts'

/** The names of the provider kinds that the document calls kind_a, kind_b and kind_c. */
export type Kinds = readonly [string, string, string]

type Purpose = 'create' | 'update'

/** The document's keys of `specific`, kind by kind. */
const keys: readonly Record<Purpose, readonly string[]>[] = [
  { create: ['role'], update: ['role'] },
  { create: ['tenant', 'clientId', 'key'], update: ['clientId', 'key'] },
  { create: ['project'], update: ['project'] },
]

/** Throws unless `specific` holds just the keys of this kind, none of them empty. No value reaches the message. */
export function checkSpecific(
  kinds: Kinds,
  kind: string,
  purpose: Purpose,
  specific: Record<string, string>,
): void {
  const wanted = keys[kinds.indexOf(kind)]?.[purpose]
  if (wanted === undefined) throw invalid(`type must be one of ${kinds.join(', ')}.`)
  const fits = Object.keys(specific).length === wanted.length && wanted.every(key => specific[key]?.trim())
  if (!fits) throw invalid(`specific must hold ${wanted.join(', ')} and nothing else, none of them empty.`)
}
