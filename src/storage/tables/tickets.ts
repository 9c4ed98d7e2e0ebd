import type { Kysely } from 'kysely'

/** One row a ticket that is not used up; `hash` is of its id, `waiting` is sealed, times are ISO 8601 in UTC. */
export type TicketTable = {
  hash: string
  waiting: string
  expires_at: string
  tries: number
  taken_until: string | null
  /** Where it belongs; nothing for a ticket of an older version. */
  team: string | null
  enterprise: string | null
}

export const createTicketTable = {
  up: (database: Kysely<unknown>) =>
    database.schema
      .createTable('tickets')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('waiting', 'text', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .addColumn('tries', 'integer', column => column.notNull())
      .addColumn('taken_until', 'text')
      .execute(),
}
