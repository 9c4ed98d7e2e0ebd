import { sayReference } from '../../../src/language/names.ts'
import type { Button } from '../../../src/message/blocks.ts'
import type { Deed, Standing } from './deed.ts'
import type { Desk } from './desk.ts'
import type { Wish } from './wish.ts'

const DAYS = '1 March 2028'

const withPlan = (wish: Wish, desk: Desk) => desk.plan(wish, wish.plan)
async function withPause(wish: Wish, desk: Desk): Promise<void> {
  await desk.plan(wish, wish.plan)
  await desk.pause(wish)
}

const of = ({ plans: [id] }: Wish, plans: readonly Standing[]) => plans.find(plan => plan.id === id)
const reference = (wish: Wish) =>
  sayReference({ id: wish.plans[0] ?? '', name: wish.plan, within: wish.person.organization.id })
const button = (wish: Wish, operation: Button['operation'], raw: Button['raw'] = {}): Button => ({
  text: 'Do it',
  operation,
  raw: { plan: reference(wish), ...raw },
})

const paused = ({ why }: Wish, plan: Standing | undefined): number =>
  plan?.pauses?.filter(({ reason }) => reason === why).length ?? 0
const once = (is: boolean | undefined): number => (is ? 1 : 0)

const pausing = {
  prepare: withPlan,
  made: (wish: Wish, plans: readonly Standing[]) => [paused(wish, of(wish, plans))],
  told: ({ plan, why }: Wish) => new RegExp(`paused \\*${plan}\\*.*${why}`),
}

const resuming = {
  prepare: withPause,
  made: (wish: Wish, plans: readonly Standing[]) => [
    once(of(wish, plans)?.pauses?.every(({ pause_id }) => pause_id !== wish.pause)),
  ],
  told: ({ plan }: Wish) => new RegExp(`resumed \\*${plan}\\*`),
}

const turningOff = {
  prepare: withPlan,
  made: (wish: Wish, plans: readonly Standing[]) => [once(of(wish, plans)?.state === 'inactive')],
  told: ({ plan }: Wish) => new RegExp(`turned off \\*${plan}\\*`),
}

const creating = {
  prepare: async () => {},
  made: (wish: Wish, plans: readonly Standing[]) => [
    plans.filter(({ name }) => name === `${wish.plan}-new`).length,
  ],
  told: ({ plan }: Wish) => new RegExp(`created \\*${plan}-new\\*`),
}

const HOURS = 'weekdays 8am-7pm'

/** Every kind of change that is asked for, by every door. */
export const deeds: readonly Deed[] = [
  {
    ...pausing,
    name: 'pause by a command',
    asks: (wish, { types }) => types(wish, `/pause ${wish.plan} ${DAYS} ${wish.why}`),
  },
  {
    ...pausing,
    name: 'pause by a mention',
    asks: (wish, { mentions }) => mentions(wish, `pause ${wish.plan} ${DAYS} ${wish.why}`),
  },
  {
    ...pausing,
    name: 'pause by a form',
    asks: (wish, { submits }) =>
      submits(wish, button(wish, 'pause.add', { from: DAYS, reason: wish.why }), wish.why),
  },
  {
    ...resuming,
    name: 'resume by a command',
    asks: (wish, { types }) => types(wish, `/resume ${wish.plan}`),
  },
  {
    ...resuming,
    name: 'resume by a button',
    asks: (wish, { presses }) => presses(wish, button(wish, 'pause.remove')),
  },
  {
    ...resuming,
    name: 'resume by a button that two press',
    asks: (wish, { bothPress }) => bothPress(wish, button(wish, 'pause.remove')),
  },
  {
    ...turningOff,
    name: 'turn off by a command',
    asks: (wish, { types }) => types(wish, `/plan off ${wish.plan}`),
  },
  {
    ...turningOff,
    name: 'turn off by a button',
    asks: (wish, { presses }) => presses(wish, button(wish, 'plan.off')),
  },
  {
    name: 'rename by a command',
    prepare: withPlan,
    asks: (wish, { types }) => types(wish, `/plan edit ${wish.plan} name:"${wish.plan}-called"`),
    made: (wish, plans) => [once(of(wish, plans)?.name === `${wish.plan}-called`)],
    told: ({ plan }) => new RegExp(`changed \\*${plan}\\*`),
  },
  {
    ...creating,
    name: 'create by a command',
    asks: (wish, { types }) => types(wish, `/plan create ${wish.plan}-new ${HOURS}`),
  },
  {
    ...creating,
    name: 'create by a form',
    asks: (wish, { submits }) => {
      const raw = { name: `${wish.plan}-new`, schedule: HOURS, timezone: 'UTC+01:00', state: 'active' }
      return submits(wish, { text: 'Do it', operation: 'plan.create', raw }, wish.plan)
    },
  },
  {
    name: 'add a resource by a form',
    prepare: withPlan,
    asks: (wish, { submits }) => {
      const id = `i-${wish.why}`
      const raw = { id, name: id, instance: id, type: 'instance', credential: 'shop', status: 'active' }
      return submits(wish, button(wish, 'resource.add', { ...raw, reason: wish.why }), wish.why)
    },
    made: (wish, plans) => [of(wish, plans)?.resources.filter(id => id === `i-${wish.why}`).length ?? 0],
    told: ({ plan }) => new RegExp(`added a resource to \\*${plan}\\*`),
  },
  {
    name: 'remove a resource by a form',
    prepare: async (wish, desk) => {
      await desk.plan(wish, wish.plan)
      await desk.resources(wish, 'one', 'two')
    },
    asks: (wish, { submits }) =>
      submits(wish, button(wish, 'resource.remove', { resource: `one-${wish.why}` }), `one-${wish.why}`),
    made: (wish, plans) => [once(of(wish, plans)?.resources.every(id => id !== `one-${wish.why}`))],
    told: ({ plan }) => new RegExp(`removed a resource from \\*${plan}\\*`),
  },
  {
    name: 'order by a form',
    prepare: async (wish, desk) => {
      await desk.plan(wish, wish.plan)
      await desk.resources(wish, 'one', 'two')
    },
    asks: (wish, { submits }) =>
      submits(wish, button(wish, 'resource.order'), `1. *two-${wish.why}*`, 'Down'),
    made: (wish, plans) => [once(of(wish, plans)?.resources[0] === `two-${wish.why}`)],
    told: ({ plan }) => new RegExp(`reordered the resources of \\*${plan}\\*`),
  },
  {
    name: 'change a pause by a command',
    prepare: withPause,
    asks: (wish, { types }) => types(wish, `/pause change ${wish.plan} ${DAYS} ${wish.why}`),
    made: (wish, plans) => [paused(wish, of(wish, plans))],
    told: ({ plan }) => new RegExp(`changed the pause of \\*${plan}\\*`),
  },
  {
    name: 'pause two by a command',
    prepare: async (wish, desk) => {
      await desk.plan(wish, wish.plan)
      await desk.plan(wish, `${wish.plan}-b`)
    },
    asks: (wish, { types }) => types(wish, `/pause ${wish.plan} and ${wish.plan}-b ${DAYS} ${wish.why}`),
    made: (wish, plans) =>
      wish.plans.map(id =>
        paused(
          wish,
          plans.find(plan => plan.id === id),
        ),
      ),
    told: ({ why }) => new RegExp(`paused (?:1 of |none of )?2 plans.*${why}`, 's'),
  },
]
