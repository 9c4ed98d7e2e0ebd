import { z } from 'zod'
import { toServiceDate } from '../service/contract/endpoint.ts'
import * as acme from './acme.ts'
import { firstOfMonth, today } from './billing.ts'
import type { Kinds } from './kinds.ts'
import { addPerson, enroll, peopleOf } from './people.ts'
import { rowId, type Store } from './store.ts'
import { emptied } from './tables.ts'

/** What an empty database is filled with: its pauses and invoices lie around `now`. */
export type Seed = { now: Date; kinds: Kinds; users: Users }

/** Who belongs to the organization, in the order in which they came. */
export type Users = readonly (typeof acme.users)[number][]

/** Fills an empty database with Acme. Leaves any other as it is. */
export function seed(store: Store, seed: Seed): void {
  store.transaction(() => {
    const people = store.one(z.object({ count: z.number() }), 'SELECT count(*) AS count FROM people')
    if (people?.count === 0) fill(store, seed)
  })
}

/** Empties the database and fills it as a new one, whatever it holds. Whoever has an account then as before keeps the token. */
export function seedAnew(store: Store, seed: Seed): void {
  store.transaction(() => {
    const former = peopleOf(store)
    for (const table of emptied) store.run(`DELETE FROM ${table}`)
    fill(store, seed)
    for (const { email, token } of former)
      store.run('UPDATE people SET token = ? WHERE email = ?', token, email)
  })
}

function fill(store: Store, { now, kinds, users }: Seed): void {
  const organization = acme.organization.id
  store.run('INSERT INTO organizations (id, name) VALUES (?, ?)', organization, acme.organization.name)
  for (const { email, name, role } of users) {
    addPerson(store, email, name)
    enroll(store, organization, { email, role, state: 'active' })
  }
  const credentials = seedCredentials(store, organization, kinds, now)
  for (const plan of acme.plans) {
    const id = seedPlan(store, organization, plan)
    seedResources(store, id, plan, credentials[plan.kind] ?? -1)
    seedPauses(store, id, plan, now)
  }
  seedBilling(store, organization, now)
}

function seedCredentials(store: Store, organization: number, kinds: Kinds, now: Date): number[] {
  return acme.credentials.map(({ name, comments, specific }, index) => {
    const sql = `INSERT INTO credentials (org_id, type, name, comments, specific, last_time)
                 VALUES (?, ?, ?, ?, ?, ?)`
    const type = kinds[index] ?? ''
    const json = JSON.stringify(specific)
    return rowId(store.run(sql, organization, type, name, comments, json, now.toISOString()).id)
  })
}

type Plan = (typeof acme.plans)[number]

function seedPlan(store: Store, organization: number, plan: Plan): number {
  const { id } = store.run(
    `INSERT INTO plans (org_id, name, description, timezone, days, start, duration, state, dependancy)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'active', ?)`,
    organization,
    plan.name,
    plan.description,
    plan.timezone,
    plan.days.join(','),
    plan.start,
    plan.duration,
    plan.dependent ? 1 : 0,
  )
  return rowId(id)
}

function seedResources(store: Store, id: number, plan: Plan, credential: number): void {
  plan.resources.forEach((name, index) => {
    store.run(
      `INSERT INTO resources (plan_id, resource_id, position, resource_name, instance_name, type, credential,
       status, reason, region, resource_group) VALUES (?, ?, ?, ?, ?, ?, ?, 'active', '', ?, ?)`,
      id,
      `res-${id}${index + 1}`,
      index + 1,
      name,
      name,
      plan.type,
      credential,
      plan.kind === 0 ? 'eu-west-1' : null,
      plan.kind === 1 ? 'payments' : null,
    )
  })
}

function seedPauses(store: Store, id: number, { pauses }: Plan, now: Date): void {
  for (const { from, until, reason } of pauses) {
    const sql = 'INSERT INTO pauses (plan_id, pause_start, pause_end, reason) VALUES (?, ?, ?, ?)'
    store.run(sql, id, dayFrom(now, from), dayFrom(now, until), reason)
  }
}

function seedBilling(store: Store, organization: number, now: Date): void {
  store.run(
    'INSERT INTO subscriptions (org_id, plan, quantity, payment_exp) VALUES (?, ?, ?, ?)',
    organization,
    acme.subscription.plan,
    acme.subscription.quantity,
    firstOfMonth(now, 1),
  )
  acme.invoices.forEach((quantity, monthsAgo) => {
    const date = firstOfMonth(now, -monthsAgo)
    const number = `INV-${date.split('/').reverse().slice(0, 2).join('-')}`
    const amount = `${(quantity * acme.pricePerInstance).toFixed(2)} EUR`
    const sql = `INSERT INTO invoices (org_id, number, date, quantity, amount, state) VALUES (?, ?, ?, ?, ?, 'paid')`
    store.run(sql, organization, number, date, quantity, amount)
  })
}

/** The day that lies this many days from now, in UTC, as DD/MM/YYYY. */
const dayFrom = (now: Date, days: number): string => toServiceDate(today(now).add({ days }))
