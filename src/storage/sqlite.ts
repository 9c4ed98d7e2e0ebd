import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, type SqliteDatabase, SqliteDialect } from 'kysely'
import { LRUCache } from 'lru-cache'

/** A database that answers. */
export type Opened = {
  dialect: Dialect
  /** Runs migrations while no other process does: all of them stay, or none. */
  exclusively(migrate: () => Promise<void>): Promise<void>
}

/** How long a write waits for another process's lock. */
const BUSY_MS = 5000

const STATEMENTS = 200

/** Opens the file at `path`, which only its owner can read; it is made with its folder when missing. */
export async function openSqlite(path: string): Promise<Opened> {
  const sqlite = await connect(path)
  return {
    dialect: new SqliteDialect({ database: toKysely(sqlite) }),
    /** Kysely has this one connection, so its migrations run within the transaction. */
    async exclusively(migrate) {
      sqlite.exec('BEGIN IMMEDIATE')
      await migrate()
      sqlite.exec('COMMIT')
    },
  }
}

async function connect(path: string): Promise<DatabaseSync> {
  let sqlite: DatabaseSync | undefined
  try {
    if (path !== ':memory:') await makePrivate(path)
    sqlite = new DatabaseSync(path, { timeout: BUSY_MS })
    await useWal(sqlite)
    return sqlite
  } catch (error) {
    sqlite?.close()
    throw error
  }
}

/** SQLite does not wait for another process that changes the mode of a new file, so this does. */
async function useWal(sqlite: DatabaseSync): Promise<void> {
  for (let until = performance.now() + BUSY_MS; ; await sleep(10)) {
    try {
      sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
    }
  }
}

/** SQLITE_BUSY, with any extended code (https://sqlite.org/rescode.html). */
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === 5

/** SQLite gives its -wal and -shm files the mode of the database, so the file is made before SQLite opens it. */
async function makePrivate(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  await file.close()
}

function toKysely(sqlite: DatabaseSync): SqliteDatabase {
  const prepared = new LRUCache<string, { statement: StatementSync; reader: boolean }>({ max: STATEMENTS })

  function prepare(text: string) {
    // A pragma takes effect when it is prepared.
    const known = text.startsWith('PRAGMA') ? undefined : prepared.get(text)
    if (known) return known
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
