import type { Plan } from '../../core/context.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { sayAny } from '../../language/counts.ts'
import { sayReference } from '../../language/names.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { plan } from '../fields/named.ts'
import { changed, page, reason } from '../fields/plain.ts'
import { describedOf } from '../fields/plans.ts'
import {
  fillPlace,
  group,
  instanceName,
  newResourceId,
  newResourceName,
  type PlanResource,
  planBeforeResource,
  region,
  resourceCredential,
  resourceStatus,
  resourcesOf,
  resourceType,
} from '../fields/resources.ts'
import { listReply, type Page, pageOf, sayPage, turnButtons } from '../pages.ts'
import { showButton } from '../plans/buttons.ts'
import { sayUnread } from '../unread.ts'
import { addButton, editButton, orderButton, removeButton, resourcesButton } from './buttons.ts'
import { type Credentials, credentialsIfAllowed, placed, sayResource } from './naming.ts'

type Listed = {
  plan: Plan
  dependent: boolean
  credentials: Credentials
  page?: Page<PlanResource>
  unread: number
}

const resourceList = operation({
  id: 'resource.list',
  sentences: ['resource', 'resource list', 'resources'],
  usage: '<plan>',
  summary: 'lists the resources of a plan, in their order',
  examples: ['resource web-prod'],
  access: 'actor',
  effect: 'read',
  form: { title: 'Resources of a plan', submit: 'List resources' },
  fields: { plan, page },
  async perform({ plan, page }, me): Promise<Listed> {
    const [described, resources, credentials] = await Promise.all([
      describedOf(plan, me),
      resourcesOf(plan, me),
      credentialsIfAllowed(me),
    ])
    const { dependancy = false, resourcesUnread = 0 } = described
    const known = { plan, dependent: dependancy, credentials, unread: resourcesUnread }
    return { ...known, ...(resources && { page: pageOf(resources, page) }) }
  },
  reply({ plan, dependent, credentials, page, unread }): Reply {
    if (!page) {
      const text = mrkdwn`The service does not list the resources of *${plan.name}*${plan.resources === undefined ? '' : ` (it counts ${plan.resources})`}. You can still edit and remove them by their ids.`
      const buttons = [addButton(plan), editButton(plan), removeButton(plan), showButton(plan)]
      return reply('me', text, ...buttons)
    }
    const { shown, total, from } = page
    const all = total + unread
    const count = mrkdwn`*${plan.name}* has ${sayAny(all, 'resource')}${all > 1 ? ', in this order' : ''}${sayPage(page)}.${
      dependent && all > 1 ? ' Each depends on the one before it.' : ''
    }`
    const title = lines(count, sayUnread(unread, 'resource'))
    const rows = shown.map((resource, index) => ({
      text: mrkdwn`${from + index + 1}. ${sayResource(resource, credentials)}`,
      name: resource.name,
      buttons: [editButton(plan, resource), removeButton(plan, resource)],
    }))
    const turns = turnButtons('resource.list', page, { plan: sayReference(plan) })
    const order = total > 1 ? [orderButton(plan)] : []
    return listReply(title, rows, ...turns, addButton(plan), ...order, showButton(plan))
  },
})

const resourceAdd = operation({
  id: 'resource.add',
  sentences: ['resource add', 'resource create'],
  usage: '<plan> [id] [name]',
  summary: 'adds a resource to a plan, last in its order',
  examples: ['resource add web-prod i-0123 web-app-3'],
  access: 'actor',
  effect: 'change',
  doing: 'adding the resource',
  form: { title: 'Add a resource', submit: 'Add resource' },
  fields: {
    plan: planBeforeResource,
    id: newResourceId,
    name: newResourceName,
    instance: instanceName,
    type: resourceType,
    credential: resourceCredential,
    region,
    group,
    status: resourceStatus,
    reason,
    changed,
  },
  fill: async ({ credential }) => fillPlace(credential?.place ?? ''),
  async perform({ plan, ...said }, me) {
    const { credential } = said.credential
    const held = {
      resource_id: said.id,
      resource_name: said.name,
      instanceName: said.instance,
      type: said.type,
      credential: credential.id,
      status: said.status,
      reason: said.reason,
      ...placed(said.credential.place, said),
    }
    await me.call('addResource', { org_id: me.organization.id, plan_id: plan.id, resource: held })
    return { plan, credential, added: { id: said.id, resource_id: said.id, name: said.name, held } }
  },
  reply({ plan, credential, added }, me) {
    const told = sayResource(added, [credential])
    const text = mrkdwn`${mention(me.person.user)} added a resource to *${plan.name}*: ${told}`
    const remove = { ...removeButton(plan), raw: { plan: sayReference(plan), resource: added.resource_id } }
    const buttons = [resourcesButton(plan), orderButton(plan), remove, showButton(plan)]
    return { ...reply('channel', text, ...buttons), detail: added.name }
  },
})

export const resources: readonly Operation[] = [resourceList, resourceAdd]
