import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { createLinks, LinkUnreadable, personKey, readPersonKey } from '../../src/storage/links.ts'
import { createSealer } from '../../src/storage/seal.ts'
import { databases, lasting, newPostgres } from '../postgres/databases.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { readOnly } from './read-only.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]
const ana = personKey({ team: 'T1', user: 'UANA' })
const bo = personKey({ team: 'T1', user: 'UBO' })
const acme = { id: '17', name: 'Acme' }
const clock = () => new Date('2026-12-04T09:00:00Z')

async function setUpAt(place: string, keys: Uint8Array[] = [newer]) {
  const database = await openDatabase(place)
  onTestFinished(() => database.destroy())
  const at = { ms: 0 }
  const now = () => at.ms
  const withKeys = (...ring: Uint8Array[]) =>
    createLinks({ database, sealer: createSealer(ring), clock, now })
  const row = () => database.selectFrom('links').selectAll().executeTakeFirstOrThrow()
  return { database, links: withKeys(...keys), withKeys, row, at }
}

describe('a person in Slack', () => {
  it('is known by enterprise, or else by team', () => {
    expect(personKey({ team: 'T1', user: 'U1' })).toBe('T1:U1')
    expect(personKey({ enterprise: 'E1', team: 'T1', user: 'U1' })).toBe('E1:U1')
    expect(readPersonKey(ana)).toEqual({ owner: 'T1', user: 'UANA' })
  })
})

describe.each(databases)('links in $kind', ({ place }) => {
  const setUp = async () => setUpAt(await place())

  it('find for each person what was kept, and nothing before', async () => {
    const { links, row } = await setUp()
    expect(await links.find(ana)).toBeUndefined()
    await links.keep(ana, { token: 'ana-token', organization: acme })
    await links.keep(bo, { token: 'bo-token' })
    expect(await links.find(ana)).toEqual({ token: 'ana-token', organization: acme })
    expect(await links.find(bo)).toEqual({ token: 'bo-token' })
    expect(await row()).toMatchObject({ kept_at: '2026-12-04T09:00:00.000Z' })
  })

  it('are found where they cannot be sealed anew with a newer key just now', async () => {
    const { database, withKeys } = await setUp()
    await withKeys(older).keep(ana, { token: 'ana-token' })
    const sealer = createSealer([newer, older])
    const links = createLinks({ database: readOnly(database), sealer, clock })
    expect(await links.find(ana)).toEqual({ token: 'ana-token' })
  })

  it('keep a new token in place of the old one, with its own choice of organization', async () => {
    const { links } = await setUp()
    await links.keep(ana, { token: 'first', organization: acme })
    await links.keep(ana, { token: 'second' })
    expect(await links.find(ana)).toEqual({ token: 'second' })
  })

  it('are remembered by what only reads for as long as it is known that none was changed', async () => {
    const { database, links, withKeys, at } = await setUp()
    await links.keep(ana, { token: 'first', organization: acme })
    await links.look()
    expect(await links.recall(ana)).toEqual({ token: 'first', organization: acme })
    expect(await links.recall(bo)).toBeUndefined()

    const elsewhere = withKeys(newer)
    await elsewhere.keep(ana, { token: 'second' })
    expect((await links.recall(ana))?.token).toBe('first')
    expect((await links.find(ana))?.token).toBe('second')
    expect((await links.recall(ana))?.token).toBe('second')

    await elsewhere.choose(ana, acme)
    expect(await links.recall(ana)).toEqual({ token: 'second' })
    await links.look()
    expect(await links.recall(ana)).toEqual({ token: 'second', organization: acme })

    await elsewhere.forget(ana)
    at.ms += 2999
    expect((await links.recall(ana))?.token).toBe('second')
    at.ms += 1
    expect(await links.recall(ana)).toBeUndefined()

    await elsewhere.keep(ana, { token: 'third' })
    await links.look()
    expect((await links.recall(ana))?.token).toBe('third')
    await database.deleteFrom('links').execute()
    await links.look()
    expect(await links.recall(ana)).toBeUndefined()
  })

  it('are known at once as this process changes them, also to whoever asks meanwhile', async () => {
    const { links } = await setUp()
    await links.keep(ana, { token: 'first' })
    await links.look()
    expect(await links.recall(ana)).toEqual({ token: 'first' })
    await links.choose(ana, acme)
    expect(await links.recall(ana)).toEqual({ token: 'first', organization: acme })
    const [, found] = await Promise.all([links.forget(ana), links.find(ana)])
    expect(['first', undefined]).toContain(found?.token)
    expect(await links.recall(ana)).toBeUndefined()
  })

  it('are not kept as they were read while it was found that some have changed', async () => {
    const { links, withKeys } = await setUp()
    await links.keep(ana, { token: 'first' })
    await links.look()
    const reading = links.find(ana)
    await withKeys(newer).keep(ana, { token: 'second' })
    await Promise.all([reading, links.look()])
    expect(await links.recall(ana)).toEqual({ token: 'second' })
  })

  it('let a person choose another organization', async () => {
    const { links } = await setUp()
    expect(await links.choose(ana, acme)).toBe(false)
    await links.keep(ana, { token: 'token' })
    expect(await links.choose(ana, { id: '18', name: 'Globex' })).toBe(true)
    expect(await links.find(ana)).toEqual({ token: 'token', organization: { id: '18', name: 'Globex' } })
  })

  it('tell which is chosen, also where no key opens the token', async () => {
    const { withKeys } = await setUp()
    await withKeys(older).keep(ana, { token: 'token', organization: acme })
    await expect(withKeys(newer).find(ana)).rejects.toThrow(LinkUnreadable)
    expect(await withKeys(newer).chosen(ana)).toEqual(acme)
    expect(await withKeys(newer).chosen(bo)).toBeUndefined()
  })

  it('call an organization by its new name for everybody who chose it', async () => {
    const { links } = await setUp()
    const globex = { id: '18', name: 'Globex' }
    await links.keep(ana, { token: 'a', organization: acme })
    await links.keep(bo, { token: 'b', organization: globex })
    await links.rename({ id: acme.id, name: 'Umbrella' })
    expect(await links.find(ana)).toEqual({ token: 'a', organization: { id: acme.id, name: 'Umbrella' } })
    expect(await links.find(bo)).toEqual({ token: 'b', organization: globex })
  })

  it('drop an organization for everybody who chose it, and keep their tokens', async () => {
    const { links } = await setUp()
    await links.keep(ana, { token: 'a', organization: acme })
    await links.keep(bo, { token: 'b', organization: acme })
    expect(await links.drop('18')).toBe(0)
    expect(await links.drop(acme.id)).toBe(2)
    expect([await links.find(ana), await links.find(bo)]).toEqual([{ token: 'a' }, { token: 'b' }])
  })

  it('forget one person and no other', async () => {
    const { links } = await setUp()
    await links.keep(ana, { token: 'a' })
    await links.keep(bo, { token: 'b' })
    expect(await links.forget(ana)).toBe(true)
    expect(await links.forget(ana)).toBe(false)
    expect(await links.find(ana)).toBeUndefined()
    expect(await links.find(bo)).toEqual({ token: 'b' })
  })

  it('take names as they are, quotes and all', async () => {
    const { links } = await setUp()
    const organization = { id: "1'; DROP TABLE links; --", name: 'Ünï "Co" 🦊' }
    await links.keep(ana, { token: 'token', organization })
    expect(await links.find(ana)).toEqual({ token: 'token', organization })
  })

  it('are sealed anew with the newest key when they are next read', async () => {
    const { withKeys } = await setUp()
    await withKeys(older).keep(ana, { token: 'token', organization: acme })
    expect(await withKeys(newer, older).find(ana)).toEqual({ token: 'token', organization: acme })
    expect(await withKeys(newer).find(ana)).toEqual({ token: 'token', organization: acme })
  })

  it('stay as they are when they are read with the key that sealed them', async () => {
    const { links, row } = await setUp()
    await links.keep(ana, { token: 'token' })
    const before = await row()
    await links.find(ana)
    expect(await row()).toEqual(before)
  })

  it('keep the newer token when someone links again while an older one is sealed anew', async () => {
    const { database, withKeys } = await setUp()
    await withKeys(older).keep(ana, { token: 'first' })
    const sealer = createSealer([newer, older])
    const links = createLinks({ database, sealer, clock })
    const [found] = await Promise.all([links.find(ana), links.keep(ana, { token: 'second' })])
    expect(found?.token).toMatch(/first|second/)
    expect(await links.find(ana)).toEqual({ token: 'second' })
  })

  it('say so when no key opens them, and can be kept again or forgotten', async () => {
    const { links, withKeys } = await setUp()
    await withKeys(older).keep(ana, { token: 'token' })
    await expect(links.find(ana)).rejects.toThrow(LinkUnreadable)
    await links.keep(ana, { token: 'again' })
    expect(await links.find(ana)).toEqual({ token: 'again' })

    await withKeys(older).keep(ana, { token: 'token' })
    expect(await links.forget(ana)).toBe(true)
    expect(await links.find(ana)).toBeUndefined()
  })

  it('cannot be moved from one person to another', async () => {
    const { database, links, row } = await setUp()
    await links.keep(ana, { token: 'token of Ana' })
    await database
      .insertInto('links')
      .values({ ...(await row()), person: bo })
      .execute()
    await expect(links.find(bo)).rejects.toThrow(LinkUnreadable)
  })
})

describe.each(lasting)('links in $kind', ({ place }) => {
  it('are heard of as changed when that is for good, and not before or otherwise', async () => {
    const where = await place()
    const [one, other] = [await setUpAt(where), await setUpAt(where)]
    await one.links.keep(ana, { token: 'first' })
    await other.links.look()
    expect(await other.links.recall(ana)).toEqual({ token: 'first' })
    const changing = one.database.transaction().execute(async at => {
      await at.deleteFrom('links').where('person', '=', ana).execute()
      await other.links.look()
      expect(await other.links.recall(ana)).toEqual({ token: 'first' })
      throw new Error('taken back')
    })
    await expect(changing).rejects.toThrow('taken back')
    await other.links.look()
    expect(await other.links.recall(ana)).toEqual({ token: 'first' })
    await one.database.transaction().execute(at => at.deleteFrom('links').execute())
    await other.links.look()
    expect(await other.links.recall(ana)).toBeUndefined()
  })

  it('are there after a restart, and for another replica at once', async () => {
    const where = await place()
    const [one, other] = [await setUpAt(where), await setUpAt(where)]
    await one.links.keep(ana, { token: 'first', organization: acme })
    expect(await other.links.find(ana)).toEqual({ token: 'first', organization: acme })
    await other.links.keep(ana, { token: 'second' })
    expect(await one.links.find(ana)).toEqual({ token: 'second' })
    await Promise.all([one, other].map(({ database }) => database.destroy()))
    expect(await (await setUpAt(where)).links.find(ana)).toEqual({ token: 'second' })
  })
})

describe('links on a disk', () => {
  it('have no byte of a token', async () => {
    const folder = await temporaryFolder()
    const { links } = await setUpAt(join(folder, 'dayshift.db'))
    await links.keep(ana, { token: 'plain-token-of-ana', organization: acme })
    const files = await readdir(folder)
    const written = Buffer.concat(await Promise.all(files.map(name => readFile(join(folder, name)))))
    expect(written.includes('UANA')).toBe(true)
    for (const spelling of ['utf8', 'base64', 'base64url', 'hex'] as const) {
      expect(written.includes(Buffer.from('plain-token-of-ana').toString(spelling))).toBe(false)
    }
  })
})

describe('links in PostgreSQL', () => {
  it('are kept and forgotten by several at once, in whatever order', async () => {
    const where = await newPostgres()
    const [one, other] = [await setUpAt(where), await setUpAt(where)]
    await one.links.keep(ana, { token: 'first' })
    await one.links.keep(bo, { token: 'first' })
    const [forgotten, kept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const choosing = other.database.transaction().execute(async at => {
      await forgotten.promise
      await at.updateTable('links').set({ organization_id: '17' }).where('person', '=', bo).execute()
      kept.resolve()
    })
    await one.database.transaction().execute(async at => {
      await at.deleteFrom('links').where('person', '=', ana).execute()
      forgotten.resolve()
      await kept.promise
      await at.deleteFrom('links').where('person', '=', bo).execute()
    })
    await choosing
    expect(await one.links.find(bo)).toBeUndefined()
  })

  it('are heard of as changed also where all of them are gone at once', async () => {
    const { database, links } = await setUpAt(await newPostgres())
    await links.keep(ana, { token: 'first' })
    await links.look()
    expect(await links.recall(ana)).toEqual({ token: 'first' })
    await sql`truncate links`.execute(database)
    await links.look()
    expect(await links.recall(ana)).toBeUndefined()
  })
})
