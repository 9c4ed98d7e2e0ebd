import type { EndpointName } from '../contract/index.ts'
import { type Role, roles } from '../contract/users.ts'

/** Assumed, as the document shows no permissions: the least role that an operation takes. */
export const permissions: Record<EndpointName, Role | 'anyone'> = {
  listPlans: 'viewer',
  describePlan: 'viewer',
  createPlan: 'member',
  updatePlan: 'member',
  addResource: 'member',
  updateResourcesOrder: 'member',
  deleteResource: 'member',
  updateResource: 'member',
  pausePlan: 'member',
  removePlanPause: 'member',
  describeBilling: 'owner',
  billingHistory: 'owner',
  createSubscription: 'owner',
  changePaymentMethod: 'owner',
  updateSubscription: 'owner',
  cancelSubscription: 'owner',
  listCredentials: 'member',
  createCredential: 'admin',
  removeCredential: 'admin',
  updateCredential: 'admin',
  listUsers: 'viewer',
  addUser: 'admin',
  updateUser: 'admin',
  removeUser: 'admin',
  listOrganizations: 'anyone',
  createOrganization: 'anyone',
  updateOrganization: 'owner',
  removeOrganization: 'owner',
}

/** Whether a role is at least another; the roles stand in order, the strongest first. */
export function reaches(role: Role, least: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(least)
}
