import type { Operation } from '../core/operation.ts'
import { withSynonyms } from '../language/synonyms.ts'
import { account } from './account.ts'
import { billing } from './billing/billing.ts'
import { subscribing } from './billing/subscribing.ts'
import { credentials } from './credentials/credentials.ts'
import { historyOf } from './history.ts'
import { home } from './home.ts'
import { members } from './members.ts'
import { organizations } from './organizations.ts'
import { pauses } from './pauses/pauses.ts'
import { pauseRemove } from './pauses/resumes.ts'
import { planChanges } from './plans/changes.ts'
import { planCreate } from './plans/create.ts'
import { plans } from './plans/plans.ts'
import { planWeek } from './plans/week.ts'
import { resourceEdit } from './resources/edit.ts'
import { resourceOrder } from './resources/order.ts'
import { resourceRemove } from './resources/remove.ts'
import { resources } from './resources/resources.ts'

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
