import type { Past } from '../../changes/entry.ts'
import type { Actor, Plan } from '../../core/context.ts'
import type { Operation } from '../../core/operation.ts'
import type { Raw } from '../../core/raw.ts'
import type { Weekly } from '../../language/hours.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import { differences } from '../edits.ts'
import { describedOf, type PlanFacts, sayPlan } from '../fields/plans.ts'
import { sayingWho } from '../latest.ts'
import { editButton, showButton } from './buttons.ts'
import { refuseNameTwin } from './create.ts'

/** What a plan is to be; the schedule as the service takes it. */
type Wanted = Omit<PlanFacts, 'schedule'> & { schedule?: Weekly | undefined }

/** A plan by the name that it had, and what became different of it, in words. */
export type EditedPlan = { plan: Plan; from: Raw; to: Raw }

/** What somebody wants of a plan, and what they touched in a form with these inputs. */
type Edit = {
  plan: Plan
  wanted: Wanted
  changed: ReadonlyMap<string, string | undefined>
  inputs: Operation['inputs']
}

/** Sends what a form made different, and nothing else. */
export async function edit({ plan, wanted, changed, inputs }: Edit, me: Actor): Promise<EditedPlan> {
  const held = await heldOf(plan, me)
  const edited = { what: mrkdwn`*${plan.name}*`, inputs, buttons: [editButton(plan), showButton(plan)] }
  const meant = { wanted: sayPlan(wanted), held, changed }
  const keys = await sayingWho({ plan, isOf: isOfPlan }, me, () => differences(meant, edited))
  return send({ plan, wanted, held, keys }, me)
}

/** Whether a change on record is one of what is edited of a plan. */
const isOfPlan = ({ operation }: Past): boolean => operation !== 'resource.edit'

/** Makes a plan active or inactive, where it is not so already. */
export async function turn(plan: Plan, state: 'active' | 'inactive', me: Actor): Promise<EditedPlan> {
  const held = await heldOf(plan, me)
  if (held.state === state) return { plan, from: {}, to: {} }
  return send({ plan, wanted: { state }, held, keys: new Set(['state']) }, me)
}

/** Sends what is wanted of these keys. */
async function send(
  { plan, wanted, held, keys }: { plan: Plan; wanted: Wanted; held: Raw; keys: ReadonlySet<string> },
  me: Actor,
): Promise<EditedPlan> {
  const sent = <T>(key: keyof Wanted, value: T) => (keys.has(key) ? value : undefined)
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
  const { name, schedule, timezone, dependancy = false, state } = await describedOf(plan, me)
  return sayPlan({
    name: name ?? plan.name,
    schedule: schedule ?? plan.schedule,
    timezone: schedule?.timezone ?? timezone ?? plan.schedule?.timezone,
    dependancy,
    state,
  })
}

const only = (raw: Raw, keys: ReadonlySet<string>): Raw =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => keys.has(key)))
