import type { Credential } from '../../core/context.ts'
import { filled, type Raw } from '../../core/raw.ts'
import { sayReference } from '../../language/names.ts'
import { type Button, opens, runs } from '../../message/blocks.ts'
import { undoButton } from '../edits.ts'
import { LONGEST_COMMENTS } from '../fields/credentials.ts'

type Meant = Pick<Credential, 'id' | 'name' | 'within'>

const about = (credential: Meant): Raw => ({ credential: sayReference(credential) })

/** Opens the form of one credential. */
export const editButton = (credential: Meant): Button => opens('Edit', 'credential.edit', about(credential))

/** Asks whether one credential is to be removed. */
export const removeButton = (credential: Meant): Button =>
  opens('Remove', 'credential.remove', about(credential))

/** What puts the name and the comments back, where a button has room for them. Access data is known to nobody here. */
export function undo(old: Credential, data: { name?: string; comments?: string }): Button[] {
  const isLost = data.comments !== undefined && old.comments.length > LONGEST_COMMENTS
  if (isLost || Object.keys(data).length === 0) return []
  const now = { ...old, ...data }
  return undoButton('credential.edit', about(now), sayHeld(old), sayHeld(now))
}

/** What the form of a credential is filled with. Comments that are too long for it are left alone. */
export const sayHeld = ({ name, comments }: Pick<Credential, 'name' | 'comments'>): Raw =>
  filled({ name, comments: comments.length <= LONGEST_COMMENTS ? comments : '' })

/** Asks for a new credential. */
export const ADD = opens('Add credential', 'credential.add')

/** Shows what there is. */
export const LIST = runs('Show credentials', 'credential.list')
