import { describe, expect, it } from 'vitest'
import { createTokenCache } from '../../../src/slack/oauth/bot-tokens.ts'

/** Tokens, and how often they were asked for. */
function counted() {
  let time = Date.parse('2026-11-18T09:00:00Z')
  let answer: () => Promise<string | undefined> = async () => 'xoxb-1'
  let requests = 0
  const tokens = createTokenCache({
    clock: () => new Date(time),
    find: () => {
      requests += 1
      return answer()
    },
  })
  return {
    tokens,
    requests: () => requests,
    passes: (ms: number) => {
      time += ms
    },
    answers: (next: typeof answer) => {
      answer = next
    },
  }
}

describe('the token of a workspace', () => {
  it('is asked for once a minute', async () => {
    const { tokens, requests, passes } = counted()
    for (const _ of [1, 2, 3]) expect(await tokens.of({ team: 'T1' })).toBe('xoxb-1')
    passes(60_000)
    await tokens.of({ team: 'T1' })
    expect(requests()).toBe(1)
    passes(1)
    await tokens.of({ team: 'T1' })
    expect(requests()).toBe(2)
  })

  it('is asked for once by many who come at the same time', async () => {
    const { tokens, requests } = counted()
    await Promise.all(Array.from({ length: 50 }, () => tokens.of({ team: 'T1' })))
    expect(requests()).toBe(1)
  })

  it('is another in each workspace, and in the enterprise of one', async () => {
    const { tokens, requests } = counted()
    const places = [{ team: 'T1' }, { team: 'T2' }, { team: 'T1', enterprise: 'T2' }, { enterprise: 'T1' }]
    for (const place of [...places, { team: 'T1', wide: true }, ...places]) await tokens.of(place)
    expect(requests()).toBe(5)
  })

  it('is asked for again after something has changed, even while somebody still waits', async () => {
    const { tokens, answers, requests } = counted()
    const { promise, resolve } = Promise.withResolvers<string>()
    answers(() => promise)
    const first = tokens.of({ team: 'T1' })
    tokens.forget()
    answers(async () => 'xoxb-2')
    expect(await tokens.of({ team: 'T1' })).toBe('xoxb-2')
    resolve('xoxb-1')
    expect(await first).toBe('xoxb-1')
    expect(await tokens.of({ team: 'T1' })).toBe('xoxb-2')
    expect(requests()).toBe(2)
  })
})
