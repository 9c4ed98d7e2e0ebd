import { describe, expect, it } from 'vitest'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries } from '../../src/storage/entries.ts'
import { KEY } from '../key.ts'
import { lasting, openedDatabase } from '../postgres/databases.ts'

const HOUR_MS = 3_600_000

describe.each(lasting)('entries in $kind', ({ place }) => {
  /** Two processes with connections of their own to the same database, and one clock. */
  async function processes() {
    const where = await place()
    let now = Date.parse('2026-11-18T09:00:00Z')
    const open = async (key = KEY) => {
      return createEntries({
        database: await openedDatabase(where),
        sealer: createSealer([key]),
        clock: () => new Date(now),
      })
    }
    return {
      open,
      one: await open(),
      other: await open(),
      passes: (ms: number) => {
        now += ms
      },
    }
  }

  it('are found by their kind and key, also by another process, until they are replaced or removed', async () => {
    const { one, other } = await processes()
    const heldAt = async (...key: string[]) => {
      const found = await other.find('follow', ...key)
      return found && other.open(found)
    }
    await one.keep('follow', { key: ['a', 'b'], value: { at: 1 } })
    expect([await heldAt('a', 'b'), await heldAt('ab'), await heldAt('a')]).toEqual([
      { at: 1 },
      undefined,
      undefined,
    ])
    expect(await other.find('protect', 'a', 'b')).toBeUndefined()
    await other.keep('follow', { key: ['a', 'b'], value: { at: 2 } })
    expect(await heldAt('a', 'b')).toEqual({ at: 2 })
    expect([await one.remove('follow', 'a', 'b'), await one.remove('follow', 'a', 'b')]).toEqual([
      true,
      false,
    ])
    expect(await heldAt('a', 'b')).toBeUndefined()
  })

  it('expire', async () => {
    const { one, passes } = await processes()
    await one.keep('home', { key: ['ana'], ttlMs: HOUR_MS })
    passes(HOUR_MS - 1)
    expect(await one.of('home').execute()).toHaveLength(1)
    passes(1)
    expect([await one.find('home', 'ana'), await one.of('home').execute()]).toEqual([undefined, []])
  })

  it('are claimed by one process, and again once they have expired', async () => {
    const { one, other, passes } = await processes()
    const claim = () =>
      Promise.all([one, other, one, other].map(each => each.claim('state', { key: ['T1'], ttlMs: HOUR_MS })))
    expect((await claim()).filter(Boolean)).toHaveLength(1)
    expect(await claim()).not.toContain(true)
    passes(HOUR_MS)
    expect((await claim()).filter(Boolean)).toHaveLength(1)
  })

  it('hold neither their key nor their value in plain text, and open with their key alone', async () => {
    const { one, open } = await processes()
    await one.keep('ticket', { key: ['the id of a ticket'], value: 'what waits for it' })
    const row = await one.find('ticket', 'the id of a ticket')
    expect(JSON.stringify(row)).not.toMatch(/the id|what waits/)
    const stranger = await open(Buffer.alloc(32, 8))
    expect(row && stranger.open(row)).toBeUndefined()
  })
})
