import { z } from 'zod'
import { done, identifier, loose, members, text } from './answer.ts'
import { type Endpoint, named, none } from './endpoint.ts'

/** Assumed: in a description, a resource is an object with `resource_id` or `id`, or its identifier alone. */
export const resourceAnswer = z.preprocess(
  value => {
    if (typeof value === 'string' || typeof value === 'number') return { resource_id: value }
    const said = members(value)
    return {
      ...said,
      resource_id: said.resource_id ?? said.id,
      resource_name: said.resource_name ?? said.name,
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

/** A plan's resource as it is given: `region` and `resource_group` belong to one provider kind each. */
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
  addResource: {
    title: 'Add resource',
    method: 'POST',
    path: '/organizations/plans/resources/add',
    action: 'add_resource_to_plan',
    query: none,
    body: z.strictObject({ org_id: named, plan_id: named, resource }),
    answer: done,
  },

  updateResourcesOrder: {
    title: 'Update resources order',
    method: 'POST',
    path: '/organizations/plans/resources/change-order',
    action: 'update_order',
    query: none,
    body: z.strictObject({ org_id: named, plan_id: named, new_sorted_list: z.array(named) }),
    answer: done,
  },

  deleteResource: {
    title: 'Delete resource',
    method: 'POST',
    path: '/v1/organizations/plans/resources/remove',
    action: 'delete_resource',
    query: none,
    body: z.strictObject({ org_id: named, plan_id: named, resource_id: named }),
    answer: done,
  },

  updateResource: {
    title: 'Update resource',
    method: 'POST',
    path: '/v1/organizations/plans/resources/update',
    action: 'update_resource_in_plan',
    query: none,
    body: z.strictObject({
      org_id: named,
      plan_id: named,
      resource_id: named,
      resource_name: named,
      region: z.string().optional(),
      resource_group: z.string().optional(),
      status: named,
      credential: named,
    }),
    answer: done,
  },
} satisfies Record<string, Endpoint>
