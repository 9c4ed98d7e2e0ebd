import { type Args, type Reference, referenceTo } from '../../core/args.ts'
import {
  editable,
  isLoaded,
  MAX_NAME_LENGTH,
  optional,
  page,
  reason,
  reshaping,
  textField,
} from '../../core/common-fields.ts'
import type { Credential } from '../../core/context.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { formatCount, formatKnown } from '../../language/wording.ts'
import { type Button, formButton, runButton } from '../../message/blocks.ts'
import { join, lines, mrkdwn, SEPARATOR } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { formatStamp } from '../calendar-days.ts'
import { checkConflicts, undoButton } from '../edit-conflicts.ts'
import { formatPage, listReply, pageButtons, pageOf } from '../pages.ts'
import {
  comments,
  credential,
  credentialToRemove,
  findCredential,
  findKind,
  kind,
  MAX_COMMENTS_LENGTH,
  newCredentialName,
  newSecrets,
  updatedSecrets,
} from './fields.ts'

const credentialList = operation({
  id: 'credential.list',
  command: { words: ['credential', 'credential list', 'credentials'] },
  summary: 'lists the credentials of your organization, visible to you alone',
  private: true,
  fields: { page },
  async execute({ page }, context) {
    return pageOf(await context.credentials(), page)
  },
  present(page, { organization }) {
    const count =
      page.total === 0 ? 'no credentials yet' : `${formatCount(page.total, 'credential')}${formatPage(page)}`
    const title = mrkdwn`*${organization.name}* has ${count}.`
    const rows = page.items.map(credential => {
      const { name, type, resources, last_time, comments } = credential
      const facts = [
        mrkdwn`${type || 'kind unknown'}`,
        mrkdwn`${formatKnown(resources, 'resource')}`,
        last_time ? mrkdwn`last activity ${formatStamp(last_time)}` : undefined,
        comments ? mrkdwn`${comments}` : undefined,
      ]
      return { text: lines(mrkdwn`*${name}*`, join(facts, SEPARATOR)), name, side: editButton(credential) }
    })
    const remove = page.total > 0 ? [formButton('Remove credential', 'credential.remove')] : []
    return listReply(title, rows, ...pageButtons('credential.list', page), ADD, ...remove)
  },
})

const credentialAdd = operation({
  id: 'credential.add',
  command: { words: ['credential add'], usage: '<name> [kind]' },
  summary: 'adds a credential; its access data is never shown again',
  examples: ['credential add shop'],
  effect: 'write',
  doing: 'adding the credential',
  private: true,
  form: { title: 'Add a credential', submit: 'Add credential' },
  fields: { name: newCredentialName, kind, secrets: newSecrets, comments },
  async execute({ name, kind, comments, secrets = {} }, { call, organization }) {
    const { credential_id: id } = await call('createCredential', {
      org_id: organization.id,
      type: kind.name,
      name,
      specific: secrets,
      comments,
    })
    return { name, kind: kind.name, id, organization }
  },
  present({ name, kind, id, organization }) {
    const edit = id === undefined ? [] : [editButton({ id, name })]
    const text = mrkdwn`The ${kind} credential *${name}* was added to *${organization.name}*.`
    return reply('me', text, ...edit, LIST)
  },
  record: ({ name, kind }) => [
    { field: 'name', after: name },
    { field: 'kind', after: kind },
  ],
})

const credentialEdit: Operation = operation({
  id: 'credential.edit',
  command: { words: ['credential edit'], usage: '<credential>' },
  summary: 'changes the name, the comments or the access data of a credential',
  examples: ['credential edit shop'],
  effect: 'write',
  doing: 'changing the credential',
  private: true,
  form: { title: 'Edit a credential', submit: 'Save credential' },
  fields: {
    credential: reshaping(credential),
    name: editable(textField('name', 'Name', { max: MAX_NAME_LENGTH })),
    comments: editable(comments),
    secrets: updatedSecrets,
    // Words after a name may be a secret.
    reason: optional({
      ...reason,
      parseFrom: undefined,
      inputs: reason.inputs.map(input => ({ ...input, when: isLoaded })),
    }),
  },
  async load({ credential }, context) {
    if (!credential) return undefined
    const current = await findCredential(credential, context)
    const kind = findKind(current.type, context.kinds)?.id
    return { args: { name: current.name, comments: editableComments(current) }, facts: { kind } }
  },
  async prepare({ credential, name, comments, expected, secrets }, context) {
    const before = await findCredential(credential, context)
    const { changes, after } = checkConflicts({
      operation: credentialEdit,
      what: mrkdwn`The credential *${before.name}*`,
      desired: { name, comments },
      current: { name: before.name, comments: editableComments(before) },
      expected,
      buttons: [editButton(before), LIST],
      hasMore: secrets !== undefined,
    })
    return { before, changes, after }
  },
  async execute({ name, reason = '', secrets }, { call, organization }, { prepared }) {
    const { before, changes, after } = prepared
    await call('updateCredential', {
      org_id: organization.id,
      credential_id: before.id,
      // The interface document requires both. A credential without a name is shown by its ID.
      data: {
        ...(before.name !== before.id && { name: before.name }),
        comments: before.comments,
        ...after,
        ...(secrets && { specific: secrets }),
      },
      reason,
    })
    return {
      before,
      now: { ...before, name: name ?? before.name },
      changes,
      hasNewSecrets: secrets !== undefined,
    }
  },
  present({ before, now, changes, hasNewSecrets }, context) {
    const { organization } = context
    const fields = changes.map(({ field }) => field)
    const changedParts = [
      fields.includes('name') ? mrkdwn`its name, which was *${before.name}*` : undefined,
      fields.includes('comments') ? mrkdwn`its comments` : undefined,
      hasNewSecrets ? mrkdwn`its access data, which is never shown again` : undefined,
    ]
    const text = mrkdwn`The credential *${now.name}* of *${organization.name}* was changed: ${join(changedParts, '; ')}.`
    const undo =
      changes.length > 0 ? undoButton(context, 'credential.edit', credentialArgs(now), changes) : []
    const secretsNote =
      undo.length > 0 && hasNewSecrets ? mrkdwn`*Undo* leaves the new access data as it is.` : undefined
    return reply('me', lines(text, secretsNote), ...undo, editButton(now), LIST)
  },
  record: ({ changes }) => changes.filter(({ field }) => field === 'name'),
})

const credentialRemove = operation({
  id: 'credential.remove',
  command: { words: ['credential remove'], usage: '<credential>' },
  summary: 'removes a credential for good, once you confirm it',
  examples: ['credential remove shop'],
  effect: 'write',
  doing: 'removing the credential',
  private: true,
  form: {
    title: 'Remove a credential',
    submit: 'Remove credential',
    warning:
      'This cannot be undone. The access data is deleted, and resources that use the credential can no longer be reached with it.',
  },
  fields: { credential: credentialToRemove, comments },
  async load({ credential }, context) {
    if (!credential) return undefined
    const { resources = null } = await findCredential(credential, context)
    return { args: {}, facts: { resources } }
  },
  prepare: ({ credential }, context) => findCredential(credential, context),
  async execute({ comments }, { call, organization }, { prepared: { id, name } }) {
    await call('removeCredential', { org_id: organization.id, credential_id: id, comments })
    return { name }
  },
  present: ({ name }, { organization }) =>
    reply('me', mrkdwn`The credential *${name}* was removed from *${organization.name}*.`, ADD, LIST),
})

const editableComments = ({ comments }: Pick<Credential, 'comments'>): string | undefined =>
  comments.length <= MAX_COMMENTS_LENGTH ? comments : undefined

const credentialArgs = (credential: Reference): Args => ({ credential: referenceTo(credential) })

const editButton = (credential: Reference): Button =>
  formButton('Edit', 'credential.edit', credentialArgs(credential))

const ADD = formButton('Add credential', 'credential.add')
const LIST = runButton('Show credentials', 'credential.list')

export const credentialOperations = [credentialList, credentialAdd, credentialEdit, credentialRemove]
