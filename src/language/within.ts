import { type Raw, WITHIN } from '../core/raw.ts'
import { readReference, sayReference } from './names.ts'

type Organization = { id: string; name: string }

/** The words that bind others to an organization: a form or a button that waits must not come to mean another one. */
export const within = (organization: Organization): Raw => ({
  [WITHIN]: sayReference(organization, LONGEST_REFERENCE),
})

/** The organization that a raw is bound to, if any. */
export function organizationOf(raw: Raw): Organization | undefined {
  const { id, name } = readReference(raw[WITHIN] ?? '')
  return id === undefined ? undefined : { id, name }
}

/** Holds a name of 255 characters, and its id. */
const LONGEST_REFERENCE = 400
