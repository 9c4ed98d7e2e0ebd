import type { Button } from '../../block-kit/blocks.ts'
import type { PlanResource } from '../../fields/resources.ts'
import type { Plan } from '../../person.ts'
import { sayReference } from '../../text/names.ts'

/** Lists the resources of a plan to the one who presses it. */
export function resourcesButton(plan: Plan): Button {
  return { text: 'Resources', operation: 'resource.list', raw: { plan: sayReference(plan) } }
}

/** Opens the form for a resource more. */
export function addButton(plan: Plan): Button {
  return { text: 'Add resource', operation: 'resource.add', raw: { plan: sayReference(plan) }, how: 'form' }
}

/** Opens the form in which the resources are put into another order. */
export function orderButton(plan: Plan): Button {
  return { text: 'Order', operation: 'resource.order', raw: { plan: sayReference(plan) }, how: 'form' }
}

/** Opens the form for other words of a resource, or for those of any where none is given. */
export function editButton(plan: Plan, resource?: PlanResource): Button {
  const text = resource ? 'Edit' : 'Edit resource'
  return { text, operation: 'resource.edit', raw: rawOf(plan, resource), how: 'form' }
}

/** Asks whether a resource is to leave the plan, or which one where none is given. */
export function removeButton(plan: Plan, resource?: PlanResource): Button {
  const text = resource ? 'Remove' : 'Remove resource'
  return { text, operation: 'resource.remove', raw: rawOf(plan, resource), how: 'form' }
}

/** A resource of a plan as the words of a form. */
export const rawOf = (plan: Plan, resource?: PlanResource) => ({
  plan: sayReference(plan),
  ...(resource && { resource: resource.held ? sayReference(resource) : resource.resource_id }),
})
