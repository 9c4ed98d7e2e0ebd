import type { Day } from '../service/contract/schedule.ts'
import type { Role } from '../service/contract/users.ts'

/** What the service starts with: an organization that could be one. */
export const organization = { id: 1001, name: 'Acme' }

export const users: readonly { email: string; name: string; role: Role }[] = [
  { email: 'ana@acme.test', name: 'Ana', role: 'owner' },
  { email: 'bo@acme.test', name: 'Bo', role: 'admin' },
  { email: 'cleo@acme.test', name: 'Cleo', role: 'member' },
  { email: 'dev@acme.test', name: 'Dev', role: 'viewer' },
]

const weekdays: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri']
const everyDay: readonly Day[] = [...weekdays, 'sat', 'sun']

/** Which of the three provider kinds, by its place in the document. */
type KindIndex = 0 | 1 | 2

type SeededPlan = {
  name: string
  description: string
  timezone: string
  days: readonly Day[]
  start: number
  duration: number
  kind: KindIndex
  dependent: boolean
  type: string
  /** Names of the resources, in their order. */
  resources: readonly string[]
  /** Pauses: first and last day, counted from today. */
  pauses: readonly { from: number; until: number; reason: string }[]
}

export const plans: readonly SeededPlan[] = [
  {
    name: 'web-prod',
    description: 'The shop, as customers see it',
    timezone: 'UTC+01:00',
    days: weekdays,
    start: 8,
    duration: 11,
    kind: 0,
    dependent: true,
    type: 'instance',
    resources: ['web-db', 'web-cache', 'web-app-1', 'web-app-2'],
    pauses: [],
  },
  {
    name: 'web-staging',
    description: 'The shop, one release ahead',
    timezone: 'UTC+01:00',
    days: weekdays,
    start: 7,
    duration: 13,
    kind: 0,
    dependent: true,
    type: 'instance',
    resources: ['staging-db', 'staging-app'],
    pauses: [{ from: 12, until: 16, reason: 'release freeze' }],
  },
  {
    name: 'data-warehouse',
    description: 'Loads by night, reports by day',
    timezone: 'UTC-05:00',
    days: [...weekdays, 'sat'],
    start: 6,
    duration: 14,
    kind: 2,
    dependent: true,
    type: 'database',
    resources: ['warehouse-store', 'warehouse-loader', 'warehouse-reports'],
    pauses: [{ from: -2, until: 4, reason: 'migration to the new cluster' }],
  },
  {
    name: 'Payments API',
    description: 'Takes the money',
    timezone: 'UTC+00:00',
    days: everyDay,
    start: 1,
    duration: 23,
    kind: 1,
    dependent: true,
    type: 'instance',
    resources: ['payments-db', 'payments-api'],
    pauses: [],
  },
  {
    name: 'ci-runners',
    description: 'Builds and tests of the team in Pune',
    timezone: 'UTC+05:30',
    days: weekdays,
    start: 9,
    duration: 12,
    kind: 0,
    dependent: false,
    type: 'instance',
    resources: ['runner-1', 'runner-2', 'runner-3', 'runner-4', 'runner-5'],
    pauses: [],
  },
  {
    name: 'ml-training',
    description: 'Trains the recommendations',
    timezone: 'UTC-05:00',
    days: everyDay,
    start: 20,
    duration: 9,
    kind: 2,
    dependent: false,
    type: 'cluster',
    resources: ['gpu-1', 'gpu-2'],
    pauses: [{ from: -1, until: 9, reason: 'no budget until the new quarter' }],
  },
]

/** The credentials, one of each kind; the text of `specific` opens nothing. */
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

/** A year of monthly invoices: how many instances each was for, the last month first. */
export const invoices: readonly number[] = [25, 25, 25, 20, 20, 20, 20, 15, 15, 15, 10, 10]

export const pricePerInstance = 9
