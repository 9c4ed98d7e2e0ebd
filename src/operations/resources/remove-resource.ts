import type { Plan } from '../../core/context.ts'
import { asPrepared, type Operation, operation } from '../../core/operation.ts'
import { formButton, hasRoom, context as small } from '../../message/blocks.ts'
import { mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { findPlan, planArgs, showButton } from '../plans/plan-field.ts'
import {
  credentialsIfAllowed,
  findResource,
  type PlanResource,
  planOfResources,
  type ResourceCredential,
  resource,
  resourceCredentialOf,
  resourceFacts,
  resourcesOf,
} from './fields.ts'
import { nameOf, resourcesButton } from './naming.ts'

export const resourceRemove: Operation = operation({
  id: 'resource.remove',
  command: { words: ['resource remove', 'resource delete'], usage: '<plan> [resource]' },
  help: { summary: 'removes a resource from a plan', examples: ['resource remove web-prod web-app-2'] },
  access: 'member',
  effect: 'write',
  doing: 'removing the resource',
  form: {
    title: 'Remove a resource',
    submit: 'Remove resource',
    warning: 'The resource leaves the plan at once. If you add it again, it comes last in the order.',
  },
  fields: { plan: planOfResources, resource },
  load: async ({ plan, resource }, context) =>
    plan && { args: {}, facts: resourceFacts(plan, await resourcesOf(plan, context), resource) },
  prepared: asPrepared<{ plan: Plan; resource: PlanResource; credential: ResourceCredential | undefined }>(),
  async prepare(args, context) {
    const plan = await findPlan(args.plan, context)
    const resource = await findResource(plan, args.resource, context)
    const credentials = await credentialsIfAllowed(context)
    const credential = credentials.find(({ id }) => id === resource.held?.credential)
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
    const again = addAgain(plan, resource, credential)
    const announcement = reply('channel', text, ...again, resourcesButton(plan), showButton(plan))
    const last = small(mrkdwn`If you add it again, it comes last in the order.`)
    return { ...announcement, blocks: [...(announcement.blocks ?? []), last] }
  },
  record: ({ resource: { name } }) => [{ field: 'name', before: name }],
})

/** Opens the form to add a resource again, without what is optional where a button has no room; none without the rest. */
function addAgain(
  plan: Plan,
  { resource_id, held }: PlanResource,
  credential: ResourceCredential | undefined,
) {
  const least = {
    ...planArgs(plan),
    id: resource_id,
    name: held?.resource_name,
    type: held?.type,
    credential,
    status: held?.status,
    region: held?.region,
    group: held?.resource_group,
  }
  const unexplained = { ...least, instance: held?.instanceName }
  return [{ ...unexplained, reason: held?.reason }, unexplained, least]
    .map(args => formButton('Add again', 'resource.add', args))
    .filter(hasRoom)
    .slice(0, 1)
}
