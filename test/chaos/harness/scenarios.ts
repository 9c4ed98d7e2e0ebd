import { shortId } from '../../../src/core/field.ts'
import { type Button, runButton } from '../../../src/message/blocks.ts'
import type { Fixtures, PlanState } from './fixtures.ts'
import type { Intent } from './intent.ts'
import type { Interactions } from './interactions.ts'

/** A kind of change, and a way to request it. */
export type Scenario = {
  name: string
  /** Creates what the service must have beforehand. */
  prepare(intent: Intent, fixtures: Fixtures): Promise<void>
  /** Requests the change until it is acknowledged or the person gives up. */
  perform(intent: Intent, interactions: Interactions): Promise<void>
  /** Counts how often each part of the change occurs in the plans of its organization. */
  applied(intent: Intent, plans: readonly PlanState[]): number[]
  /** Matches the reply to a successful change. */
  reply(intent: Intent): RegExp
}

const DAYS = '1 March 2028'

async function withPlan(intent: Intent, fixtures: Fixtures): Promise<void> {
  intent.plans.push(await fixtures.createPlan(intent.person, intent.plan))
}

async function withPause(intent: Intent, fixtures: Fixtures): Promise<void> {
  await withPlan(intent, fixtures)
  await fixtures.pause(intent)
}

async function withResources(intent: Intent, fixtures: Fixtures): Promise<void> {
  await withPlan(intent, fixtures)
  await fixtures.resources(intent, 'one', 'two')
}

const of = ({ plans: [id] }: Intent, plans: readonly PlanState[]) => plans.find(plan => plan.id === id)
const reference = (intent: Intent) => ({ id: intent.plans[0] ?? '', name: intent.plan })
const inOrganization = ({ person }: Intent) => ({ organizationId: person.organization.id })

/** Creates a button with the plan of an intent. */
const planButton = (intent: Intent, operation: string, args: Button['args'] = {}): Button =>
  runButton('Do it', operation, { ...inOrganization(intent), plan: reference(intent), ...args })

/** Creates a button with the pauses of the plan. */
const pauseButton = (intent: Intent, operation: string): Button =>
  runButton('Do it', operation, { ...inOrganization(intent), plans: [reference(intent)] })

const paused = ({ why }: Intent, plan: PlanState | undefined): number =>
  plan?.pauses?.filter(({ reason }) => reason === why).length ?? 0
const once = (isApplied: boolean | undefined): number => (isApplied ? 1 : 0)

const pausing = {
  prepare: withPlan,
  applied: (intent: Intent, plans: readonly PlanState[]) => [paused(intent, of(intent, plans))],
  reply: ({ plan, why }: Intent) => new RegExp(`paused \\*${plan}\\*.*${why}`),
}

const resuming = {
  prepare: withPause,
  applied: (intent: Intent, plans: readonly PlanState[]) => [
    once(of(intent, plans)?.pauses?.every(({ pause_id }) => pause_id !== intent.pause)),
  ],
  reply: ({ plan }: Intent) => new RegExp(`cancelled the upcoming pause of \\*${plan}\\*`),
}

export const scenarios: readonly Scenario[] = [
  {
    ...pausing,
    name: 'pause by a command',
    perform: (intent, { types }) => types(intent, `/pause ${intent.plan} ${DAYS} ${intent.why}`),
  },
  {
    ...pausing,
    name: 'pause by a mention',
    perform: (intent, { mentions }) => mentions(intent, `pause ${intent.plan} ${DAYS} ${intent.why}`),
  },
  {
    ...resuming,
    name: 'resume by a button',
    perform: (intent, { press }) => press(intent, pauseButton(intent, 'pause.remove'), intent.person),
  },
  {
    ...resuming,
    name: 'resume by a button that two press',
    perform: (intent, { press }) =>
      press(intent, pauseButton(intent, 'pause.remove'), intent.person, intent.other),
  },
  {
    name: 'turn off by a button',
    prepare: withPlan,
    perform: (intent, { press }) => press(intent, planButton(intent, 'plan.off'), intent.person),
    applied: (intent, plans) => [once(of(intent, plans)?.state === 'inactive')],
    reply: ({ plan }) => new RegExp(`turned off \\*${plan}\\*`),
  },
  {
    name: 'change the hours by a command',
    prepare: withPlan,
    perform: (intent, { types }) => types(intent, `/plan edit ${intent.plan} weekdays 8am-7pm`),
    applied: (intent, plans) => [once(of(intent, plans)?.schedule?.duration === 11)],
    reply: ({ plan }) => new RegExp(`changed \\*${plan}\\*`),
  },
  {
    name: 'create by a form',
    prepare: async () => {},
    perform: (intent, { submits }) => {
      const schedule = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: 8, duration: 11 }
      const args = { name: `${intent.plan}-new`, schedule, timezone: 'UTC+01:00', state: 'active' }
      const button = runButton('Do it', 'plan.create', { ...inOrganization(intent), ...args })
      return submits(intent, button, intent.plan)
    },
    applied: ({ plan }, plans) => [plans.filter(({ name }) => name === `${plan}-new`).length],
    reply: ({ plan }) => new RegExp(`created \\*${plan}-new\\*`),
  },
  {
    name: 'add a resource by a form',
    async prepare(intent, fixtures) {
      await withPlan(intent, fixtures)
      intent.credential = await fixtures.credentialId(intent.person)
    },
    perform: (intent, { submits }) => {
      const id = `i-${intent.why}`
      const credential = { id: intent.credential ?? '', name: 'shop', place: 'region' }
      const args = { id, name: id, instance: id, type: 'instance', credential, status: 'active' }
      return submits(intent, planButton(intent, 'resource.add', { ...args, reason: intent.why }), intent.why)
    },
    applied: (intent, plans) => [
      of(intent, plans)?.resources.filter(id => id === `i-${intent.why}`).length ?? 0,
    ],
    reply: ({ plan }) => new RegExp(`added a resource to \\*${plan}\\*`),
  },
  {
    name: 'remove a resource by a form',
    prepare: withResources,
    perform(intent, { submits }) {
      const name = `one-${intent.why}`
      const resource = { id: shortId(name), name }
      return submits(intent, planButton(intent, 'resource.remove', { resource }), name)
    },
    applied: (intent, plans) => [once(of(intent, plans)?.resources.every(id => id !== `one-${intent.why}`))],
    reply: ({ plan }) => new RegExp(`removed a resource from \\*${plan}\\*`),
  },
  {
    name: 'order by a form',
    prepare: withResources,
    perform: (intent, { submits }) =>
      submits(intent, planButton(intent, 'resource.order'), `1. *two-${intent.why}*`, 'Down'),
    applied: (intent, plans) => [once(of(intent, plans)?.resources[0] === `two-${intent.why}`)],
    reply: ({ plan }) => new RegExp(`reordered the resources of \\*${plan}\\*`),
  },
  {
    name: 'change a pause by a command',
    prepare: withPause,
    perform: (intent, { types }) => types(intent, `/pause change ${intent.plan} ${DAYS} ${intent.why}`),
    applied: (intent, plans) => [paused(intent, of(intent, plans))],
    reply: ({ plan }) => new RegExp(`changed the pause of \\*${plan}\\*`),
  },
  {
    name: 'pause two by a command',
    prepare: async (intent, fixtures) => {
      await withPlan(intent, fixtures)
      intent.plans.push(await fixtures.createPlan(intent.person, `${intent.plan}-b`))
    },
    perform: (intent, { types }) =>
      types(intent, `/pause ${intent.plan} and ${intent.plan}-b ${DAYS} ${intent.why}`),
    applied: (intent, plans) =>
      intent.plans.map(id => plans.find(plan => plan.id === id)).map(plan => paused(intent, plan)),
    reply: ({ why }) => new RegExp(`paused (?:1 of |none of )?2 plans.*${why}`, 's'),
  },
]
