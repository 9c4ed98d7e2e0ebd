import { describe, expect, it } from 'vitest'
import type { Call } from '../../src/service/contract/contract.ts'
import { cacheReads } from '../../src/service/open-service.ts'
import { pause, token } from './server.ts'

const org = { org_id: '17' }

/** Caches reads of a service that responds or fails on demand. */
function setUp(maxAgeMs = 1000) {
  const sent: { resolve(): void; reject(error: Error): void }[] = []
  let time = 0
  const send: Call = () =>
    new Promise((resolve, reject) => {
      sent.push({ resolve: () => resolve(JSON.parse('{"plans":[]}')), reject })
    })
  return {
    sent,
    call: cacheReads(send, () => time, maxAgeMs),
    passes: (ms: number) => {
      time += ms
    },
  }
}

describe('a read', () => {
  it('is shared while it is in flight and for a second', async () => {
    const { call, sent, passes } = setUp()
    const reads = [call('listPlans', org, token), call('listPlans', org, token)]
    sent[0]?.resolve()
    expect(await Promise.all(reads)).toEqual([{ plans: [] }, { plans: [] }])
    passes(999)
    await call('listPlans', org, token)
    expect(sent).toHaveLength(1)
    passes(1)
    void call('listPlans', org, token)
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['token', 'listPlans', org, 'another', {}],
    ['organization', 'listPlans', { org_id: '18' }, token, {}],
    ['endpoint', 'listCredentials', org, token, {}],
    ['state, since it must be fresh', 'listPlans', org, token, { fresh: true }],
  ] as const)('is not shared with a read of another %s', (_, name, request, by, options) => {
    const { call, sent } = setUp()
    void call('listPlans', org, token)
    void call(name, request, by, options)
    expect(sent).toHaveLength(2)
  })

  it('is not cached when it fails', async () => {
    const { call, sent } = setUp()
    const reads = [call('listPlans', org, token), call('listPlans', org, token)]
    sent[0]?.reject(new Error('down'))
    for (const read of reads) await expect(read).rejects.toThrow('down')
    void call('listPlans', org, token)
    expect(sent).toHaveLength(2)
  })

  it('is never shared with a maximum age of 0', () => {
    const { call, sent } = setUp(0)
    void call('listPlans', org, token)
    void call('listPlans', org, token)
    expect(sent).toHaveLength(2)
  })
})

describe('a write', () => {
  it.each([
    ['its organization', org, 'another'],
    ['its token', { org_id: '18' }, token],
  ])('invalidates the reads of %s when it is sent and when it ends', async (_, request, by) => {
    for (const end of ['resolve', 'reject'] as const) {
      const { call, sent } = setUp()
      void call('listPlans', request, by)
      const write = call('pausePlan', pause, token)
      void call('listPlans', request, by)
      expect(sent).toHaveLength(3)
      sent[1]?.[end](new Error('down'))
      await write.catch(() => {})
      void call('listPlans', request, by)
      expect(sent).toHaveLength(4)
    }
  })

  it('keeps the cached reads of other organizations', async () => {
    const { call, sent } = setUp()
    void call('listPlans', { org_id: '18' }, 'another')
    void call('pausePlan', pause, token)
    void call('listPlans', { org_id: '18' }, 'another')
    expect(sent).toHaveLength(2)
  })
})
