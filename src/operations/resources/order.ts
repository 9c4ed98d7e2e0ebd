import { hiddenField, page } from '../../core/common-fields.ts'
import type { Member, Plan } from '../../core/context.ts'
import { FieldIssue, Refused } from '../../core/errors.ts'
import { asPrepared, type Operation, operation } from '../../core/operation.ts'
import { formatFirst } from '../../language/counts.ts'
import { mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { NO_CHANGE, undoButton } from '../edit-conflicts.ts'
import { describePlan, findPlan, planArgs, showButton } from '../plans/plan-field.ts'
import { planOfResources } from './fields.ts'
import { applyMoves, drawRows, listOf, orderSchema, reverseMoves, rowsOf } from './order-rows.ts'
import { orderButton, type PlanResource, resourcesButton, resourcesOf } from './resource.ts'

export const resourceOrder: Operation = operation({
  id: 'resource.order',
  command: { words: ['resource order', 'resource sort', 'resource reorder'], usage: '<plan>' },
  help: { summary: 'changes the order of the resources of a plan', examples: ['resource order web-prod'] },
  effect: 'write',
  doing: 'ordering the resources',
  form: { title: 'Order resources', submit: 'Save order' },
  fields: {
    plan: planOfResources,
    // A button that brings an order changes it, and opens no form.
    order: { ...hiddenField(orderSchema), isEditable: true },
    page,
  },
  load: async ({ plan, order, page = 1 }, context) =>
    plan && { args: {}, facts: rowsOf(plan.name, await orderedResources(plan, context), order, page) },
  draw: ({ order }, facts) => drawRows(facts, order),
  prepared: asPrepared<{ plan: Plan; sorted: PlanResource[] }>(),
  async prepare({ plan: reference, order }, context) {
    const plan = await findPlan(reference, context)
    if (!order) throw new FieldIssue('form', NO_CHANGE)
    const resources = (await orderedResources(plan, context)) ?? []
    if (order.list !== listOf(resources))
      throw new Refused(
        mrkdwn`Somebody else has changed the resources of *${plan.name}* meanwhile, so nothing was done. Please order them again.`,
        orderButton(plan),
      )
    const sorted = applyMoves(resources, order.moves)
    if (listOf(sorted) === order.list) throw new FieldIssue('form', NO_CHANGE)
    return { plan, sorted }
  },
  async execute({ order }, { call, organization }, { prepared: { plan, sorted } }) {
    const new_sorted_list = sorted.map(({ resource_id }) => resource_id)
    await call('updateResourcesOrder', { org_id: organization.id, plan_id: plan.id, new_sorted_list })
    return {
      plan,
      names: formatFirst(sorted.map(({ name }) => name)),
      undo: { list: listOf(sorted), moves: reverseMoves(order?.moves ?? []) },
    }
  },
  present({ plan, names, undo }, context) {
    const did = context.isUndo ? 'undid that, and reordered' : 'reordered'
    return reply(
      'channel',
      mrkdwn`${mention(context.person.user)} ${did} the resources of *${plan.name}*: ${names}`,
      ...undoButton(context, 'resource.order', { ...planArgs(plan), order: undo }, []),
      resourcesButton(plan),
      showButton(plan),
    )
  },
  record: ({ names }) => [{ field: 'order', after: names }],
})

/** The resources of a plan, where the service lists all of them: an order has to be of all. */
async function orderedResources(plan: Pick<Plan, 'id' | 'name'>, context: Member) {
  const { resourcesUnread } = await describePlan(plan, context)
  return resourcesUnread ? undefined : resourcesOf(plan, context)
}
