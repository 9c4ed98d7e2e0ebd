import { takingBack } from '../filling.ts'
import type { Reply } from '../operation.ts'
import type { Credential } from '../person.ts'
import { filled, type Raw } from '../raw.ts'
import { actions, type Button, section } from '../slack/blocks.ts'
import type { Mrkdwn } from '../slack/mrkdwn.ts'
import { sayReference } from '../text/names.ts'

/** What is said of a change of credentials, which is for one person alone, and what can be done next. */
export const tell = (text: Mrkdwn, ...buttons: Button[]): Reply => ({
  text,
  blocks: [section(text), ...actions(...buttons)],
  to: 'me',
})

type Meant = Pick<Credential, 'id' | 'name' | 'within'>

const about = (credential: Meant): Raw => ({ credential: sayReference(credential) })

/** Opens the form of one credential. */
export const editButton = (credential: Meant): Button => ({
  text: 'Edit',
  operation: 'credential.edit',
  raw: about(credential),
  how: 'form',
})

/** Asks whether one credential is to be removed. */
export const removeButton = (credential: Meant): Button => ({
  text: 'Remove',
  operation: 'credential.remove',
  raw: about(credential),
  how: 'form',
})

/** What puts the name and the comments back, where a button has room for them. Access data is known to nobody here. */
export function undo(old: Credential, data: { name?: string; comments?: string }): Button[] {
  const now = { ...old, ...data }
  const then = filled({ ...about(now), name: old.name, comments: old.comments })
  const raw = takingBack(then, filled({ name: now.name, comments: now.comments }))
  if (Object.keys(data).length === 0 || JSON.stringify(raw).length > MOST_IN_A_BUTTON) return []
  return [{ text: 'Undo', operation: 'credential.edit', raw }]
}

/** Leaves room for what else stands in the 2000 characters of a button's value. */
const MOST_IN_A_BUTTON = 1900

/** Asks for a new credential. */
export const ADD: Button = { text: 'Add credential', operation: 'credential.add', raw: {}, how: 'form' }

/** Shows what there is. */
export const LIST: Button = { text: 'Show credentials', operation: 'credential.list', raw: {} }
