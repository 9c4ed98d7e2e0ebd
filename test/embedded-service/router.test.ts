import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createHttp } from '../../src/embedded-service/router.ts'
import { createHandlers } from '../../src/embedded-service/service.ts'
import { openStore } from '../../src/embedded-service/service-store.ts'
import { addPerson, peopleOf } from '../../src/embedded-service/users.ts'
import { KEY } from '../key.ts'
import { type Acme, openAcme, acme as org_id, send, statusAndMessage } from './running.ts'

let acme: Acme
let headers: Record<string, string>
beforeEach(async () => {
  acme = await openAcme()
  headers = { authorization: `Bearer ${acme.service.token('ana@acme.test')}` }
})
afterEach(() => acme.close())

const get = (target: string) => send(acme.url, { method: 'GET', target, headers })
const post = (target: string, body: string) => send(acme.url, { method: 'POST', target, headers, body })
const pausing = '/v1/organizations/plans/update?action=pause_plan'

describe('the service over HTTP', () => {
  it('distinguishes a path with a double slash from one without', async () => {
    const body = JSON.stringify({ org_id, credential_id: '9', comments: '' })
    const doubled = await post('//v1/organizations/credentials/delete?action=remove_credential', body)
    const single = await post('/v1/organizations/credentials/delete?action=remove_credential', body)
    expect(statusAndMessage(doubled)).toEqual([404, 'There is no credential "9" in this organization.'])
    expect(statusAndMessage(single)).toEqual([
      404,
      'There is no POST "/v1/organizations/credentials/delete" with the action "remove_credential".',
    ])
  })

  it('reads the JSON body of a GET', async () => {
    const target = '/v1/organizations/billing/describe?action=getorganization'
    const body = JSON.stringify({ org_id })
    expect((await send(acme.url, { method: 'GET', target, headers, body })).status).toBe(200)
    expect(statusAndMessage(await get(target))).toEqual([
      400,
      'org_id: Invalid input: expected string, received undefined.',
    ])
  })

  it.each([
    ...['{', 'org_id=1', '<xml/>', '\u0000'].map(body => [body, 'The body is not JSON.']),
    ...['[]', '"text"', '7', 'null', 'true'].map(body => [
      body,
      expect.stringMatching(/^Invalid input: expected object, received \w+\.$/),
    ]),
  ])('refuses the body %j', async (body, message) => {
    expect(statusAndMessage(await post(pausing, body))).toEqual([400, message])
  })

  it('names a member of the wrong type', async () => {
    const body = JSON.stringify({ org_id: 1001, plan_id: '1', updates: [], dependancy: 'yes' })
    expect(statusAndMessage(await post('/organizations/plans/update?action=update_plan', body))).toEqual([
      400,
      'org_id: Invalid input: expected string, received number; ' +
        'updates: Invalid input: expected object, received array; ' +
        'dependancy: Invalid input: expected boolean, received string.',
    ])
  })

  it.each(['', 'Bearer', 'Bearer  ', 'Basic YW5h', 'Bearer a b'])(
    'rejects %j as authorization',
    async authorization => {
      const target = '/v1/organizations/list?action=list'
      const response = await send(acme.url, { method: 'GET', target, headers: { authorization } })
      expect(statusAndMessage(response)).toEqual([
        401,
        'Send an access token: "Authorization: Bearer <token>".',
      ])
    },
  )

  it('reports the cause of a failure, but does not send it', async () => {
    const reported: unknown[] = []
    const failure = new Error('disk full at /secret')
    const fail = () => {
      throw failure
    }
    const store = openStore(':memory:', KEY)
    const server = createHttp(
      { ...store, transaction: fail },
      createHandlers(store, ['aws', 'azure', 'gcp'], () => new Date(0)),
      error => reported.push(error),
      () => false,
    ).listen(0, '127.0.0.1')
    addPerson(store, 'ana@acme.test')
    await once(server, 'listening')
    const { port } = z.object({ port: z.number() }).parse(server.address())
    const target = '/v1/organizations/list?action=list'
    const headers = { authorization: `Bearer ${peopleOf(store)[0]?.token}` }
    const answered = await send(`http://127.0.0.1:${port}`, { method: 'GET', target, headers })
    server.close()
    expect(statusAndMessage(answered)).toEqual([500, 'The service failed. Nothing was changed.'])
    expect(reported).toEqual([failure])
  })
})
