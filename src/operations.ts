import { accountLink, accountUnlink, accountWhoami } from './features/account.ts'
import { organizationUse } from './features/organizations.ts'
import { pauseAdd, pauseChange, pauseList, pauseRemove } from './features/pauses.ts'
import { planList, planShow } from './features/plans.ts'
import type { Operation } from './operation.ts'

/** Everything that people can do, in the order in which help tells it. */
export const operations: readonly Operation[] = [
  planList,
  planShow,
  pauseAdd,
  pauseList,
  pauseChange,
  pauseRemove,
  accountLink,
  accountUnlink,
  accountWhoami,
  organizationUse,
]
