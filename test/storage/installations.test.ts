import { beforeEach, describe, expect, it } from 'vitest'
import { createChangeStore } from '../../src/changes/change-store.ts'
import { createSubscriptions } from '../../src/changes/subscriptions.ts'
import type { Caller } from '../../src/core/context.ts'
import type { PersonKey, Workspace } from '../../src/core/person.ts'
import type { Database } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries, createLinks, createTickets } from '../../src/storage/entries.ts'
import { createForget, createInstalls, installationSchema } from '../../src/storage/installations.ts'
import { linesOf } from '../app/log-lines.ts'
import { databases, openedDatabase } from '../postgres/databases.ts'
import { installationOf } from '../stored-rows.ts'

const [old, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const now = new Date('2026-11-18T09:00:00Z')
const clock = () => now

let database: Database

function withKeys(...keys: Uint8Array[]) {
  const { log, lines } = linesOf()
  return { installs: createInstalls(entries(...keys), log), lines }
}

const entries = (...keys: Uint8Array[]) =>
  createEntries({ database, sealer: createSealer(keys.length > 0 ? keys : [old]), clock })

const inTeam = (id: string, token = `xoxb-${id}`, enterprise?: string) =>
  installationOf(token, { team: { id }, ...(enterprise && { enterprise: { id: enterprise } }) })

const inAll = (id: string) => installationOf(`xoxb-${id}`, { enterprise: { id }, isEnterpriseInstall: true })

const rows = () => database.selectFrom('entries').selectAll().where('kind', '=', 'install').execute()

describe.each(databases)('an installation in $kind', ({ place }) => {
  beforeEach(async () => {
    database = await openedDatabase(await place())
  })

  it('is found only for its own workspace', async () => {
    const { installs } = withKeys(old)
    await installs.save(inTeam('T1'))
    expect(await installs.find({ team: 'T1' })).toEqual(inTeam('T1'))
    expect(await installs.find({ team: 'T2', enterprise: 'E1' })).toBeUndefined()
    expect(await installs.find({})).toBeUndefined()
    expect(JSON.stringify(await rows())).not.toContain('xoxb')
  })

  it('of an enterprise serves workspaces without their own, and enterprise-wide requests', async () => {
    const { installs } = withKeys(old)
    await installs.save(inAll('E1'))
    const tokenAt = async (wide: boolean) =>
      (await installs.find({ team: 'T1', enterprise: 'E1', wide }))?.bot.token
    expect([await tokenAt(false), await tokenAt(true)]).toEqual(['xoxb-E1', 'xoxb-E1'])
    await installs.save(inTeam('T1', 'xoxb-T1', 'E1'))
    expect([await tokenAt(false), await tokenAt(true)]).toEqual(['xoxb-T1', 'xoxb-E1'])
  })

  it('that no key decrypts is logged and treated as missing', async () => {
    await withKeys(old).installs.save(inTeam('T1'))
    const { installs, lines } = withKeys(newer)
    expect(await installs.find({ team: 'T1' })).toBeUndefined()
    expect(lines()).toMatchObject([{ owner: 'T1', msg: 'no key in ENCRYPTION_KEY opens this installation' }])
  })

  it('does not store unneeded data from Slack, such as user tokens', async () => {
    const { installs } = withKeys(old)
    const given = { ...inTeam('T1'), incomingWebhook: { url: 'https://x.test' } }
    const person = { id: 'U1', token: 'xoxp-s3cr3t', scopes: ['chat:write'] }
    await installs.save(installationSchema.parse({ ...given, user: person }))
    expect(JSON.stringify(await installs.find({ team: 'T1' }))).not.toMatch(/xoxp|x\.test/)
  })
})

describe.each(databases)('wiping a workspace in $kind', ({ place }) => {
  /** Linked people with their workspaces. An enterprise has the same people in all of its workspaces. */
  const through: [PersonKey, Workspace][] = [
    ['T1:U1', { team: 'T1' }],
    ['T1:U2', { team: 'T1' }],
    ['T8:U8', { team: 'T1' }],
    ['T11:U1', { team: 'T11' }],
    ['t1:U1', { team: 't1' }],
    ['E1:U1', { team: 'T2', enterprise: 'E1' }],
    ['E1:U2', { team: 'T3', enterprise: 'E1' }],
    ['T%:U1', { team: 'T%' }],
  ]
  const people = through.map(([person]) => person)
  const remaining = async () =>
    (await database.selectFrom('entries').select('person').where('kind', '=', 'link').execute())
      .map(row => row.person)
      .sort()

  beforeEach(async () => {
    database = await openedDatabase(await place())
    const links = createLinks(entries())
    for (const [person, workspace] of through) await links.save(person, { token: 't' }, workspace)
  })

  const cases: [Workspace, string[]][] = [
    [{ team: 'T1' }, ['T1:U1', 'T1:U2', 'T8:U8']],
    [{ team: 'T%' }, ['T%:U1']],
    [{ team: 'T' }, []],
    [{ team: '' }, []],
    [{ team: 'T2', enterprise: 'E1' }, ['E1:U1']],
    [{ enterprise: 'E1', wide: true }, ['E1:U1', 'E1:U2']],
    [{ wide: true }, []],
    [{}, []],
  ]

  it.each(cases)('for %j removes exactly %j', async (workspace, gone) => {
    await createForget(entries())(workspace, now)
    expect(await remaining()).toEqual(people.filter(person => !gone.includes(person)).sort())
  })

  it('removes only its own people and tickets if an enterprise takes it away', async () => {
    await withKeys(old).installs.save(inAll('E1'))
    const tickets = createTickets(entries())
    const [here, there] = [
      await tickets.issue('here', { team: 'T2', enterprise: 'E1' }),
      await tickets.issue('there', { team: 'T3', enterprise: 'E1' }),
    ]
    await createForget(entries())({ team: 'T2' }, now)
    expect(await remaining()).toEqual(people.filter(person => person !== 'E1:U1').sort())
    expect(await Promise.all([here, there].map(tickets.find))).toEqual([undefined, 'there'])
    expect(await rows()).toMatchObject([{ subject: 'E1' }])
  })

  it('keeps a workspace with an installation of its own when its enterprise uninstalls', async () => {
    const { installs } = withKeys(old)
    await installs.save(inAll('E1'))
    await installs.save(inTeam('T2', 'xoxb-T2', 'E1'))
    await createForget(entries())({ enterprise: 'E1', wide: true }, now)
    expect(await remaining()).toEqual(people.filter(person => person !== 'E1:U2').sort())
    expect(await rows()).toMatchObject([{ subject: 'T2' }])
  })

  it('keeps what was written after it was uninstalled', async () => {
    await withKeys(old).installs.save(inTeam('T1'))
    await createForget(entries())({ team: 'T1' }, new Date(now.getTime() - 1))
    expect([await remaining(), await rows()]).toMatchObject([people.toSorted(), [{ subject: 'T1' }]])
  })

  it("removes its people's subscriptions and schedules", async () => {
    const store = createChangeStore({ database, sealer: createSealer([old]), clock, owner: 'one' })
    const subscriptions = createSubscriptions({ entries: entries(), store, clock })
    const callerOf = (team: string, key: PersonKey): Caller => ({
      person: { key, user: 'U1' },
      workspace: { team },
      originIn: () => ({ place: 'there' }),
      locale: async () => ({ zone: 'UTC' }),
      profileOf: async () => ({}),
    })
    const place = { channel: 'C1', organization: '1' }
    const [one, other] = [callerOf('T1', 'T1:U1'), callerOf('T11', 'T11:U1')]
    for (const each of [one, other]) {
      await subscriptions.follow(each, '1', { id: '7', name: 'web' })
      await subscriptions.remind(each, place, 'off')
      await subscriptions.schedule(each, 'digest.show', place, {}, now)
    }
    await createForget(entries())({ team: 'T1' }, now)
    const current = (each: typeof one) =>
      Promise.all([
        subscriptions.followed(each, '1'),
        subscriptions.lead(each.workspace.team, place),
        subscriptions.scheduled(each, 'digest.show'),
      ])
    expect(await current(one)).toEqual([[], undefined, []])
    expect(await current(other)).toEqual([[{ id: '7', name: 'web' }], 'off', [{ actor: 'T11:U1', args: {} }]])
  })
})
