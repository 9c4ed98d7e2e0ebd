import type { Day } from '../service/contract/plans.ts'
import type { Role } from '../service/contract/users.ts'

/** The content of a new database. */
export const organization = { id: 1001, name: 'Acme' }

export const users: readonly { email: string; role: Role }[] = [
  { email: 'ana@acme.test', role: 'owner' },
  { email: 'bo@acme.test', role: 'admin' },
  { email: 'cleo@acme.test', role: 'member' },
  { email: 'dev@acme.test', role: 'viewer' },
]

const weekdays: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri']
const everyDay: readonly Day[] = [...weekdays, 'sat', 'sun']

/** `kind` is the provider kind's place in the document, and pauses are relative to today. */
export const plans = [
  {
    name: 'web-prod',
    description: 'The shop, as customers see it',
    schedule: { timezone: 'UTC+01:00', days: weekdays, start: 8, duration: 11 },
    dependancy: true,
    resources: { type: 'instance', kind: 0, names: ['web-db', 'web-cache', 'web-app-1', 'web-app-2'] },
    pauses: [],
  },
  {
    name: 'web-staging',
    description: 'The shop, one release ahead',
    schedule: { timezone: 'UTC+01:00', days: weekdays, start: 7, duration: 13 },
    dependancy: true,
    resources: { type: 'instance', kind: 0, names: ['staging-db', 'staging-app'] },
    pauses: [{ from: 12, until: 16, reason: 'release freeze' }],
  },
  {
    name: 'data-warehouse',
    description: 'Loads by night, reports by day',
    schedule: { timezone: 'UTC-05:00', days: [...weekdays, 'sat'], start: 6, duration: 14 },
    dependancy: true,
    resources: {
      type: 'database',
      kind: 2,
      names: ['warehouse-store', 'warehouse-loader', 'warehouse-reports'],
    },
    pauses: [{ from: -2, until: 4, reason: 'migration to the new cluster' }],
  },
  {
    name: 'Payments API',
    description: 'Takes the money',
    schedule: { timezone: 'UTC+00:00', days: everyDay, start: 1, duration: 23 },
    dependancy: true,
    resources: { type: 'instance', kind: 1, names: ['payments-db', 'payments-api'] },
    pauses: [],
  },
  {
    name: 'ci-runners',
    description: 'Builds and tests of the team in Pune',
    schedule: { timezone: 'UTC+05:30', days: weekdays, start: 9, duration: 12 },
    dependancy: false,
    resources: {
      type: 'instance',
      kind: 0,
      names: ['runner-1', 'runner-2', 'runner-3', 'runner-4', 'runner-5'],
    },
    pauses: [],
  },
  {
    name: 'ml-training',
    description: 'Trains the recommendations',
    schedule: { timezone: 'UTC-05:00', days: everyDay, start: 20, duration: 9 },
    dependancy: false,
    resources: { type: 'cluster', kind: 2, names: ['gpu-1', 'gpu-2'] },
    pauses: [{ from: -1, until: 9, reason: 'no budget until the new quarter' }],
  },
]

/** One of each kind. The text in `specific` opens nothing. */
export const credentials: readonly { name: string; comments: string; specific: Record<string, string> }[] = [
  { name: 'shop', comments: 'The account of the shop', specific: { role: 'example-scheduler' } },
  {
    name: 'payments',
    comments: 'Rotated every quarter',
    specific: { tenant: 'example-tenant', clientId: 'example-client', key: 'example-key' },
  },
  { name: 'analytics', comments: 'Can only read and start', specific: { project: 'example-analytics' } },
]

export const subscription = { plan: 'team', quantity: 25 }

/** The instances of a year of monthly invoices, the last month first. */
export const invoices: readonly number[] = [25, 25, 25, 20, 20, 20, 20, 15, 15, 15, 10, 10]

export const pricePerInstance = 9
