import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { createSealer } from '../storage/encryption.ts'
import { tables } from './tables.ts'

export type Value = SQLInputValue | undefined
/** Named parameters or columns; undefined is stored as NULL. */
type Values = Record<string, Value>
export type Row = Record<string, SQLOutputValue>

const OWNER = 'service'

export type Store = ReturnType<typeof openStore>

/**
 * Opens the SQLite file, or a database in memory (`:memory:`). A new file is readable by its owner only.
 * @param key of 32 bytes, seals access tokens and access data
 * @throws Error for a file that is no database
 */
export function openStore(file: string, key: Uint8Array) {
  const database = connect(file)
  const sealer = createSealer([key])
  const statements = new Map<string, StatementSync>()

  function prepare(sql: string): StatementSync {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  function run(sql: string, values: Values = {}): { changes: number; id: string } {
    const { changes, lastInsertRowid } = prepare(sql).run(bind(values))
    return { changes: Number(changes), id: String(lastInsertRowid) }
  }

  return {
    seal: (text: string): string => sealer.seal(text.toWellFormed(), OWNER),

    /** The inverse of `seal`. @throws Error where another key sealed it */
    open(sealed: SQLOutputValue | undefined): string {
      const text = sealer.open(String(sealed), OWNER)
      if (text === undefined) throw new Error('The service holds what another key sealed')
      return text
    },

    rows: (sql: string, values: Values = {}): Row[] => prepare(sql).all(bind(values)),

    one: (sql: string, values: Values = {}): Row | undefined => prepare(sql).get(bind(values)),

    run,

    /** Inserts a row, and returns its identifier. */
    insert(table: string, values: Values): string {
      const columns = Object.keys(values)
      return run(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(name => `:${name}`)})`, values).id
    },

    update(table: string, id: Value, values: Values): void {
      const columns = Object.keys(values).map(name => `${name} = :${name}`)
      run(`UPDATE ${table} SET ${columns} WHERE id = :id`, { ...values, id })
    },

    transaction<T>(work: () => T): T {
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

    close(): void {
      if (database.isOpen) database.close()
    },
  }
}

const bind = (values: Values): Record<string, SQLInputValue> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]))

function connect(file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    if (file !== ':memory:') makePrivate(file)
    database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 })
    database.exec(`PRAGMA journal_mode = WAL; ${tables}`)
    return database
  } catch (error) {
    database?.close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database ${file} cannot be opened: ${reason}`, { cause: error })
  }
}

function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

/** The number of an identifier, or one that no row has: `01` and `1.0` are not `1`. */
export const rowId = (identifier: string): number =>
  /^[1-9]\d{0,14}$/.test(identifier) ? Number(identifier) : -1
