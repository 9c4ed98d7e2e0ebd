import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { createInstallTables, type InstallTable, type UsedStateTable } from './installs/table.ts'
import { createLinkTable, type LinkTable } from './links/table.ts'
import { createTicketTable, type TicketTable } from './tickets/table.ts'

export type Tables = {
  installs: InstallTable
  links: LinkTable
  tickets: TicketTable
  used_states: UsedStateTable
}

export type Database = Kysely<Tables>

/** Run in the order of their names; a name that was released never changes. */
const migrations = {
  '0001-links': createLinkTable,
  '0002-tickets': createTicketTable,
  '0004-installs': createInstallTables,
}

/**
 * Opens the SQLite database in the file at `path` and brings its tables up to date. Only its owner can read the file,
 * which is made with its folder when missing; `:memory:` is gone when closed. Whoever opens it ends with `destroy()`.
 * @throws Error with a sentence for the operator
 */
export async function openDatabase(path: string): Promise<Database> {
  const database: Database = new Kysely({ dialect: new SqliteDialect({ database: await openSqlite(path) }) })
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return database
  await database.destroy()
  throw new Error(`The tables of ${path} could not be brought up to date: ${reason(error)}`, { cause: error })
}

async function openSqlite(path: string) {
  try {
    if (path !== ':memory:') await makePrivate(path)
    return connect(path)
  } catch (error) {
    throw new Error(`The database ${path} cannot be opened: ${reason(error)}`, { cause: error })
  }
}

/** SQLite gives its -wal and -shm files the mode of the database, so the file is made before SQLite sees it. */
async function makePrivate(path: string) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  await file.close()
}

function connect(path: string): SqliteDatabase {
  const sqlite = new DatabaseSync(path, { timeout: 5000 })
  try {
    // FULL: in WAL mode a lesser level can lose the last links when the power fails.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  } catch (error) {
    sqlite.close()
    throw error
  }
  return {
    close: () => sqlite.close(),
    prepare: sql => {
      const statement = sqlite.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: values => statement.all(...values.map(bindable)),
        run: values => statement.run(...values.map(bindable)),
        iterate: values => statement.iterate(...values.map(bindable)),
      }
    },
  }
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || value instanceof Uint8Array) return value
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  throw new TypeError(`A value of type ${typeof value} has no place in the database`)
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
