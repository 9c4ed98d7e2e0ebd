import { nextSchema } from '../../core/args.ts'
import { editable, hiddenField, page } from '../../core/common-fields.ts'
import { NotLinked } from '../../core/errors.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { refuseSameName } from '../../core/reference-field.ts'
import { formatCount, formatKnown } from '../../language/wording.ts'
import { formButton, replaceButton, runButton } from '../../message/blocks.ts'
import { join, lines, mrkdwn, SEPARATOR } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { checkConflicts, undoButton } from '../edit-conflicts.ts'
import { formatPage, listReply, pageButtons, pageOf } from '../pages.ts'
import {
  confirmation,
  confirmName,
  findOrganization,
  membershipsOf,
  organization,
  organizationName,
  organizationOf,
  organizationsOf,
  organizationToRemove,
  organizationToRename,
  replyWithNext,
} from './fields.ts'

const organizationList = operation({
  id: 'organization.list',
  command: { words: ['org', 'org list', 'orgs'] },
  summary: 'lists the organizations that you belong to',
  access: 'linked',
  private: true,
  fields: { page },
  execute: async ({ page }, context) => pageOf((await membershipsOf(context)).organizations, page),
  present(page, { link }) {
    const title = mrkdwn`You belong to ${page.total > 0 ? formatCount(page.total, 'organization') : 'no organization'}${formatPage(page)}.`
    const rows = page.items.map(({ role, owner, resources, ...item }) => {
      const organization = organizationOf(item)
      const { name } = organization
      const isCurrent = organization.id === link.organization?.id
      const facts = [
        role ? mrkdwn`role ${role}` : undefined,
        owner ? mrkdwn`owner ${owner}` : undefined,
        mrkdwn`${formatKnown(resources, 'resource')}`,
      ]
      return {
        text: lines(mrkdwn`*${name}*${isCurrent ? ' (in use)' : ''}`, join(facts, SEPARATOR)),
        name,
        side: isCurrent ? undefined : replaceButton('Use', 'organization.use', { organization }),
      }
    })
    const create = formButton('Create organization', 'organization.create')
    return listReply(title, rows, ...pageButtons('organization.list', page), create)
  },
})

const organizationCreate = operation({
  id: 'organization.create',
  command: { words: ['org create'], usage: '<name>' },
  summary: 'creates an organization',
  examples: ['org create Umbrella'],
  access: 'linked',
  effect: 'write',
  doing: 'creating the organization',
  form: { title: 'Create an organization', submit: 'Create organization' },
  fields: { name: organizationName },
  prepare: async ({ name }, context) => refuseSameName(DUPLICATE, name, await organizationsOf(context)),
  async execute({ name }, context) {
    const { org_id: id } = await context.call('createOrganization', { org_name: name })
    return { id, name }
  },
  present({ id, name }) {
    // Without an ID, the form asks.
    const use = id
      ? runButton('Use it', 'organization.use', { organization: { id, name } })
      : formButton('Use it', 'organization.use')
    return reply('me', mrkdwn`You created the organization *${name}*.`, use)
  },
  subjects: (_, __, created) =>
    created?.id ? [{ kind: 'organization', id: created.id, name: created.name }] : [],
})

const organizationRename: Operation = operation({
  id: 'organization.rename',
  command: { words: ['org rename', 'rename org', 'rename organization'], usage: '<organization> <name>' },
  summary: 'renames an organization',
  examples: ['org rename Acme Umbrella', 'org rename Acme to Umbrella'],
  access: 'linked',
  effect: 'write',
  doing: 'renaming the organization',
  form: { title: 'Rename an organization', submit: 'Rename organization' },
  fields: {
    organization: organizationToRename,
    // One word cannot be an organization and its new name.
    name: editable({ ...organizationName, mayBeIn: rest => /\S\s+\S/.test(rest) }),
  },
  async load({ organization }, context) {
    const target = organization ?? context.link.organization
    const current = (await organizationsOf(context)).find(({ id }) => id === target?.id)
    return current && { args: { organization: current, name: current.name } }
  },
  async prepare({ organization, name, expected }, context) {
    const before = await findOrganization(organization, context)
    const { changes } = checkConflicts({
      operation: organizationRename,
      what: mrkdwn`*${before.name}*`,
      desired: { name },
      current: { name: before.name },
      expected,
      buttons: [formButton('Rename organization', 'organization.rename', { organization: before })],
    })
    if (name) refuseSameName(DUPLICATE, name, await organizationsOf(context), before.id)
    return { before, changes }
  },
  async execute({ name = '' }, context, { prepared: { before, changes } }) {
    await context.call('updateOrganization', { org_id: before.id, org_name: name })
    await context.links.rename({ id: before.id, name })
    return { before, name, changes }
  },
  present({ before, name, changes }, context) {
    const verb = context.isUndo ? 'undid that, and renamed' : 'renamed'
    const target = { organization: { id: before.id, name } }
    return reply(
      'me',
      mrkdwn`You ${verb} the organization *${before.name}*: it is *${name}* now.`,
      ...undoButton(context, 'organization.rename', target, changes),
    )
  },
  record: ({ changes }) => changes,
})

const DUPLICATE = 'You already belong to an organization'

const organizationRemove = operation({
  id: 'organization.remove',
  command: { words: ['org remove'], usage: '<organization>' },
  summary: 'removes an organization, once you have typed its name',
  examples: ['org remove Umbrella'],
  access: 'linked',
  effect: 'write',
  doing: 'removing the organization',
  form: {
    title: 'Remove an organization',
    submit: 'Remove organization',
    warning:
      'This removes the organization for everyone, with its plans, credentials and members. It cannot be undone.',
  },
  fields: { organization: organizationToRemove, typed: confirmation },
  async load({ organization }, context) {
    if (!organization) return undefined
    const current = await findOrganization(organization, context)
    return { args: {}, facts: { name: current.name } }
  },
  async prepare({ organization, typed }, context) {
    const current = await findOrganization(organization, context)
    confirmName(typed, current.name)
    return current
  },
  async execute(_, context, { prepared: { id, name } }) {
    await context.call('removeOrganization', { org_id: id })
    await context.links.unset(id)
    return name
  },
  present: name =>
    reply(
      'me',
      mrkdwn`You removed the organization *${name}*. Anyone who acted in it can choose another: \`/dayshift use\`.`,
      formButton('Use organization', 'organization.use'),
    ),
})

const organizationUse = operation({
  id: 'organization.use',
  command: { words: ['use', 'org use', 'switch to'], usage: '<organization>' },
  summary: 'switches to an organization',
  examples: ['use Acme'],
  access: 'linked',
  effect: 'write',
  doing: 'using the organization',
  private: true,
  writesTo: 'person',
  form: { title: 'Use an organization', submit: 'Use organization' },
  fields: { organization, next: hiddenField(nextSchema) },
  prepare: ({ organization }, context) => findOrganization(organization, context),
  async execute({ next }, { links, person }, { prepared: organization }) {
    if (!(await links.use(person.key, organization))) throw new NotLinked()
    return { name: organization.name, next }
  },
  present: ({ name, next }, context) =>
    replyWithNext(mrkdwn`You act in *${name}* from now on.`, next, context),
})

export const organizationOperations = [
  organizationList,
  organizationCreate,
  organizationRename,
  organizationRemove,
  organizationUse,
]
