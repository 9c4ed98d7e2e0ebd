import type { z } from 'zod'
import {
  billingHistory,
  cancelSubscription,
  changePaymentMethod,
  createSubscription,
  describeBilling,
  updateSubscription,
} from './billing.ts'
import { createCredential, listCredentials, removeCredential, updateCredential } from './credentials.ts'
import type { Endpoint } from './endpoint.ts'
import {
  createOrganization,
  listOrganizations,
  removeOrganization,
  updateOrganization,
} from './organizations.ts'
import { pausePlan, removePlanPause } from './pauses.ts'
import { createPlan, describePlan, listPlans, updatePlan } from './plans.ts'
import { addResource, deleteResource, updateResource, updateResourcesOrder } from './resources.ts'
import { addUser, listUsers, removeUser, updateUser } from './users.ts'

/** The service's whole interface: its 28 endpoints, each named by its title in camelCase. */
export const contract = {
  listPlans,
  describePlan,
  createPlan,
  updatePlan,
  addResource,
  updateResourcesOrder,
  deleteResource,
  updateResource,
  pausePlan,
  removePlanPause,
  describeBilling,
  billingHistory,
  createSubscription,
  changePaymentMethod,
  updateSubscription,
  cancelSubscription,
  listCredentials,
  createCredential,
  removeCredential,
  updateCredential,
  listUsers,
  addUser,
  updateUser,
  removeUser,
  listOrganizations,
  createOrganization,
  updateOrganization,
  removeOrganization,
} satisfies Record<string, Endpoint>

export type Contract = typeof contract
export type EndpointName = keyof Contract

/** Of an object without members, zod infers that every other member is `never`: it must not meet another. */
type Members<S extends z.ZodObject> = keyof S['shape'] extends never ? Record<never, never> : z.input<S>

/** What a caller gives: the members of query and body in one flat object. */
export type Request<N extends EndpointName> = Members<Contract[N]['query']> & Members<Contract[N]['body']>

/** What a caller gets: the answer, normalised. */
export type Answer<N extends EndpointName> = z.output<Contract[N]['answer']>
