import type { Kysely } from 'kysely'

/** One row a person who has ever opened the Home tab; the time is ISO 8601 in UTC. */
export type HomeTable = { person: string; opened_at: string }

export const createHomeTable = {
  up: (database: Kysely<unknown>) =>
    database.schema
      .createTable('homes')
      .addColumn('person', 'text', column => column.primaryKey())
      .addColumn('opened_at', 'text', column => column.notNull())
      .execute(),
}
