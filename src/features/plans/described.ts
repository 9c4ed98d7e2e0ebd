import type { Actor, Plan } from '../../person.ts'

/** A plan with its state, which the list of the service as a rule does not tell. */
export async function withState(plan: Plan, me: Actor): Promise<Plan> {
  const ids = { org_id: me.organization.id, plan_id: plan.id }
  const { state = plan.state } = (await me.read('describePlan', ids)).plan
  return { ...plan, state }
}
