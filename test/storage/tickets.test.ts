import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries } from '../../src/storage/entries.ts'
import { createTickets } from '../../src/storage/tickets.ts'
import { KEY } from '../key.ts'
import { databases, lasting } from '../postgres/databases.ts'

const what = '{"raw":{"reason":"the night of the audit"}}'

/** Tickets in a database of their own, and a clock that stands until it is told. */
async function setUpAt(place: string) {
  let minutes = 0
  const database = await openDatabase(place)
  onTestFinished(() => database.destroy())
  const clock = () => new Date(Date.UTC(2026, 10, 18) + minutes * 60_000)
  const withKey = (sealing: Uint8Array) =>
    createTickets(createEntries({ database, sealer: createSealer([sealing]), clock }))
  return {
    database,
    tickets: withKey(KEY),
    withKey,
    rows: () => database.selectFrom('entries').selectAll().execute(),
    passes: (more: number) => {
      minutes += more
    },
  }
}

describe.each(databases)('a ticket in $kind', ({ place }) => {
  const setUp = async () => setUpAt(await place())

  it('tells what waits for it, as often as somebody looks', async () => {
    const { tickets } = await setUp()
    const [one, two] = [await tickets.issue(what), await tickets.issue('another')]
    expect(one).toMatch(/^[\w-]{43}$/)
    expect([await tickets.find(one), await tickets.find(one), await tickets.find(two)]).toEqual([
      what,
      what,
      'another',
    ])
    expect(await tickets.find('x'.repeat(43))).toBeUndefined()
    expect(await tickets.find('')).toBeUndefined()
  })

  it('stands for nothing after a quarter of an hour', async () => {
    const { tickets, passes } = await setUp()
    const id = await tickets.issue(what)
    passes(14.99)
    expect(await tickets.find(id)).toBe(what)
    passes(0.01)
    expect(await tickets.find(id)).toBeUndefined()
  })

  it('is gone once it was spent', async () => {
    const { tickets, rows } = await setUp()
    const id = await tickets.issue(what)
    await tickets.spend(id)
    expect([await tickets.find(id), await rows()]).toEqual([undefined, []])
  })

  it('stands in the database so that nobody can use or read it', async () => {
    const { tickets, rows } = await setUp()
    const id = await tickets.issue(what)
    const written = JSON.stringify(await rows())
    expect(written).not.toContain(id)
    expect(written).not.toContain('audit')
  })
})

describe.each(lasting)('a ticket in $kind', ({ place }) => {
  it('is there after a restart', async () => {
    const where = await place()
    const first = await setUpAt(where)
    const id = await first.tickets.issue(what)
    await first.database.destroy()
    expect(await (await setUpAt(where)).tickets.find(id)).toBe(what)
  })

  it('that one replica issued is used at another, and at none again', async () => {
    const where = await place()
    const replicas = await Promise.all([1, 2, 3].map(() => setUpAt(where)))
    const id = (await replicas[0]?.tickets.issue(what)) ?? ''
    const found = () => Promise.all(replicas.map(({ tickets }) => tickets.find(id)))
    expect(await found()).toEqual(Array(3).fill(what))
    await replicas[2]?.tickets.spend(id)
    expect(await found()).toEqual(Array(3).fill(undefined))
  })
})
