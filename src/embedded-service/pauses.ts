import { isInOrder, type pauses } from '../service/contract/pauses.ts'
import { planOf } from './plans.ts'
import { type HandlersOf, invalid, member, notFound, quoted } from './router.ts'
import type { Store } from './service-store.ts'

export function createPauses(store: Store): HandlersOf<typeof pauses> {
  return {
    pausePlan: member(({ org_id, plan_id, pause_start, pause_end, reason }) => {
      if (!isInOrder(pause_start, pause_end))
        throw invalid(`The pause would end (${pause_end}) before it starts (${pause_start}).`)
      const { id } = planOf(store, org_id, plan_id)
      return { pause_id: store.insert('pauses', { plan_id: id, pause_start, pause_end, reason }) }
    }),

    removePlanPause: member(({ org_id, plan_id, pause_id }) => {
      const { id, name } = planOf(store, org_id, plan_id)
      const { changes } = store.sql.run`DELETE FROM pauses
        WHERE CAST(id AS TEXT) = ${pause_id} AND plan_id = ${id}`
      if (changes === 0) throw notFound(`The plan ${name} has no pause ${quoted(pause_id)}.`)
    }),
  }
}
