import type { Database } from '../storage/database.ts'

/** For so long the record is kept. */
export const KEPT_DAYS = 90
/** So many at a time that nobody waits for it. */
const BATCH = 500

/**
 * Makes what throws away the record of what is done with and older than that, the oldest first and some at a time:
 * tells whether there may be more. Several processes may do so at once.
 */
export const createPruning =
  ({ database, clock }: { database: Database; clock: () => Date }) =>
  async (): Promise<boolean> => {
    const end = new Date(clock().getTime() - KEPT_DAYS * 24 * 60 * 60_000).toISOString()
    const last = await database
      .selectFrom('journal')
      .select('asked_at')
      .where('asked_at', '<', end)
      .where('lease_until', 'is', null)
      .orderBy('asked_at')
      .limit(1)
      .offset(BATCH - 1)
      .executeTakeFirst()
    await database
      .deleteFrom('journal')
      .where('asked_at', last ? '<=' : '<', last?.asked_at ?? end)
      .where('lease_until', 'is', null)
      .execute()
    return last !== undefined
  }
