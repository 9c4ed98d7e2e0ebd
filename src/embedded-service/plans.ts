import { states } from '../service/contract/endpoint.ts'
import { isInOrder, type pauses } from '../service/contract/pauses.ts'
import type { plans } from '../service/contract/plans.ts'
import type { resources } from '../service/contract/resources.ts'
import { checkRoom, credentialOf, type Kinds } from './credentials.ts'
import { found, type HandlersOf, invalid, member, notFound, quoted, viewer } from './router.ts'
import type { Row, Store, Value } from './service-store.ts'

/** The plan of this organization. Throws a 404. */
function planOf({ sql }: Store, org_id: string, plan_id: string) {
  const plan = sql.get`SELECT * FROM plan_facts WHERE CAST(id AS TEXT) = ${plan_id} AND org_id = ${org_id}`
  return found(plan, `There is no plan ${quoted(plan_id)} in this organization.`)
}

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

export function createPauses(store: Store): HandlersOf<typeof pauses> {
  return {
    pausePlan: member(({ org_id, plan_id, pause_start, pause_end, reason }) => {
      if (!isInOrder(pause_start, pause_end))
        throw invalid(`The pause would end (${pause_end}) before it starts (${pause_start}).`)
      const { id } = planOf(store, org_id, plan_id)
      return { pause_id: store.insert('pauses', { plan_id: id, pause_start, pause_end, reason }) }
    }),

    removePlanPause: member(({ org_id, plan_id, pause_id }) => {
      const { id, name } = planOf(store, org_id, plan_id)
      const { changes } = store.sql.run`DELETE FROM pauses
        WHERE CAST(id AS TEXT) = ${pause_id} AND plan_id = ${id}`
      if (changes === 0) throw notFound(`The plan ${name} has no pause ${quoted(pause_id)}.`)
    }),
  }
}

type Plan = ReturnType<typeof planOf>

/** A plan's resources as they are sent, in their order. */
const resourcesOf = ({ sql }: Store, plan: Plan) =>
  sql.all`SELECT resource_id, resource_name, instanceName, type, CAST(credential AS TEXT) AS credential, status,
    reason, region, resource_group FROM resources WHERE plan_id = ${plan.id} ORDER BY position`

export function createResources(store: Store, kinds: Kinds): HandlersOf<typeof resources> {
  const { sql, insert } = store

  /** `region` belongs to the first provider kind, `resource_group` to the second; empty text means none. */
  function placeOf(kind: Value, input: { region?: Value; resource_group?: Value }) {
    if (input.region && kind !== kinds[0]) throw invalid(`region belongs to ${kinds[0]} credentials alone.`)
    if (input.resource_group && kind !== kinds[1])
      throw invalid(`resource_group belongs to ${kinds[1]} credentials alone.`)
    return { region: input.region || null, resource_group: input.resource_group || null }
  }

  function resourceOf({ id, name }: Plan, resource_id: string) {
    const resource = sql.get`SELECT * FROM resources WHERE plan_id = ${id} AND resource_id = ${resource_id}`
    return found(resource, `The plan ${name} has no resource ${quoted(resource_id)}.`)
  }

  return {
    addResource: member(({ org_id, plan_id, resource }) => {
      const { id } = planOf(store, org_id, plan_id)
      const credential = credentialOf(store, org_id, resource.credential)
      const place = placeOf(credential.type, resource)
      checkRoom(credential)
      const last = sql.get`SELECT max(position) AS position FROM resources WHERE plan_id = ${id}`
      const position = Number(last?.position) + 1
      insert('resources', { ...resource, ...place, plan_id: id, credential: credential.id, position })
    }),

    updateResourcesOrder: member(({ org_id, plan_id, new_sorted_list: order }) => {
      const plan = planOf(store, org_id, plan_id)
      const present = resourcesOf(store, plan).map(each => String(each.resource_id))
      const wrong =
        order.find((id, index) => !present.includes(id) || order.indexOf(id) !== index) ??
        present.find(id => !order.includes(id))
      if (wrong !== undefined)
        throw invalid(`new_sorted_list must name each resource of ${plan.name} once: see ${quoted(wrong)}.`)
      for (const [index, id] of order.entries())
        sql.run`UPDATE resources SET position = ${index + 1} WHERE plan_id = ${plan.id} AND resource_id = ${id}`
    }),

    deleteResource: member(({ org_id, plan_id, resource_id }) => {
      const { id } = resourceOf(planOf(store, org_id, plan_id), resource_id)
      sql.run`DELETE FROM resources WHERE id = ${id}`
    }),

    updateResource: member(request => {
      const { org_id, plan_id, resource_id, resource_name, status } = request
      const before = resourceOf(planOf(store, org_id, plan_id), resource_id)
      const credential = credentialOf(store, org_id, request.credential)
      const former = credentialOf(store, org_id, String(before.credential))
      if (credential.id !== former.id) checkRoom(credential)
      const defaults = credential.type === former.type ? before : undefined
      const { region, resource_group } = placeOf(credential.type, {
        region: request.region ?? defaults?.region,
        resource_group: request.resource_group ?? defaults?.resource_group,
      })
      sql.run`UPDATE resources SET resource_name = ${resource_name}, status = ${status}, region = ${region},
        resource_group = ${resource_group}, credential = ${credential.id} WHERE id = ${before.id}`
    }),
  }
}
