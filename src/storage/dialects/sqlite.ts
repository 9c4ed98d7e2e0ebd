import { closeSync, existsSync, fdatasync, openSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { SqliteDatabase } from 'kysely'
import { createBounded } from '../../core/bounded.ts'
import { retryWhileBusy } from './busy.ts'
import { committingTogether } from './group-commit.ts'
import { type Opened, reasonOf } from './opened.ts'

/** Longer than bringing the tables up to date takes on a slow disk. */
const PATIENCE_MS = 60_000

/** More than there are different ones; only lists of ids come in many lengths. */
const STATEMENTS = 200

/**
 * The SQLite database in the file at `path`, which only its owner can read and which is made with its folder when missing.
 * `failed` hears of a disk that failed, after which nothing is written any more.
 */
export async function openSqlite(path: string, failed: (error: unknown) => void): Promise<Opened> {
  const sqlite = await connect(path)
  const log = createLogFile(`${path}-wal`)
  const dialect = committingTogether(kyselysView(sqlite), sqlite, log, failed)
  return {
    dialect,
    runs: dialect.runs,
    name: path,
    /** Kysely has but this one connection, so all that it does meanwhile is in the transaction. */
    async migrating(database, migrate) {
      try {
        await retryWhileBusy(() => sqlite.exec('BEGIN IMMEDIATE'), PATIENCE_MS)
        await migrate(database)
        sqlite.exec('COMMIT')
        // SQLite itself would stand still while the disk is at work; that its file is synced is seen to in `together`.
        if (path !== ':memory:' && log.open()) sqlite.exec('PRAGMA synchronous = NORMAL')
      } catch (error) {
        sqlite.close()
        throw error
      }
    },
  }
}

/** The file into which SQLite writes ahead, which is there while somebody has the database open. */
function createLogFile(path: string) {
  const sync = promisify(fdatasync)
  let file: number | undefined
  return {
    /** Whether it can be synced from now on; not where the place knows no writing ahead. */
    open(): boolean {
      if (existsSync(path)) file = openSync(path, 'r+')
      return file !== undefined
    },
    sync: async (): Promise<void> => {
      if (file !== undefined) await sync(file)
    },
    close(): void {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

async function connect(path: string): Promise<DatabaseSync> {
  let sqlite: DatabaseSync | undefined
  try {
    if (path !== ':memory:') await makePrivate(path)
    // Others are waited for by `retryWhileBusy`.
    const made = new DatabaseSync(path, { timeout: 0 })
    sqlite = made
    // FULL: in WAL mode a lesser level can lose the last links when the power fails.
    await retryWhileBusy(() => made.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL'), PATIENCE_MS)
    return made
  } catch (error) {
    sqlite?.close()
    throw new Error(`The database ${path} cannot be opened: ${reasonOf(error)}`, { cause: error })
  }
}

/** SQLite gives its -wal and -shm files the mode of the database, so the file is made before SQLite sees it. */
async function makePrivate(path: string) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  await file.close()
}

function kyselysView(sqlite: DatabaseSync): SqliteDatabase {
  const prepared = createBounded<{ statement: StatementSync; reader: boolean }>({ most: STATEMENTS })

  function prepare(sql: string) {
    const known = prepared.get(sql)
    if (known) return known
    const statement = sqlite.prepare(sql)
    const made = { statement, reader: statement.columns().length > 0 }
    prepared.set(sql, made)
    return made
  }

  return {
    close: () => {
      if (sqlite.isOpen) sqlite.close()
    },
    prepare: sql => {
      // One that reads first could not write any more where another process has written since.
      const { statement, reader } = prepare(sql === 'begin' ? 'begin immediate' : sql)
      return {
        reader,
        all: values => statement.all(...values.map(bindable)),
        run: values => statement.run(...values.map(bindable)),
        // Of its own: while it goes on, the same may be asked for once more.
        iterate: values => sqlite.prepare(sql).iterate(...values.map(bindable)),
      }
    },
  }
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || value instanceof Uint8Array) return value
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  throw new TypeError(`A value of type ${typeof value} has no place in the database`)
}
