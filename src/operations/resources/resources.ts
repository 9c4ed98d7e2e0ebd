import { page, reason } from '../../core/common-fields.ts'
import type { Member } from '../../core/context.ts'
import { FieldIssue } from '../../core/errors.ts'
import { fitReference, shortId } from '../../core/field.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { formatAny } from '../../language/wording.ts'
import { formButton } from '../../message/blocks.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply, withNote } from '../../message/reply.ts'
import { changeVerb, checkConflicts, formatChanges, undoButton } from '../edit-conflicts.ts'
import { formatPage, listReply, pageButtons, pageOf } from '../pages.ts'
import {
  describePlan,
  findPlan,
  planArgs,
  planField,
  planOfOneWord,
  showButton,
} from '../plans/plan-fields.ts'
import {
  addResourceButton,
  credentialsIfAllowed,
  editResourceButton,
  findResource,
  formatResource,
  group,
  instanceName,
  nameOf,
  newResourceId,
  newResourceName,
  orderButton,
  type PlanResource,
  placeOf,
  planOfResources,
  type ResourceCredential,
  region,
  removeResourceButton,
  resource,
  resourceArgs,
  resourceCredential,
  resourceCredentialOf,
  resourceFacts,
  resourceName,
  resourceStatus,
  resourcesButton,
  resourcesOf,
  resourceType,
  whenKnown,
} from './fields.ts'

const resourceList = operation({
  id: 'resource.list',
  command: { words: ['resource', 'resource list', 'resources'], usage: '<plan>' },
  summary: 'lists the resources of a plan, in their order',
  examples: ['resource web-prod'],
  form: { title: 'Resources of a plan', submit: 'List resources' },
  fields: { plan: planField, page },
  async execute(args, context) {
    const plan = await findPlan(args.plan, context)
    const [{ dependancy = false }, resources, credentials] = await Promise.all([
      describePlan(plan, context),
      resourcesOf(plan, context),
      credentialsIfAllowed(context),
    ])
    const page = resources && pageOf(resources, args.page)
    return { plan, credentials, page, isDependent: dependancy }
  },
  present({ plan, credentials, page, isDependent }): Reply {
    if (!page) {
      const count = plan.resources === undefined ? '' : ` (it counts ${plan.resources})`
      return reply(
        'me',
        mrkdwn`The service does not list the resources of *${plan.name}*${count}. You can still edit and remove them by their ids.`,
        addResourceButton(plan),
        editResourceButton(plan),
        removeResourceButton(plan),
        showButton(plan),
      )
    }
    const { total } = page
    const order = total > 1 ? ', in this order' : ''
    const depends = isDependent && total > 1 ? ' Each depends on the one before it.' : ''
    const count = mrkdwn`*${plan.name}* has ${formatAny(total, 'resource')}${order}${formatPage(page)}.${depends}`
    const rows = page.items.map((resource, index) => ({
      text: mrkdwn`${page.from + index + 1}. ${formatResource(resource, credentials)}`,
      name: resource.name,
      side: editResourceButton(plan, resource),
    }))
    return listReply(
      count,
      rows,
      ...pageButtons('resource.list', page, planArgs(plan)),
      addResourceButton(plan),
      ...(page.total > 0 ? [removeResourceButton(plan)] : []),
      ...(page.total > 1 ? [orderButton(plan)] : []),
      showButton(plan),
    )
  },
})

const resourceAdd = operation({
  id: 'resource.add',
  command: { words: ['resource add', 'resource create'], usage: '<plan> [id] [name]' },
  summary: 'adds a resource to a plan, last in its order',
  examples: ['resource add web-prod i-0123 web-app-3'],
  effect: 'write',
  doing: 'adding the resource',
  form: { title: 'Add a resource', submit: 'Add resource', verb: 'add a resource to' },
  fields: {
    plan: planOfOneWord,
    id: newResourceId,
    name: newResourceName,
    instance: instanceName,
    type: resourceType,
    credential: resourceCredential,
    region,
    group,
    status: resourceStatus,
    reason,
  },
  prepare: ({ plan }, context) => findPlan(plan, context),
  async execute({ credential, ...input }, { call, organization }, { prepared: plan }) {
    const resource = {
      resource_id: input.id,
      resource_name: input.name,
      instanceName: input.instance,
      type: input.type,
      credential: credential.id,
      status: input.status,
      reason: input.reason,
      ...placeOf(credential, input.region || undefined, input.group || undefined),
    }
    await call('addResource', { org_id: organization.id, plan_id: plan.id, resource })
    const added = { id: shortId(input.id), name: input.name, resource_id: input.id, details: resource }
    return { plan, credential, added }
  },
  present: ({ plan, credential, added }, { person }) =>
    reply(
      'channel',
      mrkdwn`${mention(person.user)} added a resource to *${plan.name}*: ${formatResource(added, [credential])}`,
      resourcesButton(plan),
      orderButton(plan),
      { ...removeResourceButton(plan, added), text: 'Remove resource' },
    ),
  record: ({ added }) => [{ field: 'name', after: added.name }],
})

const resourceRemove: Operation = operation({
  id: 'resource.remove',
  command: { words: ['resource remove', 'resource delete'], usage: '<plan> [resource]' },
  summary: 'removes a resource from a plan',
  examples: ['resource remove web-prod web-app-2'],
  effect: 'write',
  doing: 'removing the resource',
  form: {
    title: 'Remove a resource',
    submit: 'Remove resource',
    verb: 'remove a resource from',
    warning: 'The resource leaves the plan at once. If you add it again, it comes last in the order.',
  },
  fields: { plan: planOfResources, resource },
  load: async ({ plan, resource }, context) =>
    plan && { args: {}, facts: resourceFacts(plan, await resourcesOf(plan, context), resource) },
  async prepare(args, context) {
    const plan = await findPlan(args.plan, context)
    const resource = await findResource(plan, args.resource, context)
    const credentials = await credentialsIfAllowed(context)
    const credential = credentials.find(({ id }) => id === resource.details?.credential)
    return { plan, resource, credential: credential && resourceCredentialOf(credential, context) }
  },
  async execute(_, { call, organization }, { prepared }) {
    const { plan, resource } = prepared
    const ids = { org_id: organization.id, plan_id: plan.id, resource_id: resource.resource_id }
    await call('deleteResource', ids)
    return prepared
  },
  present({ plan, resource, credential }, { person }) {
    const text = mrkdwn`${mention(person.user)} removed a resource from *${plan.name}*: ${nameOf(resource)}`
    const { resource_id, details } = resource
    // The button drops the longest arguments if they do not fit.
    const addAgain = formButton('Add again', 'resource.add', {
      ...planArgs(plan),
      id: resource_id,
      name: details?.resource_name,
      instance: details?.instanceName,
      type: details?.type,
      credential,
      status: details?.status,
      region: details?.region,
      group: details?.resource_group,
      reason: details?.reason,
    })
    const announcement = reply('channel', text, addAgain, resourcesButton(plan), showButton(plan))
    return withNote(announcement, mrkdwn`If you add it again, it comes last in the order.`)
  },
  record: ({ resource: { name } }) => [{ field: 'name', before: name }],
})

type Values = {
  name?: string
  credential?: ResourceCredential
  region?: string
  group?: string
  status?: string
}

const resourceEdit: Operation = operation({
  id: 'resource.edit',
  command: { words: ['resource edit', 'resource update', 'resource change'], usage: '<plan> [resource]' },
  summary: 'changes a resource: its name, status, credential, region or group',
  examples: ['resource edit web-prod web-cache'],
  effect: 'write',
  doing: 'changing the resource',
  form: { title: 'Edit a resource', submit: 'Save resource', verb: 'edit a resource of' },
  fields: {
    plan: planOfResources,
    resource,
    name: whenKnown(resourceName),
    credential: whenKnown(resourceCredential),
    region: whenKnown(region),
    group: whenKnown(group),
    status: whenKnown(resourceStatus),
  },
  async load({ plan, resource }, context) {
    if (!plan) return undefined
    const resources = await resourcesOf(plan, context)
    const current = resources?.find(({ id }) => id === resource?.id)
    return {
      args: current ? await valuesOf(current, context) : {},
      facts: resourceFacts(plan, resources, current),
    }
  },
  async prepare({ expected, plan: reference, resource: target, ...args }, context) {
    const plan = await findPlan(reference, context)
    const resource = await findResource(plan, target, context)
    const current = await valuesOf(resource, context)
    const place = (args.credential ?? current.credential)?.place
    // A new credential of another kind clears the place of the old kind.
    const region = place === 'region' ? args.region : args.credential && current.region && ''
    const group = place === 'group' ? args.group : args.credential && current.group && ''
    const { changes, after: changed } = checkConflicts({
      operation: resourceEdit,
      what: nameOf(resource),
      desired: { name: args.name, credential: args.credential, region, group, status: args.status },
      current,
      expected,
      buttons: [editResourceButton(plan, resource), resourcesButton(plan), showButton(plan)],
    })
    const after = { ...current, ...changed }
    const { name, credential, status } = after
    if (!name) throw new FieldIssue('name', 'Say the resource name.')
    if (!credential) throw new FieldIssue('credential', 'Say which credential.')
    if (!status) throw new FieldIssue('status', 'Say the status.')
    return { plan, resource, after: { ...after, name, credential, status }, changes }
  },
  async execute(_, { call, organization }, { prepared }) {
    const { plan, resource, after, changes } = prepared
    // An empty place is sent only to clear one.
    const placeIn = (field: 'region' | 'group') =>
      after[field] || (changes.some(change => change.field === field) ? '' : undefined)
    await call('updateResource', {
      org_id: organization.id,
      plan_id: plan.id,
      resource_id: resource.resource_id,
      resource_name: after.name,
      status: after.status,
      credential: after.credential.id,
      ...placeOf(after.credential, placeIn('region'), placeIn('group')),
    })
    return prepared
  },
  present({ plan, resource, changes }, context) {
    const text = lines(
      mrkdwn`${mention(context.person.user)} ${changeVerb(context)} ${nameOf(resource)} of *${plan.name}*`,
      formatChanges(resourceEdit, changes),
    )
    const undo = undoButton(context, 'resource.edit', resourceArgs(plan, resource), changes)
    return reply('channel', text, ...undo, resourcesButton(plan), showButton(plan))
  },
  record: ({ changes }) => changes,
})

/** Returns the editable values of a resource; absent places are empty. */
async function valuesOf({ details }: PlanResource, context: Member): Promise<Values> {
  if (!details) return {}
  const { credential: id, resource_name: name, region = '', resource_group: group = '', status } = details
  const match = id ? (await credentialsIfAllowed(context)).find(each => each.id === id) : undefined
  // Only the ID is known of a credential that the person may not see.
  const fallback = id ? fitReference<ResourceCredential>({ id, name: id, place: 'none' }) : undefined
  return { name, credential: match ? resourceCredentialOf(match, context) : fallback, region, group, status }
}

export const resourceOperations = [resourceList, resourceAdd, resourceRemove, resourceEdit]
