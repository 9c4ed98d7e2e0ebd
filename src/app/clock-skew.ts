import { sql } from 'kysely'
import type { Logger } from 'pino'
import { MARGIN_MS } from '../changes/store.ts'
import type { Database } from '../storage/database.ts'

/**
 * Warns where the clock of this machine and the one of a PostgreSQL database differ: by their clocks replicas tell which
 * of them has what, and one that is ahead by more than the margin of a lease takes from the others what they are still at.
 */
export async function compareClocks(database: Database, { clock, log }: { clock: () => Date; log: Logger }) {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database)
  const aheadMs = clock().getTime() - (rows[0]?.at.getTime() ?? 0)
  if (Math.abs(aheadMs) > MARGIN_MS)
    log.warn({ aheadMs }, 'the clock here is not that of the database: replicas need the same time')
}
