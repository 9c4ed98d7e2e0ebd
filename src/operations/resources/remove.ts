import { z } from 'zod'
import { type Operation, operation } from '../../core/operation.ts'
import { type Button, formButton, hasRoom, context as small } from '../../message/blocks.ts'
import { mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { findPlan, planArgs } from '../plans/plan-field.ts'
import {
  credentialsIfAllowed,
  findResource,
  planOfResources,
  resource,
  resourceCredentialOf,
  resourceCredentialSchema,
  resourceFacts,
  resourcesOf,
} from './fields.ts'
import { nameOf, resourcesButton, showButton } from './naming.ts'

/** A resource as the form to add it takes it. */
const removedSchema = z.object({
  id: z.string(),
  name: z.string().optional(),
  instance: z.string().optional(),
  type: z.string().optional(),
  credential: resourceCredentialSchema.optional(),
  status: z.string().optional(),
  region: z.string().optional(),
  group: z.string().optional(),
  reason: z.string().optional(),
})

export const resourceRemove: Operation = operation({
  id: 'resource.remove',
  command: { words: ['resource remove', 'resource delete'], usage: '<plan> [resource]' },
  help: { summary: 'Removes a resource from a plan', examples: ['resource remove web-prod web-app-2'] },
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
  prepared: z.object({ planName: z.string(), name: z.string(), removed: removedSchema }),
  async prepare({ plan, resource }, context) {
    const found = await findResource(plan, resource, context)
    const { held } = found
    const credential = (await credentialsIfAllowed(context)).find(({ id }) => id === held?.credential)
    return {
      planName: (await findPlan(plan, context)).name,
      name: found.name,
      removed: {
        id: found.resource_id,
        name: held?.resource_name,
        instance: held?.instanceName,
        type: held?.type,
        credential: credential && resourceCredentialOf(credential, context),
        status: held?.status,
        region: held?.region,
        group: held?.resource_group,
        reason: held?.reason,
      },
    }
  },
  async execute({ plan }, { call, organization }, { prepared: { planName, name, removed } }) {
    await call('deleteResource', { org_id: organization.id, plan_id: plan.id, resource_id: removed.id })
    return { plan: { id: plan.id, name: planName, organizationId: organization.id }, name, removed }
  },
  present({ plan, name, removed }, { person }) {
    const text = mrkdwn`${mention(person.user)} removed a resource from *${plan.name}*: ${nameOf({ name, resource_id: removed.id })}`
    const told = reply(
      'channel',
      text,
      ...addAgain(planArgs(plan), removed),
      resourcesButton(plan),
      showButton(plan),
    )
    const last = small(mrkdwn`If you add it again, it comes last in the order.`)
    return { ...told, blocks: [...(told.blocks ?? []), last] }
  },
  record: ({ name }) => [{ field: 'name', before: name }],
})

/** Opens the form to add a resource again, without what is optional where a button has no room; none without the rest. */
function addAgain(plan: ReturnType<typeof planArgs>, removed: z.infer<typeof removedSchema>): Button[] {
  const { reason, ...unexplained } = removed
  const { instance, ...least } = unexplained
  return [removed, unexplained, least]
    .map(args => formButton('Add again', 'resource.add', { ...plan, ...args }))
    .filter(hasRoom)
    .slice(0, 1)
}
