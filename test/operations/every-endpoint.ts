import type { EndpointName } from '../../src/service/contract/contract.ts'
import type { createActor } from '../actor.ts'

type Actor = ReturnType<typeof createActor>

/** One step of Ana: types a command, fills a form by its labels, presses a button in it, or submits it. */
export type Step =
  | { types: string }
  | { fills: Readonly<Record<string, string>> }
  | { presses: string }
  | { submits: true }

/** The steps that lead to an endpoint; the last one always calls it. */
export type Steps = readonly [{ types: string }, ...Step[]]

type Parameters = Readonly<Record<string, string>>
type Body = Readonly<Record<string, unknown>>

/**
 * The routes to an endpoint, by a command or by a form, and the expected request: the query without `action`,
 * and the body. Method, path and headers come from the interface document.
 */
export type Row = {
  sentence?: Steps
  form?: Steps
  query?: Parameters
  body?: Body
}

/** Performs one step as Ana. */
export function performStep(ana: Actor, step: Step): Promise<unknown> {
  if ('types' in step) return ana.types(step.types)
  if ('fills' in step) return ana.fills(step.fills)
  if ('presses' in step) return ana.pressesInForm(step.presses)
  return ana.submits()
}

const SUBMIT = { submits: true } as const
const acme = { org_id: '1001' } as const
const webProd = { ...acme, plan_id: '1' } as const
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const

/** One row for each endpoint of the service: a missing one is a compile error. */
export const everyEndpoint: { readonly [N in EndpointName]: Row } = {
  listPlans: {
    sentence: [{ types: '/plan' }],
    form: [{ types: '/plan show' }, { fills: { Plan: 'web-prod' } }, SUBMIT],
    query: acme,
  },
  describePlan: {
    sentence: [{ types: '/plan show web-prod' }],
    form: [{ types: '/plan show' }, { fills: { Plan: 'web-prod' } }, SUBMIT],
    query: webProd,
  },
  createPlan: {
    form: [
      { types: '/plan create reports' },
      { fills: { Schedule: 'weekdays 8am-7pm', 'Time zone': 'UTC-05:00' } },
      { fills: { Description: 'By day', State: 'inactive' } },
      SUBMIT,
    ],
    body: {
      ...acme,
      name: 'reports',
      description: 'By day',
      timezone: 'UTC-05:00',
      schedule: { days: weekdays, duration: 11, start: '8' },
      state: 'inactive',
    },
  },
  updatePlan: {
    form: [
      { types: '/plan edit web-prod' },
      { fills: { Name: 'shop', Schedule: 'weekdays 9am-5pm', 'Time zone': 'UTC-05:00' } },
      { fills: { Dependency: '', State: 'inactive' } },
      SUBMIT,
    ],
    body: {
      ...webProd,
      name: 'shop',
      updates: { timezone: 'UTC-05:00', schedule: { days: weekdays, duration: 8, start: 9 } },
      dependancy: false,
      state: 'inactive',
    },
  },
  addResource: {
    form: [
      { types: '/resource add web-prod i-0123 web-app-3' },
      { fills: { 'Instance name': 'app-3', Type: 'instance', Credential: 'shop', Status: 'active' } },
      { fills: { Region: 'eu-west-1', Reason: 'more room' } },
      SUBMIT,
    ],
    body: {
      ...webProd,
      resource: {
        resource_id: 'i-0123',
        resource_name: 'web-app-3',
        instanceName: 'app-3',
        type: 'instance',
        credential: '1',
        status: 'active',
        reason: 'more room',
        region: 'eu-west-1',
      },
    },
  },
  updateResourcesOrder: {
    form: [{ types: '/resource order web-prod' }, { presses: 'Down' }, SUBMIT],
    body: { ...webProd, new_sorted_list: ['res-12', 'res-11', 'res-13', 'res-14'] },
  },
  deleteResource: {
    form: [
      { types: '/resource remove' },
      { fills: { Plan: 'web-prod' } },
      { fills: { 'Resource id or name': 'web-app-2' } },
      SUBMIT,
    ],
    body: { ...webProd, resource_id: 'res-14' },
  },
  updateResource: {
    form: [
      { types: '/resource edit web-prod web-cache' },
      { fills: { 'Resource name': 'cache', Region: 'eu-central-1', Status: 'inactive' } },
      SUBMIT,
    ],
    body: {
      ...webProd,
      resource_id: 'res-12',
      resource_name: 'cache',
      region: 'eu-central-1',
      status: 'inactive',
      credential: '1',
    },
  },
  pausePlan: {
    sentence: [{ types: '/pause web-prod tomorrow load test' }],
    form: [
      { types: '/pause' },
      { fills: { Plan: 'web-prod', From: 'tomorrow', Reason: 'load test' } },
      SUBMIT,
    ],
    body: { ...webProd, pause_start: '19/11/2026', pause_end: '19/11/2026', reason: 'load test' },
  },
  removePlanPause: {
    sentence: [{ types: '/resume data-warehouse' }],
    form: [{ types: '/resume' }, { fills: { Plan: 'data-warehouse' } }, SUBMIT],
    body: { ...acme, plan_id: '3', pause_id: '2' },
  },
  describeBilling: {
    sentence: [{ types: '/billing' }],
    form: [{ types: '/billing quantity' }, { fills: { Quantity: '30' } }, SUBMIT],
    body: acme,
  },
  billingHistory: {
    sentence: [{ types: '/billing history' }],
    query: acme,
  },
  createSubscription: {
    sentence: [{ types: '/billing subscribe 40' }],
    form: [{ types: '/billing subscribe' }, { fills: { Quantity: '40' } }, SUBMIT],
    query: { ...acme, quantity: '40' },
  },
  changePaymentMethod: {
    sentence: [{ types: '/billing card' }],
    body: acme,
  },
  updateSubscription: {
    sentence: [{ types: '/billing quantity 30' }],
    form: [{ types: '/billing quantity' }, { fills: { Quantity: '30' } }, SUBMIT],
    body: { ...acme, quantity: 30 },
  },
  cancelSubscription: {
    form: [{ types: '/billing cancel' }, { fills: { Type: 'Acme' } }, SUBMIT],
    body: acme,
  },
  listCredentials: {
    sentence: [{ types: '/credential' }],
    form: [
      { types: '/credential edit' },
      { fills: { Credential: 'shop' } },
      { fills: { Name: 'market' } },
      SUBMIT,
    ],
    query: acme,
  },
  createCredential: {
    form: [
      { types: '/credential add market aws' },
      { fills: { 'Role arn': 'arn:aws:iam::1:role/market', Comments: 'The new one' } },
      SUBMIT,
    ],
    body: {
      ...acme,
      type: 'aws',
      name: 'market',
      specific: { role: 'arn:aws:iam::1:role/market' },
      comments: 'The new one',
    },
  },
  removeCredential: {
    form: [
      { types: '/credential remove' },
      { fills: { Credential: 'shop' } },
      { fills: { Comments: 'Moved away' } },
      SUBMIT,
    ],
    body: { ...acme, credential_id: '1', comments: 'Moved away' },
  },
  updateCredential: {
    form: [
      { types: '/credential edit payments' },
      { fills: { Name: 'money', Comments: 'Rotated by hand' } },
      { fills: { 'Client ID': 'a-new-client', Key: 'a-new-key-of-payments', Reason: 'yearly' } },
      SUBMIT,
    ],
    body: {
      ...acme,
      credential_id: '2',
      data: {
        name: 'money',
        comments: 'Rotated by hand',
        specific: { clientId: 'a-new-client', key: 'a-new-key-of-payments' },
      },
      reason: 'yearly',
    },
  },
  listUsers: {
    sentence: [{ types: '/member' }],
    form: [{ types: '/member add' }, { fills: { 'E-mail': 'fay@acme.test', Role: 'viewer' } }, SUBMIT],
    query: acme,
  },
  addUser: {
    sentence: [{ types: '/member add fay@acme.test viewer inactive' }],
    form: [
      { types: '/member add' },
      { fills: { 'E-mail': 'fay@acme.test', Role: 'viewer', State: 'inactive' } },
      SUBMIT,
    ],
    body: { ...acme, user_id: 'fay@acme.test', role: 'viewer', state: 'inactive' },
  },
  updateUser: {
    sentence: [{ types: '/member edit cleo@acme.test admin inactive' }],
    form: [
      { types: '/member edit' },
      { fills: { Person: 'cleo@acme.test' } },
      { fills: { Role: 'admin', State: 'inactive' } },
      SUBMIT,
    ],
    body: { ...acme, user_id: 'cleo@acme.test', role: 'admin', state: 'inactive' },
  },
  removeUser: {
    form: [
      { types: '/member remove' },
      { fills: { Person: 'cleo@acme.test' } },
      { fills: { Reason: 'has left us' } },
      SUBMIT,
    ],
    body: { ...acme, user_id: 'cleo@acme.test', reason: 'has left us' },
  },
  listOrganizations: {
    sentence: [{ types: '/org' }],
    form: [{ types: '/dayshift use' }, { fills: { Organization: 'Acme' } }, SUBMIT],
  },
  createOrganization: {
    sentence: [{ types: '/org create Umbrella' }],
    form: [{ types: '/org create' }, { fills: { Name: 'Umbrella' } }, SUBMIT],
    body: { org_name: 'Umbrella' },
  },
  updateOrganization: {
    sentence: [{ types: '/org rename Acme to Acme Two' }],
    form: [
      { types: '/org rename' },
      { fills: { Organization: 'Acme' } },
      { fills: { Name: 'Acme Two' } },
      SUBMIT,
    ],
    query: acme,
    body: { org_name: 'Acme Two' },
  },
  removeOrganization: {
    form: [{ types: '/org remove Acme' }, { fills: { Type: 'Acme' } }, SUBMIT],
    body: acme,
  },
}

const names: readonly EndpointName[] = Object.keys(everyEndpoint).filter(
  (name): name is EndpointName => name in everyEndpoint,
)

/** An endpoint and the steps that lead to it. */
export type Route = { name: EndpointName; how: 'sentence' | 'form'; steps: Steps }

/** Every endpoint by command and by form. */
export const routes: readonly Route[] = names.flatMap((name): Route[] => {
  const { sentence, form } = everyEndpoint[name]
  return [
    ...(sentence ? [{ name, how: 'sentence' as const, steps: sentence }] : []),
    ...(form ? [{ name, how: 'form' as const, steps: form }] : []),
  ]
})
