import { mrkdwn } from '../../block-kit/mrkdwn.ts'
import { type PlanFacts, sayPlan } from '../../fields/plans.ts'
import type { Operation } from '../../operation.ts'
import type { Actor, Plan } from '../../person.ts'
import type { Raw } from '../../raw.ts'
import type { Weekly } from '../../time/hours.ts'
import { differences } from '../edits.ts'
import { editButton, showButton } from './buttons.ts'
import { refuseNameTwin } from './create.ts'

/** What a plan is to be; the schedule as the service takes it. */
type Wanted = Omit<PlanFacts, 'schedule'> & { schedule?: Weekly | undefined }

/** A plan by the name that it had, and what became different of it, in words. */
export type EditedPlan = { plan: Plan; from: Raw; to: Raw }

/** Sends what a form with these inputs made different, and nothing else. */
export async function edit(
  plan: Plan,
  wanted: Wanted,
  changed: ReadonlyMap<string, string | undefined>,
  inputs: Operation['inputs'],
  me: Actor,
): Promise<EditedPlan> {
  const held = await heldOf(plan, me)
  const edited = { what: mrkdwn`*${plan.name}*`, inputs, buttons: [editButton(plan), showButton(plan)] }
  const keys = differences({ wanted: sayPlan(wanted), held, changed }, edited)
  return send(plan, wanted, held, [...keys], me)
}

/** Makes a plan active or inactive, where it is not so already. */
export async function turn(plan: Plan, state: 'active' | 'inactive', me: Actor): Promise<EditedPlan> {
  const held = await heldOf(plan, me)
  return held.state === state ? { plan, from: {}, to: {} } : send(plan, { state }, held, ['state'], me)
}

/** Sends what is wanted of these keys. */
async function send(
  plan: Plan,
  wanted: Wanted,
  held: Raw,
  keys: readonly string[],
  me: Actor,
): Promise<EditedPlan> {
  const sent = <T>(key: keyof Wanted, value: T) => (keys.includes(key) ? value : undefined)
  const name = sent('name', wanted.name)
  if (name) await refuseNameTwin(name, me, plan.id)
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
  return { plan, from: only(held, keys), to: only(sayPlan(wanted), keys) }
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
