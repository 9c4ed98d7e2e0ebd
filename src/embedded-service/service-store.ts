import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { makePrivate, reasonOf } from '../storage/database.ts'
import { createSealer } from '../storage/encryption.ts'
import { tables } from './tables.ts'

export type Value = SQLOutputValue | undefined
export type Row = Record<string, SQLOutputValue>

const OWNER = 'service'

export type Store = ReturnType<typeof openStore>

/**
 * Opens the SQLite file, or a database in memory (`:memory:`). A new file is readable by its owner only.
 * @param key of 32 bytes, seals access tokens and access data
 * @throws Error for a file that is no database, or has other tables
 */
export function openStore(file: string, key: Uint8Array) {
  const database = connect(file)
  const sealer = createSealer([key])
  return {
    /** Runs queries. Identifiers are text outside; SQLite compares and stores them as numbers. */
    sql: database.createTagStore(),

    seal: (text: string): string => sealer.seal(text, OWNER),

    /** The inverse of `seal`. @throws Error if it was sealed with another key */
    open(sealed: Value): string {
      const text = sealer.open(String(sealed), OWNER)
      if (typeof text !== 'string') throw new Error('The service holds what another key sealed')
      return text
    },

    /** Inserts a row, and returns its identifier. */
    insert(table: string, row: Record<string, SQLInputValue>): string {
      const columns = Object.keys(row)
      const values = columns.map(name => `:${name}`)
      const statement = database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${values})`)
      return String(statement.run(row).lastInsertRowid)
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

    close: (): void => database.close(),
  }
}

function connect(file: string): DatabaseSync {
  try {
    if (file !== ':memory:') makePrivate(file)
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 })
    const version = database.prepare('PRAGMA user_version').get()?.user_version
    if (version !== 0 && version !== VERSION)
      throw new Error('it has the tables of another version. Delete it to begin anew')
    database.exec(`PRAGMA journal_mode = WAL; ${tables} PRAGMA user_version = ${VERSION}`)
    return database
  } catch (error) {
    throw new Error(`The database ${file} cannot be opened: ${reasonOf(error)}`, { cause: error })
  }
}

/** Changes whenever the tables do. That of a new file is 0. */
const VERSION = crc32(tables) % 2 ** 31
