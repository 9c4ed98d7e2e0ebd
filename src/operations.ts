import { account } from './features/account.ts'
import { billing } from './features/billing/billing.ts'
import { subscribing } from './features/billing/subscribing.ts'
import { credentials } from './features/credentials/credentials.ts'
import { historyOf } from './features/history.ts'
import { home } from './features/home.ts'
import { members } from './features/members.ts'
import { organizations } from './features/organizations.ts'
import { pauses } from './features/pauses/pauses.ts'
import { pauseRemove } from './features/pauses/resumes.ts'
import { planChanges } from './features/plans/changes.ts'
import { planCreate } from './features/plans/create.ts'
import { plans } from './features/plans/plans.ts'
import { planWeek } from './features/plans/week.ts'
import { resourceEdit } from './features/resources/edit.ts'
import { resourceOrder } from './features/resources/order.ts'
import { resourceRemove } from './features/resources/remove.ts'
import { resources } from './features/resources/resources.ts'
import type { Operation } from './operation.ts'
import { withSynonyms } from './text/synonyms.ts'

/** What people do with what they have. */
const deeds: readonly Operation[] = [
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
].flat()

/** Everything that people can do, noun by noun in the order in which help tells it. */
export const operations: readonly Operation[] = checked(
  withSynonyms([...deeds, ...historyOf(deeds), ...home]),
)

/** Throws where two operations would answer to the same id or the same words. */
function checked(table: readonly Operation[]): readonly Operation[] {
  const names = table.flatMap(({ id, sentences }) => [id, ...sentences])
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new Error(`Two operations share ${twice.join(', ')}`)
  return table
}
