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

/** Consecutive moves of a list item from index `from` to index `to`. */
type Moves = readonly (readonly [from: number, to: number])[]

const index = z.number().int().min(0)

/** The moves that produce an order, and the fingerprint of the list that they apply to. */
const orderSchema = z.object({ list: z.string(), moves: z.array(z.tuple([index, index])) })

type Order = z.infer<typeof orderSchema>

/** Returns a fingerprint of a list of resources. */
const listOf = (resources: readonly Pick<PlanResource, 'resource_id'>[]): string =>
  fingerprint(resources.map(({ resource_id }) => resource_id))

export const resourceOrder: Operation = operation({
  id: 'resource.order',
  command: { words: ['resource order', 'resource sort', 'resource reorder'], usage: '<plan>' },
  summary: 'changes the order of the resources of a plan',
  examples: ['resource order web-prod'],
  effect: 'write',
  doing: 'ordering the resources',
  form: { title: 'Order resources', submit: 'Save order', asks: 'order the resources of' },
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
    const isStale = list !== undefined && order !== undefined && order.list !== list
    const indexed = (resources ?? []).map(({ name }, index): [string, number] => {
      return [cutLine(name, MAX_NAME_LENGTH), index]
    })
    const sorted = isStale ? [] : applyMoves(indexed, order?.moves ?? [])
    const name = cutLine(plan.name, MAX_NAME_LENGTH)
    const facts: z.infer<typeof factsSchema> = { plan: name, list, isStale, page: pageOf(sorted, page, ROWS) }
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
      undo: {
        list: listOf(sorted),
        moves: (order?.moves ?? []).toReversed().map(([from, to]) => [to, from]),
      },
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

const applyMoves = <T>(items: readonly T[], moves: Moves): T[] =>
  moves.reduce<T[]>(
    (moved, [from, to]) => moved.toSpliced(from, 1).toSpliced(to, 0, ...moved.slice(from, from + 1)),
    [...items],
  )

/** Appends a move, merging it with the last one if both move the same item. */
function withMove(moves: Moves, [from, to]: Moves[number]): Order['moves'] {
  const last = moves.at(-1)
  const previous = last?.[1] === from ? moves.slice(0, -1) : moves
  const start = last?.[1] === from ? last[0] : from
  const all = start === to ? previous : [...previous, [start, to] as const]
  return all.map(([from, to]) => [from, to])
}

/** Rows per page: readable on a phone. */
const ROWS = 12

/** In characters: so that the rows of a page fit into the form's metadata. */
const MAX_NAME_LENGTH = 60

/** In characters of JSON: leaves room for the rest of a button's value and of the form's metadata. */
const MAX_MOVES_LENGTH = 1000

/** The facts of the form: one page of rows, each with its index before all moves. */
const factsSchema = z.object({
  plan: z.string(),
  /** Absent if the service does not list all resources. */
  list: z.string().optional(),
  isStale: z.boolean(),
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
  const { plan, list, isStale, page } = parsed
  if (list === undefined)
    return [
      section(mrkdwn`The service does not list every resource of *${plan}*, so their order is not known.`),
    ]
  const reshape = (text: string, moves: Moves, page: number): Button => ({
    ...runButton(text, 'resource.order', { order: { list, moves }, page }),
    how: 'reshape',
  })
  if (isStale)
    return [
      section(
        mrkdwn`:warning: These moves no longer fit the resources of *${plan}*: someone has changed them meanwhile, or they belong to another plan.`,
      ),
      ...actions(reshape('Show the order as it is now', [], 1)),
    ]
  const { items, total, number, count, from } = page
  if (total === 0) return [section(mrkdwn`*${plan}* has no resources yet.`)]
  const moves = order?.moves ?? []
  const isFull = JSON.stringify(moves).length > MAX_MOVES_LENGTH
  const moveButtons = (name: string, from: number) => {
    const move = (text: string, to: number) =>
      labelButton(reshape(text, withMove(moves, [from, to]), Math.floor(to / ROWS) + 1), name)
    return [
      ...(from > 0 ? [move('Up', from - 1)] : []),
      ...(from < total - 1 ? [move('Down', from + 1)] : []),
      ...(from > 0 ? [move('Top', 0)] : []),
    ]
  }
  return [
    ...(count > 1 ? [context(mrkdwn`Page ${number} of ${count}, ${total} resources in all.`)] : []),
    ...(isFull
      ? [section(mrkdwn`:warning: No more moves fit into one change. Save these first, then go on.`)]
      : []),
    ...items.flatMap(([name, before], index) => {
      const now = from + index
      const oldPosition = before === now ? '' : ` (was ${before + 1})`
      return [
        section(mrkdwn`${now + 1}. *${name}*${oldPosition}`),
        ...(isFull ? [] : actions(...moveButtons(name, now))),
      ]
    }),
    ...actions(
      ...pageButtons('resource.order', page, { order: { list, moves } }).map(
        (button): Button => ({ ...button, how: 'reshape' }),
      ),
    ),
  ]
}
