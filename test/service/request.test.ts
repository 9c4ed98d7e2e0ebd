import { describe, expect, it } from 'vitest'
import { requests } from './requests.ts'
import { failureOf, noPlans, pause, setUp, token } from './server.ts'

describe('a request', () => {
  it('keeps the double slash of a path', async () => {
    const { client, received } = await setUp(response => response.end('{}'))
    expect(await client.call('removeCredential', requests.removeCredential, token)).toEqual({})
    expect(received[0]?.url).toBe('//v1/organizations/credentials/delete?action=remove_credential')
  })

  it('sends any characters unchanged in the query and the body', async () => {
    const { client, received } = await setUp(response => response.end(noPlans))
    const odd = 'a b+c&d=é/?#%20🦊'
    await client.call('listPlans', { org_id: odd }, token)
    await client.call('pausePlan', { ...pause, reason: odd }, token)
    expect(received[0]?.url).not.toContain('+')
    expect(new URLSearchParams(received[0]?.url?.split('?')[1]).get('org_id')).toBe(odd)
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({ ...pause, reason: odd })
  })
})

describe('a request that cannot be sent', () => {
  it('is refused with the names but not the values of members that break the contract', async () => {
    const { client, received } = await setUp(response => response.end('{}'))
    const wrong = client.call('pausePlan', { ...pause, pause_start: '31/02/2026' }, token)
    await expect(wrong).rejects.toThrow(
      new TypeError('Pause plan: the contract refuses pause_start (custom)'),
    )
    const stray = { ...pause, specific: { key: 'hunter2' } }
    await expect(client.call('pausePlan', stray, token)).rejects.toThrow(
      new TypeError('Pause plan: the contract refuses specific (unrecognized_keys)'),
    )
    expect(received).toEqual([])
  })

  it('is unauthorized when no header can carry its token', async () => {
    const { client, received } = await setUp(response => response.end('{}'))
    for (const bad of ['', 'two words', 'new\r\nline: x', 'tökén', 'nul\u0000', '🦊']) {
      const failure = await failureOf(client.call('pausePlan', pause, bad))
      expect(failure).toMatchObject({ kind: 'unauthorized', outcome: 'not done', status: undefined })
    }
    expect(received).toEqual([])
  })
})
