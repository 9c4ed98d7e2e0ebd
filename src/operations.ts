import { account } from './features/account.ts'
import { billing } from './features/billing.ts'
import { credentials } from './features/credentials.ts'
import { home } from './features/home.ts'
import { members } from './features/members.ts'
import { organizations } from './features/organizations.ts'
import { pauses } from './features/pauses.ts'
import { planChanges } from './features/plan-changes.ts'
import { planCreate } from './features/plan-create.ts'
import { plans } from './features/plans.ts'
import { resourceEdit } from './features/resource-edit.ts'
import { resourceOrder } from './features/resource-order.ts'
import { resourceRemove } from './features/resource-remove.ts'
import { resources } from './features/resources.ts'
import { pauseRemove } from './features/resumes.ts'
import { subscribing } from './features/subscribing.ts'
import { planWeek } from './features/week.ts'
import type { Operation } from './operation.ts'

/** Everything that people can do, noun by noun in the order in which help tells it. */
export const operations: readonly Operation[] = checked(
  [
    plans,
    planWeek,
    planCreate,
    planChanges,
    resources,
    resourceEdit,
    resourceRemove,
    resourceOrder,
    pauses,
    pauseRemove,
    credentials,
    members,
    billing,
    subscribing,
    organizations,
    account,
    home,
  ].flat(),
)

/** Throws where two operations would answer to the same id or the same words. */
function checked(table: readonly Operation[]): readonly Operation[] {
  const names = table.flatMap(({ id, sentences }) => [id, ...sentences])
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new Error(`Two operations share ${twice.join(', ')}`)
  return table
}
