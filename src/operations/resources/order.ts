import { z } from 'zod'
import { fingerprint } from '../../core/args.ts'
import { hiddenField, page } from '../../core/common-fields.ts'
import type { Member, Plan } from '../../core/context.ts'
import { FieldIssue, Refused } from '../../core/errors.ts'
import type { Facts } from '../../core/field.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { formatFirst } from '../../language/wording.ts'
import { actions, type Block, type Button, context, runButton, section } from '../../message/blocks.ts'
import { cutLine, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { NO_CHANGE, undoButton } from '../edit-conflicts.ts'
import { labelButton, pageButtons, pageOf } from '../pages.ts'
import { describePlan, findPlan, planArgs, showButton } from '../plans/plan-fields.ts'
import { orderButton, type PlanResource, planOfResources, resourcesButton, resourcesOf } from './fields.ts'

/** An order: the indices of all resources in the list with this fingerprint. */
const orderSchema = z.object({ list: z.string(), indices: z.array(z.number().int().min(0)) })

type Order = z.infer<typeof orderSchema>

const listOf = (resources: readonly Pick<PlanResource, 'resource_id'>[]): string =>
  fingerprint(resources.map(({ resource_id }) => resource_id))

export const resourceOrder: Operation = operation({
  id: 'resource.order',
  command: { words: ['resource order', 'resource sort', 'resource reorder'], usage: '<plan>' },
  summary: 'changes the order of the resources of a plan',
  examples: ['resource order web-prod'],
  effect: 'write',
  doing: 'ordering the resources',
  form: { title: 'Order resources', submit: 'Save order', verb: 'order the resources of' },
  fields: {
    plan: planOfResources,
    // A button with an order saves it without opening the form.
    order: { ...hiddenField(orderSchema), isEditable: true },
    page,
  },
  async load({ plan, order, page = 1 }, context) {
    if (!plan) return undefined
    const resources = await orderedResources(plan, context)
    const list = resources && listOf(resources)
    const indexed = (resources ?? []).map(({ name }, index): [string, number] => {
      return [cutLine(name, MAX_NAME_LENGTH), index]
    })
    const sorted = order && order.list === list ? inOrder(indexed, order) : indexed
    const name = cutLine(plan.name, MAX_NAME_LENGTH)
    const facts: z.infer<typeof factsSchema> = { plan: name, list, page: pageOf(sorted, page, ROWS) }
    return { args: {}, facts }
  },
  draw: ({ order }, facts) => drawRows(facts, order),
  async prepare({ plan: reference, order }, context) {
    const plan = await findPlan(reference, context)
    if (!order) throw new FieldIssue('form', NO_CHANGE)
    const resources = (await orderedResources(plan, context)) ?? []
    if (order.list !== listOf(resources))
      throw new Refused(
        mrkdwn`Someone else has changed the resources of *${plan.name}* meanwhile, so nothing was done. Please order them again.`,
        orderButton(plan),
      )
    const sorted = inOrder(resources, order)
    if (listOf(sorted) === order.list) throw new FieldIssue('form', NO_CHANGE)
    return { plan, sorted, indices: order.indices }
  },
  async execute(_, { call, organization }, { prepared: { plan, sorted, indices } }) {
    const new_sorted_list = sorted.map(({ resource_id }) => resource_id)
    await call('updateResourcesOrder', { org_id: organization.id, plan_id: plan.id, new_sorted_list })
    return {
      plan,
      names: formatFirst(sorted.map(({ name }) => name)),
      undo: { list: listOf(sorted), indices: indices.map((_, index) => indices.indexOf(index)) },
    }
  },
  describeForApproval: async (_, { sorted }) => ({
    what: mrkdwn`${formatFirst(sorted.map(({ name }) => name))}`,
  }),
  present({ plan, names, undo }, context) {
    const verb = context.isUndo ? 'undid that, and reordered' : 'reordered'
    return reply(
      'channel',
      mrkdwn`${mention(context.person.user)} ${verb} the resources of *${plan.name}*: ${names}`,
      ...undoButton(context, 'resource.order', { ...planArgs(plan), order: undo }, []),
      resourcesButton(plan),
      showButton(plan),
    )
  },
  record: ({ names }) => [{ field: 'order', after: names }],
})

/** Returns the resources of a plan if the service lists all of them: an order must include all. */
async function orderedResources(plan: Pick<Plan, 'id' | 'name'>, context: Member) {
  const { resourcesUnread } = await describePlan(plan, context)
  return resourcesUnread ? undefined : resourcesOf(plan, context)
}

const inOrder = <T>(items: readonly T[], { indices }: Order): T[] =>
  indices.flatMap(index => items.slice(index, index + 1))

/** Rows per page: readable on a phone. */
const ROWS = 12

/** In characters: so that the rows of a page fit into the form's metadata. */
const MAX_NAME_LENGTH = 40

/** So that an order fits into a button's value and into the form's metadata. */
const MAX_RESOURCES = 300

/** The facts of the form: one page of rows, each with its index before all moves. */
const factsSchema = z.object({
  plan: z.string(),
  /** Absent if the service does not list all resources. */
  list: z.string().optional(),
  page: z.object({
    items: z.array(z.tuple([z.string(), z.number()])),
    total: z.number(),
    number: z.number(),
    count: z.number(),
    from: z.number(),
  }),
})

/** Draws a row per resource with buttons to move it. A move turns to the page of the moved row. */
function drawRows(facts: Facts | undefined, order: Order | undefined): Block[] {
  const parsed = factsSchema.safeParse(facts).data
  if (!parsed) return []
  const { plan, list, page } = parsed
  const { items, total, number, count, from } = page
  if (list === undefined)
    return [
      section(mrkdwn`The service does not list every resource of *${plan}*, so their order is not known.`),
    ]
  if (total === 0) return [section(mrkdwn`*${plan}* has no resources yet.`)]
  if (total > MAX_RESOURCES)
    return [section(mrkdwn`*${plan}* has ${total} resources; at most ${MAX_RESOURCES} can be ordered here.`)]
  const isStale = order !== undefined && order.list !== list
  const indices = order && !isStale ? order.indices : Array.from({ length: total }, (_, index) => index)
  const reshape = (button: Button): Button => ({ ...button, how: 'reshape' })
  const moveButton = (text: string, name: string, from: number, to: number): Button => {
    const moved = indices.toSpliced(from, 1).toSpliced(to, 0, ...indices.slice(from, from + 1))
    const args = { order: { list, indices: moved }, page: Math.floor(to / ROWS) + 1 }
    return labelButton(reshape(runButton(text, 'resource.order', args)), name)
  }
  return [
    ...(isStale
      ? [section(mrkdwn`:warning: The resources were changed meanwhile. This is their order now.`)]
      : []),
    ...(count > 1 ? [context(mrkdwn`Page ${number} of ${count}, ${total} resources in all.`)] : []),
    ...items.flatMap(([name, before], offset) => {
      const index = from + offset
      const oldPosition = before === index ? '' : ` (was ${before + 1})`
      return [
        section(mrkdwn`${index + 1}. *${name}*${oldPosition}`),
        ...actions(
          ...(index > 0 ? [moveButton('Up', name, index, index - 1)] : []),
          ...(index < total - 1 ? [moveButton('Down', name, index, index + 1)] : []),
          ...(index > 0 ? [moveButton('Top', name, index, 0)] : []),
        ),
      ]
    }),
    ...actions(...pageButtons('resource.order', page, { order: { list, indices } }).map(reshape)),
  ]
}
