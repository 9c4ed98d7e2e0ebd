import type { Kysely } from 'kysely'

/** One row an installation; `owner` is a workspace's id or an enterprise's, `installation` is sealed. */
export type InstallTable = {
  owner: string
  /** The enterprise that the workspace belongs to, or that is the owner itself. */
  enterprise: string | null
  installation: string
  /** ISO 8601 in UTC. */
  installed_at: string
  /** Until then one process alone renews its token; null where none does. */
  renewed_until: string | null
}

/** One row a state that has come back from Slack, until it has expired: it counts once. */
export type UsedStateTable = { hash: string; expires_at: string }

/** Tickets learn where they belong, so that those of a workspace can be thrown away. */
export const createInstallTables = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database
    await schema
      .createTable('installs')
      .addColumn('owner', 'text', column => column.primaryKey())
      .addColumn('enterprise', 'text')
      .addColumn('installation', 'text', column => column.notNull())
      .addColumn('installed_at', 'text', column => column.notNull())
      .execute()
    await schema
      .createTable('used_states')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('expires_at', 'text', column => column.notNull())
      .execute()
    await schema.alterTable('tickets').addColumn('team', 'text').execute()
    await schema.alterTable('tickets').addColumn('enterprise', 'text').execute()
  },
}

/** One replica renews a token, and the others take what it keeps. */
export const addRenewals = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema.alterTable('installs').addColumn('renewed_until', 'text').execute()
  },
}
