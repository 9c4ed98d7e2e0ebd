import { states } from '../service/contract/endpoint.ts'
import type { plans } from '../service/contract/plans.ts'
import { type HandlersOf, member, viewer } from './handler.ts'
import { pausesOf } from './pauses.ts'
import { type PlanRow, planOf, plansOf } from './plan-row.ts'
import { invalid, quoted } from './refusal.ts'
import { resourcesOf } from './resources.ts'
import { rowId, type Store } from './store.ts'

/** Throws when another plan of the organization has this name, whatever the case and the space around it. */
function claimName(store: Store, organization: string, name: string, own?: number): void {
  const bare = (words: string) => words.trim().toLowerCase()
  const same = (plan: PlanRow) => bare(plan.name) === bare(name) && plan.id !== own
  if (plansOf(store, organization).some(same)) throw invalid(`A plan is called ${quoted(name)} already.`)
}

/** What every answer says of a plan, in the document's shape: hours are text. */
function plainPlan(store: Store, plan: PlanRow) {
  return {
    id: String(plan.id),
    name: plan.name,
    schedule: {
      start: String(plan.start),
      duration: String(plan.duration),
      timezone: plan.timezone,
      days: plan.days.split(','),
    },
    pauses: pausesOf(store, plan.id),
  }
}

/** The plans of organizations. */
export function createPlans(store: Store): HandlersOf<typeof plans> {
  return {
    listPlans: viewer(({ org_id }) => {
      const plans = plansOf(store, org_id).map(plan => {
        return { ...plainPlan(store, plan), resources: plan.resources }
      })
      return { plans }
    }),

    describePlan: viewer(request => {
      const plan = planOf(store, request)
      return {
        plan: {
          ...plainPlan(store, plan),
          description: plan.description,
          timezone: plan.timezone,
          state: plan.state,
          dependancy: plan.dependancy === 1,
          resources: resourcesOf(store, plan.id),
        },
      }
    }),

    createPlan: member(({ org_id, name, description, timezone, schedule, state }) => {
      claimName(store, org_id, name)
      const { id } = store.run(
        `INSERT INTO plans (org_id, name, description, timezone, days, start, duration, state)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        rowId(org_id),
        name,
        description,
        timezone,
        schedule.days.join(','),
        Number(schedule.start),
        schedule.duration,
        state,
      )
      return { plan_id: id }
    }),

    updatePlan: member(request => {
      const plan = planOf(store, request)
      const {
        org_id,
        name = plan.name,
        updates,
        dependancy = plan.dependancy === 1,
        state = plan.state,
      } = request
      const { timezone = plan.timezone, schedule = plan } = updates ?? {}
      if (!states.some(each => each === state)) throw invalid(`state must be one of ${states.join(', ')}.`)
      claimName(store, org_id, name, plan.id)
      store.run(
        `UPDATE plans SET name = ?, timezone = ?, days = ?, start = ?, duration = ?, dependancy = ?, state = ?
         WHERE id = ?`,
        name,
        timezone,
        String(schedule.days),
        schedule.start,
        schedule.duration,
        dependancy ? 1 : 0,
        state,
        plan.id,
      )
      return {}
    }),
  }
}
