import type { Updateable } from 'kysely'
import type { Database } from '../storage/database.ts'
import type { Tables } from '../storage/schema.ts'

/** How long a process keeps a change without renewing its lease. */
export const LEASE_MS = 20_000

/** What is sent has so much time to go out before the lease ends. */
const MARGIN_MS = 2000

/** How long a change is kept for the process that tells what came of it, or asks about it. */
export const DELIVERY_MS = 25_000

/** No process works on it. */
export const FREE = { lease_owner: null, lease_until: null }

/** Another process has the change now, and does what is left to do. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type Leases = ReturnType<typeof createLeases>

/**
 * Which process works on a change; a lease is renewed as long as its process works.
 * @param owner names this process
 */
export function createLeases(deps: { database: Database; clock: () => Date; owner: string }) {
  const { database, clock, owner } = deps
  /** When the leases of this process end, in ms. */
  const leaseEnds = new Map<string, number>()

  const endOf = (ms: number): string => new Date(ms).toISOString()
  const letGo = (id: string): void => void leaseEnds.delete(id)

  return {
    owner,

    /** Begins or prolongs the lease of a change, from a time in ms on; returns its end for the row. */
    hold(id: string, from = clock().getTime()): string {
      leaseEnds.set(id, from + LEASE_MS)
      return endOf(from + LEASE_MS)
    },

    /** The lease is not renewed any more. */
    letGo,

    /** Whether this process has the change for long enough to send something. */
    isHeld: (id: string): boolean => (leaseEnds.get(id) ?? 0) - MARGIN_MS > clock().getTime(),

    /** Updates a change that this process has. @throws LeaseLost */
    async update(
      id: string,
      to: Updateable<Tables['changes']>,
      connection: Database = database,
    ): Promise<void> {
      const { numUpdatedRows } = await connection
        .updateTable('changes')
        .set(to)
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) return
      letGo(id)
      throw new LeaseLost()
    },

    /** Renews the leases of this process that have run for half their time. */
    async renew(): Promise<void> {
      const now = clock().getTime()
      const ids = [...leaseEnds].filter(([, until]) => until - now < LEASE_MS / 2).map(([id]) => id)
      if (ids.length === 0) return
      const renewed = await database
        .updateTable('changes')
        .set({ lease_until: endOf(now + LEASE_MS) })
        .where('id', 'in', ids)
        .where('lease_owner', '=', owner)
        .returning('id')
        .execute()
      const own = new Set(renewed.map(({ id }) => id))
      for (const id of ids) {
        if (!own.has(id)) letGo(id)
        else if (leaseEnds.has(id)) leaseEnds.set(id, now + LEASE_MS)
      }
    },
  }
}
