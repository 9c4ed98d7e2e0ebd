import type { resources } from '../service/contract/resources.ts'
import { checkRoom, credentialOf, type Kinds } from './credentials.ts'
import { planOf, resourcesOf } from './plans.ts'
import { found, type HandlersOf, invalid, member, quoted } from './router.ts'
import type { Store, Value } from './service-store.ts'

type Plan = ReturnType<typeof planOf>

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
