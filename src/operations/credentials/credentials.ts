import type { Credential } from '../../core/context.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { filled } from '../../core/raw.ts'
import { sayCount } from '../../language/counts.ts'
import { join, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { differences } from '../edits.ts'
import {
  comments,
  created,
  credentialToEdit,
  credentialToRemove,
  heldComments,
  heldName,
  kind,
  kindCalled,
  newCredentialName,
  privately,
  provider,
  updated,
} from '../fields/credentials.ts'
import { changed, page, reason } from '../fields/plain.ts'
import { filledIn } from '../fields/variants.ts'
import { listReply, pageOf, sayPage, turnButtons } from '../pages.ts'
import { countResources } from '../resources/naming.ts'
import { sayStamp } from '../stamps.ts'
import { sayUnread } from '../unread.ts'
import { ADD, editButton, LIST, removeButton, sayHeld, undo } from './buttons.ts'

const credentialList = operation({
  id: 'credential.list',
  sentences: ['credential', 'credential list', 'credentials'],
  summary: 'lists the credentials of your organization, visible to you alone',
  examples: ['credential'],
  access: 'actor',
  effect: 'read',
  private: true,
  fields: { page },
  async perform({ page }, me) {
    const { unread = 0 } = await me.read('listCredentials', { org_id: me.organization.id })
    return { page: pageOf(await me.credentials(), page), unread }
  },
  reply({ page, unread }, me) {
    const total = page.total + unread
    const count = mrkdwn`${sayCount(total, 'credential')}${sayPage(page)}`
    const title = lines(
      mrkdwn`*${me.organization.name}* has ${total === 0 ? 'no credentials yet' : count}.`,
      sayUnread(unread, 'credential'),
    )
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
  sentences: ['credential add'],
  usage: '<name> [kind]',
  summary: 'adds a credential; its access data is never shown again',
  examples: ['credential add shop'],
  access: 'actor',
  effect: 'change',
  doing: 'adding the credential',
  private: true,
  form: { title: 'Add a credential', submit: 'Add credential' },
  fields: { name: newCredentialName, kind, ...created, comments, provider },
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
      mrkdwn`The ${kind} credential *${name}* was added to *${me.organization.name}*.`,
      ...edit,
      LIST,
    )
  },
})

const credentialEdit: Operation = operation({
  id: 'credential.edit',
  sentences: ['credential edit'],
  usage: '<credential>',
  summary: 'changes the name, the comments or the access data of a credential',
  examples: ['credential edit shop'],
  access: 'actor',
  effect: 'change',
  doing: 'changing the credential',
  private: true,
  form: { title: 'Edit a credential', submit: 'Save credential' },
  fields: {
    credential: credentialToEdit,
    name: heldName,
    comments: heldComments,
    ...updated,
    privately,
    reason: filledIn(reason),
    provider,
    changed,
  },
  fill: async ({ credential }, me) =>
    credential ? filled({ ...sayHeld(credential), provider: kindCalled(credential.type, me.kinds)?.id }) : {},
  async perform({ credential, name, comments, reason = '', changed, ...secrets }, me) {
    const { role, clientId, key, project } = secrets
    const specific = given({ role, clientId, key, project })
    const renewed = Object.keys(specific).length > 0
    const different = differences(
      { wanted: { name, comments }, held: sayHeld(credential), changed, more: renewed },
      {
        what: mrkdwn`The credential *${credential.name}*`,
        inputs: credentialEdit.inputs,
        buttons: [editButton(credential), LIST],
      },
    )
    const isNamed = credential.name !== credential.id
    const held = { ...(isNamed && { name: credential.name }), comments: credential.comments }
    const data = {
      ...(name !== undefined && different.has('name') && { name }),
      ...(comments !== undefined && different.has('comments') && { comments }),
    }
    await me.call('updateCredential', {
      org_id: me.organization.id,
      credential_id: credential.id,
      // The document has both in every change: what stays goes out as the service holds it.
      data: { ...held, ...data, ...(renewed && { specific }) },
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
    const text = mrkdwn`The credential *${now.name}* of *${me.organization.name}* was changed: ${join(what, '; ')}.`
    const back = undo(credential, data)
    const stays = back.length > 0 && renewed ? mrkdwn`*Undo* leaves the new access data as it is.` : undefined
    return reply('me', lines(text, stays), ...back, editButton(now), LIST)
  },
})

const credentialRemove = operation({
  id: 'credential.remove',
  sentences: ['credential remove'],
  usage: '<credential>',
  summary: 'removes a credential for good, once you confirm it',
  examples: ['credential remove shop'],
  access: 'actor',
  effect: 'change',
  doing: 'removing the credential',
  private: true,
  form: {
    title: 'Remove a credential',
    submit: 'Remove credential',
    warning:
      'This cannot be undone. The access data is deleted, and resources that use the credential can no longer be reached with it.',
  },
  fields: { credential: credentialToRemove, comments },
  async perform({ credential, comments }, me) {
    await me.call('removeCredential', {
      org_id: me.organization.id,
      credential_id: credential.id,
      comments,
    })
    return credential
  },
  reply: ({ name }, me) =>
    reply('me', mrkdwn`The credential *${name}* was removed from *${me.organization.name}*.`, ADD, LIST),
})

/** The access data that was typed. */
const given = (specific: Record<string, string | undefined>): Record<string, string> => filled(specific)

function summaryOf({ name, type, resources, last_time, comments }: Credential): Mrkdwn {
  const facts = [
    mrkdwn`${type || 'kind unknown'}`,
    mrkdwn`${countResources(resources)}`,
    last_time ? mrkdwn`last activity ${sayStamp(last_time)}` : undefined,
  ]
  return lines(mrkdwn`*${name}*`, join(facts, '  ·  '), comments ? mrkdwn`${comments}` : undefined)
}

export const credentials: readonly Operation[] = [
  credentialList,
  credentialAdd,
  credentialEdit,
  credentialRemove,
]
