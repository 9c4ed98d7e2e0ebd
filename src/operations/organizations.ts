import type { Linked } from '../core/context.ts'
import { FieldIssue, NotLinked } from '../core/errors.ts'
import { type Operation, operation } from '../core/operation.ts'
import { filled } from '../core/raw.ts'
import { sayCount } from '../language/counts.ts'
import { apartAmong, type Named, sayReference } from '../language/names.ts'
import { plainly } from '../language/read.ts'
import { type Button, opens, repeat } from '../message/blocks.ts'
import { join, lines, mention, mrkdwn } from '../message/mrkdwn.ts'
import { reply } from '../message/reply.ts'
import { differences, undoButton } from './edits.ts'
import { namedOf, organizationsOf } from './fields/named.ts'
import {
  confirmName,
  newOrganizationName,
  organization,
  organizationName,
  organizationToRemove,
  organizationToRename,
  typedName,
} from './fields/organizations.ts'
import { changed, hidden, page } from './fields/plain.ts'
import { membershipsOf } from './memberships.ts'
import { listReply, pageOf, sayPage, turnButtons } from './pages.ts'
import { countResources } from './resources/naming.ts'
import { sayUnread } from './unread.ts'

const organizationList = operation({
  id: 'organization.list',
  sentences: ['org', 'org list', 'orgs'],
  summary: 'lists the organizations that you belong to',
  examples: ['org'],
  access: 'linked',
  effect: 'read',
  private: true,
  fields: { page },
  async perform({ page }, me) {
    const { organizations, unread = 0 } = await membershipsOf(me)
    return { page: pageOf(organizations, page), apart: apartAmong(organizations.map(namedOf)), unread }
  },
  reply({ page, apart, unread }, { link }) {
    const { shown } = page
    const total = page.total + unread
    const count = mrkdwn`You belong to ${total > 0 ? sayCount(total, 'organization') : 'no organization'}${sayPage(page)}.`
    const title = lines(count, sayUnread(unread, 'organization'))
    const rows = shown.map(({ role, owner, resources, ...each }) => {
      const organization = namedOf(each)
      const name = apart(organization)
      const isUsed = organization.id === link.organization?.id
      const facts = join(
        [
          role ? mrkdwn`role ${role}` : undefined,
          owner ? mrkdwn`owner ${owner}` : undefined,
          mrkdwn`${countResources(resources)}`,
        ],
        '  ·  ',
      )
      return {
        text: lines(mrkdwn`*${name}*${isUsed ? ' (in use)' : ''}`, facts),
        name,
        side: isUsed ? undefined : useButton(organization),
      }
    })
    return listReply(title, rows, ...turnButtons('organization.list', page), CREATE)
  },
})

const organizationCreate = operation({
  id: 'organization.create',
  sentences: ['org create'],
  usage: '<name>',
  summary: 'creates an organization',
  examples: ['org create Umbrella'],
  access: 'linked',
  effect: 'change',
  doing: 'creating the organization',
  form: { title: 'Create organization', submit: 'Create organization' },
  fields: { name: organizationName },
  async perform({ name }, me) {
    await refuseTwin(name, me)
    const { org_id: id } = await me.call('createOrganization', { org_name: name })
    return { id, name }
  },
  reply({ id, name }, me) {
    const text = mrkdwn`${mention(me.person.user)} created the organization *${name}*.`
    const raw = { organization: id ? sayReference({ id, name }) : name }
    const use: Button = { ...USE, text: 'Use it', raw }
    return reply('channel', text, use)
  },
})

const organizationRename: Operation = operation({
  id: 'organization.rename',
  sentences: ['org rename', 'rename org', 'rename organization'],
  usage: '<organization> <name>',
  summary: 'renames an organization: the one you act in, or another',
  examples: ['org rename Acme Umbrella', 'org rename Acme to Umbrella'],
  access: 'linked',
  effect: 'change',
  doing: 'renaming the organization',
  form: { title: 'Rename organization', submit: 'Rename organization' },
  fields: { changed, organization: organizationToRename, name: newOrganizationName },
  async fill({ organization }, me, said) {
    const all = said.organization ? [] : await organizationsOf(me)
    const meant = organization ?? all.find(({ id }) => id === me.link.organization?.id)
    return filled({ organization: meant && sayReference(meant), name: meant?.name })
  },
  async perform({ changed, organization, name = '' }, me) {
    differences(
      { wanted: filled({ name }), held: { name: organization.name }, changed },
      { what: mrkdwn`*${organization.name}*`, inputs: organizationRename.inputs, buttons: [] },
    )
    await refuseTwin(name, me, organization.id)
    await me.call('updateOrganization', { org_id: organization.id, org_name: name })
    await me.links.rename({ id: organization.id, name })
    return { organization, name }
  },
  reply({ organization: { id, name: former }, name }, me) {
    const text = mrkdwn`${mention(me.person.user)} renamed the organization *${former}*: it is *${name}* now.`
    const which = { organization: sayReference({ id, name }) }
    const undo = undoButton('organization.rename', which, { name: former }, { name })
    return { ...reply('channel', text, ...undo), detail: `it is ${name} now` }
  },
})

/**
 * Organizations are told apart by their names, as plans are.
 * @throws FieldIssue where the person belongs to another one of the name, whatever its case
 */
async function refuseTwin(name: string, me: Linked, own?: string): Promise<void> {
  const all = await organizationsOf(me)
  const twin = all.find(each => each.id !== own && each.name.toLowerCase() === name.toLowerCase())
  if (twin)
    throw new FieldIssue(
      'name',
      `You already belong to an organization called “${twin.name}”; choose another name.`,
    )
}

const organizationRemove = operation({
  id: 'organization.remove',
  sentences: ['org remove'],
  usage: '<organization>',
  summary: 'removes an organization, once you have typed its name',
  examples: ['org remove Umbrella'],
  access: 'linked',
  effect: 'change',
  doing: 'removing the organization',
  form: {
    title: 'Remove organization',
    submit: 'Remove organization',
    warning:
      'This removes the organization for everybody, with its plans, credentials and members. It cannot be undone.',
  },
  fields: { organization: organizationToRemove, typed: typedName },
  async perform({ organization: { id, name }, typed }, me) {
    confirmName(typed, name)
    await me.call('removeOrganization', { org_id: id })
    return { name, acted: await me.links.drop(id) }
  },
  reply({ name, acted }, me) {
    const text = lines(
      mrkdwn`${mention(me.person.user)} removed the organization *${name}*.`,
      acted > 0
        ? mrkdwn`Anyone who acted in it has no organization now: \`/dayshift use\` switches to another organization.`
        : undefined,
    )
    const use: Button = { ...USE, text: 'Use organization', how: 'form' }
    return reply('channel', text, ...(acted > 0 ? [use] : []))
  },
})

const organizationUse = operation({
  id: 'organization.use',
  sentences: ['use', 'org use', 'switch to'],
  usage: '<organization>',
  summary: 'switches to an organization',
  examples: ['use Acme'],
  access: 'linked',
  effect: 'change',
  doing: 'using the organization',
  private: true,
  form: { title: 'Use organization', submit: 'Use organization' },
  fields: { organization, next: hidden('next') },
  async perform({ organization, next }, me) {
    const name = apartAmong(await organizationsOf(me))(organization)
    if (!(await me.links.choose(organization))) throw new NotLinked()
    return { name, next }
  },
  reply({ name, next }) {
    const text = mrkdwn`You act in *${name}* from now on.`
    if (!next) return reply('me', text)
    return reply('me', lines(text, mrkdwn`You asked for this before:`), repeat(plainly(next), next))
  },
})

const USE = { operation: 'organization.use', raw: {} } as const

const CREATE = opens('Create organization', 'organization.create')

/** Uses an organization of a list; the answer takes the place of the list. */
const useButton = (organization: Named): Button => ({
  ...USE,
  text: 'Use',
  raw: { organization: sayReference(organization) },
  how: 'turn',
})

export const organizations: readonly Operation[] = [
  organizationList,
  organizationCreate,
  organizationRename,
  organizationRemove,
  organizationUse,
]
