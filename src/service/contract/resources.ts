import { z } from 'zod'
import { identifier, loose, members, text } from './answer.ts'
import { type Endpoint, named, ofPlan, post } from './endpoint.ts'

/** Assumed: in a description, a resource is an object with `resource_id` or `id`, or its identifier alone. */
export const resourceAnswer = z.preprocess(
  value => {
    if (typeof value === 'string' || typeof value === 'number') return { resource_id: value }
    const resource = members(value)
    return {
      ...resource,
      resource_id: resource.resource_id ?? resource.id,
      resource_name: resource.resource_name ?? resource.name,
    }
  },
  z.object({
    resource_id: identifier,
    resource_name: loose(text),
    instanceName: loose(text),
    type: loose(text),
    credential: loose(text),
    status: loose(text),
    reason: loose(text),
    region: loose(text),
    resource_group: loose(text),
  }),
)

/** `region` and `resource_group` belong to one provider kind each. */
const resource = z.strictObject({
  resource_id: named,
  resource_name: named,
  instanceName: z.string(),
  type: named,
  credential: named,
  status: named,
  reason: z.string(),
  region: z.string().optional(),
  resource_group: z.string().optional(),
})

export const resources = {
  addResource: post('/organizations/plans/resources/add', 'add_resource_to_plan', {
    body: ofPlan.extend({ resource }),
  }),

  updateResourcesOrder: post('/organizations/plans/resources/change-order', 'update_order', {
    body: ofPlan.extend({ new_sorted_list: z.array(named) }),
  }),

  deleteResource: post('/v1/organizations/plans/resources/remove', 'delete_resource', {
    body: ofPlan.extend({ resource_id: named }),
  }),

  updateResource: post('/v1/organizations/plans/resources/update', 'update_resource_in_plan', {
    body: ofPlan.extend({
      resource_id: named,
      resource_name: named,
      region: z.string().optional(),
      resource_group: z.string().optional(),
      status: named,
      credential: named,
    }),
  }),
} satisfies Record<string, Endpoint>
