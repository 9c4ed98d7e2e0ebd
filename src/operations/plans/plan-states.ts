import type { Member, Plan } from '../../core/context.ts'
import { ServiceError } from '../../service/failure.ts'
import { pageOf } from '../pages.ts'
import { describe } from './plan-field.ts'
import { hasState } from './summary.ts'

/** A plan with its state, which the service's list does not tell as a rule. */
export async function withState(plan: Plan, context: Member): Promise<Plan> {
  const { state = plan.state } = await describe(plan, context)
  return { ...plan, state }
}

/** Plans with their states: each is asked for by itself. One that cannot be described stays as it is. */
export const withStates = (plans: readonly Plan[], context: Member): Promise<Plan[]> =>
  Promise.all(
    plans.map(plan =>
      hasState(plan)
        ? plan
        : withState(plan, context).catch((error: unknown) => {
            if (error instanceof ServiceError) return plan
            throw error
          }),
    ),
  )

/** All plans; those on a page with their states. */
export async function plansWithStates(page: number, context: Member): Promise<readonly Plan[]> {
  const plans = await context.plans()
  const { items, from } = pageOf(plans, page)
  return plans.toSpliced(from, items.length, ...(await withStates(items, context)))
}
