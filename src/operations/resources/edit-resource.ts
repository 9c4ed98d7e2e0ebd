import type { Member, Plan } from '../../core/context.ts'
import { FieldIssue } from '../../core/errors.ts'
import { fitReference } from '../../core/field.ts'
import { asPrepared, type Operation, operation, type ValueChange } from '../../core/operation.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { changed, checkConflicts, formatChanges, undoButton } from '../edit-conflicts.ts'
import { findPlan, showButton } from '../plans/plan-field.ts'
import {
  group,
  ofKnown,
  planOfResources,
  region,
  resource,
  resourceCredential,
  resourceFacts,
  resourceName,
  resourceStatus,
} from './fields.ts'
import {
  credentialsIfAllowed,
  editButton,
  findResource,
  nameOf,
  type PlanResource,
  placeOf,
  type ResourceCredential,
  resourceArgs,
  resourceCredentialOf,
  resourcesButton,
  resourcesOf,
} from './resource.ts'

/** The values of a resource that can be edited. */
type Values = {
  name?: string | undefined
  credential?: ResourceCredential | undefined
  region?: string | undefined
  group?: string | undefined
  status?: string | undefined
}

type Edited = {
  plan: Plan
  resource: PlanResource
  before: Values
  after: Values & { name: string; credential: ResourceCredential; status: string }
}

const KEYS = ['name', 'credential', 'region', 'group', 'status'] as const

export const resourceEdit: Operation = operation({
  id: 'resource.edit',
  command: { words: ['resource edit', 'resource update', 'resource change'], usage: '<plan> [resource]' },
  help: {
    summary: 'changes a resource: its name, status, credential, region or group',
    examples: ['resource edit web-prod web-cache'],
  },
  effect: 'write',
  doing: 'changing the resource',
  form: { title: 'Edit a resource', submit: 'Save resource' },
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
  prepared: asPrepared<Edited>(),
  async prepare({ expected, ...args }, context) {
    const plan = await findPlan(args.plan, context)
    const resource = await findResource(plan, args.resource, context)
    const before = await valuesOf(resource, context)
    const place = (args.credential ?? before.credential)?.place
    const wanted = withoutUndefined({
      name: args.name,
      credential: args.credential,
      status: args.status,
      region: place === 'region' ? args.region : undefined,
      group: place === 'group' ? args.group : undefined,
    })
    await checkConflicts(
      { wanted, held: before, expected },
      {
        operation: resourceEdit,
        what: nameOf(resource),
        buttons: [editButton(plan, resource), resourcesButton(plan), showButton(plan)],
        history: { plan, context },
      },
    )
    const { name, credential, status, region, group } = { ...before, ...wanted }
    if (!name) throw new FieldIssue('name', 'Say the resource name.')
    if (!credential) throw new FieldIssue('credential', 'Say which credential.')
    if (!status) throw new FieldIssue('status', 'Say the status.')
    // A resource has no place of another kind than its credential's.
    const after = {
      name,
      credential,
      status,
      region: place === 'region' ? region : before.region && '',
      group: place === 'group' ? group : before.group && '',
    }
    return { plan, resource, before, after }
  },
  async execute(_, { call, organization }, { prepared }) {
    const { plan, resource, before, after } = prepared
    await call('updateResource', {
      org_id: organization.id,
      plan_id: plan.id,
      resource_id: resource.resource_id,
      resource_name: after.name,
      status: after.status,
      credential: after.credential.id,
      // An empty place is sent only where there was another.
      ...placeOf(after.credential, {
        region: after.region || (before.region ? after.region : undefined),
        group: after.group || (before.group ? after.group : undefined),
      }),
    })
    return prepared
  },
  present({ plan, resource, before, after }, context) {
    const { person } = context
    const changes = changesOf(before, after)
    const text = lines(
      mrkdwn`${mention(person.user)} ${changed(context)} ${nameOf(resource)} of *${plan.name}*`,
      formatChanges(resourceEdit, changes),
    )
    const undo = before.name
      ? undoButton(context, 'resource.edit', resourceArgs(plan, resource), changes)
      : []
    return reply('channel', text, ...undo, resourcesButton(plan), showButton(plan))
  },
  record: ({ before, after }) => changesOf(before, after),
})

/** What the service holds of a resource; an empty place can be filled. */
async function valuesOf({ held }: PlanResource, context: Member): Promise<Values> {
  if (!held) return {}
  return {
    name: held.resource_name,
    credential: await credentialOf(held.credential, context),
    region: held.region ?? '',
    group: held.resource_group ?? '',
    status: held.status,
  }
}

/** Of a credential that the person may not see only the id is known. */
async function credentialOf(
  id: string | undefined,
  context: Member,
): Promise<ResourceCredential | undefined> {
  if (!id) return undefined
  const credential = (await credentialsIfAllowed(context)).find(each => each.id === id)
  return credential
    ? resourceCredentialOf(credential, context)
    : fitReference<ResourceCredential>({ id, name: id, place: 'none' })
}

const changesOf = (before: Values, after: Values): (ValueChange & { field: (typeof KEYS)[number] })[] =>
  KEYS.filter(field =>
    field === 'credential' ? before.credential?.id !== after.credential?.id : before[field] !== after[field],
  ).map(field => ({ field, before: before[field], after: after[field] }))

const withoutUndefined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
