import { shortId } from '../../../src/core/field.ts'
import { type Button, runButton } from '../../../src/message/blocks.ts'
import type { Deed, Standing } from './deed.ts'
import type { Desk } from './desk.ts'
import type { Wish } from './wish.ts'

const DAYS = '1 March 2028'
const PERIOD = { from: '2028-03-01', until: '2028-03-01' }

const withPlan = (wish: Wish, desk: Desk) => desk.plan(wish, wish.plan)
async function withPause(wish: Wish, desk: Desk): Promise<void> {
  await desk.plan(wish, wish.plan)
  await desk.pause(wish)
}

const of = ({ plans: [id] }: Wish, plans: readonly Standing[]) => plans.find(plan => plan.id === id)
const reference = (wish: Wish) => ({ id: wish.plans[0] ?? '', name: wish.plan })
const inOrganization = ({ person }: Wish) => ({ organizationId: person.organization.id })

/** A button about the plan of a wish. */
const planButton = (wish: Wish, operation: string, args: Button['args'] = {}): Button =>
  runButton('Do it', operation, { ...inOrganization(wish), plan: reference(wish), ...args })

/** A button about its pauses. */
const pauseButton = (wish: Wish, operation: string, args: Button['args'] = {}): Button =>
  runButton('Do it', operation, { ...inOrganization(wish), plans: [reference(wish)], ...args })

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
  told: ({ plan }: Wish) => new RegExp(`cancelled the upcoming pause of \\*${plan}\\*`),
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
      submits(wish, pauseButton(wish, 'pause.add', { period: PERIOD, reason: wish.why }), wish.why),
  },
  {
    ...resuming,
    name: 'resume by a command',
    asks: (wish, { types }) => types(wish, `/resume ${wish.plan}`),
  },
  {
    ...resuming,
    name: 'resume by a button',
    asks: (wish, { presses }) => presses(wish, pauseButton(wish, 'pause.remove')),
  },
  {
    ...resuming,
    name: 'resume by a button that two press',
    asks: (wish, { bothPress }) => bothPress(wish, pauseButton(wish, 'pause.remove')),
  },
  {
    ...turningOff,
    name: 'turn off by a command',
    asks: (wish, { types }) => types(wish, `/plan off ${wish.plan}`),
  },
  {
    ...turningOff,
    name: 'turn off by a button',
    asks: (wish, { presses }) => presses(wish, planButton(wish, 'plan.off')),
  },
  {
    name: 'change the hours by a command',
    prepare: withPlan,
    asks: (wish, { types }) => types(wish, `/plan edit ${wish.plan} ${HOURS}`),
    made: (wish, plans) => [once(of(wish, plans)?.schedule?.duration === 11)],
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
      const schedule = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: 8, duration: 11 }
      const args = { name: `${wish.plan}-new`, schedule, timezone: 'UTC+01:00', state: 'active' }
      const button = runButton('Do it', 'plan.create', { ...inOrganization(wish), ...args })
      return submits(wish, button, wish.plan)
    },
  },
  {
    name: 'add a resource by a form',
    async prepare(wish, desk) {
      await desk.plan(wish, wish.plan)
      wish.credential = await desk.credential(wish)
    },
    asks: (wish, { submits }) => {
      const id = `i-${wish.why}`
      const credential = { id: wish.credential ?? '', name: 'shop', place: 'region' }
      const args = { id, name: id, instance: id, type: 'instance', credential, status: 'active' }
      return submits(wish, planButton(wish, 'resource.add', { ...args, reason: wish.why }), wish.why)
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
    asks(wish, { submits }) {
      const name = `one-${wish.why}`
      const resource = { id: shortId(name), name }
      return submits(wish, planButton(wish, 'resource.remove', { resource }), name)
    },
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
      submits(wish, planButton(wish, 'resource.order'), `1. *two-${wish.why}*`, 'Down'),
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
