import { accountLink, accountUnlink, accountWhoami } from './features/account.ts'
import { billingHistory, billingShow } from './features/billing.ts'
import { credentialAdd, credentialEdit, credentialList, credentialRemove } from './features/credentials.ts'
import { homeShow } from './features/home.ts'
import { memberAdd, memberEdit, memberList, memberRemove } from './features/members.ts'
import {
  organizationCreate,
  organizationList,
  organizationRemove,
  organizationRename,
  organizationUse,
} from './features/organizations.ts'
import { pauseAdd, pauseChange, pauseList } from './features/pauses.ts'
import { planEdit, planOff, planOn } from './features/plan-changes.ts'
import { planCreate } from './features/plan-create.ts'
import { planList, planShow } from './features/plans.ts'
import { resourceEdit } from './features/resource-edit.ts'
import { resourceOrder } from './features/resource-order.ts'
import { resourceAdd, resourceList, resourceRemove } from './features/resources.ts'
import { pauseRemove } from './features/resumes.ts'
import { billingCancel, billingCard, billingQuantity, billingSubscribe } from './features/subscribing.ts'
import { planWeek } from './features/week.ts'
import type { Operation } from './operation.ts'

/** Everything that people can do, in the order in which help tells it. */
export const operations: readonly Operation[] = checked([
  planList,
  planShow,
  planWeek,
  planCreate,
  planEdit,
  planOn,
  planOff,
  resourceList,
  resourceAdd,
  resourceEdit,
  resourceRemove,
  resourceOrder,
  pauseAdd,
  pauseList,
  pauseChange,
  pauseRemove,
  credentialList,
  credentialAdd,
  credentialEdit,
  credentialRemove,
  memberList,
  memberAdd,
  memberEdit,
  memberRemove,
  billingShow,
  billingHistory,
  billingSubscribe,
  billingCard,
  billingQuantity,
  billingCancel,
  organizationList,
  organizationCreate,
  organizationRename,
  organizationRemove,
  organizationUse,
  accountLink,
  accountUnlink,
  accountWhoami,
  homeShow,
])

/** Throws where two operations would answer to the same id or the same words. */
function checked(table: readonly Operation[]): readonly Operation[] {
  const names = table.flatMap(({ id, sentences }) => [id, ...sentences])
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new Error(`Two operations share ${twice.join(', ')}`)
  return table
}
