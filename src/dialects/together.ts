import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'

/** Something to be written: `write` does it, and gives what tells of it once that is there for good. */
type Waiting = { write(): () => void; fail(error: unknown): void }

const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/** The disk below SQLite: `sync` resolves when all that was written before is there for good. */
type Disk = { sync(): Promise<unknown>; close(): void }

/**
 * The same dialect, which commits together what is written at the same time, and waits for the disk while others go on:
 * that takes as long for one as for many, and whoever writes meanwhile is committed next. Whoever writes is told when it is
 * there for good, and of the error of their own statement alone. A transaction has the connection to itself.
 */
export function committingTogether(dialect: Dialect, sqlite: DatabaseSync, disk: Disk): Dialect {
  const inner = dialect.createDriver()
  const adapter = dialect.createAdapter()
  // Who has it when is decided here.
  Object.defineProperty(adapter, 'supportsMultipleConnections', { value: true })
  const [begin, end] = [sqlite.prepare('BEGIN IMMEDIATE'), sqlite.prepare('COMMIT')]
  const idle: DatabaseConnection[] = []
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  let transaction: ({ of: DatabaseConnection } & PromiseWithResolvers<void>) | undefined

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      await turn()
      while (transaction) await transaction.promise
      const { together, told } = commit()
      try {
        await disk.sync()
        for (const tell of told) tell()
      } catch (error) {
        for (const { fail } of together) fail(error)
      }
    }
    running = undefined
  }

  /** Writes all that waits, and gives who is to be told once the disk has it; whoever it fails for knows by then. */
  function commit() {
    const together = waiting
    waiting = []
    const isOne = together.length === 1 || sqlite.isTransaction
    try {
      if (!isOne) begin.run()
      const told = together.map(({ write }) => write())
      if (!isOne) end.run()
      return { together, told }
    } catch (error) {
      if (!isOne && sqlite.isTransaction) sqlite.exec('ROLLBACK')
      for (const { fail } of together) fail(error)
      return { together: [], told: [] }
    }
  }

  function connectionOver(one: DatabaseConnection): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        while (transaction && transaction.of !== connection) await transaction.promise
        const { kind } = query.query
        if (transaction || kind === 'SelectQueryNode') return one.executeQuery<R>(query)
        if (!WRITES.has(kind)) return one.executeQuery<R>(query).finally(disk.sync)
        return new Promise((resolve, reject) => {
          const write = () => {
            const result = one.executeQuery<R>(query)
            result.catch(() => {})
            return () => resolve(result)
          }
          waiting.push({ write, fail: reject })
          running ??= commitAll()
        })
      },
      streamQuery: (...asked) => one.streamQuery(...asked),
    }
    return connection
  }

  function over(): void {
    transaction?.resolve()
    transaction = undefined
  }

  const driver: Driver = {
    init: options => inner.init(options),
    acquireConnection: async options => idle.pop() ?? connectionOver(await inner.acquireConnection(options)),
    async beginTransaction(connection, settings) {
      while (transaction) await transaction.promise
      transaction = { of: connection, ...Promise.withResolvers<void>() }
      try {
        await inner.beginTransaction(connection, settings)
      } catch (error) {
        over()
        throw error
      }
    },
    commitTransaction: connection => inner.commitTransaction(connection).finally(over).then(disk.sync).then(),
    rollbackTransaction: connection => inner.rollbackTransaction(connection).finally(over),
    releaseConnection: async connection => void idle.push(connection),
    async destroy(options) {
      await running
      await inner.destroy(options)
      disk.close()
    },
  }
  return {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: database => dialect.createIntrospector(database),
  }
}
