import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { committingTogether } from '../../../src/storage/dialects/group-commit.ts'

type Tables = { notes: { word: string } }

/** A database over a disk that takes its time: `syncs` are those that it is at work for, in their order. */
async function openOverSlowDisk() {
  const sqlite = new DatabaseSync(':memory:')
  sqlite.exec('CREATE TABLE notes (word text unique)')
  const syncs: PromiseWithResolvers<void>[] = []
  const disk = {
    sync() {
      const sync = Promise.withResolvers<void>()
      syncs.push(sync)
      return sync.promise
    },
    close() {},
  }
  const view = {
    close: () => sqlite.close(),
    prepare(words: string) {
      const statement = sqlite.prepare(words)
      const texts = (values: readonly unknown[]) => values.map(String)
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) => statement.all(...texts(values)),
        run: (values: readonly unknown[]) => statement.run(...texts(values)),
        iterate: (values: readonly unknown[]) => statement.iterate(...texts(values)),
      }
    },
  }
  const failures: unknown[] = []
  const failed = (error: unknown) => void failures.push(error)
  const dialect = committingTogether(view, sqlite, disk, failed)
  const database = new Kysely<Tables>({ dialect })
  onTestFinished(() => database.destroy())
  const told: string[] = []
  const write = (word: string) =>
    database
      .insertInto('notes')
      .values({ word })
      .execute()
      .then(
        () => void told.push(word),
        error => void told.push(`${word}: ${error.message}`),
      )
  const jot = (word: string) =>
    dialect
      .runs(database.insertInto('notes').values({ word }).compile(), 'written')
      .then(() => void told.push(word))
  const isAtWork = (times: number) => expect.poll(() => syncs.length).toBe(times)
  return { database, sqlite, write, jot, told, syncs, isAtWork, failures }
}

it('tells whoever writes when the disk has it, and writes at once what comes meanwhile', async () => {
  const { database, write, told, syncs, isAtWork } = await openOverSlowDisk()
  const first = [write('one'), write('two')]
  await isAtWork(1)
  const later = [write('three'), write('four')]
  expect(await database.selectFrom('notes').selectAll().execute()).toHaveLength(2)
  expect(told).toEqual([])
  syncs[0]?.resolve()
  await Promise.all(first)
  expect(told).toEqual(['one', 'two'])
  await isAtWork(2)
  syncs[1]?.resolve()
  await Promise.all(later)
  expect(told).toEqual(['one', 'two', 'three', 'four'])
  expect(syncs).toHaveLength(2)
})

it('tells who waits for no disk when it is written, and syncs it soon after by itself', async () => {
  const { database, jot, told, syncs, isAtWork } = await openOverSlowDisk()
  await jot('one')
  expect(told).toEqual(['one'])
  expect(syncs).toHaveLength(0)
  expect(await database.selectFrom('notes').selectAll().execute()).toEqual([{ word: 'one' }])
  await isAtWork(1)
  syncs[0]?.resolve()
})

it('syncs what waits for no disk with what does, and once', async () => {
  const { database, write, jot, told, syncs, isAtWork } = await openOverSlowDisk()
  const kept = [jot('one'), write('two'), jot('three')]
  await isAtWork(1)
  expect(told).toEqual(['one', 'three'])
  syncs[0]?.resolve()
  await Promise.all(kept)
  expect(told).toEqual(['one', 'three', 'two'])
  await database.destroy()
  expect(syncs).toHaveLength(1)
})

it('is closed when what waits for no disk is there too', async () => {
  const { database, jot, syncs, isAtWork } = await openOverSlowDisk()
  await jot('one')
  expect(await database.selectFrom('notes').selectAll().execute()).toEqual([{ word: 'one' }])
  let over = false
  const closed = database.destroy().then(() => {
    over = true
  })
  await isAtWork(1)
  expect(over).toBe(false)
  syncs[0]?.resolve()
  await closed
})

it('tells everybody of a disk that fails, and writes nothing any more', async () => {
  const { database, write, told, syncs, isAtWork, failures } = await openOverSlowDisk()
  const first = [write('one'), write('two')]
  await isAtWork(1)
  syncs[0]?.reject(new Error('no space left'))
  await Promise.all(first)
  expect(told).toEqual(['one: no space left', 'two: no space left'])
  await write('three')
  expect(told.at(-1)).toBe('three: no space left')
  await expect(database.transaction().execute(async () => {})).rejects.toThrow('no space left')
  const words = await database.selectFrom('notes').selectAll().execute()
  expect(words).not.toContainEqual({ word: 'three' })
  expect(failures).toEqual([new Error('no space left')])
})

it('writes nothing of several where the disk is full for one, and tells all of them so', async () => {
  const { database, write, told, sqlite } = await openOverSlowDisk()
  sqlite.exec('PRAGMA max_page_count = 4')
  const long = 'x'.repeat(20_000)
  await Promise.all([write('one'), write(long), write('three')])
  expect(told.map(each => each.replace(long, 'long'))).toEqual(
    ['one', 'long', 'three'].map(word => `${word}: database or disk is full`),
  )
  expect(await database.selectFrom('notes').selectAll().execute()).toEqual([])
})

it('tells whoever began that the disk is full, and goes on with others', async () => {
  const { database, write, told, syncs, isAtWork, sqlite } = await openOverSlowDisk()
  sqlite.exec('PRAGMA max_page_count = 4')
  const full = database.transaction().execute(async within => {
    await within
      .insertInto('notes')
      .values({ word: 'x'.repeat(20_000) })
      .execute()
  })
  await expect(full).rejects.toThrow('database or disk is full')
  const written = write('one')
  await isAtWork(1)
  syncs[0]?.resolve()
  await written
  expect(told).toEqual(['one'])
})

it('leaves alone who began when a transaction was committed and its disk has failed', async () => {
  const { database, write, told, syncs, isAtWork } = await openOverSlowDisk()
  const failed = database.transaction().execute(async within => {
    await within.insertInto('notes').values({ word: 'one' }).execute()
  })
  const heard = expect(failed).rejects.toThrow('no space left')
  await isAtWork(1)
  let waits: Promise<void> | undefined
  const next = database.transaction().execute(async within => {
    await within.insertInto('notes').values({ word: 'two' }).execute()
    syncs[0]?.reject(new Error('no space left'))
    await heard
    waits = write('three')
    await within.insertInto('notes').values({ word: 'four' }).execute()
    throw new Error('enough')
  })
  await expect(next).rejects.toThrow('enough')
  await waits
  expect(told).toEqual(['three: no space left'])
  expect(await database.selectFrom('notes').selectAll().execute()).toEqual([{ word: 'one' }])
})

it('leaves a transaction alone that began while the disk was at work', async () => {
  const { database, write, told, syncs, isAtWork } = await openOverSlowDisk()
  const before = [write('one'), write('two')]
  await isAtWork(1)
  const transaction = database.transaction().execute(async within => {
    await within.insertInto('notes').values({ word: 'three' }).execute()
    syncs[0]?.resolve()
    await Promise.all(before)
  })
  await isAtWork(2)
  let over = false
  void transaction.then(() => {
    over = true
  })
  expect(await database.selectFrom('notes').selectAll().execute()).toHaveLength(3)
  expect(over).toBe(false)
  syncs[1]?.resolve()
  await transaction
  expect(told).toHaveLength(2)
})

it('waits for the disk after a statement of which it does not know what it does', async () => {
  const { database, syncs, isAtWork } = await openOverSlowDisk()
  let over = false
  const raw = sql`update notes set word = 'none'`.execute(database).then(() => {
    over = true
  })
  await isAtWork(1)
  expect(await database.selectFrom('notes').selectAll().execute()).toEqual([])
  expect(over).toBe(false)
  syncs[0]?.resolve()
  await raw
})

it('is closed when all that was written is on the disk', async () => {
  const { database, write, told, syncs, isAtWork } = await openOverSlowDisk()
  const written = write('one')
  await isAtWork(1)
  const order: string[] = []
  const closed = database.destroy().then(() => order.push('closed'))
  await database.selectFrom('notes').selectAll().execute()
  order.push('the disk has it')
  syncs[0]?.resolve()
  await Promise.all([closed, written])
  expect(order).toEqual(['the disk has it', 'closed'])
  expect(told).toEqual(['one'])
})
