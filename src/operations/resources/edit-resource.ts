import { z } from 'zod'
import type { Member } from '../../core/context.ts'
import { FieldIssue } from '../../core/errors.ts'
import { fitReference } from '../../core/field.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { changeVerb, checkConflicts, formatChanges, undoButton, valuesAfter } from '../edit-conflicts.ts'
import { findPlan, showButton } from '../plans/plan-fields.ts'
import {
  credentialsIfAllowed,
  editResourceButton,
  findResource,
  group,
  nameOf,
  type PlanResource,
  placeOf,
  planOfResources,
  type ResourceCredential,
  region,
  resource,
  resourceArgs,
  resourceCredential,
  resourceCredentialOf,
  resourceCredentialSchema,
  resourceFacts,
  resourceName,
  resourceStatus,
  resourcesButton,
  resourcesOf,
  whenKnown,
} from './fields.ts'

const valuesSchema = z
  .object({
    name: z.string(),
    credential: resourceCredentialSchema,
    region: z.string(),
    group: z.string(),
    status: z.string(),
  })
  .partial()
type Values = z.infer<typeof valuesSchema>

export const resourceEdit: Operation = operation({
  id: 'resource.edit',
  command: { words: ['resource edit', 'resource update', 'resource change'], usage: '<plan> [resource]' },
  summary: 'changes a resource: its name, status, credential, region or group',
  examples: ['resource edit web-prod web-cache'],
  effect: 'write',
  doing: 'changing the resource',
  form: { title: 'Edit a resource', submit: 'Save resource', asks: 'edit a resource of' },
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
    const changes = checkConflicts({
      operation: resourceEdit,
      what: nameOf(resource),
      desired: { name: args.name, credential: args.credential, region, group, status: args.status },
      current,
      expected,
      buttons: [editResourceButton(plan, resource), resourcesButton(plan), showButton(plan)],
    })
    const after = { ...current, ...valuesSchema.parse(valuesAfter(changes)) }
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
