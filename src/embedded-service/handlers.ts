import { createBilling } from './billing.ts'
import { createCredentials } from './credentials.ts'
import type { Handlers } from './handler.ts'
import type { Kinds } from './kinds.ts'
import { createOrganizations } from './organizations.ts'
import { createPauses } from './pauses.ts'
import { createPlans } from './plans.ts'
import { createResources } from './resources.ts'
import type { Store } from './store.ts'
import { createUsers } from './users.ts'

/** All that the service can do, noun by noun as the contract has it. */
export function createHandlers(store: Store, kinds: Kinds, clock: () => Date): Handlers {
  return {
    ...createPlans(store),
    ...createResources(store, kinds),
    ...createPauses(store),
    ...createBilling(store, clock),
    ...createCredentials(store, kinds, clock),
    ...createUsers(store),
    ...createOrganizations(store),
  }
}
