import type { EndpointName, Request } from '../../src/service/contract/index.ts'

const ids = { org_id: '17', plan_id: '4' }
const schedule = { days: ['mon' as const, 'fri' as const], duration: 11 }
const user = { org_id: '17', user_id: 'bo@acme.test', role: 'member' as const, state: 'active' as const }

/** One request to each endpoint, with every member that the contract knows. */
export const requests: { [N in EndpointName]: Request<N> } = {
  listPlans: { org_id: '17' },
  describePlan: ids,
  createPlan: {
    org_id: '17',
    name: 'web-prod',
    description: 'The shop',
    timezone: 'UTC+01:00',
    schedule: { ...schedule, start: '8' },
    state: 'active',
  },
  updatePlan: {
    ...ids,
    name: 'web-prod',
    updates: { timezone: 'UTC+01:00', schedule: { ...schedule, start: 8 } },
    dependancy: true,
    state: 'inactive',
  },
  addResource: {
    ...ids,
    resource: {
      resource_id: 'i-1',
      resource_name: 'shop',
      instanceName: 'shop-1',
      type: 'instance',
      credential: '3',
      status: 'active',
      reason: '',
      region: 'eu-west-1',
      resource_group: 'shop',
    },
  },
  updateResourcesOrder: { ...ids, new_sorted_list: ['i-2', 'i-1'] },
  deleteResource: { ...ids, resource_id: 'i-1' },
  updateResource: {
    ...ids,
    resource_id: 'i-1',
    resource_name: 'shop',
    region: 'eu-west-1',
    resource_group: 'shop',
    status: 'active',
    credential: '3',
  },
  pausePlan: { ...ids, pause_start: '07/12/2026', pause_end: '13/12/2026', reason: 'load test' },
  removePlanPause: { ...ids, pause_id: '9' },
  describeBilling: { org_id: '17' },
  billingHistory: { org_id: '17' },
  createSubscription: { org_id: '17', quantity: 20 },
  changePaymentMethod: { org_id: '17' },
  updateSubscription: { org_id: '17', quantity: 20 },
  cancelSubscription: { org_id: '17' },
  listCredentials: { org_id: '17' },
  createCredential: { org_id: '17', type: 'aws', name: 'main', specific: { role: 'r' }, comments: '' },
  removeCredential: { org_id: '17', credential_id: '3', comments: 'unused' },
  updateCredential: {
    org_id: '17',
    credential_id: '3',
    data: { name: 'main', comments: '', specific: { role: 'r' } },
    reason: 'rotated',
  },
  listUsers: { org_id: 17 },
  addUser: user,
  updateUser: user,
  removeUser: { org_id: '17', user_id: 'bo@acme.test', reason: 'left' },
  listOrganizations: {},
  createOrganization: { org_name: 'Acme' },
  updateOrganization: { org_id: '17', org_name: 'Acme' },
  removeOrganization: { org_id: '17' },
}
