import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { billing } from '../service/contract/billing.ts'
import { toServiceDate } from '../service/contract/endpoint.ts'
import { type HandlersOf, owner } from './handler.ts'
import { organizationOf } from './organizations.ts'
import { unknown } from './refusal.ts'
import { rowId, type Store } from './store.ts'

const subscriptionRow = z.object({
  payment_exp: z.string(),
  plan: z.string(),
  quantity: z.number().transform(String),
})

const invoiceRow = z.object({
  number: z.string(),
  date: z.string(),
  quantity: z.number(),
  amount: z.string(),
  state: z.string(),
})

/** A page where somebody would pay. The host is one that can not exist (RFC 2606). */
const linkTo = (page: string): string => `https://billing.example.test/${page}/${randomUUID()}`

/** Subscriptions, and what was billed. Links lead nowhere: nobody pays here. */
export function createBilling(store: Store, clock: () => Date): HandlersOf<typeof billing> {
  function subscriptionOf(organization: string) {
    const sql = 'SELECT payment_exp, plan, quantity FROM subscriptions WHERE org_id = ?'
    return store.one(subscriptionRow, sql, rowId(organization))
  }

  function needSubscription(organization: string): void {
    if (!subscriptionOf(organization)) throw unknown('This organization has no subscription.')
  }

  return {
    describeBilling: owner(({ org_id }) => {
      const { org_id: id, org_name: name, ...facts } = organizationOf(store, org_id)
      return { response: { organization: { id, name, ...facts }, subscription: subscriptionOf(org_id) } }
    }),

    billingHistory: owner(({ org_id }) => {
      const sql =
        'SELECT number, date, quantity, amount, state FROM invoices WHERE org_id = ? ORDER BY number DESC'
      return { history: store.all(invoiceRow, sql, rowId(org_id)) }
    }),

    // Nobody can pay behind the link, so the subscription begins as though somebody had.
    createSubscription: owner(({ org_id, quantity }) => {
      store.run(
        `INSERT INTO subscriptions (org_id, plan, quantity, payment_exp) VALUES (?, 'team', ?, ?)
         ON CONFLICT (org_id) DO UPDATE SET quantity = excluded.quantity`,
        rowId(org_id),
        quantity,
        firstOfMonth(clock(), 1),
      )
      return { link: linkTo('pay') }
    }),

    changePaymentMethod: owner(({ org_id }) => {
      needSubscription(org_id)
      return { link: linkTo('card') }
    }),

    updateSubscription: owner(({ org_id, quantity }) => {
      needSubscription(org_id)
      store.run('UPDATE subscriptions SET quantity = ? WHERE org_id = ?', quantity, rowId(org_id))
      return {}
    }),

    cancelSubscription: owner(({ org_id }) => {
      needSubscription(org_id)
      store.run('DELETE FROM subscriptions WHERE org_id = ?', rowId(org_id))
      return {}
    }),
  }
}

/** The day of an instant in UTC. */
export const today = (now: Date): Temporal.PlainDate =>
  now.toTemporalInstant().toZonedDateTimeISO('UTC').toPlainDate()

/** The first day of the month that is this many months from now, in UTC, as DD/MM/YYYY. */
export const firstOfMonth = (now: Date, months: number): string =>
  toServiceDate(today(now).with({ day: 1 }).add({ months }))
