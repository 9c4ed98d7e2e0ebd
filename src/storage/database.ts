import { existsSync } from 'node:fs'
import { Kysely, SqliteAdapter, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { openPostgres } from './postgres.ts'
import { migrations, type Tables } from './schema.ts'
import { type Opened, openSqlite } from './sqlite.ts'

export type Database = Kysely<Tables>

/** Whether a place names a PostgreSQL database by its URL; every other place is the path of a file. */
export const isPostgres = (place: string): boolean => /^postgres(ql)?:/i.test(place)

/**
 * Opens the PostgreSQL database at a URL, or the SQLite database in a file (`:memory:` is gone when closed),
 * and migrates it; several processes may do so at once. The caller ends with `destroy()`.
 * @throws Error with a sentence for the operator, without a password
 */
export async function openDatabase(place: string): Promise<Database> {
  const name = nameOf(place)
  const { dialect, exclusively } = await open(place).catch(cannotBeOpened)
  const database: Database = new Kysely({ dialect })
  try {
    await sql`select 1`.execute(database).catch(cannotBeOpened)
    await exclusively(() => migrate(database)).catch((error: unknown) => {
      throw new Error(`The tables of ${name} could not be migrated: ${reasonOf(error)}`, { cause: error })
    })
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }

  function cannotBeOpened(error: unknown): never {
    throw new Error(`The database ${name} cannot be opened: ${reasonOf(error)}`, { cause: error })
  }
}

const open = (place: string): Promise<Opened> => (isPostgres(place) ? openPostgres(place) : openSqlite(place))

async function migrate(db: Database): Promise<void> {
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error !== undefined) throw error
}

/** A URL without its password and its parameters, one of which may be the password; a path as it is. */
function nameOf(place: string): string {
  if (!isPostgres(place)) return place
  const { protocol, username, host, pathname } = new URL(place)
  return `${protocol}//${username && `${username}@`}${host}${pathname}`
}

/**
 * Opens a database that a bot has written, and makes none.
 * @throws Error with a sentence for the operator, without a password
 */
export async function openExisting(place: string): Promise<Database> {
  if (isPostgres(place) || existsSync(place)) return openDatabase(place)
  throw new Error(`There is no database ${place} here: use the DATABASE_URL and the folder of the bot`)
}

/**
 * Waits until the disk has what `write` writes, so that no power failure takes it back. Other writes survive
 * the end of the process, and of PostgreSQL a crash up to its last half second.
 */
export function durably<T>(database: Database, write: (connection: Database) => Promise<T>): Promise<T> {
  const isSqlite = database.getExecutor().adapter instanceof SqliteAdapter
  return database.connection().execute(async connection => {
    await (isSqlite ? sql`PRAGMA synchronous = FULL` : sql`SET synchronous_commit = on`).execute(connection)
    try {
      return await write(connection)
    } finally {
      await (isSqlite ? sql`PRAGMA synchronous = NORMAL` : sql`SET synchronous_commit = off`).execute(
        connection,
      )
    }
  })
}

/** The message of an error; Node leaves that of an error that stands for several empty. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
