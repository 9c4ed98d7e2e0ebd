import { PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import type { Opened } from './sqlite.ts'

/** The URL may set these otherwise. The server's limit ends first: its message says more than a missing answer. */
const LIMITS = {
  application_name: 'dayshift',
  /** Connections of one replica, of the 100 that PostgreSQL has unless told otherwise. */
  max: 10,
  connectionTimeoutMillis: 5000,
  idleTimeoutMillis: 30_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  statement_timeout: 5000,
  query_timeout: 7000,
  /** Only what is written `durably` waits for the disk (https://www.postgresql.org/docs/current/wal-async-commit.html). */
  options: '-c synchronous_commit=off',
}

/** The type of counts and of `bigint` (https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat). */
const INT8 = 20

/** Opens the PostgreSQL database at a URL. The driver is loaded only here. */
export async function openPostgres(url: string): Promise<Opened> {
  const { default: pg } = await import('pg')
  const types = {
    getTypeParser: (...[type, format]: Parameters<typeof pg.types.getTypeParser>) =>
      type === INT8 ? Number : pg.types.getTypeParser(type, format),
  }
  const pool = new pg.Pool({ ...LIMITS, connectionString: url, types })
  // An idle connection that breaks is replaced when it is needed; a query on a broken one rejects.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return {
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        connect: async () => closeWhenSilent(await pool.connect()),
        end: () => pool.end(),
      },
    }),
    /** Kysely's Migrator takes an advisory lock, and migrates in one transaction. */
    exclusively: migrate => migrate(),
  }
}

/** Closes a connection after a query on it got no answer: the next one would wait behind it. */
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
