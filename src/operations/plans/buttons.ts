import type { Plan } from '../../core/context.ts'
import { type Named, sayReference } from '../../language/names.ts'
import { type Button, opens, runs } from '../../message/blocks.ts'

/** Shows a plan to the one who presses it. */
export const showButton = (plan: Named): Button =>
  runs('Show plan', 'plan.show', { plan: sayReference(plan) })

/** Opens the form with what the service holds of a plan. */
export const editButton = (plan: Named): Button =>
  opens('Edit plan', 'plan.edit', { plan: sayReference(plan) })

/** Turns a plan on that is off, and off where it is on, or the service does not say. */
export function turnButton(plan: Named & Pick<Plan, 'state'>): Button {
  const raw = { plan: sayReference(plan) }
  return plan.state === 'inactive' ? runs('Turn on', 'plan.on', raw) : runs('Turn off', 'plan.off', raw)
}

export const CREATE = opens('Create plan', 'plan.create')
