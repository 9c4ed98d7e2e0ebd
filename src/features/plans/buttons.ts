import type { Button } from '../../block-kit/blocks.ts'
import type { Plan } from '../../person.ts'
import { type Named, sayReference } from '../../text/names.ts'

/** Shows a plan to the one who presses it. */
export const showButton = (plan: Named): Button => ({
  text: 'Show plan',
  operation: 'plan.show',
  raw: { plan: sayReference(plan) },
})

/** Opens the form with what the service holds of a plan. */
export const editButton = (plan: Named): Button => ({
  text: 'Edit plan',
  operation: 'plan.edit',
  raw: { plan: sayReference(plan) },
  how: 'form',
})

/** Turns a plan on that is off, and off where it is on, or the service does not say. */
export function turnButton(plan: Named & Pick<Plan, 'state'>): Button {
  const raw = { plan: sayReference(plan) }
  return plan.state === 'inactive'
    ? { text: 'Turn on', operation: 'plan.on', raw }
    : { text: 'Turn off', operation: 'plan.off', raw }
}

export const CREATE: Button = { text: 'Create plan', operation: 'plan.create', raw: {}, how: 'form' }
