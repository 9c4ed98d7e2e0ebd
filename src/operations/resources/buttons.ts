import type { Plan } from '../../core/context.ts'
import { type Named, sayReference } from '../../language/names.ts'
import { type Button, opens, runs } from '../../message/blocks.ts'
import type { PlanResource } from '../fields/resources.ts'

/** Lists the resources of a plan to the one who presses it. */
export const resourcesButton = (plan: Plan): Button =>
  runs('Resources', 'resource.list', { plan: sayReference(plan) })

/** Opens the form for a resource more. */
export const addButton = (plan: Named): Button =>
  opens('Add resource', 'resource.add', { plan: sayReference(plan) })

/** Opens the form in which the resources are put into another order. */
export const orderButton = (plan: Plan): Button =>
  opens('Order', 'resource.order', { plan: sayReference(plan) })

/** Opens the form for other words of a resource, or for those of any where none is given. */
export function editButton(plan: Plan, resource?: PlanResource): Button {
  const text = resource ? 'Edit' : 'Edit resource'
  return opens(text, 'resource.edit', rawOf(plan, resource))
}

/** Asks whether a resource is to leave the plan, or which one where none is given. */
export function removeButton(plan: Plan, resource?: PlanResource): Button {
  const text = resource ? 'Remove' : 'Remove resource'
  return opens(text, 'resource.remove', rawOf(plan, resource))
}

/** A resource of a plan as the words of a form. */
export const rawOf = (plan: Plan, resource?: PlanResource) => ({
  plan: sayReference(plan),
  ...(resource && { resource: resource.held ? sayReference(resource) : resource.resource_id }),
})
