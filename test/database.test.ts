import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../src/database.ts'
import { temporaryFolder } from './temporary-folder.ts'

const mode = async (path: string) => (await stat(path)).mode & 0o777
const row = {
  person: 'T1:U1',
  token: 'sealed',
  organization_id: null,
  organization_name: null,
  kept_at: 'now',
}

describe('openDatabase', () => {
  it('makes the folder and the file so that only their owner can read them, the journal as well', async () => {
    const parent = join(await temporaryFolder(), 'data')
    const database = await openDatabase(`${parent}/dayshift.db`)
    await database.insertInto('links').values(row).execute()
    expect(await mode(parent)).toBe(0o700)
    expect(await mode(join(parent, 'dayshift.db'))).toBe(0o600)
    expect(await mode(join(parent, 'dayshift.db-wal'))).toBe(0o600)
    await database.destroy()
  })

  it('keeps what was written when it is opened again', async () => {
    const path = join(await temporaryFolder(), 'dayshift.db')
    const first = await openDatabase(path)
    await first.insertInto('links').values(row).execute()
    await first.destroy()
    const second = await openDatabase(path)
    expect(await second.selectFrom('links').selectAll().execute()).toEqual([row])
    await second.destroy()
  })

  it('writes ahead, waits for another writer and syncs every write', async () => {
    const database = await openDatabase(join(await temporaryFolder(), 'dayshift.db'))
    const read = async (name: string) => (await sql.raw(`PRAGMA ${name}`).execute(database)).rows
    expect(await read('journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(await read('synchronous')).toEqual([{ synchronous: 2 }])
    expect(await read('busy_timeout')).toEqual([{ timeout: 1500 }])
    await database.destroy()
  })

  it('opens one in memory that is empty each time', async () => {
    for (const _ of [1, 2]) {
      const database = await openDatabase(':memory:')
      expect(await database.selectFrom('links').selectAll().execute()).toEqual([])
      await database.insertInto('links').values(row).execute()
      await database.destroy()
    }
  })

  it('takes back a transaction that fails', async () => {
    const database = await openDatabase(':memory:')
    const failing = database.transaction().execute(async within => {
      await within.insertInto('links').values(row).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await database.selectFrom('links').selectAll().execute()).toEqual([])
    await database.destroy()
  })

  it('names the file that cannot be opened, or is no database', async () => {
    const path = join(await temporaryFolder(), 'letter.db')
    await writeFile(path, 'Dear Ana, '.repeat(100))
    await expect(openDatabase(path)).rejects.toThrow(`The database ${path} cannot be opened`)
    await expect(openDatabase(`${path}/dayshift.db`)).rejects.toThrow('cannot be opened')
  })

  it('refuses a database that a newer version has changed', async () => {
    const path = join(await temporaryFolder(), 'dayshift.db')
    const database = await openDatabase(path)
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', 'then')`.execute(database)
    await database.destroy()
    await expect(openDatabase(path)).rejects.toThrow(/could not be brought up to date: .*9999-later/)
  })
})
