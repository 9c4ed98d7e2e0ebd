import { beforeEach, describe, expect, it } from 'vitest'
import { createChangeStore } from '../../src/changes/change-store.ts'
import { createSubscriptions } from '../../src/changes/subscriptions.ts'
import type { PersonKey, Workspace } from '../../src/core/person.ts'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import type { Database } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries, createLinks, createTickets } from '../../src/storage/entries.ts'
import { createInstalls, createWipe, installationSchema } from '../../src/storage/installations.ts'
import { linesOf } from '../app/log-lines.ts'
import { databases, openedDatabase } from '../postgres/databases.ts'
import { installationOf, newChange } from '../stored-rows.ts'

const [old, young] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
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

  it('is found by its workspace, and by no other', async () => {
    const { installs } = withKeys(old)
    await installs.save(inTeam('T1'))
    expect(await installs.find({ team: 'T1' })).toEqual(inTeam('T1'))
    expect(await installs.find({ team: 'T2', enterprise: 'E1' })).toBeUndefined()
    expect(await installs.find({})).toBeUndefined()
    expect(JSON.stringify(await rows())).not.toContain('xoxb')
  })

  it('of an enterprise serves its workspaces, after their own, and before it where Slack says so', async () => {
    const { installs } = withKeys(old)
    await installs.save(inAll('E1'))
    const tokenAt = async (wide: boolean) =>
      (await installs.find({ team: 'T1', enterprise: 'E1', wide }))?.bot.token
    expect([await tokenAt(false), await tokenAt(true)]).toEqual(['xoxb-E1', 'xoxb-E1'])
    await installs.save(inTeam('T1', 'xoxb-T1', 'E1'))
    expect([await tokenAt(false), await tokenAt(true)]).toEqual(['xoxb-T1', 'xoxb-E1'])
  })

  it('that no key opens is as good as none, and the log says so', async () => {
    await withKeys(old).installs.save(inTeam('T1'))
    const { installs, lines } = withKeys(young)
    expect(await installs.find({ team: 'T1' })).toBeUndefined()
    expect(lines()).toMatchObject([{ owner: 'T1', msg: 'an installation cannot be read' }])
  })

  it('holds no more than is needed, whatever Slack gives', async () => {
    const { installs } = withKeys(old)
    const given = { ...inTeam('T1'), incomingWebhook: { url: 'https://x.test' } }
    const person = { id: 'U1', token: 'xoxp-s3cr3t', scopes: ['chat:write'] }
    await installs.save(installationSchema.parse({ ...given, user: person }))
    expect(JSON.stringify(await installs.find({ team: 'T1' }))).not.toMatch(/xoxp|x\.test/)
  })
})

describe.each(databases)('a workspace that is forgotten in $kind', ({ place }) => {
  /** Who linked through which workspace; people of an enterprise are the same in all of its workspaces. */
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
  const left = async () =>
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
    [{ team: 'T9', enterprise: 'E1' }, ['E1:U1', 'E1:U2']],
    [{ enterprise: 'E1', wide: true }, ['E1:U1', 'E1:U2']],
    [{ wide: true }, []],
    [{}, []],
  ]

  it.each(cases)('%j takes with it %j, and nobody else', async (workspace, gone) => {
    await createWipe(entries())(workspace, now)
    expect(await left()).toEqual(people.filter(person => !gone.includes(person)).sort())
  })

  it('leaves the people of its enterprise while another workspace of it has the app', async () => {
    await withKeys(old).installs.save(inTeam('T2', 'xoxb-T2', 'E1'))
    await changes().accept({ ...change('open', 'T3', 'E1:U2'), enterprise: 'E1' })
    await createWipe(entries())({ team: 'T3', enterprise: 'E1' }, now)
    expect(await left()).toEqual(people.toSorted())
    expect(await states()).toEqual({ open: 'accepted…' })
    await createWipe(entries())({ team: 'T2', enterprise: 'E1' }, now)
    expect(await left()).toEqual(people.filter(person => !person.startsWith('E1')).sort())
    expect(await states()).toEqual({})
  })

  it('leaves its guests where its enterprise goes on serving it', async () => {
    await withKeys(old).installs.save(inAll('E1'))
    const links = createLinks(entries())
    await links.save('T8:U8', { token: 't' }, { team: 'T1', enterprise: 'E1' })
    await createWipe(entries())({ team: 'T1', enterprise: 'E1' }, now)
    expect(await left()).toContain('T8:U8')
  })

  it('goes alone where its enterprise takes it from the app, with what was made through it', async () => {
    await withKeys(old).installs.save(inAll('E1'))
    const tickets = createTickets(entries())
    const [here, there] = [
      await tickets.issue('here', { team: 'T2', enterprise: 'E1' }),
      await tickets.issue('there', { team: 'T3', enterprise: 'E1' }),
    ]
    await changes().accept(change('open', 'T2', 'E1:U1'))
    await changes().accept(change('other', 'T3', 'E1:U2'))
    expect(await createWipe(entries())({ team: 'T2', enterprise: 'E1', isRevoked: true }, now)).toBe(true)
    expect(await left()).toEqual(people.filter(person => person !== 'E1:U1').sort())
    expect(await Promise.all([here, there].map(tickets.find))).toEqual([undefined, 'there'])
    expect(await states()).toEqual({ other: 'accepted…' })
    expect(await rows()).toMatchObject([{ subject: 'E1' }])
  })

  it('stays where it has an installation of its own beside the one that its enterprise took away', async () => {
    await withKeys(old).installs.save(inTeam('T2', 'xoxb-T2', 'E1'))
    expect(await createWipe(entries())({ team: 'T2', enterprise: 'E1', isRevoked: true }, now)).toBe(false)
    expect([await left(), await rows()]).toMatchObject([people.toSorted(), [{ subject: 'T2' }]])
  })

  it('is forgotten only where it was not installed later', async () => {
    const { installs } = withKeys(old)
    await installs.save(inTeam('T1'))
    const wipe = createWipe(entries())
    expect(await wipe({ team: 'T1' }, new Date(now.getTime() - 1))).toBe(false)
    expect([await left(), await rows()]).toMatchObject([people.toSorted(), [{ subject: 'T1' }]])
    expect(await wipe({ team: 'T1' }, now)).toBe(true)
    expect(await rows()).toEqual([])
  })

  const changes = () => createChangeStore({ database, sealer: createSealer([old]), clock, owner: 'one' })
  const change = (id: string, team: string, actor: PersonKey) => newChange(id, { team, actor })
  const done = { state: 'done', detail: [], result: { text: mrkdwn`paused`, to: 'me' } } as const
  const states = async () => {
    const rows = await database.selectFrom('changes').select(['id', 'state', 'due_at']).execute()
    return Object.fromEntries(rows.map(({ id, state, due_at }) => [id, due_at ? `${state}…` : state]))
  }

  it('takes with it what its people follow, and what is scheduled for them', async () => {
    const store = changes()
    const { of } = createSubscriptions({ entries: entries(), store, clock })
    const own = (team: string, key: PersonKey) =>
      of({
        person: { key, user: 'U1' },
        workspace: { team },
        originIn: () => ({ place: 'there' }),
        locale: async () => ({ zone: 'UTC' }),
        profileOf: async () => ({}),
        postIn: async () => {},
      })
    const place = { channel: 'C1', organization: '1' }
    const [one, other] = [own('T1', 'T1:U1'), own('T11', 'T11:U1')]
    for (const each of [one, other]) {
      await each.follow('1', { id: '7', name: 'web' })
      await each.remind(place, 'off')
      await each.schedule('digest.show', place, {}, now)
    }
    await createWipe(entries())({ team: 'T1' }, now)
    const current = (each: typeof one) =>
      Promise.all([each.followed('1'), each.lead(place), each.scheduled('digest.show')])
    expect(await current(one)).toEqual([[], undefined, []])
    expect(await current(other)).toEqual([[{ id: '7', name: 'web' }], 'off', [{ actor: 'T11:U1', args: {} }]])
  })

  it('takes open changes with it, and leaves the history of those that were sent', async () => {
    const { accept, storeArgs, finish, close } = changes()
    for (const id of ['accepted', 'sent', 'done', 'told']) await accept(change(id, 'T1', 'T1:U1'))
    await accept(change('other', 'T11', 'T11:U1'))
    await storeArgs('sent', { args: {}, prepared: undefined, omitted: [] }, [])
    for (const id of ['done', 'told']) await finish(id, done)
    await close('told')
    await createWipe(entries())({ team: 'T1' }, now)
    expect(await states()).toEqual({ sent: 'unknown', done: 'done', told: 'done', other: 'accepted…' })
    const row = await database.selectFrom('changes').selectAll().where('id', '=', 'sent').executeTakeFirst()
    expect(row).toMatchObject({ request: null, args: null, origin: null, result: null })
    await expect(finish('sent', done)).rejects.toThrow()
  })
})
