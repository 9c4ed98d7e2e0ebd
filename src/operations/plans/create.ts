import type { Actor } from '../../core/context.ts'
import { FieldIssue } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { sayHours } from '../../language/dates/text.ts'
import { putsClocks } from '../../language/dates/zones.ts'
import { sayReference } from '../../language/names.ts'
import { runs } from '../../message/blocks.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { schedule, zone } from '../fields/hours.ts'
import { description, newPlanName } from '../fields/plans.ts'
import { newState } from '../fields/state.ts'
import { addButton } from '../resources/buttons.ts'
import { editButton, turnButton } from './buttons.ts'

export const planCreate = operation({
  id: 'plan.create',
  sentences: ['plan create'],
  usage: '<name> <schedule> [zone]',
  summary: 'creates a plan, in your own time zone unless you name another',
  examples: ['plan create reports weekdays 8am-7pm', 'plan create "night shift" daily 8pm to 6am UTC+1'],
  access: 'actor',
  effect: 'change',
  doing: 'creating the plan',
  form: { title: 'Create a plan', submit: 'Create plan' },
  fields: { name: newPlanName, description, schedule, zone, state: newState },
  async perform({ name, description, schedule: { days, start, duration }, zone, state }, me) {
    await refuseNameTwin(name, me)
    const { plan_id } = await me.call('createPlan', {
      org_id: me.organization.id,
      name,
      description,
      timezone: zone.offset,
      schedule: { days, start: String(start), duration },
      state,
    })
    return { name, id: plan_id, schedule: { days, start, duration, timezone: zone.offset }, zone, state }
  },
  reply({ name, id, schedule, zone: { zone, offset }, state }, me) {
    const made = mrkdwn`${mention(me.person.user)} created *${name}*: ${sayHours(schedule)}`
    const text = lines(
      made,
      state === 'inactive' ? mrkdwn`It is inactive until somebody turns it on.` : undefined,
      putsClocks(zone, me.at.now)
        ? mrkdwn`It keeps ${offset} all year, even when the clocks change in ${zone}.`
        : undefined,
    )
    const plan = id === undefined ? undefined : { id, name, within: me.organization.id, state }
    const show = runs('Show plan', 'plan.show', { plan: plan ? sayReference(plan) : name })
    const more = plan ? [addButton(plan), editButton(plan), turnButton(plan)] : []
    return { ...reply('channel', text, show, ...more), detail: sayHours(schedule) }
  },
})

/**
 * Plans are told apart by their names, in every sentence; and a second try after a first one that did get through would
 * make the same plan twice.
 * @throws FieldIssue where another plan has the name, whatever its case
 */
export async function refuseNameTwin(name: string, me: Actor, own?: string): Promise<void> {
  const plans = await me.plans()
  const twin = plans.find(plan => plan.id !== own && plan.name.trim().toLowerCase() === name.toLowerCase())
  if (twin)
    throw new FieldIssue('name', `There is already a plan called “${twin.name}”; choose another name.`)
}
