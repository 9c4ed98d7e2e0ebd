import type { Kysely } from 'kysely'

/** One row a linked person; `token` is sealed, times are ISO 8601 in UTC. */
export type LinkTable = {
  person: string
  token: string
  organization_id: string | null
  organization_name: string | null
  kept_at: string
  /** Where it was made: somebody of another workspace may be linked through this one. Null where an older version made it. */
  team: string | null
  enterprise: string | null
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

/** Links learn through which workspace they were made, so that those of its guests go with it. */
export const addLinkPlaces = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database
    await schema.alterTable('links').addColumn('team', 'text').execute()
    await schema.alterTable('links').addColumn('enterprise', 'text').execute()
  },
}
