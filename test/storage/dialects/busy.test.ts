import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { committingTogether } from '../../../src/storage/dialects/group-commit.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

/** A database in a file into which another process writes, for which is waited so long. */
async function beside(busyMs: number) {
  const path = join(await temporaryFolder(), 'notes.db')
  const [sqlite, foreign] = [new DatabaseSync(path, { timeout: 0 }), new DatabaseSync(path, { timeout: 0 })]
  sqlite.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (word text unique)')
  const tried: string[] = []
  const view = {
    close: () => sqlite.close(),
    prepare(words: string) {
      const statement = sqlite.prepare(words === 'begin' ? 'begin immediate' : words)
      const texts = (values: readonly unknown[]) => values.map(String)
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) => statement.all(...texts(values)),
        run(values: readonly unknown[]) {
          tried.push(words)
          return statement.run(...texts(values))
        },
        iterate: (values: readonly unknown[]) => statement.iterate(...texts(values)),
      }
    },
  }
  const disk = { sync: async () => {}, close() {} }
  const dialect = committingTogether(view, sqlite, disk, () => {}, busyMs)
  const database = new Kysely<{ notes: { word: string } }>({ dialect })
  onTestFinished(async () => {
    await database.destroy()
    foreign.close()
  })
  return {
    tried,
    database,
    write: (word: string) => database.insertInto('notes').values({ word }).execute(),
    words: async () => (await database.selectFrom('notes').selectAll().execute()).map(({ word }) => word),
    locks: () => foreign.exec("BEGIN IMMEDIATE; INSERT INTO notes VALUES ('foreign')"),
    leaves: () => foreign.exec('COMMIT'),
  }
}

describe('while another process writes', () => {
  it.each([[['one']], [['one', 'two', 'three']]])('%j waits, and others are served', async wanted => {
    const { tried, write, words, locks, leaves } = await beside(60_000)
    locks()
    const writing = Promise.all(wanted.map(write))
    // The loop goes on, and it is tried again and again; what is there can be read.
    if (wanted.length === 1) await expect.poll(() => tried.length).toBeGreaterThan(2)
    expect(await words()).toEqual([])
    leaves()
    await writing
    expect(await words()).toEqual(['foreign', ...wanted])
  })

  it('a transaction waits, and what comes after it', async () => {
    const { database, tried, write, words, locks, leaves } = await beside(60_000)
    locks()
    const both = database.transaction().execute(async within => {
      await within.insertInto('notes').values({ word: 'one' }).execute()
    })
    await expect.poll(() => tried.length).toBeGreaterThan(2)
    const after = write('two')
    leaves()
    await Promise.all([both, after])
    expect(await words()).toEqual(['foreign', 'one', 'two'])
  })

  it('and does not stop, all who wait are told so, and nothing of theirs is there', async () => {
    const { database, write, words, locks, leaves } = await beside(30)
    locks()
    const told = await Promise.allSettled([write('one'), write('two'), write('three')])
    const locked = { status: 'rejected', reason: expect.objectContaining({ message: 'database is locked' }) }
    expect(told).toEqual([locked, locked, locked])
    await expect(write('four')).rejects.toThrow('database is locked')
    await expect(database.transaction().execute(async () => {})).rejects.toThrow('database is locked')
    leaves()
    await Promise.all([write('five'), write('six')])
    expect(await words()).toEqual(['foreign', 'five', 'six'])
  })
})
