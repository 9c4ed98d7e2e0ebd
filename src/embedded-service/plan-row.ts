import { z } from 'zod'
import { quoted, unknown } from './refusal.ts'
import { rowId, type Store } from './store.ts'

const planRow = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  timezone: z.string(),
  days: z.string(),
  start: z.number(),
  duration: z.number(),
  state: z.string(),
  dependancy: z.number(),
  resources: z.number(),
})
export type PlanRow = z.output<typeof planRow>

const select = `SELECT plans.*, (SELECT count(*) FROM resources WHERE plan_id = plans.id) AS resources FROM plans`

/** The plan of this organization. Throws a 404 when there is none. */
export function planOf(store: Store, request: { org_id: string; plan_id: string }): PlanRow {
  const { org_id, plan_id } = request
  const plan = store.one(planRow, `${select} WHERE id = ? AND org_id = ?`, rowId(plan_id), rowId(org_id))
  if (plan === undefined) throw unknown(`There is no plan ${quoted(plan_id)} in this organization.`)
  return plan
}

/** An organization's plans, the oldest first. */
export function plansOf(store: Store, organization: string): PlanRow[] {
  return store.all(planRow, `${select} WHERE org_id = ? ORDER BY id`, rowId(organization))
}
