import { describe, expect, it } from 'vitest'
import { createChangeStore } from '../../src/changes/change-store.ts'
import type { PersonKey } from '../../src/core/person.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries, createLinks, createTickets } from '../../src/storage/entries.ts'
import { createInstalls } from '../../src/storage/installations.ts'
import { resealAll } from '../../src/storage/key-rotation.ts'
import { linesOf } from '../app/log-lines.ts'
import { databases, lasting, openedDatabase } from '../postgres/databases.ts'
import { startScript } from '../started-program.ts'
import { installationOf, newChange } from '../stored-rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const [older, newer, strange] = [1, 2, 3].map(byte => Buffer.alloc(32, byte))
const ring = (...keys: (Buffer | undefined)[]) => keys.flatMap(key => key ?? [])
const clock = () => new Date('2026-12-04T09:00:00Z')

async function setUpAt(place: string) {
  const database = await openedDatabase(place)
  const withKeys = (...keys: (Buffer | undefined)[]) => {
    const sealer = createSealer(ring(...keys))
    return {
      links: createLinks(createEntries({ database, sealer, clock })),
      tickets: createTickets(createEntries({ database, sealer, clock })),
      changes: createChangeStore({ database, sealer, clock, owner: 'one' }),
      installs: createInstalls(createEntries({ database, sealer, clock }), linesOf().log),
      resealAll: () => resealAll({ database, sealer }),
    }
  }
  return { database, withKeys }
}

const person = (at: number): PersonKey => `T1:U${at}`
const people = Array.from({ length: 250 }, (_, at) => person(at))

const change = newChange('r1', { request: { args: { plan: 'web-prod' }, omitted: [] } })

const announcement = {
  team: 'T1',
  channel: 'C1',
  ts: '1.2',
  copies: [],
  pauses: [],
  outcomes: [],
  text: { mrkdwn: 'paused' },
  blocks: [],
}

const installation = installationOf('xoxb-1', { team: { id: 'T1' } })

/** The output of the program for all other columns. */
const REST = ['request', 'args', 'origin', 'result', 'announcement']
  .map(column => `\nchanges.${column}: 0 re-encrypted`)
  .join('')

describe.each(databases)('key rotation in $kind', ({ place }) => {
  it('re-encrypts everything, so that the older key is no longer needed', async () => {
    const { database, withKeys } = await setUpAt(await place())
    const before = withKeys(older)
    for (const one of people) await before.links.save(one, { token: `token of ${one}` })
    const ticket = await before.tickets.issue('what waits')
    await before.installs.save(installation)
    await withKeys(newer).links.save('T1:UNEW', { token: 'new' })

    const rotating = withKeys(newer, older)
    await before.changes.accept(change)
    await before.changes.updateOrigin('r1', 'where it belongs now')
    await before.changes.updateAnnouncement('r1', null, announcement)

    const counts = await rotating.resealAll()
    expect(counts.map(({ what, resealed }) => [what, resealed])).toEqual([
      ['entries.value', 252],
      ['changes.request', 1],
      ['changes.args', 0],
      ['changes.origin', 1],
      ['changes.result', 0],
      ['changes.announcement', 1],
    ])
    expect(counts.every(({ remaining }) => remaining === 0)).toBe(true)
    const after = withKeys(newer)
    const tokens = await Promise.all(people.map(async one => (await after.links.find(one))?.token))
    expect(tokens).toEqual(people.map(one => `token of ${one}`))
    expect(await after.links.find('T1:UNEW')).toEqual({ token: 'new' })
    expect(await after.tickets.find(ticket)).toBe('what waits')
    expect(await after.installs.find({ team: 'T1' })).toEqual(installation)
    await database.updateTable('changes').set({ lease_until: null }).execute()
    const [claimed] = await after.changes.claim(20)
    expect([claimed?.request, claimed?.origin, claimed?.announcement]).toEqual([
      ...[change.request, 'where it belongs now', announcement],
    ])
    const remaining = await database.selectFrom('entries').selectAll().execute()
    expect((await rotating.resealAll()).every(({ resealed }) => resealed === 0)).toBe(true)
    expect(await database.selectFrom('entries').selectAll().execute()).toEqual(remaining)
  })
})

describe.each(lasting)('key rotation during operation, in $kind', ({ place }) => {
  it('loses no concurrent write, and counts values that a bot wrote with the older key', async () => {
    const where = await place()
    const [bot, rotation] = [await setUpAt(where), await setUpAt(where)]
    const { links } = bot.withKeys(older, newer)
    for (const one of people) await links.save(one, { token: 'first' })
    const everySecond = people.filter((_, at) => at % 2 === 0)
    const [counts] = await Promise.all([
      rotation.withKeys(newer, older).resealAll(),
      ...everySecond.map(one => links.save(one, { token: 'second' })),
      links.delete(person(1)),
    ])
    const tokens = await Promise.all(people.map(async one => (await links.find(one))?.token))
    expect(tokens).toEqual(people.map((_, at) => (at === 1 ? undefined : at % 2 === 0 ? 'second' : 'first')))
    const remaining = counts.find(({ what }) => what === 'entries.value')?.remaining ?? 0
    const second = await rotation.withKeys(newer, older).resealAll()
    expect(second.find(({ what }) => what === 'entries.value')?.resealed).toBeGreaterThanOrEqual(remaining)
    expect(second.every(({ remaining }) => remaining === 0)).toBe(true)
  })

  it('exits with 1 while an older key may be needed', async () => {
    const DATABASE_URL = await place()
    const { database, withKeys } = await setUpAt(DATABASE_URL)
    await withKeys(older).links.save(person(1), { token: 'one' })
    await withKeys(strange).links.save(person(2), { token: 'two' })
    await database.destroy()
    const rotate = (...keys: (Buffer | undefined)[]) =>
      run({
        DATABASE_URL: DATABASE_URL.startsWith('/') ? `file:${DATABASE_URL}` : DATABASE_URL,
        ENCRYPTION_KEY: ring(...keys)
          .map(key => key.toString('base64'))
          .join(','),
      })
    expect(await rotate(newer, older)).toEqual([
      1,
      `entries.value: 1 re-encrypted, 1 still encrypted with another key (is a key missing from ENCRYPTION_KEY, or does a bot still run with another key first?)${REST}`,
    ])
    expect(await rotate(newer, strange)).toEqual([0, `entries.value: 1 re-encrypted${REST}`])
    const after = (await setUpAt(DATABASE_URL)).withKeys(newer).links
    expect([await after.find(person(1)), await after.find(person(2))]).toEqual([
      { token: 'one' },
      { token: 'two' },
    ])
  })
})

it('key rotation requires ENCRYPTION_KEY', async () => {
  expect(await run({ DATABASE_URL: 'file:none.db' })).toEqual([
    1,
    expect.stringMatching(
      /^The keys could not be rotated\. .*\n {2}ENCRYPTION_KEY: it is needed: the new key first/,
    ),
  ])
})

/** Runs the program; resolves to its exit code and output. */
async function run(environment: Record<string, string>): Promise<[number, string]> {
  const program = startScript('cli/rotate-keys.ts', await temporaryFolder(), environment)
  const [code] = await program.exit()
  return [code, program.output.join('\n')]
}
