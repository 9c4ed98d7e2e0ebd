import { states } from '../service/contract/endpoint.ts'
import type { plans } from '../service/contract/plans.ts'
import { type HandlersOf, member, viewer } from './handler.ts'
import { resourcesOf } from './resources.ts'
import { found, invalid, quoted } from './service-refusal.ts'
import { type Row, rowId, type Store } from './service-store.ts'

const select = `SELECT plans.*, (SELECT count(*) FROM resources WHERE plan_id = plans.id) AS resources FROM plans`

/** The plan of this organization. Throws a 404. */
export function planOf(store: Store, org_id: string, plan_id: string): Row {
  const sql = `${select} WHERE id = :id AND org_id = :org`
  const plan = store.one(sql, { id: rowId(plan_id), org: rowId(org_id) })
  return found(plan, `There is no plan ${quoted(plan_id)} in this organization.`)
}

export function createPlans(store: Store): HandlersOf<typeof plans> {
  const plansOf = (org_id: string): Row[] =>
    store.rows(`${select} WHERE org_id = :org ORDER BY id`, { org: rowId(org_id) })

  /** What every answer says of a plan. Hours are text, as in the document. */
  function toWire({ id, name, start, duration, timezone, days }: Row) {
    const sql = `SELECT CAST(id AS TEXT) AS pause_id, pause_start, pause_end, reason FROM pauses
      WHERE plan_id = :id ORDER BY id`
    return {
      id: String(id),
      name,
      schedule: { start: String(start), duration: String(duration), timezone, days: String(days).split(',') },
      pauses: store.rows(sql, { id }),
    }
  }

  return {
    listPlans: viewer(({ org_id }) => ({
      plans: plansOf(org_id).map(plan => ({ ...toWire(plan), resources: plan.resources })),
    })),

    describePlan: viewer(({ org_id, plan_id }) => {
      const plan = planOf(store, org_id, plan_id)
      const { description, timezone, state } = plan
      const facts = { description, timezone, state, dependancy: plan.dependancy === 1 }
      return { plan: { ...toWire(plan), ...facts, resources: resourcesOf(store, plan.id) } }
    }),

    createPlan: member(({ org_id, name, description, timezone, schedule, state }) => {
      const { days, start, duration } = schedule
      const hours = { days: days.join(','), start: Number(start), duration }
      const plan = { org_id: rowId(org_id), name: name.trim(), description, timezone, ...hours, state }
      return { plan_id: store.insert('plans', plan) }
    }),

    updatePlan: member(request => {
      const plan = planOf(store, request.org_id, request.plan_id)
      const { name = plan.name, updates, state = plan.state } = request
      const { timezone = plan.timezone, schedule: { days, start, duration } = plan } = updates ?? {}
      if (!states.some(each => each === state)) throw invalid(`state must be one of ${states.join(', ')}.`)
      const dependancy = Number(request.dependancy ?? plan.dependancy)
      const hours = { timezone, days: String(days), start, duration }
      store.update('plans', plan.id, { name: String(name).trim(), ...hours, dependancy, state })
      return {}
    }),
  }
}
