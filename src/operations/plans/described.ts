import type { Actor, Plan } from '../../core/context.ts'
import { ServiceError } from '../../service/failure.ts'
import { describedOf } from '../fields/plans.ts'
import { pageOf } from '../pages.ts'
import { isTold } from './summary.ts'

/** A plan with its state, which the list of the service as a rule does not tell. */
export async function withState(plan: Plan, me: Actor): Promise<Plan> {
  const { state = plan.state } = await describedOf(plan, me)
  return { ...plan, state }
}

/**
 * The same of as many plans as a page shows: each is asked about by itself. Of one that cannot be asked about nothing more
 * is known than before.
 */
export const withStates = (shown: readonly Plan[], me: Actor): Promise<Plan[]> =>
  Promise.all(shown.map(plan => (isTold(plan) ? plan : withState(plan, me).catch(asBefore(plan)))))

const asBefore = (plan: Plan) => (error: unknown) => {
  if (error instanceof ServiceError) return plan
  throw error
}

/** All plans; of those on a page it is known whether they are turned off. */
export async function plansOn(page: number, me: Actor): Promise<readonly Plan[]> {
  const plans = await me.plans()
  const { shown, from } = pageOf(plans, page)
  return plans.toSpliced(from, shown.length, ...(await withStates(shown, me)))
}
