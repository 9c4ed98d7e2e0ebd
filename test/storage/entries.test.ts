import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LinkUnreadable, parsePersonKey, personKey } from '../../src/core/person.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries, createLinks, entryId } from '../../src/storage/entries.ts'
import { KEY } from '../key.ts'
import { databases, lasting, openedDatabase } from '../postgres/databases.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const HOUR_MS = 3_600_000

describe.each(lasting)('entries in $kind', ({ place }) => {
  /** Opens entries over two connections to one database, with a shared clock. */
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

  it('are found by kind and key, also by another process, until they are removed', async () => {
    const { one, other } = await processes()
    const heldAt = async (...key: string[]) => {
      const entry = await other.find('follow', ...key)
      return entry && other.open(entry)
    }
    await one.save('follow', { key: ['a', 'b'], value: { at: 1 } })
    expect([await heldAt('a', 'b'), await heldAt('ab'), await heldAt('a')]).toEqual([
      { at: 1 },
      undefined,
      undefined,
    ])
    expect(await other.find('protect', 'a', 'b')).toBeUndefined()
    await other.save('follow', { key: ['a', 'b'], value: { at: 2 } })
    expect(await heldAt('a', 'b')).toEqual({ at: 2 })
    expect([await one.remove('follow', 'a', 'b'), await one.remove('follow', 'a', 'b')]).toEqual([
      true,
      false,
    ])
    expect(await heldAt('a', 'b')).toBeUndefined()
  })

  it('expire after their time to live', async () => {
    const { one, passes } = await processes()
    await one.save('ticket', { key: ['ana'], ttlMs: HOUR_MS })
    passes(HOUR_MS - 1)
    expect(await one.of('ticket').execute()).toHaveLength(1)
    passes(1)
    expect([await one.find('ticket', 'ana'), await one.of('ticket').execute()]).toEqual([undefined, []])
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

  it('store key and value encrypted, and open only with their encryption key', async () => {
    const { one, open } = await processes()
    await one.save('ticket', { key: ['the id of a ticket'], value: 'what waits for it' })
    const row = await one.find('ticket', 'the id of a ticket')
    expect(JSON.stringify(row)).not.toMatch(/the id|what waits/)
    const stranger = await open(Buffer.alloc(32, 8))
    expect(row && stranger.open(row)).toBeUndefined()
  })
})

const [older, newer] = [randomBytes(32), randomBytes(32)]
const ana = personKey({ team: 'T1', user: 'UANA' })
const bo = personKey({ team: 'T1', user: 'UBO' })
const acme = { id: '17', name: 'Acme' }
const clock = () => new Date('2026-12-04T09:00:00Z')

async function setUpAt(place: string, keys: Uint8Array[] = [newer]) {
  const database = await openedDatabase(place)
  const withKeys = (...ring: Uint8Array[]) =>
    createLinks(createEntries({ database, sealer: createSealer(ring), clock }))
  const row = () => database.selectFrom('entries').selectAll().executeTakeFirstOrThrow()
  return { database, links: withKeys(...keys), withKeys, row }
}

describe('a person in Slack', () => {
  it('is identified by their enterprise, or else their team', () => {
    expect(personKey({ team: 'T1', user: 'U1' })).toBe('T1:U1')
    expect(personKey({ enterprise: 'E1', team: 'T1', user: 'U1' })).toBe('E1:U1')
    expect(parsePersonKey(ana)).toEqual({ owner: 'T1', user: 'UANA' })
  })
})

describe.each(databases)('links in $kind', ({ place }) => {
  const setUp = async () => setUpAt(await place())

  it('are found for their person', async () => {
    const { links, row } = await setUp()
    expect(await links.find(ana)).toBeUndefined()
    await links.save(ana, { token: 'ana-token', organization: acme })
    await links.save(bo, { token: 'bo-token' })
    expect(await links.find(ana)).toEqual({ token: 'ana-token', organization: acme })
    expect(await links.find(bo)).toEqual({ token: 'bo-token' })
    expect(await row()).toMatchObject({ written_at: '2026-12-04T09:00:00.000Z' })
  })

  it('are replaced along with their organization, and can use another', async () => {
    const { links } = await setUp()
    expect(await links.use(ana, acme)).toBe(false)
    await links.save(ana, { token: 'first', organization: acme })
    await links.save(ana, { token: 'second' })
    expect(await links.find(ana)).toEqual({ token: 'second' })
    expect(await links.use(ana, { id: '18', name: 'Globex' })).toBe(true)
    expect(await links.find(ana)).toEqual({ token: 'second', organization: { id: '18', name: 'Globex' } })
  })

  it('rename an organization for everyone who chose it', async () => {
    const { links } = await setUp()
    const globex = { id: '18', name: 'Globex' }
    await links.save(ana, { token: 'a', organization: acme })
    await links.save(bo, { token: 'b', organization: globex })
    await links.rename({ id: acme.id, name: 'Umbrella' })
    expect(await links.find(ana)).toEqual({ token: 'a', organization: { id: acme.id, name: 'Umbrella' } })
    expect(await links.find(bo)).toEqual({ token: 'b', organization: globex })
  })

  it('drop an organization for everyone who chose it, and keep their tokens', async () => {
    const { links } = await setUp()
    await links.save(ana, { token: 'a', organization: acme })
    await links.save(bo, { token: 'b', organization: acme })
    await links.unset('18')
    expect(await links.find(ana)).toEqual({ token: 'a', organization: acme })
    await links.unset(acme.id)
    expect([await links.find(ana), await links.find(bo)]).toEqual([{ token: 'a' }, { token: 'b' }])
  })

  it('can be deleted for one person', async () => {
    const { links } = await setUp()
    await links.save(ana, { token: 'a' })
    await links.save(bo, { token: 'b' })
    expect(await links.delete(ana)).toBe(true)
    expect(await links.delete(ana)).toBe(false)
    expect(await links.find(ana)).toBeUndefined()
    expect(await links.find(bo)).toEqual({ token: 'b' })
  })

  it('that no key decrypts are unreadable, but can be replaced or deleted', async () => {
    const { links, withKeys } = await setUp()
    await withKeys(older).save(ana, { token: 'token' })
    await expect(links.find(ana)).rejects.toThrow(LinkUnreadable)
    await links.save(ana, { token: 'again' })
    expect(await links.find(ana)).toEqual({ token: 'again' })

    await withKeys(older).save(ana, { token: 'token' })
    expect(await links.delete(ana)).toBe(true)
    expect(await links.find(ana)).toBeUndefined()
  })

  it('are unreadable in the row of another person', async () => {
    const { database, links, row } = await setUp()
    await links.save(ana, { token: 'token of Ana' })
    await database
      .insertInto('entries')
      .values({ ...(await row()), id: entryId('link', bo), person: bo })
      .execute()
    await expect(links.find(bo)).rejects.toThrow(LinkUnreadable)
  })
})

describe('links on a disk', () => {
  it('contain no token in plain text or a common encoding', async () => {
    const folder = await temporaryFolder()
    const { links } = await setUpAt(join(folder, 'dayshift.db'))
    await links.save(ana, { token: 'plain-token-of-ana', organization: acme })
    const files = await readdir(folder)
    const written = Buffer.concat(await Promise.all(files.map(name => readFile(join(folder, name)))))
    expect(written.includes('UANA')).toBe(true)
    for (const spelling of ['utf8', 'base64', 'base64url', 'hex'] as const) {
      expect(written.includes(Buffer.from('plain-token-of-ana').toString(spelling))).toBe(false)
    }
  })
})
