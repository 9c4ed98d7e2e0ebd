import type { Plan } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { filled } from '../../core/raw.ts'
import { sayReference } from '../../language/names.ts'
import { type Button, carries, context, opens } from '../../message/blocks.ts'
import { mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { changed } from '../fields/plain.ts'
import { fillResource, type PlanResource, planOfResources, resource } from '../fields/resources.ts'
import { showButton } from '../plans/buttons.ts'
import { resourcesButton } from './buttons.ts'
import { type Credentials, credentialsIfAllowed, nameOf, sayCredential } from './naming.ts'

export const resourceRemove = operation({
  id: 'resource.remove',
  sentences: ['resource remove', 'resource delete'],
  usage: '<plan> [resource]',
  summary: 'removes a resource from a plan',
  examples: ['resource remove web-prod web-app-2'],
  access: 'actor',
  effect: 'change',
  doing: 'removing the resource',
  form: {
    title: 'Remove a resource',
    submit: 'Remove resource',
    warning: 'The resource leaves the plan at once. If you add it again, it comes last in the order.',
  },
  fields: { plan: planOfResources, resource, changed },
  fill: fillResource,
  async perform({ plan, resource }, me) {
    const { resource_id } = resource
    const credentials = await credentialsIfAllowed(me)
    await me.call('deleteResource', { org_id: me.organization.id, plan_id: plan.id, resource_id })
    return { plan, resource, credentials }
  },
  reply({ plan, resource, credentials }, me) {
    const text = mrkdwn`${mention(me.person.user)} removed a resource from *${plan.name}*: ${nameOf(resource)}`
    const again = againButtons(plan, resource, credentials)
    const last = context(mrkdwn`If you add it again, it comes last in the order.`)
    const { blocks = [], ...told } = reply('channel', text, ...again, resourcesButton(plan), showButton(plan))
    return { ...told, blocks: [...blocks, last], detail: resource.name }
  },
})

/**
 * Opens the form to add a resource that was removed, with all that the service told of it; without what may be empty
 * where a button has no room for it, and none where that does not help: the form would add another resource.
 */
function againButtons(plan: Plan, { resource_id, held }: PlanResource, credentials: Credentials): Button[] {
  const raw = filled({
    plan: sayReference(plan),
    id: resource_id,
    name: held?.resource_name,
    instance: held?.instanceName,
    type: held?.type,
    credential: sayCredential(held?.credential, credentials, plan.within),
    status: held?.status,
    region: held?.region,
    group: held?.resource_group,
    reason: held?.reason,
  })
  const { reason: _, ...unexplained } = raw
  const { instance: __, ...least } = unexplained
  return [raw, unexplained, least]
    .map(raw => opens('Add again', 'resource.add', raw))
    .filter(carries)
    .slice(0, 1)
}
