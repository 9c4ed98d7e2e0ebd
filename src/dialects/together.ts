import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'

/** Something to be written: `write` does it, and gives what tells of it once that is there for good. */
type Waiting = { write(): () => void; fail(error: unknown): void }

const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/**
 * The same dialect, which commits together what is written at the same time: a commit waits for the disk, and the disk
 * takes as long for one as for many. Whoever writes is told when it is there for good, and of the error of their own
 * statement alone. A transaction has the connection to itself.
 */
export function committingTogether(dialect: Dialect, sqlite: DatabaseSync): Dialect {
  const inner = dialect.createDriver()
  const adapter = dialect.createAdapter()
  // Who has it when is decided here.
  Object.defineProperty(adapter, 'supportsMultipleConnections', { value: true })
  let waiting: Waiting[] = []
  let transaction: ({ of: DatabaseConnection } & PromiseWithResolvers<void>) | undefined

  function commit(): void {
    if (transaction) return void transaction.promise.then(commit)
    const together = waiting
    waiting = []
    if (together.length === 0) return
    const isOne = together.length === 1 || sqlite.isTransaction
    try {
      if (!isOne) sqlite.exec('BEGIN IMMEDIATE')
      const told = together.map(({ write }) => write())
      if (!isOne) sqlite.exec('COMMIT')
      for (const tell of told) tell()
    } catch (error) {
      if (!isOne && sqlite.isTransaction) sqlite.exec('ROLLBACK')
      for (const { fail } of together) fail(error)
    }
  }

  function connectionOver(one: DatabaseConnection): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        while (transaction && transaction.of !== connection) await transaction.promise
        if (transaction || !WRITES.has(query.query.kind)) return one.executeQuery<R>(query)
        return new Promise((resolve, reject) => {
          if (waiting.length === 0) setImmediate(commit)
          const write = () => {
            const result = one.executeQuery<R>(query)
            result.catch(() => {})
            return () => resolve(result)
          }
          waiting.push({ write, fail: reject })
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
    acquireConnection: async options => connectionOver(await inner.acquireConnection(options)),
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
    commitTransaction: connection => inner.commitTransaction(connection).finally(over),
    rollbackTransaction: connection => inner.rollbackTransaction(connection).finally(over),
    releaseConnection: async () => {},
    async destroy(options) {
      if (waiting.length > 0) commit()
      await inner.destroy(options)
    },
  }
  return {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: database => dialect.createIntrospector(database),
  }
}
