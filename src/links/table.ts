import type { Kysely } from 'kysely'

/** One row a linked person; `token` is sealed, times are ISO 8601 in UTC. */
export type LinkTable = {
  person: string
  token: string
  organization_id: string | null
  organization_name: string | null
  kept_at: string
}

export const createLinkTable = {
  up: (database: Kysely<unknown>) =>
    database.schema
      .createTable('links')
      .addColumn('person', 'text', column => column.primaryKey())
      .addColumn('token', 'text', column => column.notNull())
      .addColumn('organization_id', 'text')
      .addColumn('organization_name', 'text')
      .addColumn('kept_at', 'text', column => column.notNull())
      .execute(),
}
