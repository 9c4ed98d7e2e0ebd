import { describe, expect, it } from 'vitest'
import { createTokens } from '../../../src/slack/oauth/bot-tokens.ts'
import { type Installation, installationSchema } from '../../../src/storage/installations.ts'

const installation = (token: string): Installation =>
  installationSchema.parse({
    ...{ team: { id: 'T1' }, user: { id: 'U1' }, isEnterpriseInstall: false, authVersion: 'v2' },
    bot: { token, scopes: ['commands'], id: 'B1', userId: 'U0BOT' },
  })

/** Tokens, and how often they were asked for. */
function counted() {
  let time = Date.parse('2026-11-18T09:00:00Z')
  let answer: () => Promise<Installation | undefined> = async () => installation('xoxb-1')
  let asked = 0
  const { tokenOf, forget } = createTokens({
    clock: () => new Date(time),
    installs: {
      find: () => {
        asked += 1
        return answer()
      },
      keep: async () => {},
    },
    ...{ app: { clientId: '1.2', clientSecret: 's', stateSecret: 's' }, clientOptions: {}, stored() {} },
  })
  return {
    ...{ tokenOf, forget },
    asked: () => asked,
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
    const { tokenOf, asked, passes } = counted()
    for (const _ of [1, 2, 3]) expect(await tokenOf({ team: 'T1' })).toBe('xoxb-1')
    passes(60_000)
    await tokenOf({ team: 'T1' })
    expect(asked()).toBe(1)
    passes(1)
    await tokenOf({ team: 'T1' })
    expect(asked()).toBe(2)
  })

  it('is asked for once by many who come at the same time', async () => {
    const { tokenOf, asked } = counted()
    await Promise.all(Array.from({ length: 50 }, () => tokenOf({ team: 'T1' })))
    expect(asked()).toBe(1)
  })

  it('is another in each workspace, and in the enterprise of one', async () => {
    const { tokenOf, asked } = counted()
    const places = [{ team: 'T1' }, { team: 'T2' }, { team: 'T1', enterprise: 'T2' }, { enterprise: 'T1' }]
    for (const place of [...places, { team: 'T1', wide: true }, ...places]) await tokenOf(place)
    expect(asked()).toBe(5)
  })

  it('is asked for again after something has changed, even while somebody still waits', async () => {
    const { tokenOf, forget, answers, asked } = counted()
    const { promise, resolve } = Promise.withResolvers<Installation>()
    answers(() => promise)
    const first = tokenOf({ team: 'T1' })
    forget()
    answers(async () => installation('xoxb-2'))
    expect(await tokenOf({ team: 'T1' })).toBe('xoxb-2')
    resolve(installation('xoxb-1'))
    expect(await first).toBe('xoxb-1')
    expect(await tokenOf({ team: 'T1' })).toBe('xoxb-2')
    expect(asked()).toBe(2)
  })

  it('is asked for again where there was none, or it could not be looked up', async () => {
    const { tokenOf, answers } = counted()
    answers(async () => undefined)
    expect(await tokenOf({ team: 'T1' })).toBeUndefined()
    answers(() => Promise.reject(new Error('the database is away')))
    await expect(tokenOf({ team: 'T1' })).rejects.toThrow('the database is away')
    answers(async () => installation('xoxb-2'))
    expect(await tokenOf({ team: 'T1' })).toBe('xoxb-2')
  })
})
