import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as after, setImmediate as turn } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
} from 'kysely'
import { isBusy, retryWhileBusy } from './busy.ts'
import { type Disk, syncing } from './disk.ts'
import type { Runs, Told } from './opened.ts'

/** Something to be written: `write` does it, and gives what tells of it when that is due, or the error that it tells. */
type Waiting = { write(): { tell(): void; error?: unknown }; fail(error: unknown): void; told: Told }

const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/**
 * After so many were written at once others are about to come, and are waited for so long: to commit costs as much as to
 * write a few (as `commit_siblings` and `commit_delay` of https://www.postgresql.org/docs/current/runtime-config-wal.html).
 */
const SEVERAL = 4
const DELAY_MS = 2

/** So long is waited for another process that writes, such as a backup: others are served meanwhile. */
const BUSY_MS = 5000

/**
 * The same dialect, which commits together what is written at the same time, and waits for the disk while others go on:
 * that takes as long for one as for many, and whoever writes meanwhile is committed next. Whoever writes is told when it is
 * there for good, or only written where that is enough, and of the error of their own statement alone. A transaction has
 * the connection to itself. After a disk has failed nothing is written any more, and `failed` hears of it: what the disk
 * says from then on cannot be believed, and a new start finds what is there. `view` is how Kysely sees `sqlite`.
 */
export function committingTogether(
  view: SqliteDatabase,
  sqlite: DatabaseSync,
  disk: Disk,
  failed: (error: unknown) => void,
  busyMs = BUSY_MS,
): Dialect & { runs: Runs } {
  const dialect = new SqliteDialect({ database: view })
  const inner = dialect.createDriver()
  const adapter = dialect.createAdapter()
  // Who has it when is decided here.
  Object.defineProperty(adapter, 'supportsMultipleConnections', { value: true })
  const [begin, end] = [sqlite.prepare('BEGIN IMMEDIATE'), sqlite.prepare('COMMIT')]
  const idle: DatabaseConnection[] = []
  let waiting: Waiting[] = []
  /** How many were written together last. */
  let committed = 0
  let running: Promise<void> | undefined
  let transaction: ({ of: DatabaseConnection } & PromiseWithResolvers<void>) | undefined
  const { sync, syncSoon, check, settle } = syncing(disk, failed)

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      await (committed < SEVERAL ? turn() : after(DELAY_MS))
      const kept = await retryWhileBusy(async () => {
        while (transaction) await transaction.promise
        return commit()
      }, busyMs).catch(tellAll)
      if (kept.length === 0) continue
      try {
        await sync()
        for (const { tell } of kept) tell()
      } catch (error) {
        for (const { fail } of kept) fail(error)
      }
    }
    running = undefined
  }

  /** All that waits cannot be written. */
  function tellAll(error: unknown): [] {
    const together = waiting
    waiting = []
    for (const { fail } of together) fail(error)
    return []
  }

  /**
   * Writes all that waits, and gives who is to be told once the disk has it; whoever it fails for knows by then. Throws
   * where another process writes, and all of it waits then as before.
   */
  function commit(): { tell(): void; fail(error: unknown): void }[] {
    const together = waiting
    waiting = []
    committed = together.length
    const isOne = together.length === 1
    try {
      check()
      if (!isOne) begin.run()
      const done = together.map(each => {
        const { tell, error } = each.write()
        if (isBusy(error)) throw error
        // Where the disk is full SQLite takes back all of it by itself, and would write the rest one by one.
        if (!isOne && !sqlite.isTransaction) throw error
        return { ...each, tell }
      })
      if (!isOne) end.run()
      for (const { told, tell } of done) if (told === 'written') tell()
      const kept = done.filter(({ told }) => told === 'kept')
      if (kept.length === 0) syncSoon()
      return kept
    } catch (error) {
      rollBack()
      waiting = [...together, ...waiting]
      if (isBusy(error)) throw error
      return tellAll(error)
    }
  }

  /** Takes back what SQLite has not taken back itself; where it cannot, nothing is written any more until it can. */
  function rollBack(): void {
    try {
      if (sqlite.isOpen && sqlite.isTransaction) sqlite.exec('ROLLBACK')
    } catch {
      // Whoever writes next is told why that cannot be.
    }
  }

  /** What Kysely's own connection would do, at once; no key is a number that the database counts. */
  function run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = view.prepare(sql)
    // What a statement brings is what its author says, here as in Kysely.
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
  }

  const written = <R>(query: CompiledQuery, told: Told): Promise<QueryResult<R>> =>
    new Promise((resolve, reject) => {
      const write = () => {
        try {
          const result = run<R>(query)
          return { tell: () => resolve(result) }
        } catch (error) {
          return { tell: () => reject(error), error }
        }
      }
      waiting.push({ write, fail: reject, told })
      running ??= commitAll()
    })

  /** The same outside of a transaction; of what is neither a read nor a write it is not known what it does. */
  async function runAlone<R>(query: CompiledQuery, told: Told = 'kept'): Promise<QueryResult<R>> {
    const { kind } = query.query
    const alone = () => run<R>(query)
    if (kind === 'SelectQueryNode') return retryWhileBusy(alone, busyMs)
    if (WRITES.has(kind)) return written<R>(query, told)
    try {
      return await retryWhileBusy(alone, busyMs)
    } finally {
      await sync()
    }
  }

  function connectionOver(one: DatabaseConnection): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        while (transaction && transaction.of !== connection) await transaction.promise
        return transaction ? run<R>(query) : runAlone<R>(query)
      },
      streamQuery: (...asked) => one.streamQuery(...asked),
    }
    return connection
  }

  function over(connection: DatabaseConnection): void {
    if (transaction?.of !== connection) return
    transaction.resolve()
    transaction = undefined
  }

  const driver: Driver = {
    init: options => inner.init(options),
    acquireConnection: async options => idle.pop() ?? connectionOver(await inner.acquireConnection(options)),
    async beginTransaction(connection, settings) {
      while (transaction) await transaction.promise
      check()
      transaction = { of: connection, ...Promise.withResolvers<void>() }
      try {
        await retryWhileBusy(() => inner.beginTransaction(connection, settings), busyMs)
      } catch (error) {
        over(connection)
        throw error
      }
    },
    async commitTransaction(connection) {
      await inner.commitTransaction(connection)
      over(connection)
      await sync()
    },
    async rollbackTransaction(connection) {
      // It is committed where the disk alone has failed.
      if (transaction?.of !== connection) return
      rollBack()
      over(connection)
    },
    releaseConnection: async connection => void idle.push(connection),
    async destroy(options) {
      await running
      await settle()
      await inner.destroy(options)
      disk.close()
    },
  }
  return {
    async runs<R>(query: CompiledQuery<R>, told?: Told): Promise<QueryResult<R>> {
      while (transaction) await transaction.promise
      return runAlone(query, told)
    },
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: database => dialect.createIntrospector(database),
  }
}
