import type { Actor, Plan } from '../../core/context.ts'
import { type Field, ok, understand } from '../../core/field.ts'
import { asItWas, type Order, readOrder, sayOrder } from '../../language/orders.ts'
import { hidden, page, pageIn } from './plain.ts'
import { describedOf } from './plans.ts'
import { digest, type PlanResource, planOfResources, resourcesOf } from './resources.ts'

/**
 * The resources of a plan as the service has them now, and the order that somebody has put them into. It is `stale`
 * where they were others, or in another order, when that began. Nothing is known of them where the service lists none, or
 * some that cannot be read: an order has to be of all.
 */
export type Sequence = {
  plan: Plan
  resources: readonly PlanResource[] | undefined
  order: Order
  stale: boolean
  page: number
}

const ORDER = 'order'

const { note: _, ...asPlan } = planOfResources

/**
 * A plan and the order of its resources, which a form carries unseen with the page of it that is shown. It is as it was
 * where no order is said.
 */
export const sequence: Field<Sequence, Actor> = {
  ...asPlan,
  inputs: [...planOfResources.inputs, ...hidden(ORDER).inputs, ...page.inputs],
  parse: async (raw, me) => {
    const plan = await understand(planOfResources, raw, me)
    if (plan.kind !== 'ok') return plan
    const { resourcesUnread } = await describedOf(plan.value, me)
    const resources = resourcesUnread ? undefined : await resourcesOf(plan.value, me)
    const there = resources ?? []
    const words = raw[ORDER]
    const order = words === undefined || words === '' ? asItWas(there.length) : readSequence(words, there)
    return ok({
      plan: plan.value,
      resources,
      order: order ?? asItWas(there.length),
      stale: order === undefined,
      page: pageIn(raw),
    })
  },
}

/** The words that hold an order of these resources. The inverse of `readSequence`. */
export const saySequence = (resources: readonly PlanResource[], order: Order): string =>
  `${markOf(resources)}:${sayOrder(order)}`

/** The order that words hold; nothing where they are about other resources, or about these in another order. */
export function readSequence(words: string, resources: readonly PlanResource[]): Order | undefined {
  const [mark, said = ''] = words.split(':')
  return mark === markOf(resources) ? readOrder(said, resources.length) : undefined
}

/** What a button puts into the form: an order in the words of `saySequence`, and the page of it to show, from 1 on. */
export const orderRaw = (words: string, page: number) => ({ [ORDER]: words, page: String(page) })

const markOf = (resources: readonly PlanResource[]): string =>
  digest(JSON.stringify(resources.map(({ resource_id }) => resource_id)), LONGEST_MARK)
const LONGEST_MARK = 12
