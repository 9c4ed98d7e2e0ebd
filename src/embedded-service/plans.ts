import { states } from '../service/contract/endpoint.ts'
import type { plans } from '../service/contract/plans.ts'
import { found, type HandlersOf, invalid, member, quoted, viewer } from './router.ts'
import type { Row, Store } from './service-store.ts'

/** The plan of this organization. Throws a 404. */
export function planOf({ sql }: Store, org_id: string, plan_id: string) {
  const plan = sql.get`SELECT * FROM plan_facts WHERE CAST(id AS TEXT) = ${plan_id} AND org_id = ${org_id}`
  return found(plan, `There is no plan ${quoted(plan_id)} in this organization.`)
}

/** A plan's resources as they are sent, in their order. */
export const resourcesOf = ({ sql }: Store, { id }: ReturnType<typeof planOf>) =>
  sql.all`SELECT resource_id, resource_name, instanceName, type, CAST(credential AS TEXT) AS credential, status,
    reason, region, resource_group FROM resources WHERE plan_id = ${id} ORDER BY position`

export function createPlans(store: Store): HandlersOf<typeof plans> {
  const { sql, insert } = store

  /** What every answer says of a plan. Hours are text, as in the document. */
  function toWire({ id = null, name, start, duration, timezone, days }: Row) {
    return {
      id: String(id),
      name,
      schedule: { start: String(start), duration: String(duration), timezone, days: String(days).split(',') },
      pauses: sql.all`SELECT CAST(id AS TEXT) AS pause_id, pause_start, pause_end, reason FROM pauses
        WHERE plan_id = ${id} ORDER BY id`,
    }
  }

  return {
    listPlans: viewer(({ org_id }) => {
      const plans = sql.all`SELECT * FROM plan_facts WHERE org_id = ${org_id} ORDER BY id`
      return { plans: plans.map(plan => ({ ...toWire(plan), resources: plan.resources })) }
    }),

    describePlan: viewer(({ org_id, plan_id }) => {
      const plan = planOf(store, org_id, plan_id)
      const { description, timezone, state } = plan
      const facts = { description, timezone, state, dependancy: plan.dependancy === 1 }
      return { plan: { ...toWire(plan), ...facts, resources: resourcesOf(store, plan) } }
    }),

    createPlan: member(({ schedule, ...plan }) => {
      const { days, start, duration } = schedule
      const hours = { days: days.join(','), start: Number(start), duration }
      return { plan_id: insert('plans', { ...plan, name: plan.name.trim(), ...hours }) }
    }),

    updatePlan: member(request => {
      const plan = planOf(store, request.org_id, request.plan_id)
      const { name = String(plan.name), updates, state = String(plan.state) } = request
      const { timezone = String(plan.timezone), schedule: { days, start, duration } = plan } = updates ?? {}
      if (!states.some(each => each === state)) throw invalid(`state must be one of ${states.join(', ')}.`)
      const dependancy = Number(request.dependancy ?? plan.dependancy)
      sql.run`UPDATE plans SET name = ${name.trim()}, timezone = ${timezone}, days = ${String(days)},
        start = ${Number(start)}, duration = ${Number(duration)}, state = ${state}, dependancy = ${dependancy}
        WHERE id = ${plan.id}`
    }),
  }
}
