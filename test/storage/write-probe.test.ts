import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { createBeat } from '../../src/storage/write-probe.ts'
import { databases, lasting } from '../postgres/databases.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const clock = () => new Date('2026-11-18T09:00:00Z')

/** A database that has just been opened, and what looks whether it takes what is written. */
async function beating(place: string) {
  const database = await openDatabase(place)
  onTestFinished(() => database.destroy())
  return { database, beat: await createBeat({ database, place, clock }) }
}

const READ_ONLY = {
  'SQLite in a file': sql`pragma query_only = 1`,
  PostgreSQL: sql`set default_transaction_read_only = on`,
}

describe.each(databases)('the pulse of a database: $kind', ({ place }) => {
  it('is there as long as it is written, and takes one row', async () => {
    const { database, beat } = await beating(await place())
    await beat()
    await beat()
    expect(await database.selectFrom('pulse').selectAll().execute()).toEqual([
      { id: 'pulse', at: '2026-11-18T09:00:00.000Z' },
    ])
  })
})

describe.each(lasting)('the pulse of a database that lasts: $kind', ({ kind, place }) => {
  it('is gone where it can be read and not be written', async () => {
    const { database, beat } = await beating(await place())
    await beat()
    await READ_ONLY[kind].execute(database)
    await expect(beat()).rejects.toThrow(/readonly|read-only/)
    expect(await database.selectFrom('links').selectAll().execute()).toEqual([])
  })
})

describe('the pulse of a file', () => {
  it('is gone with it, and with one that takes its place, though all can still be written', async () => {
    const path = join(await temporaryFolder(), 'dayshift.db')
    const { database, beat } = await beating(path)
    await beat()
    await copyFile(path, `${path}.kept`)
    await rm(path)
    await expect(beat()).rejects.toThrow('its file was deleted or replaced')
    await copyFile(`${path}.kept`, path)
    await expect(beat()).rejects.toThrow('its file was deleted or replaced')
    await database.insertInto('pulse').values({ id: 'x', at: 'y' }).execute()
  })
})
