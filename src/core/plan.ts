import type { Answer } from '../service/contract/contract.ts'
import { isoOf } from '../service/contract/endpoint.ts'
import type { Pause, Plan } from './context.ts'

type ListedPlan = Answer<'listPlans'>['plans'][number]

/** A plan of a listing, with its days as ISO 8601. */
export const planOf = (plan: ListedPlan, organizationId: string): Plan => ({
  ...plan,
  organizationId,
  pauses: pausesOf(plan.pauses),
})

/** Pauses of an answer, with their days as ISO 8601. */
export const pausesOf = (pauses: ListedPlan['pauses']): Pause[] =>
  pauses.map(({ pause_id, pause_start, pause_end, reason }) => ({
    id: pause_id,
    from: isoOf(pause_start),
    until: isoOf(pause_end),
    reason,
  }))
