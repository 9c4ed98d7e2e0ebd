import { isInOrder, type pauses } from '../service/contract/pauses.ts'
import { type HandlersOf, member } from './handler.ts'
import { planOf } from './plans.ts'
import { invalid, notFound, quoted } from './service-refusal.ts'
import { rowId, type Store } from './service-store.ts'

export function createPauses(store: Store): HandlersOf<typeof pauses> {
  return {
    pausePlan: member(({ org_id, plan_id, pause_start, pause_end, reason }) => {
      if (!isInOrder(pause_start, pause_end))
        throw invalid(`The pause would end (${pause_end}) before it starts (${pause_start}).`)
      const plan = planOf(store, org_id, plan_id)
      return { pause_id: store.insert('pauses', { plan_id: plan.id, pause_start, pause_end, reason }) }
    }),

    removePlanPause: member(({ org_id, plan_id, pause_id }) => {
      const plan = planOf(store, org_id, plan_id)
      const sql = 'DELETE FROM pauses WHERE id = :id AND plan_id = :plan'
      const { changes } = store.run(sql, { id: rowId(pause_id), plan: plan.id })
      if (changes === 0) throw notFound(`The plan ${plan.name} has no pause ${quoted(pause_id)}.`)
      return {}
    }),
  }
}
