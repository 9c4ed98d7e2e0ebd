import { toServiceDate } from '../service/contract/endpoint.ts'
import * as acme from './acme.ts'
import { dayOf, firstOfMonth } from './billing.ts'
import type { Kinds } from './credentials.ts'
import type { Store } from './service-store.ts'
import { addPerson } from './users.ts'

/** The users of the organization, in the order in which they joined. */
export type Users = readonly (typeof acme.users)[number][]

/** Pauses and invoices are relative to `now`. */
type Content = { now: Date; kinds: Kinds; users: Users }

/** Fills an empty database with Acme, and leaves any other as it is. */
export function seed(store: Store, content: Content): void {
  store.transaction(() => {
    if (!store.sql.get`SELECT 1 FROM people`) fill(store, content)
  })
}

/** Replaces the content of the database. People who are in it from the beginning keep their access tokens. */
export function reseed(store: Store, content: Content): void {
  const { sql, transaction } = store
  const emails = JSON.stringify(content.users.map(({ email }) => email))
  transaction(() => {
    // Every other table cascades; sqlite_sequence holds the AUTOINCREMENT counters.
    sql.run`DELETE FROM organizations`
    sql.run`DELETE FROM sqlite_sequence`
    sql.run`DELETE FROM people WHERE email NOT IN (SELECT value FROM json_each(${emails}))`
    fill(store, content)
  })
}

function fill(store: Store, { now, kinds, users }: Content): void {
  const { id: org_id, name } = acme.organization
  store.insert('organizations', { id: org_id, name })
  for (const { email, role } of users) {
    addPerson(store, email)
    store.insert('users', { org_id, email, role, state: 'active' })
  }
  const credentials = acme.credentials.map(({ specific, ...credential }, index) =>
    store.insert('credentials', {
      org_id,
      ...credential,
      type: kinds[index] ?? '',
      specific: store.seal(JSON.stringify(specific)),
      last_time: now.toISOString(),
    }),
  )
  for (const plan of acme.plans) seedPlan(store, plan, credentials[plan.resources.kind] ?? '', now)
  seedBilling(store, now)
}

function seedPlan(store: Store, plan: (typeof acme.plans)[number], credential: string, now: Date): void {
  const { name, description, schedule, resources } = plan
  const facts = { name, description, state: 'active', dependancy: Number(plan.dependancy) }
  const hours = { ...schedule, days: schedule.days.join(',') }
  const plan_id = store.insert('plans', { org_id: acme.organization.id, ...facts, ...hours })
  const { type, kind, names } = resources
  names.forEach((resource_name, index) => {
    store.insert('resources', {
      plan_id,
      resource_id: `res-${plan_id}${index + 1}`,
      position: index + 1,
      resource_name,
      instanceName: resource_name,
      type,
      credential,
      status: 'active',
      reason: '',
      region: kind === 0 ? 'eu-west-1' : null,
      resource_group: kind === 1 ? 'payments' : null,
    })
  })
  const dayIn = (days: number) => toServiceDate(dayOf(now).add({ days }))
  for (const { from, until, reason } of plan.pauses)
    store.insert('pauses', { plan_id, pause_start: dayIn(from), pause_end: dayIn(until), reason })
}

function seedBilling(store: Store, now: Date): void {
  const org_id = acme.organization.id
  store.insert('subscriptions', { org_id, ...acme.subscription, payment_exp: firstOfMonth(now, 1) })
  acme.invoices.forEach((quantity, monthsAgo) => {
    const date = firstOfMonth(now, -monthsAgo)
    const number = `INV-${date.split('/').reverse().slice(0, 2).join('-')}`
    const amount = `${(quantity * acme.pricePerInstance).toFixed(2)} EUR`
    store.insert('invoices', { org_id, number, date, quantity, amount, state: 'paid' })
  })
}
