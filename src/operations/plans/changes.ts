import type { Actor, Plan } from '../../core/context.ts'
import { type Operation, operation } from '../../core/operation.ts'
import type { Weekly } from '../../language/hours.ts'
import { readReference, sayReference } from '../../language/names.ts'
import { type Button, runs } from '../../message/blocks.ts'
import { join, lines, type Mrkdwn, mention, mrkdwn, unescapeMrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { leavingOutDays } from '../at-once.ts'
import { sayChange, undoButton } from '../edits.ts'
import { sayPaused, scheduleOfPlan, zone } from '../fields/hours.ts'
import { plan } from '../fields/named.ts'
import { changed } from '../fields/plain.ts'
import { dependancy, planName, planToChange, readsBack } from '../fields/plans.ts'
import { state } from '../fields/state.ts'
import { held } from '../fields/variants.ts'
import { editButton, showButton } from './buttons.ts'
import { type EditedPlan, edit, heldOf, turn } from './update.ts'

const planEdit: Operation = operation({
  id: 'plan.edit',
  sentences: ['plan edit'],
  usage: '<plan> [schedule]',
  summary: 'changes the name, hours, time zone, dependency or state of a plan',
  examples: ['plan edit web-prod', 'plan edit web-prod weekdays 9am-5pm'],
  access: 'actor',
  effect: 'change',
  doing: 'changing the plan',
  form: { title: 'Edit a plan', submit: 'Save plan' },
  fields: {
    plan: planToChange,
    name: held(planName),
    schedule: held(scheduleOfPlan),
    zone: held(zone),
    dependancy: held(dependancy),
    state: held(state),
    changed,
  },
  fill: async ({ plan }, me) => (plan ? { ...(await heldOf(plan, me)), ...sayPaused(plan, me.at) } : {}),
  perform({ plan, changed, name, schedule, zone, dependancy, state }, me) {
    const wanted = {
      name,
      schedule: schedule && hoursOf(schedule),
      timezone: zone?.offset,
      dependancy,
      state,
    }
    return edit({ plan, wanted, changed, inputs: planEdit.inputs }, me)
  },
  reply: edited,
})

const planOn = operation({
  id: 'plan.on',
  sentences: ['plan on', 'turn on', 'switch on', 'enable', 'activate'],
  usage: '<plan>',
  summary: 'turns a plan on',
  examples: ['plan on web-prod'],
  access: 'actor',
  effect: 'change',
  doing: 'turning on the plan',
  form: { title: 'Turn on a plan', submit: 'Turn on plan' },
  instead: leavingOutDays(() => 'a plan is turned on at once. Say it again when it is time.'),
  fields: { plan },
  perform: ({ plan }, me) => turn(plan, 'active', me),
  reply: (made, me) => turned('on', made, me),
})

const planOff = operation({
  id: 'plan.off',
  sentences: ['plan off', 'turn off', 'switch off', 'disable', 'deactivate'],
  usage: '<plan>',
  summary: 'turns a plan off until somebody turns it on again',
  examples: ['plan off web-prod'],
  access: 'actor',
  effect: 'change',
  doing: 'turning off the plan',
  form: { title: 'Turn off a plan', submit: 'Turn off plan' },
  instead: leavingOutDays(
    (days, { plan = '' }) =>
      `a plan that is turned off stays off until somebody turns it on. For some days only, pause it: “/pause ${readReference(plan).name} ${days}”.`,
  ),
  fields: { plan },
  perform: ({ plan }, me) => turn(plan, 'inactive', me),
  reply: (made, me) => turned('off', made, me),
})

const hoursOf = ({ days, start, duration }: Weekly): Weekly => ({ days, start, duration })

function turned(way: 'on' | 'off', made: EditedPlan, me: Actor): Reply {
  if (Object.keys(made.to).length === 0) return unchanged(made.plan, way)
  const back = way === 'on' ? 'plan.off' : 'plan.on'
  const undo = runs('Undo', back, { plan: sayReference(made.plan) })
  const what = mrkdwn`${mention(me.person.user)} turned ${way} *${made.plan.name}*: it is ${made.to.state ?? ''} now.`
  return announce(what, made.plan, made.from.state === undefined ? [] : [undo])
}

function edited(made: EditedPlan, me: Actor): Reply {
  const { plan, from, to } = made
  const told = Object.keys(to).map(key => sayChange(planEdit.inputs, key, from[key], to[key]))
  const renamed = { ...plan, name: to.name ?? plan.name }
  const what = lines(mrkdwn`${mention(me.person.user)} changed *${plan.name}*`, ...told)
  const detail = unescapeMrkdwn(join(told, '; ').mrkdwn)
  return { ...announce(what, renamed, undoOf({ plan: renamed, from, to })), detail }
}

/** Puts everything back as it was, where that can be said. */
function undoOf({ plan, from, to }: EditedPlan): Button[] {
  const isWhole = Object.keys(to).every(key => from[key] !== undefined) && readsBack(from)
  return isWhole ? undoButton('plan.edit', { plan: sayReference(plan) }, from, to) : []
}

function announce(text: Mrkdwn, plan: Plan, undo: Button[]): Reply {
  return reply('channel', text, ...undo, editButton(plan), showButton(plan))
}

function unchanged(plan: Plan, way: 'on' | 'off'): Reply {
  const text = mrkdwn`*${plan.name}* is already ${way}, so nothing was changed.`
  const over = mrkdwn`*${plan.name}* is already ${way}.`
  return { ...reply('me', text, editButton(plan), showButton(plan)), over }
}

export const planChanges: readonly Operation[] = [planEdit, planOn, planOff]
