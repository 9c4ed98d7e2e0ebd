import { z } from 'zod'
import { isInOrder, type pauses } from '../service/contract/pauses.ts'
import { type HandlersOf, member } from './handler.ts'
import { planOf } from './plan-row.ts'
import { invalid, quoted, unknown } from './refusal.ts'
import { rowId, type Store } from './store.ts'

const pauseRow = z.object({
  pause_id: z.number().transform(String),
  pause_start: z.string(),
  pause_end: z.string(),
  reason: z.string(),
})

/** A plan's pauses as they are sent back, the oldest first. */
export function pausesOf(store: Store, plan: number): z.output<typeof pauseRow>[] {
  const sql =
    'SELECT id AS pause_id, pause_start, pause_end, reason FROM pauses WHERE plan_id = ? ORDER BY id'
  return store.all(pauseRow, sql, plan)
}

/** The pauses of plans, in whole days as DD/MM/YYYY. */
export function createPauses(store: Store): HandlersOf<typeof pauses> {
  return {
    pausePlan: member(request => {
      const { pause_start, pause_end, reason } = request
      if (!isInOrder(pause_start, pause_end))
        throw invalid(`The pause would end (${pause_end}) before it starts (${pause_start}).`)
      const plan = planOf(store, request)
      const { id } = store.run(
        'INSERT INTO pauses (plan_id, pause_start, pause_end, reason) VALUES (?, ?, ?, ?)',
        plan.id,
        pause_start,
        pause_end,
        reason,
      )
      return { pause_id: id }
    }),

    removePlanPause: member(request => {
      const plan = planOf(store, request)
      const { changes } = store.run(
        'DELETE FROM pauses WHERE id = ? AND plan_id = ?',
        rowId(request.pause_id),
        plan.id,
      )
      if (changes === 0) throw unknown(`The plan ${plan.name} has no pause ${quoted(request.pause_id)}.`)
      return {}
    }),
  }
}
