import { Refused } from '../errors.ts'
import { dependancy, held } from '../fields/plans.ts'
import { isFilled } from '../fields/resources.ts'
import { type Sequence, saySequence, sequence } from '../fields/sequence.ts'
import { changed } from '../fields/words.ts'
import { takingBack } from '../filling.ts'
import { operation } from '../operation.ts'
import type { Actor } from '../person.ts'
import type { Raw } from '../raw.ts'
import { fateOf } from '../service/failure.ts'
import { actions, type Button, section } from '../slack/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../slack/mrkdwn.ts'
import { sayReference } from '../text/names.ts'
import { isAsItWas, reversed } from '../text/orders.ts'
import { showButton } from './plans.ts'
import { orderButton, resourcesButton } from './resource-buttons.ts'
import { drawRows, LONGEST_ORDER } from './resource-rows.ts'

/** `fate` tells what became of the dependency where it was to be changed as well. */
type Ordered = { sequence: Sequence; dependent?: boolean; fate?: Fate }
type Fate = 'changed' | 'stands' | 'unknown'

export const resourceOrder = operation({
  id: 'resource.order',
  sentences: ['resource order', 'order resources', 'resource sort'],
  usage: '<plan>',
  summary: 'puts the resources of a plan into another order',
  examples: ['resource order web-prod'],
  access: 'actor',
  effect: 'change',
  form: { title: 'Order of resources', submit: 'Change order' },
  fields: { sequence, dependancy: held(dependancy), changed },
  async fill({ sequence }, me): Promise<Raw> {
    if (!sequence) return {}
    const { plan } = await me.read('describePlan', {
      org_id: me.organization.id,
      plan_id: sequence.plan.id,
    })
    return { dependancy: plan.dependancy ? 'yes' : 'no' }
  },
  draw: (raw, { sequence }) => (sequence || isFilled(raw) ? drawRows(sequence) : []),
  async perform({ sequence, dependancy, changed }, me): Promise<Ordered> {
    const { plan, resources = [], order, stale } = sequence
    if (stale)
      throw new Refused(
        mrkdwn`The resources of *${plan.name}* have been changed by somebody else meanwhile, so nothing was done. Please order them anew.`,
        orderButton(plan),
      )
    const dependent = changed.has('dependancy') ? dependancy : undefined
    if (isAsItWas(order) && dependent === undefined)
      throw new Refused(mrkdwn`The order of *${plan.name}* is as it was, so nothing was changed.`)
    if (!isAsItWas(order))
      await me.call('updateResourcesOrder', {
        org_id: me.organization.id,
        plan_id: plan.id,
        new_sorted_list: order.flatMap(place => resources[place]?.resource_id ?? []),
      })
    if (dependent === undefined) return { sequence }
    const change = depend(sequence, dependent, me)
    // An order that has been changed by then must be told, whatever became of the rest.
    const fate = isAsItWas(order) ? await change : await change.catch(fateOf)
    return { sequence, dependent, fate }
  },
  reply(output, me) {
    const { plan, order } = output.sequence
    const who = mention(me.person.user)
    const ordered = isAsItWas(order)
      ? mrkdwn`${who} changed what the resources of *${plan.name}* depend on.`
      : mrkdwn`${who} put the resources of *${plan.name}* into another order: ${sayNames(output.sequence)}`
    const text = lines(ordered, sayFate(output))
    const back = backButton(output)
    const buttons = [...(back ? [back] : []), resourcesButton(plan), showButton(plan)]
    return { text, blocks: [section(text), ...actions(...buttons)], to: 'channel' }
  },
})

async function depend({ plan }: Sequence, dependancy: boolean, me: Actor): Promise<Fate> {
  await me.call('updatePlan', { org_id: me.organization.id, plan_id: plan.id, dependancy })
  return 'changed'
}

function sayFate({ dependent, fate }: Ordered): Mrkdwn | undefined {
  const each = dependent ? 'Each depends on the one before it' : 'They do not depend on each other'
  switch (fate) {
    case 'changed':
      return mrkdwn`${each} from now on.`
    case 'stands':
      return mrkdwn`:warning: What they depend on could not be changed as well, and stands as it was. Please order them again for that alone.`
    case 'unknown':
      return mrkdwn`:warning: What they depend on may or may not have been changed as well. Please look.`
    case undefined:
      return undefined
  }
}

const MOST_NAMES = 10

/** The first of the resources in their new order. */
function sayNames({ resources = [], order }: Sequence): Mrkdwn {
  const names = order.slice(0, MOST_NAMES).map(place => resources[place]?.name ?? '')
  return mrkdwn`${names.join(', ')}${order.length > MOST_NAMES ? ` and ${order.length - MOST_NAMES} more` : ''}`
}

/** Puts the former order back, and the former dependency; none for an order that no button has room for. */
function backButton({ sequence, dependent, fate }: Ordered): Button | undefined {
  const { plan, resources = [], order } = sequence
  const now = order.flatMap(place => resources[place] ?? [])
  const words = saySequence(now, reversed(order))
  if (words.length > LONGEST_ORDER) return undefined
  const switched = fate === 'changed' && dependent !== undefined
  const then = { plan: sayReference(plan), ...(!isAsItWas(order) && { order: words }) }
  return {
    text: isAsItWas(order) ? 'Undo' : 'Former order',
    operation: 'resource.order',
    raw: takingBack(
      { ...then, ...(switched && { dependancy: dependent ? 'no' : 'yes' }) },
      switched ? { dependancy: dependent ? 'yes' : 'no' } : {},
    ),
  }
}
