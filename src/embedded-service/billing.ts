import { randomUUID } from 'node:crypto'
import type { billing } from '../service/contract/billing.ts'
import { toServiceDate } from '../service/contract/endpoint.ts'
import { type HandlersOf, owner } from './handler.ts'
import { organizationColumns } from './organizations.ts'
import { notFound } from './service-refusal.ts'
import { rowId, type Store } from './service-store.ts'

/** A link that leads nowhere: the host cannot exist (RFC 2606). */
const linkTo = (page: string): string => `https://billing.example.test/${page}/${randomUUID()}`

export function createBilling(store: Store, clock: () => Date): HandlersOf<typeof billing> {
  /** Changes the subscription. Throws a 404 if there is none. */
  function change(sql: string, values: Record<string, string | number>): void {
    if (store.run(sql, values).changes === 0) throw notFound('This organization has no subscription.')
  }

  return {
    describeBilling: owner(({ org_id }) => {
      const org = rowId(org_id)
      const sql = `SELECT ${organizationColumns} FROM organizations WHERE id = :org`
      const [{ org_id: id, org_name: name, ...facts } = {}] = store.rows(sql, { org })
      const [subscription] = store.rows(
        'SELECT payment_exp, plan, CAST(quantity AS TEXT) AS quantity FROM subscriptions WHERE org_id = :org',
        { org },
      )
      return { response: { organization: { id, name, ...facts }, subscription } }
    }),

    billingHistory: owner(({ org_id }) => {
      const sql = `SELECT number, date, quantity, amount, state FROM invoices WHERE org_id = :org
        ORDER BY number DESC`
      return { history: store.rows(sql, { org: rowId(org_id) }) }
    }),

    // The link cannot be paid, so the subscription begins at once.
    createSubscription: owner(({ org_id, quantity }) => {
      store.run(
        `INSERT INTO subscriptions VALUES (:org, 'team', :quantity, :until)
         ON CONFLICT (org_id) DO UPDATE SET quantity = excluded.quantity`,
        { org: rowId(org_id), quantity, until: firstOfMonth(clock(), 1) },
      )
      return { link: linkTo('pay') }
    }),

    changePaymentMethod: owner(({ org_id }) => {
      change('UPDATE subscriptions SET plan = plan WHERE org_id = :org', { org: rowId(org_id) })
      return { link: linkTo('card') }
    }),

    updateSubscription: owner(({ org_id, quantity }) => {
      const sql = 'UPDATE subscriptions SET quantity = :quantity WHERE org_id = :org'
      change(sql, { org: rowId(org_id), quantity })
      return {}
    }),

    cancelSubscription: owner(({ org_id }) => {
      change('DELETE FROM subscriptions WHERE org_id = :org', { org: rowId(org_id) })
      return {}
    }),
  }
}

/** The day of an instant in UTC. */
export const dayOf = (now: Date): Temporal.PlainDate =>
  now.toTemporalInstant().toZonedDateTimeISO('UTC').toPlainDate()

/** The first day of the month that is this many months from now, as DD/MM/YYYY. */
export const firstOfMonth = (now: Date, months: number): string =>
  toServiceDate(dayOf(now).with({ day: 1 }).add({ months }))
