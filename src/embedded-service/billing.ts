import { randomUUID } from 'node:crypto'
import type { billing } from '../service/contract/billing.ts'
import { toServiceDate } from '../service/contract/endpoint.ts'
import { type HandlersOf, notFound, owner } from './router.ts'
import type { Store } from './service-store.ts'

/** A link that leads nowhere: the host cannot exist (RFC 2606). */
const linkTo = (page: string): string => `https://billing.example.test/${page}/${randomUUID()}`

export function createBilling({ sql }: Store, clock: () => Date): HandlersOf<typeof billing> {
  /** Throws a 404 where a change met no subscription. */
  function checkChanged({ changes }: { changes: number | bigint }): void {
    if (changes === 0) throw notFound('This organization has no subscription.')
  }

  return {
    describeBilling: owner(({ org_id }) => ({
      response: {
        organization: sql.get`SELECT org_id AS id, org_name AS name, owner, resources FROM organization_facts
          WHERE id = ${org_id}`,
        subscription: sql.get`SELECT payment_exp, plan, CAST(quantity AS TEXT) AS quantity FROM subscriptions
          WHERE org_id = ${org_id}`,
      },
    })),

    billingHistory: owner(({ org_id }) => ({
      history: sql.all`SELECT number, date, quantity, amount, state FROM invoices WHERE org_id = ${org_id}
        ORDER BY number DESC`,
    })),

    // The link cannot be paid, so the subscription begins at once.
    createSubscription: owner(({ org_id, quantity }) => {
      sql.run`INSERT INTO subscriptions VALUES (${org_id}, 'team', ${quantity}, ${firstOfMonth(clock(), 1)})
        ON CONFLICT (org_id) DO UPDATE SET quantity = excluded.quantity`
      return { link: linkTo('pay') }
    }),

    changePaymentMethod: owner(({ org_id }) => {
      checkChanged(sql.run`UPDATE subscriptions SET plan = plan WHERE org_id = ${org_id}`)
      return { link: linkTo('card') }
    }),

    updateSubscription: owner(({ org_id, quantity }) => {
      checkChanged(sql.run`UPDATE subscriptions SET quantity = ${quantity} WHERE org_id = ${org_id}`)
    }),

    cancelSubscription: owner(({ org_id }) => {
      checkChanged(sql.run`DELETE FROM subscriptions WHERE org_id = ${org_id}`)
    }),
  }
}

/** The day of an instant in UTC. */
export const dayOf = (now: Date): Temporal.PlainDate =>
  now.toTemporalInstant().toZonedDateTimeISO('UTC').toPlainDate()

/** The first day of the month that is this many months from now, as DD/MM/YYYY. */
export const firstOfMonth = (now: Date, months: number): string =>
  toServiceDate(dayOf(now).with({ day: 1 }).add({ months }))
