import { existsSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { type Opened, reasonOf, type Stored } from './dialects/opened.ts'
import { isPostgres } from './dialects/place.ts'
import { openPostgres } from './dialects/postgres.ts'
import { openSqlite } from './dialects/sqlite.ts'
import { shorten } from './statement.ts'
import { createHomeTable, type HomeTable } from './tables/homes.ts'
import {
  addRenewals,
  createInstallTables,
  type InstallTable,
  type UsedStateTable,
} from './tables/installs.ts'
import { addDetails, createJournalTable, indexJournalSubjects, type JournalTable } from './tables/journal.ts'
import {
  addLinkPlaces,
  createLinkTable,
  type LinkChangeTable,
  type LinkTable,
  markLinkChanges,
} from './tables/links.ts'
import { createPulseTable, type PulseTable } from './tables/pulse.ts'
import { createTicketTable, type TicketTable } from './tables/tickets.ts'

export type Tables = {
  homes: HomeTable
  installs: InstallTable
  journal: JournalTable
  link_changes: LinkChangeTable
  links: LinkTable
  pulse: PulseTable
  tickets: TicketTable
  used_states: UsedStateTable
}

export type Database = Kysely<Storable<Tables>>

/** Tables whose columns hold nothing but what both databases read as it was written. */
type Storable<T extends { [N in keyof T]: { [C in keyof T[N]]: Stored } }> = T

/** Run in the order of their names; a name that was released never changes. */
const migrations = {
  '0001-links': createLinkTable,
  '0002-tickets': createTicketTable,
  '0003-journal': createJournalTable,
  '0004-installs': createInstallTables,
  '0005-homes': createHomeTable,
  '0006-journal-subjects': indexJournalSubjects,
  '0007-renewals': addRenewals,
  '0008-link-places': addLinkPlaces,
  '0009-link-changes': markLinkChanges,
  '0010-pulse': createPulseTable,
  '0011-journal-details': addDetails,
}

type Heard = { failed?: (error: unknown) => void; newer?: (migrations: string[]) => void }

/**
 * Opens a database and brings its tables up to date, however many processes do so at once: the PostgreSQL database
 * that a URL names, or the SQLite database in the file at a path; `:memory:` is gone when closed. Whoever opens it ends
 * with `destroy()`. `failed` hears where nothing can be written any more until it is opened anew, `newer` of what a newer
 * version has done to the tables: this one runs with them as they are.
 * @throws Error with a sentence for the operator, without a password
 */
export async function openDatabase(
  place: string,
  { failed = () => {}, newer = () => {} }: Heard = {},
): Promise<Database> {
  const opened: Opened = await (isPostgres(place) ? openPostgres(place) : openSqlite(place, failed))
  const database: Database = new Kysely({ dialect: opened.dialect })
  if (opened.runs) shorten(database, opened.runs)
  try {
    await opened.migrating(database, migrate)
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }

  async function migrate(db: Database): Promise<void> {
    const later = await laterThan(db)
    if (later.length > 0) newer(later)
    const { error } = await new Migrator({
      db,
      provider: {
        getMigrations: async () => ({
          ...migrations,
          ...Object.fromEntries(later.map(name => [name, NOTHING])),
        }),
      },
    }).migrateToLatest()
    if (error === undefined) return
    const sentence = `The tables of ${opened.name} could not be brought up to date: ${reasonOf(error)}`
    throw new Error(sentence, { cause: error })
  }
}

const NOTHING: Migration = { up: async () => {} }

/** The migrations of a newer version: it only adds, so that one that is rolled back to, or started anew, goes on. */
async function laterThan(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  const last = Object.keys(migrations).at(-1) ?? ''
  return rows.map(({ name }) => name).filter(name => name > last)
}

/**
 * The same for whoever looks after what a bot has written, and would look after nothing in a file that is only made now.
 * @throws Error with a sentence for the operator, without a password
 */
export async function openWritten(place: string): Promise<Database> {
  if (isPostgres(place) || existsSync(place)) return openDatabase(place)
  throw new Error(
    `There is no database ${place} here: DATABASE_URL, and the folder, are to be those of the bot`,
  )
}
