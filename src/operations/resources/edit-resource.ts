import { z } from 'zod'
import type { Member } from '../../core/context.ts'
import { FieldIssue } from '../../core/errors.ts'
import { fitReference } from '../../core/field.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { changed, checkConflicts, formatChanges, undoButton, valuesAfter } from '../edit-conflicts.ts'
import { findPlan, showButton } from '../plans/plan-fields.ts'
import {
  credentialsIfAllowed,
  editResourceButton,
  findResource,
  group,
  nameOf,
  ofKnown,
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
    name: ofKnown(resourceName),
    credential: ofKnown(resourceCredential),
    region: ofKnown(region),
    group: ofKnown(group),
    status: ofKnown(resourceStatus),
  },
  async load({ plan, resource }, context) {
    if (!plan) return undefined
    const listed = await resourcesOf(plan, context)
    const found = listed?.find(({ id }) => id === resource?.id)
    return {
      args: found ? await valuesOf(found, context) : {},
      facts: resourceFacts(plan, listed, found),
    }
  },
  async prepare({ expected, plan: reference, resource: target, ...args }, context) {
    const plan = await findPlan(reference, context)
    const resource = await findResource(plan, target, context)
    const current = await valuesOf(resource, context)
    const place = (args.credential ?? current.credential)?.place
    // A resource has no place of another kind than that of its new credential.
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
    // An empty place is sent only where there was another.
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
      mrkdwn`${mention(context.person.user)} ${changed(context)} ${nameOf(resource)} of *${plan.name}*`,
      formatChanges(resourceEdit, changes),
    )
    const undo = undoButton(context, 'resource.edit', resourceArgs(plan, resource), changes)
    return reply('channel', text, ...undo, resourcesButton(plan), showButton(plan))
  },
  record: ({ changes }) => changes,
})

/** What the service holds of a resource; an empty place can be filled. */
async function valuesOf({ details }: PlanResource, context: Member): Promise<Values> {
  if (!details) return {}
  const { credential: id, resource_name: name, region = '', resource_group: group = '', status } = details
  const known = id ? (await credentialsIfAllowed(context)).find(each => each.id === id) : undefined
  // Of a credential that the person may not see only the id is known.
  const unknown = id ? fitReference<ResourceCredential>({ id, name: id, place: 'none' }) : undefined
  return { name, credential: known ? resourceCredentialOf(known, context) : unknown, region, group, status }
}
