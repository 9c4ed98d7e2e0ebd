import type { Actor } from '../../core/context.ts'
import { Refused } from '../../core/errors.ts'
import { isFilled } from '../../core/form-filling.ts'
import { type Operation, operation } from '../../core/operation.ts'
import type { Raw } from '../../core/raw.ts'
import { sayFirst } from '../../language/counts.ts'
import { sayReference } from '../../language/names.ts'
import { isAsItWas, reversed } from '../../language/orders.ts'
import type { Button } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply, type Trouble } from '../../message/reply.ts'
import { differences, undoButton } from '../edits.ts'
import { changed } from '../fields/plain.ts'
import { dependancy, describedOf } from '../fields/plans.ts'
import { type Sequence, saySequence, sequence } from '../fields/sequence.ts'
import { held } from '../fields/variants.ts'
import { showButton } from '../plans/buttons.ts'
import { whyNot } from '../troubles.ts'
import { orderButton, resourcesButton } from './buttons.ts'
import { drawRows } from './rows.ts'

/** `fate` tells what became of the dependency where it was to be changed as well. */
type Ordered = { sequence: Sequence; dependent?: boolean; fate?: Fate }
type Fate = 'changed' | Trouble

export const resourceOrder: Operation = operation({
  id: 'resource.order',
  sentences: ['resource order', 'resource sort', 'resource reorder'],
  usage: '<plan>',
  summary: 'changes the order of the resources of a plan',
  examples: ['resource order web-prod'],
  access: 'actor',
  effect: 'change',
  doing: 'ordering the resources',
  form: { title: 'Order of resources', submit: 'Save order' },
  fields: { sequence, dependancy: held(dependancy), changed },
  fill: async ({ sequence }, me) => (sequence ? heldOf(sequence, me) : {}),
  draw: (raw, { sequence }) => (sequence || isFilled(raw) ? drawRows(sequence) : []),
  async perform({ sequence, dependancy, changed }, me, { explain }): Promise<Ordered> {
    const { plan, resources = [], order, stale } = sequence
    if (stale)
      throw new Refused(
        mrkdwn`Somebody else has changed the resources of *${plan.name}* meanwhile, so nothing was done. Please order them again.`,
        orderButton(plan),
      )
    const dependency = dependancy === undefined ? undefined : sayDependency(dependancy)
    const different = differences(
      {
        wanted: { dependancy: dependency },
        held: await heldOf(sequence, me),
        changed,
        more: !isAsItWas(order),
      },
      {
        what: mrkdwn`*${plan.name}*`,
        inputs: resourceOrder.inputs,
        buttons: [orderButton(plan), showButton(plan)],
      },
    )
    if (!isAsItWas(order))
      await me.call('updateResourcesOrder', {
        org_id: me.organization.id,
        plan_id: plan.id,
        new_sorted_list: order.flatMap(place => resources[place]?.resource_id ?? []),
      })
    if (dependancy === undefined || !different.has('dependancy')) return { sequence }
    const change = depend(sequence, dependancy, me)
    // An order that has been changed by then must be told, whatever became of the rest.
    const fate = isAsItWas(order) ? await change : await change.catch(explain)
    return { sequence, dependent: dependancy, fate }
  },
  reply(output, me) {
    const { plan, order } = output.sequence
    const who = mention(me.person.user)
    const ordered = isAsItWas(order)
      ? mrkdwn`${who} changed what the resources of *${plan.name}* depend on.`
      : mrkdwn`${who} reordered the resources of *${plan.name}*: ${sayNames(output.sequence)}`
    const text = lines(ordered, sayFate(output))
    const told = {
      ...reply('channel', text, ...undoOf(output), resourcesButton(plan), showButton(plan)),
      detail: isAsItWas(order) ? undefined : sayNames(output.sequence),
    }
    if (typeof output.fate !== 'object') return told
    const what = mrkdwn`changing what the resources of *${plan.name}* depend on`
    return { ...told, aside: whyNot(what, output.fate) }
  },
})

async function depend({ plan }: Sequence, dependancy: boolean, me: Actor): Promise<Fate> {
  await me.call('updatePlan', { org_id: me.organization.id, plan_id: plan.id, dependancy })
  return 'changed'
}

function sayFate({ dependent, fate }: Ordered): Mrkdwn | undefined {
  const each = dependent ? 'Each depends on the one before it' : 'They do not depend on each other'
  if (fate === undefined) return undefined
  if (fate === 'changed') return mrkdwn`${each} from now on.`
  return fate.isSure
    ? mrkdwn`:warning: What they depend on could not be changed, and is as it was. Please change it again.`
    : mrkdwn`:warning: What they depend on may or may not have been changed too. Please check.`
}

/** The first of the resources in their new order. */
const sayNames = ({ resources = [], order }: Sequence): string =>
  sayFirst(order.map(place => resources[place]?.name ?? ''))

/** Puts the former order back, and the former dependency; none for an order that no button has room for. */
function undoOf({ sequence, dependent, fate }: Ordered): Button[] {
  const { plan, resources = [], order } = sequence
  const now = order.flatMap(place => resources[place] ?? [])
  const which = {
    plan: sayReference(plan),
    ...(!isAsItWas(order) && { order: saySequence(now, reversed(order)) }),
  }
  if (fate !== 'changed' || dependent === undefined) return undoButton('resource.order', which, {}, {})
  const words = (each: boolean) => ({ dependancy: sayDependency(each) })
  return undoButton('resource.order', which, words(!dependent), words(dependent))
}

/** What the form of an order is filled with. */
async function heldOf({ plan }: Sequence, me: Actor): Promise<Raw> {
  const { dependancy = false } = await describedOf(plan, me)
  return { dependancy: sayDependency(dependancy) }
}

const sayDependency = (dependent: boolean): string => (dependent ? 'yes' : 'no')
