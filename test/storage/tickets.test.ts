import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries } from '../../src/storage/entries.ts'
import { createTickets } from '../../src/storage/tickets.ts'
import { KEY } from '../key.ts'
import { databases } from '../postgres/databases.ts'

const what = '{"raw":{"reason":"the night of the audit"}}'

describe.each(databases)('a ticket in $kind', ({ place }) => {
  /** Tickets in a database of their own, and a clock that stands until it is told. */
  async function setUp() {
    let minutes = 0
    const database = await openDatabase(await place())
    onTestFinished(() => database.destroy())
    const clock = () => new Date(Date.UTC(2026, 10, 18) + minutes * 60_000)
    return {
      tickets: createTickets(createEntries({ database, sealer: createSealer([KEY]), clock })),
      rows: () => database.selectFrom('entries').selectAll().execute(),
      passes: (more: number) => {
        minutes += more
      },
    }
  }

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
})
