import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { tables, version } from './tables.ts'

/** The service's database: rows come out parsed, and a transaction is whole or not at all. */
export type Store = {
  all<T>(row: z.ZodType<T>, sql: string, ...values: SQLInputValue[]): T[]
  one<T>(row: z.ZodType<T>, sql: string, ...values: SQLInputValue[]): T | undefined
  /** How many rows changed, and the identifier of the last one put in. */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; id: string }
  transaction<T>(work: () => T): T
  close(): void
}

/**
 * Opens the SQLite file, made with its folder for its owner alone, or a database in memory (`:memory:`).
 * @throws Error where the file is no database, or one of a newer version
 */
export function openStore(file: string): Store {
  const database = connect(file)
  const statements = new Map<string, StatementSync>()

  function prepare(sql: string): StatementSync {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return {
    all: (row, sql, ...values) =>
      prepare(sql)
        .all(...values)
        .map(each => row.parse(each)),
    one: (row, sql, ...values) => {
      const found = prepare(sql).get(...values)
      return found && row.parse(found)
    },
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepare(sql).run(...values)
      return { changes: Number(changes), id: String(lastInsertRowid) }
    },
    transaction: work => {
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

function connect(file: string): DatabaseSync {
  const database = openFile(file)
  try {
    const { user_version: found } = versionRow.parse(database.prepare('PRAGMA user_version').get())
    if (found > version)
      throw new Error(
        `${file} was written by a newer version of the service (${found}, this one knows ${version})`,
      )
    database.exec(`${tables} PRAGMA user_version = ${version};`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function openFile(file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    if (file !== ':memory:') makePrivate(file)
    database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 })
    database.exec('PRAGMA journal_mode = WAL')
    return database
  } catch (error) {
    database?.close()
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The database ${file} cannot be opened: ${why}`, { cause: error })
  }
}

const versionRow = z.object({ user_version: z.number() })

function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

/** The number behind an identifier, or one that no row has: `01` and `1.0` are not `1`. */
export function rowId(identifier: string): number {
  return /^[1-9]\d{0,14}$/.test(identifier) ? Number(identifier) : -1
}
