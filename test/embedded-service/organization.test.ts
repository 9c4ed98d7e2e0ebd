import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract, type Request } from '../../src/service/contract/contract.ts'
import type { Role } from '../../src/service/contract/users.ts'
import { type Acme, openAcme, acme as org_id, type Person, statusAndMessage } from './running.ts'

let acme: Acme
beforeEach(async () => {
  acme = await openAcme()
})
afterEach(() => acme.close())

describe('the users of Acme', () => {
  const set = (by: Person, person: Person, role: Role, state: 'active' | 'inactive' = 'active') =>
    acme.as(by, 'updateUser', { org_id, user_id: `${person}@acme.test`, role, state })
  const remove = (by: Person, person: Person) =>
    acme.as(by, 'removeUser', { org_id, user_id: `${person}@acme.test`, reason: 'left' })
  const users = async () =>
    contract.listUsers.answer.parse((await acme.as('ana', 'listUsers', { org_id })).answer).users

  it('can be extended by a person, whose token no response shows', async () => {
    const eve = { org_id, user_id: 'Eve@Acme.test', role: 'member', state: 'active' } as const
    const { answer } = await acme.as('bo', 'addUser', eve)
    expect(answer).toEqual({ status: 200 })
    expect((await users()).at(-1)).toEqual({ email: 'eve@acme.test', role: 'member', state: 'active' })
    expect((await acme.as('eve', 'listPlans', { org_id })).status).toBe(200)
    expect(statusAndMessage(await acme.as('bo', 'addUser', eve))).toEqual([
      400,
      'There is a user of this name already.',
    ])
  })

  it('have no access while inactive, and learn why', async () => {
    await set('bo', 'cleo', 'member', 'inactive')
    expect(statusAndMessage(await acme.as('cleo', 'listPlans', { org_id }))).toEqual([
      403,
      'You are inactive in Acme.',
    ])
    expect((await acme.as('cleo', 'listOrganizations', {})).answer.data).toEqual({ organizations: [] })
  })

  it('always include an active owner', async () => {
    const message = 'ana@acme.test is the last active owner: make someone else an owner first.'
    expect(statusAndMessage(await remove('ana', 'ana'))).toEqual([400, message])
    expect(statusAndMessage(await set('ana', 'ana', 'admin'))).toEqual([400, message])
    expect(statusAndMessage(await set('ana', 'ana', 'owner', 'inactive'))).toEqual([400, message])
    await set('ana', 'bo', 'owner', 'inactive')
    expect(statusAndMessage(await remove('ana', 'ana'))).toEqual([400, message])
    await set('ana', 'bo', 'owner')
    expect((await remove('ana', 'ana')).status).toBe(200)
    const { answer } = await acme.as('bo', 'describeBilling', { org_id })
    expect(answer.response).toMatchObject({ organization: { owner: 'bo@acme.test' } })
  })

  it('become or cease to be owners only by an owner', async () => {
    const message = 'Only an owner may make, change or remove an owner.'
    const eve = { org_id, user_id: 'eve@acme.test', role: 'owner', state: 'active' } as const
    expect(statusAndMessage(await set('bo', 'bo', 'owner'))).toEqual([403, message])
    expect(statusAndMessage(await set('bo', 'ana', 'viewer'))).toEqual([403, message])
    expect(statusAndMessage(await remove('bo', 'ana'))).toEqual([403, message])
    expect(statusAndMessage(await acme.as('bo', 'addUser', eve))).toEqual([403, message])
  })
})

describe('the credentials of Acme', () => {
  const key = 'sesame-4711'
  const created: Request<'createCredential'> = {
    org_id,
    type: 'azure',
    name: 'sandbox',
    specific: { tenant: 't', clientId: 'c', key },
    comments: 'for trials',
  }
  const create = (change: object) => acme.as('bo', 'createCredential', { ...created, ...change })
  const update = (credential_id: string, data: Request<'updateCredential'>['data']) =>
    acme.as('bo', 'updateCredential', { org_id, credential_id, data, reason: 'rotation' })

  it('never return access data, in responses or errors', async () => {
    const answers = [
      await create({}),
      await create({}),
      await create({ name: 'other', specific: { tenant: 't', key } }),
      await create({ name: 'other', specific: { clientId: 7, key } }),
      await update('4', { specific: { clientId: 'c', key } }),
      await update('4', { specific: { tenant: 't', key } }),
      await acme.as('bo', 'listCredentials', { org_id }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400, 200, 400, 200])
    expect(JSON.stringify(answers)).not.toContain(key)
  })

  it.each([
    ['aws', { role: 'r' }, { role: 'r' }],
    ['azure', { tenant: 't', clientId: 'c', key: 'k' }, { clientId: 'c', key: 'k' }],
    ['gcp', { project: 'p' }, { project: 'p' }],
  ])('of the kind %s have the documented keys', async (type, onCreate, onUpdate) => {
    const { status, answer } = await create({ type, specific: onCreate })
    expect(status).toBe(200)
    expect((await update(String(answer.credential_id), { specific: onUpdate })).status).toBe(200)
    const keys = Object.keys(onUpdate).join(', ')
    for (const specific of [{}, { ...onUpdate, more: 'x' }, Object.fromEntries([[keys, '']])])
      expect(statusAndMessage(await update(String(answer.credential_id), { specific }))).toEqual([
        400,
        `specific must hold ${keys} and nothing else, none of them empty.`,
      ])
  })

  it('cannot be removed while resources use them', async () => {
    const remove = (credential_id: string) =>
      acme.as('bo', 'removeCredential', { org_id, credential_id, comments: '' })
    expect(statusAndMessage(await remove('2'))).toEqual([
      400,
      'The credential payments still serves 2 resources: remove them, or give them another credential, first.',
    ])
    await create({})
    expect((await remove('4')).status).toBe(200)
    expect(statusAndMessage(await remove('4'))).toEqual([
      404,
      'There is no credential "4" in this organization.',
    ])
  })
})
