import type { EndpointName, Request } from '../../../src/service/contract/index.ts'
import { type Acme, openAcme, acme as org_id } from './running.ts'

/** A request for every endpoint, which the service does for whoever may ask it. */
export const examples: { [N in EndpointName]: Request<N> } = {
  listPlans: { org_id },
  describePlan: { org_id, plan_id: '1' },
  createPlan: {
    org_id,
    name: 'night-jobs',
    description: 'What runs while we sleep',
    timezone: 'UTC+01:00',
    schedule: { days: ['mon', 'tue'], start: '20', duration: 8 },
    state: 'active',
  },
  updatePlan: { org_id, plan_id: '1', updates: { schedule: { days: ['sat'], start: 9, duration: 4 } } },
  addResource: {
    org_id,
    plan_id: '1',
    resource: {
      resource_id: 'i-77',
      resource_name: 'web-app-3',
      instanceName: 'web-app-3',
      type: 'instance',
      credential: '1',
      status: 'active',
      reason: 'more load',
      region: 'eu-west-1',
    },
  },
  updateResourcesOrder: { org_id, plan_id: '2', new_sorted_list: ['res-22', 'res-21'] },
  deleteResource: { org_id, plan_id: '1', resource_id: 'res-11' },
  updateResource: {
    org_id,
    plan_id: '1',
    resource_id: 'res-11',
    resource_name: 'web-db-new',
    status: 'inactive',
    credential: '1',
  },
  pausePlan: {
    org_id,
    plan_id: '1',
    pause_start: '08/12/2026',
    pause_end: '11/12/2026',
    reason: 'load test',
  },
  removePlanPause: { org_id, plan_id: '2', pause_id: '1' },
  describeBilling: { org_id },
  billingHistory: { org_id },
  createSubscription: { org_id, quantity: 40 },
  changePaymentMethod: { org_id },
  updateSubscription: { org_id, quantity: 30 },
  cancelSubscription: { org_id },
  listCredentials: { org_id },
  createCredential: {
    org_id,
    type: 'azure',
    name: 'sandbox',
    specific: { tenant: 't', clientId: 'c', key: 'k' },
    comments: '',
  },
  removeCredential: { org_id, credential_id: '4', comments: 'not needed' },
  updateCredential: { org_id, credential_id: '1', data: { comments: 'rotated' }, reason: 'rotation' },
  listUsers: { org_id },
  addUser: { org_id, user_id: 'eve@acme.test', role: 'viewer', state: 'active' },
  updateUser: { org_id, user_id: 'dev@acme.test', role: 'member', state: 'active' },
  removeUser: { org_id, user_id: 'dev@acme.test', reason: 'left' },
  listOrganizations: {},
  createOrganization: { org_name: 'Umbrella' },
  updateOrganization: { org_id, org_name: 'Acme Works' },
  removeOrganization: { org_id },
}

/** Acme with a fourth credential, which serves no resource. */
export async function openAcmeForExamples(): Promise<Acme> {
  const acme = await openAcme()
  await acme.as('ana', 'createCredential', {
    org_id,
    type: 'gcp',
    name: 'spare',
    specific: { project: 'spare' },
    comments: '',
  })
  return acme
}
