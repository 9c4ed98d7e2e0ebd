import type { Operation } from '../core/operation.ts'
import { withSynonyms } from '../language/synonyms.ts'
import { accountOperations } from './account/account.ts'
import { approvalOperations } from './approvals.ts'
import { billingOperations } from './billing/billing.ts'
import { subscriptionOperations } from './billing/subscribing.ts'
import { credentialOperations } from './credentials/credentials.ts'
import { digestOperations } from './digest.ts'
import { followOperations } from './following.ts'
import { memberOperations } from './members/members.ts'
import { organizationOperations } from './organizations/organizations.ts'
import { pauseChange } from './pauses/change-pause.ts'
import { pauseList } from './pauses/pause-list.ts'
import { pauseAdd, pausePreview } from './pauses/pause-plans.ts'
import { reminderOperations } from './pauses/remind.ts'
import { pauseRemove } from './pauses/remove-pauses.ts'
import { pauseSuggest } from './pauses/suggest.ts'
import { pauseWhy } from './pauses/why-paused.ts'
import { planCreate } from './plans/create.ts'
import { planChanges } from './plans/edit-plan.ts'
import { planOperations } from './plans/plans.ts'
import { planMonth, planWeek } from './plans/week-and-month.ts'
import { protectionOperations } from './protection.ts'
import { resourceOrder } from './resources/order.ts'
import { resourceOperations } from './resources/resources.ts'
import { historyShow } from './show-history.ts'
import { homeShow } from './show-home.ts'

/** All operations, in the order of help. */
export const operations: readonly Operation[] = withSynonyms([
  ...planOperations,
  planWeek,
  planMonth,
  planCreate,
  ...planChanges,
  ...resourceOperations,
  resourceOrder,
  pauseAdd,
  pauseList,
  pausePreview,
  pauseChange,
  pauseRemove,
  pauseWhy,
  pauseSuggest,
  ...reminderOperations,
  ...credentialOperations,
  ...memberOperations,
  ...billingOperations,
  ...subscriptionOperations,
  ...digestOperations,
  ...followOperations,
  ...protectionOperations,
  ...approvalOperations,
  ...organizationOperations,
  ...accountOperations,
  historyShow,
  homeShow,
])

/** Returns all operations, with the operator's description of a paused day in the pause form. */
export const operationsWith = ({ pauseMeans }: { pauseMeans: string }): readonly Operation[] =>
  operations.map(each =>
    each.id === 'pause.add' && each.form ? { ...each, form: { ...each.form, about: pauseMeans } } : each,
  )
