import { describe, expect, it } from 'vitest'
import { failureOf, pause, setUp, token } from './server.ts'

describe('a response', () => {
  it('is parsed into the shape of the contract', async () => {
    const plans = [{ id: 4, name: 'web-prod', resources: '11', pauses: null }]
    const { client } = await setUp(response => response.end(JSON.stringify({ status: 200, plans })))
    expect(await client.call('listPlans', { org_id: '17' }, token)).toEqual({
      plans: [{ id: '4', name: 'web-prod', resources: 11, pauses: [] }],
    })
  })

  it('is parsed without unreadable parts, whose paths are reported once', async () => {
    const plans = [{ id: 4, pauses: [{ begin: 'secret' }], resources: 'secret' }, 'secret', { id: 5 }]
    const reported: unknown[] = []
    const { client } = await setUp(
      (response, nth) => response.end(JSON.stringify({ plans, nth, organizations: [{ org_id: 1 }] })),
      { onUnreadable: (...places) => reported.push(places) },
    )
    for (let times = 0; times < 2; times++) await client.call('listPlans', { org_id: '17' }, token)
    await client.call('listOrganizations', {}, token)
    expect(reported).toEqual([['listPlans', ['plans[].pauses[]', 'plans[].resources', 'plans[]']]])
  })

  it.each([
    [400, 'invalid', 'not done'],
    [401, 'unauthorized', 'not done'],
    [403, 'forbidden', 'not done'],
    [404, 'not found', 'not done'],
    [408, 'timeout', 'unknown'],
    [409, 'conflict', 'not done'],
    [429, 'limited', 'not done'],
    [500, 'unavailable', 'unknown'],
    [503, 'unavailable', 'unknown'],
    [504, 'timeout', 'unknown'],
  ] as const)('of %i to a change is %s with the outcome %s', async (status, kind, outcome) => {
    const { client, received } = await setUp((response, nth) => {
      response.writeHead(nth === 1 ? status : 200).end(JSON.stringify({ status, message: 'No, Ana.' }))
    })
    const expected = { kind, status, outcome, endpoint: 'pausePlan', serviceMessage: 'No, Ana.' }
    expect(await failureOf(client.call('pausePlan', pause, token))).toMatchObject(expected)
    // The same status in the body of an HTTP 200.
    expect(await failureOf(client.call('pausePlan', pause, token))).toMatchObject(expected)
    expect(received).toHaveLength(2)
  })

  it('with a redirect is not followed', async () => {
    const { client, received } = await setUp(response =>
      response.writeHead(302, { location: '/login' }).end(),
    )
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'malformed answer', status: 302, outcome: 'unknown' })
    expect(received).toHaveLength(1)
  })

  it.each([
    ['a page of HTML', '<!doctype html><title>Welcome</title>'],
    ['broken JSON', '{"status":200,"plans":['],
    ['JSON without the list', '{"status":200}'],
    ['null', 'null'],
    ['nothing', ''],
  ])('that is %s is malformed, and not requested again', async (_, body) => {
    const { client, received } = await setUp(response => response.end(body))
    const failure = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(failure).toMatchObject({ kind: 'malformed answer', status: 200, outcome: 'not done' })
    expect(received).toHaveLength(1)
  })

  it('to a change that is no JSON leaves the outcome unknown', async () => {
    const { client } = await setUp(response => response.end('<h1>OK</h1>'))
    const failure = await failureOf(client.call('pausePlan', pause, token))
    expect(failure).toMatchObject({ kind: 'malformed answer', outcome: 'unknown' })
  })

  it('that describes an error in its body is a failure despite HTTP 200', async () => {
    const { client } = await setUp(response => response.end('{"success":false,"message":"No, Ana."}'))
    const expected = { kind: 'invalid', serviceMessage: 'No, Ana.' }
    const change = await failureOf(client.call('pausePlan', pause, token))
    expect(change).toMatchObject({ ...expected, outcome: 'unknown' })
    const reading = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(reading).toMatchObject({ ...expected, outcome: 'not done' })
  })

  it('of more than 8 MB is refused', async () => {
    const { client } = await setUp(response =>
      response.end(`{"plans":[],"x":"${'x'.repeat(8 * 1024 * 1024)}"}`),
    )
    const failure = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(failure).toMatchObject({ kind: 'malformed answer', code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' })
  })

  it.each([
    ['in seconds', { 'retry-after': '30' }, 30],
    ['capped at a day', { 'retry-after': '1000000000' }, 86_400],
    ['ignored if negative', { 'retry-after': '-5' }, undefined],
    ['ignored if it is a date', { 'retry-after': 'Fri, 04 Dec 2026 09:00:05 GMT' }, undefined],
    ['missing', {}, undefined],
  ])('of 429 has a retry time: %s', async (_, headers, seconds) => {
    const { client } = await setUp(response => response.writeHead(429, headers).end())
    const failure = await failureOf(client.call('listPlans', { org_id: '17' }, token))
    expect(failure).toMatchObject({ kind: 'limited', status: 429 })
    expect(failure.retryAfterSeconds).toBe(seconds)
  })
})
