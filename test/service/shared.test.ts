import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { sharingReads } from '../../src/service/shared.ts'
import { failureOf, noPlans, pause, setUp, token } from './server.ts'

/** A service whose answers wait until they are let go. */
async function waitingService() {
  const held: ServerResponse[] = []
  const waits: (() => void)[] = []
  let time = 0
  const { client, seen } = await setUp(response => {
    held.push(response)
    for (const look of waits.splice(0)) look()
  })
  return {
    client: sharingReads(client, () => time),
    seen,
    passes: (ms: number) => {
      time += ms
    },
    /** As soon as so many have asked, and nobody else has. */
    async asked(count: number): Promise<void> {
      while (held.length < count) await new Promise<void>(resolve => waits.push(resolve))
      expect(held).toHaveLength(count)
    },
    answers(nth: number, status = 200, body = noPlans): void {
      held[nth]?.writeHead(status).end(body)
    },
  }
}

const acme = { org_id: '17' }

describe('what is read of the service at the same moment', () => {
  it('is asked for once, and told to everybody', async () => {
    const { client, seen, asked, answers } = await waitingService()
    const reads = [1, 2, 3].map(() => client.call('listPlans', acme, token))
    await asked(1)
    answers(0)
    expect(await Promise.all(reads)).toEqual([{ plans: [] }, { plans: [] }, { plans: [] }])
    expect(seen).toHaveLength(1)
  })

  it('is asked for by each where they ask with other tokens, or for something else', async () => {
    const { client, asked, answers } = await waitingService()
    const reads = [
      client.call('listPlans', acme, token),
      client.call('listPlans', acme, `${token}2`),
      client.call('listPlans', { org_id: '18' }, token),
    ]
    await asked(3)
    for (const nth of [0, 1, 2]) answers(nth)
    await Promise.all(reads)
  })

  it('is asked for once also where somebody has less time than usual', async () => {
    const { client, seen, asked, answers } = await waitingService()
    const reads = [undefined, { limitMs: 1000 }].map(how => client.call('listPlans', acme, token, how))
    await asked(1)
    answers(0)
    await Promise.all(reads)
    expect(seen).toHaveLength(1)
  })

  it.each([{ fresh: true as const }, { signal: new AbortController().signal }])(
    'is asked for by itself by whoever asks for that: %j',
    async how => {
      const { client, asked, answers } = await waitingService()
      const reads = [undefined, how].map(how => client.call('listPlans', acme, token, how))
      await asked(2)
      for (const nth of [0, 1]) answers(nth)
      await Promise.all(reads)
    },
  )

  it('is asked for anew once it was answered', async () => {
    const { client, asked, answers } = await waitingService()
    for (const nth of [0, 1]) {
      const read = client.call('listPlans', acme, token)
      await asked(nth + 1)
      answers(nth)
      await read
    }
  })

  it('is asked for anew a moment later, though the first answer is still to come', async () => {
    const { client, seen, passes, asked, answers } = await waitingService()
    const reads = [client.call('listPlans', acme, token)]
    passes(99)
    reads.push(client.call('listPlans', acme, token))
    passes(1)
    reads.push(client.call('listPlans', acme, token))
    await asked(2)
    answers(0)
    await Promise.all(reads.slice(0, 2))
    reads.push(client.call('listPlans', acme, token))
    answers(1)
    await Promise.all(reads)
    expect(seen).toHaveLength(2)
  })

  it('fails for all who waited for it, and not for the next', async () => {
    const { client, asked, answers } = await waitingService()
    const reads = [1, 2].map(() => failureOf(client.call('listPlans', acme, token)))
    await asked(1)
    answers(0, 403, '{}')
    for (const read of reads) expect(await read).toMatchObject({ kind: 'forbidden' })
    const next = client.call('listPlans', acme, token)
    await asked(2)
    answers(1)
    expect(await next).toEqual({ plans: [] })
  })
})

describe('what is read after a change', () => {
  it('is never what was asked for before it was sent', async () => {
    const { client, asked, answers } = await waitingService()
    const before = client.call('listPlans', acme, token)
    await asked(1)
    const change = client.call('pausePlan', pause, token)
    await asked(2)
    const meanwhile = client.call('listPlans', acme, token)
    await asked(3)
    answers(1, 200, '{}')
    await change
    const after = client.call('listPlans', acme, token)
    await asked(4)
    for (const nth of [0, 2, 3]) answers(nth)
    await Promise.all([before, meanwhile, after])
  })

  it('is never what was asked for before somebody else has changed it', async () => {
    const { client, asked, answers } = await waitingService()
    const before = client.call('listPlans', acme, token)
    await asked(1)
    const change = client.call('pausePlan', pause, `${token}2`)
    await asked(2)
    answers(1, 200, '{}')
    await change
    const after = client.call('listPlans', acme, token)
    await asked(3)
    for (const nth of [0, 2]) answers(nth)
    await Promise.all([before, after])
  })

  it('is asked anew also where the change has failed', async () => {
    const { client, asked, answers } = await waitingService()
    const change = failureOf(client.call('pausePlan', pause, token))
    await asked(1)
    const meanwhile = client.call('listPlans', acme, token)
    await asked(2)
    answers(0, 500, '{}')
    await change
    const after = client.call('listPlans', acme, token)
    await asked(3)
    for (const nth of [1, 2]) answers(nth)
    await Promise.all([meanwhile, after])
  })
})
