import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Database, durably, openDatabase } from '../../src/storage/database.ts'
import { databases, lasting, newPostgres, openedDatabase } from '../postgres/databases.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const mode = async (path: string) => (await stat(path)).mode & 0o777
const row = {
  id: '1',
  kind: 'link',
  value: 'sealed',
  person: 'T1:U1',
  written_at: '2026-11-18T09:00:00.000Z',
  organization: null,
  subject: null,
  name: null,
  team: null,
  enterprise: null,
  expires_at: null,
}

/** Column types that mean the same in both databases. */
const PLAIN = new Set(['text', 'integer', 'bigint'])

/** Returns the type of every column of every table; PostgreSQL abbreviates integer types. */
async function columnsOf(database: Database): Promise<Record<string, string>> {
  const short = new Map([
    ['int4', 'integer'],
    ['int8', 'bigint'],
  ])
  const tables = await database.introspection.getTables()
  return Object.fromEntries(
    tables.flatMap(({ name, columns }) =>
      columns.map(column => {
        const type = column.dataType.toLowerCase()
        return [`${name}.${column.name}`, short.get(type) ?? type]
      }),
    ),
  )
}

/** Starts a process that opens a database on demand; `opens` resolves to its errors. */
function startOpening(place: string) {
  const program = `
    const { openDatabase } = await import(${JSON.stringify(new URL('../../src/storage/database.ts', import.meta.url))})
    process.stdout.write('ready')
    process.stdin.once('data', async () => {
      const database = await openDatabase(${JSON.stringify(place)})
      await database.destroy()
      process.exit()
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  onTestFinished(() => void child.kill('SIGKILL'))
  const failed = text(child.stderr)
  return {
    ready: once(child.stdout, 'data'),
    opens: async () => {
      child.stdin.write('now')
      return failed
    },
  }
}

describe.each(databases)('a database: $kind', ({ place }) => {
  it('has the same tables and plain column types as any other', async () => {
    const columns = await columnsOf(await openedDatabase(await place()))
    expect(columns).toEqual(await columnsOf(await openedDatabase(':memory:')))
    expect(columns['entries.value']).toBe('text')
    expect(new Set(Object.values(columns)).difference(PLAIN)).toEqual(new Set())
  })

  it('rolls back a transaction that fails', async () => {
    const database = await openedDatabase(await place())
    const failing = database.transaction().execute(async transaction => {
      await transaction.insertInto('entries').values(row).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await database.selectFrom('entries').selectAll().execute()).toEqual([])
  })
})

describe.each(lasting)('a persistent database: $kind', ({ kind, place }) => {
  it('keeps its rows when it is opened again', async () => {
    const where = await place()
    const first = await openDatabase(where)
    await first.insertInto('entries').values(row).execute()
    await first.destroy()
    expect(await (await openedDatabase(where)).selectFrom('entries').selectAll().execute()).toEqual([row])
  })

  // Only one process uses a SQLite file.
  it.runIf(kind === 'PostgreSQL')(
    'is migrated once by several concurrent processes',
    { timeout: 60_000 },
    async () => {
      const places = await Promise.all([1, 2, 3].map(place))
      const processes = places.flatMap(where => [1, 2, 3].map(() => startOpening(where)))
      await Promise.all(processes.map(({ ready }) => ready))
      expect(await Promise.all(processes.map(({ opens }) => opens()))).toEqual(Array(9).fill(''))
    },
  )

  it('is refused if it has unknown migrations', async () => {
    const where = await place()
    const database = await openDatabase(where)
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('0000-other', '2026-01-01T00:00:00.000Z')`.execute(
      database,
    )
    await database.destroy()
    const refused = openDatabase(where)
    await expect(refused).rejects.toThrow(/could not be migrated: .*0000-other/)
    await expect(refused).rejects.not.toThrow('password')
  })
})

/** Triggers that note whether the commit of an entry waits for the disk; in SQLite 2 is `FULL`, 1 is `NORMAL`. */
const NOTES = {
  'SQLite in a file': [
    `CREATE TRIGGER noting AFTER INSERT ON entries BEGIN
      INSERT INTO commits SELECT CASE synchronous WHEN 2 THEN 'waits' ELSE 'goes on' END FROM pragma_synchronous;
    END`,
  ],
  PostgreSQL: [
    `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO commits VALUES (CASE current_setting('synchronous_commit') WHEN 'on' THEN 'waits' ELSE 'goes on' END);
      RETURN NULL;
    END $$`,
    `CREATE CONSTRAINT TRIGGER noting AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION note()`,
  ],
}

describe.each(lasting)('durable writes: $kind', ({ kind, place }) => {
  it('wait for the disk, unlike other writes', async () => {
    const database = await openedDatabase(await place())
    for (const statement of ['CREATE TABLE commits (how text)', ...NOTES[kind]])
      await sql.raw(statement).execute(database)
    const insert = (id: string) =>
      database
        .insertInto('entries')
        .values({ ...row, id })
        .returning('id')
    await insert('1').execute()
    expect(await durably(database, insert('2'))).toMatchObject([{ id: '2' }])
    await insert('3').execute()
    await expect(durably(database, insert('3'))).rejects.toThrow()
    await insert('4').execute()
    const { rows } = await sql<{ how: string }>`SELECT how FROM commits`.execute(database)
    expect(rows.map(({ how }) => how)).toEqual(['goes on', 'waits', 'goes on', 'goes on'])
  })
})

describe('a database in a file', () => {
  it('is readable only for its owner, as are its folder and its log', async () => {
    const parent = join(await temporaryFolder(), 'data')
    const database = await openDatabase(`${parent}/dayshift.db`)
    await database.insertInto('entries').values(row).execute()
    expect(await mode(parent)).toBe(0o700)
    expect(await mode(join(parent, 'dayshift.db'))).toBe(0o600)
    expect(await mode(join(parent, 'dayshift.db-wal'))).toBe(0o600)
    await database.destroy()
  })

  it('is named in the error if it cannot be opened', async () => {
    const path = join(await temporaryFolder(), 'letter.db')
    await writeFile(path, 'Dear Ana, '.repeat(100))
    await expect(openDatabase(path)).rejects.toThrow(`The database ${path} cannot be opened`)
    await expect(openDatabase(`${path}/dayshift.db`)).rejects.toThrow('cannot be opened')
  })
})

describe('a PostgreSQL database', () => {
  /** Returns the error for the operator, and expects no password in it. */
  async function refusal(url: string) {
    const result = await openDatabase(url).then(
      () => 'it was opened',
      error => String(error),
    )
    expect(result).not.toMatch(/hunter2|password of/)
    return result
  }

  it('is named without its password in the error if it cannot be opened', async () => {
    const url = new URL(await newPostgres())
    const named = `postgres://dayshift@${url.host}${url.pathname}`
    const wrong = `${url}`.replace(/:[^/@]+@/, ':hunter2@')
    expect(await refusal(wrong)).toBe(
      `Error: The database ${named} cannot be opened: password authentication failed for user "dayshift"`,
    )
    expect(await refusal(`${url}-2`)).toMatch(/-2 cannot be opened: database ".*-2" does not exist$/)
    expect(await refusal('postgres://bot:hunter2@127.0.0.1:9/dayshift')).toBe(
      'Error: The database postgres://bot@127.0.0.1:9/dayshift cannot be opened: connect ECONNREFUSED 127.0.0.1:9',
    )
    expect(await refusal('postgres://bot:hunter2@localhost:9/dayshift?password=hunter2')).toMatch(
      /^Error: The database postgres:\/\/bot@localhost:9\/dayshift cannot be opened: .*ECONNREFUSED/,
    )
    expect(await refusal('postgres://bot:hunter2%@127.0.0.1:9/dayshift')).toMatch(/cannot be opened/)
  })

  it('is queried over new connections after it has closed all', async () => {
    const where = await newPostgres()
    const [database, other] = [await openedDatabase(where), await openedDatabase(where)]
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.01)`.execute(database)))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other)
    await expect
      .poll(() => sql`select 1 as one`.execute(database).then(({ rows }) => rows, String))
      .toEqual([{ one: 1 }])
  })
})
