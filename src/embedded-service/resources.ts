import { z } from 'zod'
import type { resources } from '../service/contract/resources.ts'
import { credentialOf, makeRoom } from './credentials.ts'
import { type HandlersOf, member } from './handler.ts'
import type { Kinds } from './kinds.ts'
import { type PlanRow, planOf } from './plan-row.ts'
import { invalid, quoted, unknown } from './refusal.ts'
import type { Store } from './store.ts'

const resourceRow = z.object({
  resource_id: z.string(),
  resource_name: z.string(),
  instanceName: z.string(),
  type: z.string(),
  credential: z.number().transform(String),
  status: z.string(),
  reason: z.string(),
  region: z
    .string()
    .nullable()
    .transform(region => region ?? undefined),
  resource_group: z
    .string()
    .nullable()
    .transform(group => group ?? undefined),
})
type ResourceRow = z.output<typeof resourceRow>

const select = `SELECT resource_id, resource_name, instance_name AS instanceName, type, credential, status,
  reason, region, resource_group FROM resources WHERE plan_id = ?`

/** A plan's resources as they are sent back, in their order. */
export function resourcesOf(store: Store, plan: number): ResourceRow[] {
  return store.all(resourceRow, `${select} ORDER BY position`, plan)
}

/** The resources of plans, in their order. */
export function createResources(store: Store, kinds: Kinds): HandlersOf<typeof resources> {
  /** `region` belongs to the first provider kind, `resource_group` to the second. Empty text counts as none. */
  function placeOf(
    kind: string,
    given: { region?: string | undefined; resource_group?: string | undefined },
  ) {
    if (given.region && kind !== kinds[0]) throw invalid(`region belongs to ${kinds[0]} credentials alone.`)
    if (given.resource_group && kind !== kinds[1])
      throw invalid(`resource_group belongs to ${kinds[1]} credentials alone.`)
    return { region: given.region || null, group: given.resource_group || null }
  }

  function findResource(plan: PlanRow, resource_id: string): ResourceRow | undefined {
    return store.one(resourceRow, `${select} AND resource_id = ?`, plan.id, resource_id)
  }

  function resourceOf(plan: PlanRow, resource_id: string): ResourceRow {
    const resource = findResource(plan, resource_id)
    if (resource === undefined) throw unknown(`The plan ${plan.name} has no resource ${quoted(resource_id)}.`)
    return resource
  }

  return {
    addResource: member(request => {
      const { resource, org_id } = request
      const plan = planOf(store, request)
      const credential = credentialOf(store, org_id, resource.credential)
      const { region, group } = placeOf(credential.type, resource)
      if (findResource(plan, resource.resource_id))
        throw invalid(`The plan ${plan.name} has the resource ${quoted(resource.resource_id)} already.`)
      makeRoom(credential)
      store.run(
        `INSERT INTO resources (plan_id, resource_id, position, resource_name, instance_name, type, credential,
         status, reason, region, resource_group)
         VALUES (?, ?, (SELECT ifnull(max(position), 0) + 1 FROM resources WHERE plan_id = ?),
         ?, ?, ?, ?, ?, ?, ?, ?)`,
        plan.id,
        resource.resource_id,
        plan.id,
        resource.resource_name,
        resource.instanceName,
        resource.type,
        credential.id,
        resource.status,
        resource.reason,
        region,
        group,
      )
      return {}
    }),

    updateResourcesOrder: member(request => {
      const plan = planOf(store, request)
      const wanted = request.new_sorted_list
      const present = resourcesOf(store, plan.id).map(each => each.resource_id)
      const stray = wanted.find((id, index) => !present.includes(id) || wanted.indexOf(id) !== index)
      const missing = present.find(id => !wanted.includes(id))
      const trouble = stray ?? missing
      if (trouble !== undefined)
        throw invalid(`new_sorted_list must name each resource of ${plan.name} once: see ${quoted(trouble)}.`)
      wanted.forEach((id, index) => {
        const sql = 'UPDATE resources SET position = ? WHERE plan_id = ? AND resource_id = ?'
        store.run(sql, index + 1, plan.id, id)
      })
      return {}
    }),

    deleteResource: member(request => {
      const plan = planOf(store, request)
      const { resource_id } = resourceOf(plan, request.resource_id)
      store.run('DELETE FROM resources WHERE plan_id = ? AND resource_id = ?', plan.id, resource_id)
      return {}
    }),

    updateResource: member(request => {
      const plan = planOf(store, request)
      const before = resourceOf(plan, request.resource_id)
      const credential = credentialOf(store, request.org_id, request.credential)
      const sameKind = credential.type === credentialOf(store, request.org_id, before.credential).type
      if (String(credential.id) !== before.credential) makeRoom(credential)
      const { region, group } = placeOf(credential.type, {
        region: request.region ?? (sameKind ? before.region : undefined),
        resource_group: request.resource_group ?? (sameKind ? before.resource_group : undefined),
      })
      store.run(
        `UPDATE resources SET resource_name = ?, status = ?, credential = ?, region = ?, resource_group = ?
         WHERE plan_id = ? AND resource_id = ?`,
        request.resource_name,
        request.status,
        credential.id,
        region,
        group,
        plan.id,
        before.resource_id,
      )
      return {}
    }),
  }
}
