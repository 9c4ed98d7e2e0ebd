import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type Compilable,
  type Dialect,
  Kysely,
  type OperationNodeSource,
  PostgresDialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  sql,
} from 'kysely'
import { Migrator } from 'kysely/migration'
import { LRUCache } from 'lru-cache'
import type { PoolClient } from 'pg'
import { migrations, type Tables } from './schema.ts'

export type Database = Kysely<Tables>

/** Whether a place is the URL of a PostgreSQL database; any other is the path of a SQLite file. */
export const isPostgres = (place: string): boolean => /^postgres(ql)?:/i.test(place)

/**
 * Opens and migrates the PostgreSQL database at a URL, or the SQLite database in a file or `:memory:`. Several
 * processes may do so at once. Close it with `destroy()`.
 * @throws Error with a sentence for the operator, without the password
 */
export async function openDatabase(place: string): Promise<Database> {
  const name = nameOf(place)
  const opening = isPostgres(place) ? openPostgres(place) : openSqlite(place)
  const database: Database = new Kysely({ dialect: await opening.catch(cannotBeOpened) })
  try {
    await sql`select 1`.execute(database).catch(cannotBeOpened)
    await migrate(database).catch((error: unknown) => {
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

/** Runs the migrations in one transaction, while no other process does. */
async function migrate(db: Database): Promise<void> {
  // Kysely has one connection to SQLite. For PostgreSQL, its Migrator takes a lock and begins a transaction itself.
  if (isSqlite(db)) await sql`begin immediate`.execute(db)
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) throw error
  if (isSqlite(db)) await sql`commit`.execute(db)
}

const isSqlite = (database: Database): boolean => database.getExecutor().adapter instanceof SqliteAdapter

/** A URL without password and parameters (one may be the password), or a path as it is. */
function nameOf(place: string): string {
  if (!isPostgres(place)) return place
  const { protocol, username, host, pathname } = new URL(place)
  return `${protocol}//${username && `${username}@`}${host}${pathname}`
}

/**
 * Opens the database of a bot, but never creates one.
 * @throws Error with a sentence for the operator, without the password
 */
export async function openExisting(place: string): Promise<Database> {
  if (isPostgres(place) || existsSync(place)) return openDatabase(place)
  throw new Error(`There is no database ${place} here: use the DATABASE_URL and the folder of the bot`)
}

/**
 * Executes a statement with a synced commit, which survives a power failure, and resolves to its rows. Other
 * writes survive only the end of the process; PostgreSQL may lose the last half second in a crash.
 */
export async function durably<T>(database: Database, statement: Returning<T>): Promise<T[]> {
  if (!isSqlite(database)) {
    // Takes effect at the end of this statement, which is its own transaction.
    const isSynced = sql`set_config('synchronous_commit', 'on', true)`
    const query = sql<T>`with written as (${statement}) select *, ${isSynced} from written`
    return (await query.execute(database)).rows
  }
  return database.connection().execute(async connection => {
    await sql`PRAGMA synchronous = FULL`.execute(connection)
    try {
      return (await connection.executeQuery(statement)).rows
    } finally {
      await sql`PRAGMA synchronous = NORMAL`.execute(connection)
    }
  })
}

/** A statement that writes, with a `returning` clause. */
type Returning<T> = Compilable<T> & OperationNodeSource

/** The message of an error. Node leaves that of an AggregateError empty. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** How long a write waits for another process's lock. */
const BUSY_MS = 5000

const STATEMENTS = 200

/** Opens the file at `path`, readable only by its owner; creates it with its folder if missing. */
async function openSqlite(path: string): Promise<Dialect> {
  if (path !== ':memory:') makePrivate(path)
  const sqlite = new DatabaseSync(path, { timeout: BUSY_MS })
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  return new SqliteDialect({ database: toKysely(sqlite) })
}

/** Creates the file before SQLite does: its -wal and -shm files get the same mode. */
export function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

function toKysely(sqlite: DatabaseSync): SqliteDatabase {
  const prepared = new LRUCache<string, { statement: StatementSync; reader: boolean }>({ max: STATEMENTS })

  function prepare(text: string) {
    // A pragma takes effect when it is prepared.
    const cached = text.startsWith('PRAGMA') ? undefined : prepared.get(text)
    if (cached) return cached
    const statement = sqlite.prepare(text)
    const entry = { statement, reader: statement.columns().length > 0 }
    prepared.set(text, entry)
    return entry
  }

  return {
    close: () => sqlite.close(),
    prepare: text => {
      // A transaction that read first could not write after another process has written.
      const { statement, reader } = prepare(text === 'begin' ? 'begin immediate' : text)
      return {
        reader,
        all: values => statement.all(...values.map(bindable)),
        run: values => statement.run(...values.map(bindable)),
        iterate: values => statement.iterate(...values.map(bindable)),
      }
    },
  }
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  throw new TypeError(`A value of type ${typeof value} has no place in the database`)
}

/** Defaults that the URL may override. The server's timeout is the shorter one, since its error says more. */
const LIMITS = {
  application_name: 'dayshift',
  /** Connections of one replica; PostgreSQL allows 100 by default. */
  max: 10,
  connectionTimeoutMillis: 5000,
  idleTimeoutMillis: 30_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  statement_timeout: 5000,
  query_timeout: 7000,
  /** Only `durably` waits for the disk (https://www.postgresql.org/docs/current/wal-async-commit.html). */
  options: '-c synchronous_commit=off',
}

/** The type of counts and of `bigint` (https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat). */
const INT8 = 20

/** Opens the PostgreSQL database at a URL. The driver is loaded only here. */
async function openPostgres(url: string): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const types = {
    getTypeParser: (...[type, format]: Parameters<typeof pg.types.getTypeParser>) =>
      type === INT8 ? Number : pg.types.getTypeParser(type, format),
  }
  const pool = new pg.Pool({ ...LIMITS, connectionString: url, types })
  // An idle connection that breaks is replaced when it is needed; a query on a broken one rejects.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => closeWhenSilent(await pool.connect()),
      end: () => pool.end(),
    },
  })
}

/** Closes a connection on which a query timed out: the next query would wait behind it. */
function closeWhenSilent(client: PoolClient): PoolClient {
  let isSilent = false
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values)
    } catch (error) {
      isSilent ||= error instanceof Error && error.message === 'Query read timeout'
      throw error
    }
  }
  const release = (destroy?: boolean) => client.release(destroy || isSilent)
  return new Proxy(client, {
    get: (_, key) => (key === 'query' ? query : key === 'release' ? release : Reflect.get(client, key)),
  })
}
