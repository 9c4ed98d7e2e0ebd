import { FieldIssue, Refused } from '../errors.ts'
import {
  comments,
  created,
  heldComments,
  heldName,
  kind,
  kindCalled,
  LONGEST_COMMENTS,
  newName,
  picked,
  privately,
  provider,
  removed,
  updated,
} from '../fields/credentials.ts'
import { changed, filledIn, page, reason } from '../fields/words.ts'
import { type Operation, operation, reply } from '../operation.ts'
import type { Credential } from '../person.ts'
import { filled, type Raw } from '../raw.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../slack/mrkdwn.ts'
import { ADD, editButton, LIST, removeButton, undo } from './credential-buttons.ts'
import { listReply, pageOf, sayPage, turnButtons } from './pages.ts'
import { sayStamp } from './stamps.ts'

const credentialList = operation({
  id: 'credential.list',
  sentences: ['credential', 'credential list', 'credentials'],
  summary: 'lists the credentials of your organization, for you alone',
  examples: ['credential'],
  access: 'actor',
  effect: 'read',
  private: true,
  fields: { page },
  perform: async ({ page }, me) => pageOf(await me.credentials(), page),
  reply(page, me) {
    const count = mrkdwn`${page.total} ${page.total === 1 ? 'credential' : 'credentials'}${sayPage(page)}`
    const title = mrkdwn`*${me.organization.name}* has ${page.total === 0 ? 'no credentials yet' : count}.`
    const rows = page.shown.map(credential => ({
      text: summaryOf(credential),
      name: credential.name,
      buttons: [editButton(credential), removeButton(credential)],
    }))
    return listReply(title, rows, ...turnButtons('credential.list', page), ADD)
  },
})

const credentialAdd = operation({
  id: 'credential.add',
  sentences: ['credential add', 'credential create', 'add credential'],
  usage: '<name> [kind]',
  summary: 'adds a credential; its access data is never shown again',
  examples: ['credential add shop'],
  access: 'actor',
  effect: 'change',
  private: true,
  form: { title: 'Add a credential', submit: 'Add credential' },
  fields: { name: newName, kind, ...created, comments, provider },
  fill: async ({ kind }) => filled({ provider: kind?.id }),
  async perform({ name, kind, comments, role, tenant, clientId, key, project }, me) {
    const { credential_id: id } = await me.call('createCredential', {
      org_id: me.organization.id,
      type: kind.name,
      name,
      specific: given({ role, tenant, clientId, key, project }),
      comments,
    })
    return { name, kind: kind.name, id }
  },
  reply({ name, kind, id }, me) {
    const edit = id === undefined ? [] : [editButton({ id, name, within: me.organization.id })]
    return reply(
      'me',
      mrkdwn`The ${kind} credential *${name}* is added to *${me.organization.name}*.`,
      ...edit,
      LIST,
    )
  },
})

const credentialEdit = operation({
  id: 'credential.edit',
  sentences: ['credential edit', 'credential update', 'edit credential'],
  usage: '<credential>',
  summary: 'changes the name, the comments or the access data of a credential',
  examples: ['credential edit shop'],
  access: 'actor',
  effect: 'change',
  private: true,
  form: { title: 'Edit a credential', submit: 'Save credential' },
  fields: {
    credential: picked,
    name: heldName,
    comments: heldComments,
    ...updated,
    privately,
    reason: filledIn(reason),
    provider,
    changed,
  },
  fill: async ({ credential }, me) =>
    credential ? filled({ ...heldOf(credential), provider: kindCalled(credential.type, me.kinds)?.id }) : {},
  async perform({ credential, name, comments, reason = '', changed, ...secrets }, me) {
    const { role, clientId, key, project } = secrets
    const specific = given({ role, clientId, key, project })
    const renewed = Object.keys(specific).length > 0
    const held = heldOf(credential)
    const differs = (key: 'name' | 'comments', words = '') => changed.has(key) && words !== (held[key] ?? '')
    const data = {
      ...(name !== undefined && differs('name', name) && { name }),
      ...(comments !== undefined && differs('comments', comments) && { comments }),
    }
    if (!renewed && Object.keys(data).length === 0)
      throw new FieldIssue('credential', 'Nothing is different yet, so nothing was sent.')
    if (Object.keys(data).some(key => changed.get(key) !== held[key])) throw overtaken(credential)
    await me.call('updateCredential', {
      org_id: me.organization.id,
      credential_id: credential.id,
      data: { ...data, ...(renewed && { specific }) },
      reason,
    })
    return { credential, data, renewed }
  },
  reply({ credential, data, renewed }, me) {
    const now = { ...credential, ...data }
    const what = [
      data.name === undefined ? undefined : mrkdwn`its name, which was *${credential.name}*`,
      data.comments === undefined ? undefined : mrkdwn`its comments`,
      renewed ? mrkdwn`its access data, which is never shown again` : undefined,
    ]
    const text = mrkdwn`The credential *${now.name}* of *${me.organization.name}* is changed: ${join(what, '; ')}.`
    return reply('me', text, ...undo(credential, data), editButton(now), LIST)
  },
})

/** What its form is filled with. Comments that are too long for it are left alone. */
const heldOf = ({ name, comments }: Credential): Raw =>
  filled({ name, comments: comments.length <= LONGEST_COMMENTS ? comments : '' })

/** What was to be changed is not any more what the person saw, or what a button was to take back. */
const overtaken = (credential: Credential): Refused =>
  new Refused(
    lines(
      mrkdwn`The credential *${credential.name}* was changed meanwhile, so nothing was done. Now it is like this:`,
      summaryOf(credential),
    ),
    editButton(credential),
  )

const credentialRemove = operation({
  id: 'credential.remove',
  sentences: ['credential remove', 'credential delete', 'remove credential'],
  usage: '<credential>',
  summary: 'removes a credential for good, once you confirm it',
  examples: ['credential remove shop'],
  access: 'actor',
  effect: 'change',
  private: true,
  form: {
    title: 'Remove a credential',
    submit: 'Remove credential',
    warning:
      'This cannot be undone. The access data is gone then, and resources that use the credential can no longer be reached with it.',
  },
  fields: { credential: removed, comments },
  async perform({ credential, comments }, me) {
    await me.call('removeCredential', {
      org_id: me.organization.id,
      credential_id: credential.id,
      comments,
    })
    return credential
  },
  reply: ({ name }, me) =>
    reply('me', mrkdwn`The credential *${name}* is removed from *${me.organization.name}*.`, ADD, LIST),
})

/** The access data that was typed. */
const given = (specific: Record<string, string | undefined>): Record<string, string> => filled(specific)

function summaryOf({ name, type, resources, last_time, comments }: Credential): Mrkdwn {
  const facts = [
    mrkdwn`${type || 'kind not told'}`,
    mrkdwn`${resources} ${resources === 1 ? 'resource' : 'resources'}`,
    last_time ? mrkdwn`last time ${sayStamp(last_time)}` : undefined,
  ]
  return lines(mrkdwn`*${name}*`, join(facts, '  ·  '), comments ? mrkdwn`${comments}` : undefined)
}

export const credentials: readonly Operation[] = [
  credentialList,
  credentialAdd,
  credentialEdit,
  credentialRemove,
]
