import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, durably, openDatabase } from '../../src/storage/database.ts'
import { portOf } from '../port.ts'
import { databases, lasting, newPostgres } from '../postgres/databases.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const mode = async (path: string) => (await stat(path)).mode & 0o777
const row = {
  person: 'T1:U1',
  token: 'sealed',
  organization_id: null,
  organization_name: null,
  kept_at: 'now',
  team: null,
  enterprise: null,
}

/** A database that is closed when the test is over, unless it was before. */
async function opened(place: string) {
  const database = await openDatabase(place)
  onTestFinished(() => database.destroy())
  return database
}

/** The types of columns that mean the same to both databases. */
const PLAIN = new Set(['text', 'integer', 'bigint'])

/** The type of every column of every table; PostgreSQL has short names for numbers. */
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

/** Another process that opens a database when it is told to; what it writes when it fails to. */
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
  it('has the same tables as any other, of plain column types', async () => {
    const columns = await columnsOf(await opened(await place()))
    expect(columns).toEqual(await columnsOf(await opened(':memory:')))
    expect(columns['links.token']).toBe('text')
    expect(new Set(Object.values(columns)).difference(PLAIN)).toEqual(new Set())
  })

  it('counts in numbers', async () => {
    const database = await opened(await place())
    await database.insertInto('links').values(row).execute()
    const counted = await database
      .selectFrom('links')
      .select(({ fn }) => fn.countAll().as('all'))
      .executeTakeFirst()
    expect(counted).toEqual({ all: 1 })
    const large = await sql`select cast(9007199254740991 as bigint) as large`.execute(database)
    expect(large.rows).toEqual([{ large: Number.MAX_SAFE_INTEGER }])
    const changed = await database.updateTable('links').set({ token: 'another' }).executeTakeFirst()
    expect(changed.numUpdatedRows).toBe(1n)
  })

  it('rolls back a transaction that fails', async () => {
    const database = await opened(await place())
    const failing = database.transaction().execute(async within => {
      await within.insertInto('links').values(row).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await database.selectFrom('links').selectAll().execute()).toEqual([])
  })
})

describe.each(lasting)('a database that lasts: $kind', ({ place }) => {
  it('has what was written when it is opened again', async () => {
    const where = await place()
    const first = await openDatabase(where)
    await first.insertInto('links').values(row).execute()
    await first.destroy()
    expect(await (await opened(where)).selectFrom('links').selectAll().execute()).toEqual([row])
  })

  it('is migrated by many connections at once', async () => {
    const where = await place()
    const replicas = await Promise.all(Array.from({ length: 8 }, () => opened(where)))
    await replicas[0]?.insertInto('links').values(row).execute()
    const read = replicas.map(each => each.selectFrom('links').selectAll().execute())
    expect(await Promise.all(read)).toEqual(Array(8).fill([row]))
  })

  it('is migrated by several processes at once', { timeout: 60_000 }, async () => {
    const places = await Promise.all([1, 2, 3].map(place))
    const processes = places.flatMap(where => [1, 2, 3].map(() => startOpening(where)))
    await Promise.all(processes.map(({ ready }) => ready))
    expect(await Promise.all(processes.map(({ opens }) => opens()))).toEqual(Array(9).fill(''))
  })

  it('is refused where its migrations are not known', async () => {
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

describe('a database in a file', () => {
  it('is readable for its owner alone, with its folder and its log', async () => {
    const parent = join(await temporaryFolder(), 'data')
    const database = await openDatabase(`${parent}/dayshift.db`)
    await database.insertInto('links').values(row).execute()
    expect(await mode(parent)).toBe(0o700)
    expect(await mode(join(parent, 'dayshift.db'))).toBe(0o600)
    expect(await mode(join(parent, 'dayshift.db-wal'))).toBe(0o600)
    await database.destroy()
  })

  it('is synced to disk by a write that asks for it, and by no other', async () => {
    const database = await opened(join(await temporaryFolder(), 'dayshift.db'))
    const read = async (name: string, from = database) => (await sql.raw(`PRAGMA ${name}`).execute(from)).rows
    expect(await read('journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(await read('synchronous')).toEqual([{ synchronous: 1 }])
    expect(await durably(database, connection => read('synchronous', connection))).toEqual([
      { synchronous: 2 },
    ])
    const failing = durably(database, async () => {
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await read('synchronous')).toEqual([{ synchronous: 1 }])
  })

  it('rejects only the write that failed, of many at once', async () => {
    const where = join(await temporaryFolder(), 'dayshift.db')
    const [database, other] = [await opened(where), await opened(where)]
    const people = ['T1:U1', 'T1:U2', 'T1:U1', 'T1:U3']
    const told = await Promise.allSettled(
      people.map(person =>
        database
          .insertInto('links')
          .values({ ...row, person })
          .execute(),
      ),
    )
    expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    const kept = await other.selectFrom('links').select('person').orderBy('person').execute()
    expect(kept.map(({ person }) => person)).toEqual(['T1:U1', 'T1:U2', 'T1:U3'])
  })

  it('keeps other writes apart from a transaction that is rolled back', async () => {
    const database = await opened(join(await temporaryFolder(), 'dayshift.db'))
    const write = (to: Pick<Database, 'insertInto'>, person: string) =>
      to
        .insertInto('links')
        .values({ ...row, person })
        .execute()
    const others: Promise<unknown>[] = []
    const taken = database.transaction().execute(async within => {
      await write(within, 'T1:U1')
      others.push(write(database, 'T1:U2'), write(database, 'T1:U3'))
      others.push(
        database
          .selectFrom('links')
          .selectAll()
          .execute()
          .then(seen => expect(seen.length).not.toBe(1)),
      )
      await write(within, 'T1:U4')
      throw new Error('Changed my mind')
    })
    await expect(taken).rejects.toThrow('Changed my mind')
    await Promise.all(others)
    const kept = await database.selectFrom('links').select('person').orderBy('person').execute()
    expect(kept.map(({ person }) => person)).toEqual(['T1:U2', 'T1:U3'])
  })

  it('is named where it cannot be opened', async () => {
    const path = join(await temporaryFolder(), 'letter.db')
    await writeFile(path, 'Dear Ana, '.repeat(100))
    await expect(openDatabase(path)).rejects.toThrow(`The database ${path} cannot be opened`)
    await expect(openDatabase(`${path}/dayshift.db`)).rejects.toThrow('cannot be opened')
  })
})

describe('a database in memory', () => {
  it('is empty each time', async () => {
    for (const _ of [1, 2]) {
      const database = await openDatabase(':memory:')
      expect(await database.selectFrom('links').selectAll().execute()).toEqual([])
      await database.insertInto('links').values(row).execute()
      await database.destroy()
    }
  })
})

/** A way to a PostgreSQL that can fall silent: what goes over it then arrives nowhere, and nobody is told. */
async function openWay(url: string) {
  const { port, hostname } = new URL(url)
  const pairs: [Socket, Socket][] = []
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    pairs.push([near, far])
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of pairs.flat()) socket.destroy()
  })
  const own = portOf(server)
  return {
    url: url.replace(`:${port}/`, `:${own}/`),
    /** What is connected by now falls silent; resolves when somebody says something into that. */
    fallsSilent: () =>
      new Promise<void>(resolve => {
        for (const [near, far] of pairs) {
          near.unpipe()
          far.unpipe()
          near.once('data', () => resolve()).resume()
        }
      }),
  }
}

describe('a PostgreSQL database', () => {
  /** What the operator is told, which is never the password. */
  async function refusal(url: string) {
    const told = await openDatabase(url).then(
      () => 'it was opened',
      error => String(error),
    )
    expect(told).not.toMatch(/hunter2|password of/)
    return told
  }

  it('is named with the reason where it cannot be opened, but for its password', async () => {
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

  it('that says nothing is taken for one that is out of reach', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const port = portOf(server)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const opening = openDatabase(`postgres://bot@127.0.0.1:${port}/dayshift`)
    const told = expect(opening).rejects.toMatchObject({ cause: { code: 'ETIMEDOUT' } })
    const [socket] = await once(server, 'connection')
    vi.advanceTimersByTime(5000)
    await told
    socket.destroy()
  })

  it('that is not there behind a proxy, which hangs up at once, is taken for one that is out of reach', async () => {
    const server = createServer(socket => void socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    await expect(openDatabase(`postgres://bot@127.0.0.1:${portOf(server)}/dayshift`)).rejects.toMatchObject({
      message: expect.stringContaining('Connection terminated'),
      cause: { code: 'ECONNRESET' },
    })
  })

  it('is asked over no more connections than a replica may have', async () => {
    const database = await opened(await newPostgres())
    await Promise.all(Array.from({ length: 50 }, () => sql`select pg_sleep(0.01)`.execute(database)))
    const { rows } = await sql`select application_name from pg_stat_activity
      where datname = current_database()`.execute(database)
    expect(rows).toEqual(Array(10).fill({ application_name: 'dayshift' }))
  })

  it('is not waited for without end: it gives up by itself first, and sooner or later where the URL says so', async () => {
    const place = await newPostgres()
    const limits = async (url: string) => {
      const [row] = (await sql`show statement_timeout`.execute(await opened(url))).rows
      return row
    }
    expect(await limits(place)).toEqual({ statement_timeout: '5s' })
    expect(await limits(`${place}?statement_timeout=9000`)).toEqual({ statement_timeout: '9s' })
  })

  it('tells whoever uses a connection that breaks, and nobody else', async () => {
    const place = await newPostgres()
    const [database, other] = [await opened(place), await opened(place)]
    const breaks = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(other)
    const asking = sql`select pg_sleep(4)`.execute(database)
    const told = expect(asking).rejects.toThrow(/terminat/)
    await vi.waitUntil(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where query like 'select pg_sleep%'`.execute(
        other,
      )
      return rows.length > 0
    })
    await breaks()
    await told
    const between = database.connection().execute(async held => {
      await sql`select 1`.execute(held)
      await breaks()
      await sql`select 1`.execute(held)
    })
    await expect(between).rejects.toThrow()
    // Another of its connections may have broken as well, and tells whoever uses it first.
    const asked = () =>
      sql`select 1`.execute(database).then(
        ({ rows }) => rows.length,
        () => 0,
      )
    await expect.poll(asked).toBe(1)
  })

  it('is asked over another connection after one has fallen silent', async () => {
    const way = await openWay(await newPostgres())
    const database = await opened(way.url)
    const ask = async () => (await sql`select 1 as one`.execute(database)).rows
    expect(await ask()).toEqual([{ one: 1 }])
    const asked = way.fallsSilent()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const told = expect(ask()).rejects.toThrow('Query read timeout')
    await asked
    vi.advanceTimersByTime(7000)
    await told
    expect(await ask()).toEqual([{ one: 1 }])
  })

  it('may end every connection, and is asked over new ones', async () => {
    const where = await newPostgres()
    const [database, other] = [await opened(where), await opened(where)]
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.01)`.execute(database)))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other)
    await expect
      .poll(() => sql`select 1 as one`.execute(database).then(({ rows }) => rows, String))
      .toEqual([{ one: 1 }])
  })
})
