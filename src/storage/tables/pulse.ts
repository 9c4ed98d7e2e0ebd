import type { Kysely } from 'kysely'

/** One row, which is written to see whether anything can be; the time is ISO 8601 in UTC. */
export type PulseTable = { id: string; at: string }

export const createPulseTable = {
  up: (database: Kysely<unknown>) =>
    database.schema
      .createTable('pulse')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('at', 'text', column => column.notNull())
      .execute(),
}
