import type { resources } from '../service/contract/resources.ts'
import { checkRoom, credentialOf, type Kinds } from './credentials.ts'
import { type HandlersOf, member } from './handler.ts'
import { planOf } from './plans.ts'
import { found, invalid, quoted } from './service-refusal.ts'
import { type Row, rowId, type Store, type Value } from './service-store.ts'

/** A plan's resources as they are sent, in their order. */
export const resourcesOf = (store: Store, plan_id: Value) =>
  store.rows(
    `SELECT resource_id, resource_name, instanceName, type, CAST(credential AS TEXT) AS credential, status, reason,
     region, resource_group FROM resources WHERE plan_id = :plan_id ORDER BY position`,
    { plan_id },
  )

export function createResources(store: Store, kinds: Kinds): HandlersOf<typeof resources> {
  /** `region` belongs to the first provider kind, `resource_group` to the second; empty text means none. */
  function placeOf(kind: Value, input: { region?: Value; resource_group?: Value }) {
    if (input.region && kind !== kinds[0]) throw invalid(`region belongs to ${kinds[0]} credentials alone.`)
    if (input.resource_group && kind !== kinds[1])
      throw invalid(`resource_group belongs to ${kinds[1]} credentials alone.`)
    return { region: input.region || null, resource_group: input.resource_group || null }
  }

  function resourceOf({ id: plan_id, name }: Row, resource_id: string): Row {
    const sql = 'SELECT * FROM resources WHERE plan_id = :plan_id AND resource_id = :resource_id'
    const resource = store.one(sql, { plan_id, resource_id })
    return found(resource, `The plan ${name} has no resource ${quoted(resource_id)}.`)
  }

  return {
    addResource: member(({ org_id, plan_id, resource }) => {
      const plan = planOf(store, org_id, plan_id)
      const credential = credentialOf(store, org_id, resource.credential)
      const place = placeOf(credential.type, resource)
      checkRoom(credential)
      const row = { ...resource, ...place, plan_id: plan.id, credential: credential.id, position: 0 }
      const id = rowId(store.insert('resources', row))
      const last = '(SELECT max(position) + 1 FROM resources WHERE plan_id = :plan_id)'
      store.run(`UPDATE resources SET position = ${last} WHERE id = :id`, { plan_id: plan.id, id })
      return {}
    }),

    updateResourcesOrder: member(({ org_id, plan_id, new_sorted_list: order }) => {
      const plan = planOf(store, org_id, plan_id)
      const present = resourcesOf(store, plan.id).map(each => String(each.resource_id))
      const wrong =
        order.find((id, index) => !present.includes(id) || order.indexOf(id) !== index) ??
        present.find(id => !order.includes(id))
      if (wrong !== undefined)
        throw invalid(`new_sorted_list must name each resource of ${plan.name} once: see ${quoted(wrong)}.`)
      order.forEach((id, index) => {
        store.update('resources', resourceOf(plan, id).id, { position: index + 1 })
      })
      return {}
    }),

    deleteResource: member(({ org_id, plan_id, resource_id }) => {
      const { id } = resourceOf(planOf(store, org_id, plan_id), resource_id)
      store.run('DELETE FROM resources WHERE id = :id', { id })
      return {}
    }),

    updateResource: member(request => {
      const { org_id, plan_id, resource_id, resource_name, status } = request
      const before = resourceOf(planOf(store, org_id, plan_id), resource_id)
      const credential = credentialOf(store, org_id, request.credential)
      const former = credentialOf(store, org_id, String(before.credential))
      if (credential.id !== former.id) checkRoom(credential)
      const defaults = credential.type === former.type ? before : undefined
      const place = placeOf(credential.type, {
        region: request.region ?? defaults?.region,
        resource_group: request.resource_group ?? defaults?.resource_group,
      })
      store.update('resources', before.id, { resource_name, status, credential: credential.id, ...place })
      return {}
    }),
  }
}
