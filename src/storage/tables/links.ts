import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** One row a linked person; `token` is sealed, times are ISO 8601 in UTC. */
export type LinkTable = {
  person: string
  token: string
  organization_id: string | null
  organization_name: string | null
  kept_at: string
  /** Where it was made: somebody from another workspace may be linked through this one. Null where an older version made it. */
  team: string | null
  enterprise: string | null
}

/** One row, whose number is another one after each change of any link, by whomever. */
export type LinkChangeTable = { last: number }

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

/** Whoever has read links hears whether they still stand, at the price of one number. The database itself sees to that. */
export const markLinkChanges = {
  async up(database: Kysely<unknown>): Promise<void> {
    const run = (statement: string) => sql.raw(statement).execute(database)
    await run('create table link_changes (last bigint not null)')
    await run('insert into link_changes (last) values (0)')
    if (!(database.getExecutor().adapter instanceof PostgresAdapter)) {
      for (const change of ['insert', 'update', 'delete'])
        await run(
          `create trigger link_${change} after ${change} on links begin update link_changes set last = last + 1; end`,
        )
      return
    }
    // Once in a transaction, and at its end: whoever has that row then waits for no link any more.
    await run(`create function mark_link_change() returns trigger
      language plpgsql set search_path from current as $$ begin
      update link_changes set last = txid_current() where last <> txid_current();
      return null;
    end $$`)
    await run(`create constraint trigger link_change after insert or update or delete on links
      deferrable initially deferred for each row execute function mark_link_change()`)
    await run(
      'create trigger link_truncate after truncate on links for each statement execute function mark_link_change()',
    )
  },
}
