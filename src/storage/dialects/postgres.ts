import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PoolClient } from 'pg'
import { type Opened, reasonOf } from './opened.ts'

/** How many connections a replica has at most: PostgreSQL takes 100 from all of them, unless it is told otherwise. */
const CONNECTIONS = 10

/** What the URL itself says of these comes before them. */
const LIMITS = {
  application_name: 'dayshift',
  connectionTimeoutMillis: 5000,
  idleTimeoutMillis: 30_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
}

/** The server gives up first: what it says of it is better than silence. */
const SERVING = { ...LIMITS, max: CONNECTIONS, statement_timeout: 5000, query_timeout: 7000 }

/** Replicas that start at once wait for the one that brings the tables up to date. */
const MIGRATING = { ...LIMITS, max: 1, statement_timeout: 60_000, query_timeout: 62_000 }

/** https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat: what counts and `bigint` are. */
const INT8 = 20

/** The PostgreSQL database that a URL names. Its driver is loaded here, and by nobody who has SQLite. */
export async function openPostgres(url: string): Promise<Opened> {
  const { default: pg } = await import('pg')
  const types = {
    getTypeParser: (...[type, format]: Parameters<typeof pg.types.getTypeParser>) =>
      type === INT8 ? wholeNumber : pg.types.getTypeParser(type, format),
  }
  const dialectWith = (limits: typeof SERVING) =>
    new PostgresDialect({
      pool: async () => {
        const pool = new pg.Pool({ ...limits, connectionString: url, types })
        // A connection that breaks while nobody uses it is replaced when somebody does; whoever uses it hears by their query.
        pool.on('error', () => {})
        pool.on('connect', client => client.on('error', () => {}))
        return {
          options: pool.options,
          connect: async () => givenUpWhenSilent(await pool.connect().catch(coded)),
          end: () => pool.end(),
        }
      },
    })
  const name = nameOf(url)
  return {
    dialect: dialectWith(SERVING),
    name,
    /** Kysely's Migrator holds a lock of PostgreSQL's while it works, and works in one transaction. */
    async migrating<T>(_: Kysely<T>, migrate: (patient: Kysely<T>) => Promise<void>) {
      const patient = new Kysely<T>({ dialect: dialectWith(MIGRATING) })
      try {
        await sql`select 1`.execute(patient).catch(error => {
          throw new Error(`The database ${name} cannot be opened: ${reasonOf(error)}`, { cause: error })
        })
        await migrate(patient)
      } finally {
        await patient.destroy()
      }
    },
  }
}

/** What the driver gives no code: what took longer than `connectionTimeoutMillis`, and what broke off before it was there. */
const UNCODED = [
  { said: /timeout/i, code: 'ETIMEDOUT' },
  { said: /^Connection terminated/, code: 'ECONNRESET' },
]

/** Both pass, as with others. */
function coded(error: unknown): never {
  if (error instanceof Error && !('code' in error)) {
    const found = UNCODED.find(({ said }) => said.test(error.message))
    if (found) Object.assign(error, { code: found.code })
  }
  throw error
}

/** What the driver says of an answer that has not come within `query_timeout`. */
const SILENT = 'Query read timeout'

/** The same connection, which nobody gets after it has not answered: whoever did would wait behind the same silence. */
function givenUpWhenSilent(client: PoolClient): PoolClient {
  let silent = false
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values)
    } catch (error) {
      silent ||= error instanceof Error && error.message === SILENT
      throw error
    }
  }
  const release = (destroy?: boolean) => client.release(destroy || silent)
  return new Proxy(client, {
    get: (_, key) => (key === 'query' ? query : key === 'release' ? release : Reflect.get(client, key)),
  })
}

/** A whole number as SQLite gives it. */
function wholeNumber(text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number
  throw new RangeError('A number in the database is too large')
}

/** A URL without its password, and without its parameters, of which one may be the password as well. */
function nameOf(url: string): string {
  const { protocol, username, host, pathname } = new URL(url)
  return `${protocol}//${username && `${username}@`}${host}${pathname}`
}
