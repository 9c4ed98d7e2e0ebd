import type { Period } from '../../core/args.ts'
import type { Plan, RequestTime } from '../../core/context.ts'
import { findDaysIn, findNamedIn } from '../../language/wishes.ts'
import { isoOf } from '../../service/contract/endpoint.ts'

/** The plans and the days that a text names anywhere, and the text without the names. */
export function findPausesIn(
  text: string,
  all: readonly Plan[],
  { now, zone = 'UTC', locale }: RequestTime,
): { plans: readonly Plan[]; period: Period | undefined; rest: string } {
  const { found: plans, rest } = findNamedIn(text, all)
  const days = findDaysIn(rest, { now, zone, locale })
  return { plans, period: days && { from: isoOf(days.from), until: isoOf(days.until) }, rest }
}
