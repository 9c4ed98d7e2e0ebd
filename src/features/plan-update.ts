import { Refused } from '../errors.ts'
import { type PlanFacts, sayPlan } from '../fields/plans.ts'
import type { Actor, Plan } from '../person.ts'
import type { Raw } from '../raw.ts'
import { lines, mrkdwn } from '../slack/mrkdwn.ts'
import type { Weekly } from '../time/hours.ts'
import { editButton } from './plan-buttons.ts'
import { refuseTwin } from './plan-create.ts'
import { showButton } from './plans.ts'

/** What a plan is to be; the schedule as the service takes it. */
type Wanted = Omit<PlanFacts, 'schedule'> & { schedule?: Weekly | undefined }

/** A plan by the name that it had, and what became different of it, in words. */
export type Made = { plan: Plan; from: Raw; to: Raw }

/** Sends what is different, and nothing where nothing is. In a form only what is `touched` counts, with what it showed. */
export async function change(
  plan: Plan,
  wanted: Wanted,
  me: Actor,
  touched?: ReadonlyMap<string, string | undefined>,
): Promise<Made> {
  const [held, words] = [await heldOf(plan, me), sayPlan(wanted)]
  const keys = Object.keys(words).filter(key => (touched?.has(key) ?? true) && words[key] !== held[key])
  const stale = keys.filter(key => (touched?.get(key) ?? held[key]) !== held[key])
  if (stale.length > 0) throw overtaken(plan, only(held, stale))
  const made = { plan, from: only(held, keys), to: only(words, keys) }
  if (keys.length === 0) return made
  const sent = <T>(key: keyof Wanted, value: T) => (keys.includes(key) ? value : undefined)
  const name = sent('name', wanted.name)
  if (name) await refuseTwin(name, me, plan.id)
  const updates = {
    timezone: sent('timezone', wanted.timezone),
    schedule: sent('schedule', wanted.schedule),
  }
  await me.call('updatePlan', {
    org_id: me.organization.id,
    plan_id: plan.id,
    name,
    updates: updates.timezone || updates.schedule ? updates : undefined,
    dependancy: sent('dependancy', wanted.dependancy),
    state: sent('state', wanted.state),
  })
  return made
}

/** What the service holds of a plan, in the words of the form. A checkbox has no third state. */
export async function heldOf(plan: Plan, me: Actor): Promise<Raw> {
  const ids = { org_id: me.organization.id, plan_id: plan.id }
  const { name, schedule, timezone, dependancy = false, state } = (await me.read('describePlan', ids)).plan
  return sayPlan({
    name: name ?? plan.name,
    schedule: schedule ?? plan.schedule,
    timezone: schedule?.timezone ?? timezone ?? plan.schedule?.timezone,
    dependancy,
    state,
  })
}

const only = (raw: Raw, keys: readonly string[]): Raw =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => keys.includes(key)))

/** What was to be changed is not any more what the person saw, or what a button was to take back. */
function overtaken(plan: Plan, now: Raw): Refused {
  const text = lines(
    mrkdwn`*${plan.name}* was changed meanwhile, so nothing was done. Now it is like this:`,
    ...Object.entries(now).map(([key, words]) => mrkdwn`${LABELS[key] ?? key}: ${words}`),
  )
  return new Refused(text, editButton(plan), showButton(plan))
}

/** What people read of each key that can be different. */
export const LABELS: Raw = {
  name: 'Name',
  schedule: 'Schedule',
  timezone: 'Time zone',
  dependancy: 'Each resource depends on the one before it',
  state: 'State',
}
