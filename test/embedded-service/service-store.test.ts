import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openStore } from '../../src/embedded-service/service-store.ts'
import { contract } from '../../src/service/contract/contract.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { KEY } from '../key.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openAcme, acme as org_id } from './running.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

describe('the store of the service', () => {
  it('keeps data and tokens over a restart, and is seeded only once', async () => {
    const file = join(folder, 'made', 'service.db')
    const first = await openAcme(file)
    await first.as('cleo', 'pausePlan', {
      org_id,
      plan_id: '1',
      reason: 'load test',
      pause_start: '08/12/2026',
      pause_end: '11/12/2026',
    })
    await first.as('ana', 'removeUser', { org_id, user_id: 'dev@acme.test', reason: 'left' })
    const before = await first.as('cleo', 'listPlans', { org_id })
    const tokens = first.service.tokens()
    await first.close()

    const second = await openAcme(file)
    const after = await second.as('cleo', 'listPlans', { org_id })
    const users = await second.as('cleo', 'listUsers', { org_id })
    expect(second.service.tokens()).toEqual(tokens)
    await second.close()
    expect(after).toEqual(before)
    expect(contract.listPlans.answer.parse(after.answer).plans[0]?.pauses).toHaveLength(1)
    expect(contract.listUsers.answer.parse(users.answer).users).toHaveLength(3)
  })

  it('cannot be opened with tables of another version', async () => {
    const file = join(folder, 'service.db')
    const old = new DatabaseSync(file)
    old.exec('PRAGMA user_version = 1')
    old.close()
    await expect(openAcme(file)).rejects.toThrow(
      `${file} cannot be opened: it has the tables of another version`,
    )
  })

  it('is readable only for its owner', async () => {
    const file = join(folder, 'private', 'service.db')
    const acme = await openAcme(file)
    const modes = ['', '-wal', '-shm'].map(suffix => statSync(`${file}${suffix}`).mode & 0o777)
    const folderMode = statSync(join(folder, 'private')).mode & 0o777
    await acme.close()
    expect([folderMode, ...modes]).toEqual([0o700, 0o600, 0o600, 0o600])
  })

  it('has different tokens in every service', async () => {
    const [one, other] = [await openAcme(), await openAcme()]
    const tokens = [one, other].flatMap(acme => acme.service.tokens().map(person => person.token))
    await Promise.all([one.close(), other.close()])
    expect(new Set(tokens).size).toBe(8)
  })
})

describe('a reset', () => {
  const { open } = createSealer([KEY])

  /** Returns every row of every table, decrypted. */
  const everything = (file: string) => {
    const database = new DatabaseSync(file, { readOnly: true })
    const names = z.array(z.object({ name: z.string() }))
    const tables = names.parse(database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
    const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM ${name}`).all()] as const)
    database.close()
    return JSON.parse(JSON.stringify(Object.fromEntries(rows)), (_, value: unknown) =>
      String(value).startsWith('v1.') ? open(String(value), 'service') : value,
    )
  }

  it('restores a new database, with the same tokens', async () => {
    const file = join(folder, 'service.db')
    const { as, close, service } = await openAcme(file)
    const before = everything(file)
    await as('ana', 'createOrganization', { org_name: 'Umbrella' })
    await as('ana', 'addUser', { org_id, user_id: 'eve@acme.test', role: 'viewer', state: 'active' })
    await as('ana', 'removeUser', { org_id, user_id: 'dev@acme.test', reason: 'left' })
    await as('ana', 'updatePlan', { org_id, plan_id: '2', name: 'web-next' })
    const dates = { pause_start: '08/12/2026', pause_end: '11/12/2026' }
    await as('ana', 'pausePlan', { org_id, plan_id: '1', reason: '', ...dates })
    await as('ana', 'cancelSubscription', { org_id })
    expect(everything(file)).not.toEqual(before)
    service.reset()
    expect(everything(file)).toEqual(before)
    expect(await as('dev', 'listPlans', { org_id })).toMatchObject({ status: 200 })
    await close()
  })
})

describe('a transaction', () => {
  it('that fails is rolled back', () => {
    const store = openStore(':memory:', KEY)
    const put = () => store.sql.run`INSERT INTO people VALUES ('a@b.test', 'hash', 'sealed')`
    const twice = () =>
      store.transaction(() => {
        put()
        put()
      })
    expect(twice).toThrow('UNIQUE')
    expect(store.sql.all`SELECT email FROM people`).toEqual([])
    store.transaction(put)
    expect(store.sql.all`SELECT email FROM people`).toMatchObject([{ email: 'a@b.test' }])
    store.close()
  })
})

const INVALID_IDS = ['0', '-2', '02', '2.0', '2e0', ' 2', '2 ', '0x2', 'x', '9'.repeat(30)]

it.each(INVALID_IDS)('%j is no identifier and finds nothing', async id => {
  const acme = await openAcme()
  const responses = [
    await acme.as('ana', 'describePlan', { org_id, plan_id: id }),
    await acme.as('ana', 'removeCredential', { org_id, credential_id: id, comments: '' }),
    await acme.as('ana', 'removePlanPause', { org_id, plan_id: '2', pause_id: id.replace('2', '1') }),
    await acme.as('ana', 'listPlans', { org_id: id.replace('2', '1001') }),
  ]
  await acme.close()
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})
