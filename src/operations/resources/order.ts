import { editable, hiddenField, page } from '../../core/common-fields.ts'
import type { Member, Plan } from '../../core/context.ts'
import { Refused } from '../../core/errors.ts'
import { asPrepared, type Operation, operation, type ValueChange } from '../../core/operation.ts'
import { formatFirst } from '../../language/counts.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { partial, reply, type Trouble } from '../../message/reply.ts'
import { changed, checkConflicts, undoButton } from '../edit-conflicts.ts'
import { dependency, describePlan, findPlan, planArgs, showButton } from '../plans/plan-field.ts'
import { planOfResources } from './fields.ts'
import { applyMoves, drawRows, listOf, type Order, orderSchema, reverseMoves, rowsOf } from './order-rows.ts'
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
    dependancy: editable(dependency),
    // A button that brings an order changes it, and opens no form.
    order: { ...hiddenField(orderSchema), isEditable: true },
    page,
  },
  async load({ plan, order, page = 1 }, context) {
    if (!plan) return undefined
    const { dependancy = false } = await describePlan(plan, context)
    return {
      args: { dependancy },
      facts: rowsOf(plan.name, await orderedResources(plan, context), order, page),
    }
  },
  draw: ({ order }, facts) => drawRows(facts, order),
  prepared: asPrepared<Prepared>(),
  async prepare({ plan: reference, order, dependancy, expected }, context) {
    const plan = await findPlan(reference, context)
    const sorted = order && (await sortedResources(plan, order, context))
    const held = (await describePlan(plan, context)).dependancy ?? false
    await checkConflicts(
      { wanted: { dependancy }, held: { dependancy: held }, expected },
      {
        operation: resourceOrder,
        what: mrkdwn`*${plan.name}*`,
        buttons: [orderButton(plan), showButton(plan)],
        hasMore: sorted !== undefined,
      },
    )
    return {
      plan,
      sorted: sorted?.map(({ resource_id }) => resource_id),
      names: formatFirst(sorted?.map(({ name }) => name) ?? []),
      ...(dependancy !== held && { dependancy }),
    }
  },
  async execute({ order }, { call, organization }, { prepared, explain }): Promise<Ordered> {
    const { sorted, dependancy } = prepared
    const ids = { org_id: organization.id, plan_id: prepared.plan.id }
    if (sorted) await call('updateResourcesOrder', { ...ids, new_sorted_list: sorted })
    const result = { ...prepared, moves: order?.moves ?? [] }
    if (dependancy === undefined) return result
    try {
      await call('updatePlan', { ...ids, dependancy })
      return result
    } catch (error) {
      // The new order has to be told, whatever became of the rest.
      if (sorted) return { ...result, trouble: await explain(error) }
      throw error
    }
  },
  present({ plan, sorted, moves, names, dependancy, trouble }, context) {
    const who = mention(context.person.user)
    const text = lines(
      sorted
        ? mrkdwn`${who} ${context.isUndo ? 'undid that, and reordered' : 'reordered'} the resources of *${plan.name}*: ${names}`
        : mrkdwn`${who} ${changed(context)} what the resources of *${plan.name}* depend on.`,
      formatDependency(dependancy, trouble),
    )
    const which = {
      ...planArgs(plan),
      ...(sorted && {
        order: { list: listOf(sorted.map(resource_id => ({ resource_id }))), moves: reverseMoves(moves) },
      }),
    }
    const undo = undoButton(context, 'resource.order', which, dependencyChange(dependancy, trouble))
    const announcement = reply('channel', text, ...undo, resourcesButton(plan), showButton(plan))
    if (!trouble) return announcement
    const what = mrkdwn`changing what the resources of *${plan.name}* depend on`
    return { ...announcement, ...partial(what, trouble) }
  },
  record: ({ names, sorted, dependancy, trouble }) => [
    ...(sorted ? [{ field: 'order', after: names }] : []),
    ...dependencyChange(dependancy, trouble),
  ],
})

const dependencyChange = (dependancy: boolean | undefined, trouble: Trouble | undefined): ValueChange[] =>
  dependancy === undefined || trouble ? [] : [{ field: 'dependancy', before: !dependancy, after: dependancy }]

type Prepared = {
  plan: Plan
  /** The ids of the resources in their new order; undefined where it stays. */
  sorted: string[] | undefined
  names: string
  dependancy?: boolean | undefined
}

type Ordered = Prepared & { moves: Order['moves']; trouble?: Trouble }

/** The resources of a plan, where the service lists all of them: an order has to be of all. */
async function orderedResources(plan: Pick<Plan, 'id' | 'name'>, context: Member) {
  const { resourcesUnread } = await describePlan(plan, context)
  return resourcesUnread ? undefined : resourcesOf(plan, context)
}

/** The resources in a new order; undefined where it is the present one. @throws Refused where they have changed */
async function sortedResources(
  plan: Plan,
  { list, moves }: Order,
  context: Member,
): Promise<PlanResource[] | undefined> {
  const resources = (await orderedResources(plan, context)) ?? []
  if (list !== listOf(resources))
    throw new Refused(
      mrkdwn`Somebody else has changed the resources of *${plan.name}* meanwhile, so nothing was done. Please order them again.`,
      orderButton(plan),
    )
  const sorted = applyMoves(resources, moves)
  return sorted.every((resource, index) => resource === resources[index]) ? undefined : sorted
}

function formatDependency(dependancy: boolean | undefined, trouble: Trouble | undefined): Mrkdwn | undefined {
  if (dependancy === undefined) return undefined
  if (!trouble) {
    const now = dependancy ? 'Each depends on the one before it' : 'They do not depend on each other'
    return mrkdwn`${now} from now on.`
  }
  return trouble.isCertain
    ? mrkdwn`:warning: What they depend on could not be changed, and is as it was. Please change it again.`
    : mrkdwn`:warning: What they depend on may or may not have been changed too. Please check.`
}
