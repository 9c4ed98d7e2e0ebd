import { describe, expect, it, vi } from 'vitest'
import { createInstalledTokens } from '../../../src/slack/oauth/bot-tokens.ts'
import type { Installation } from '../../../src/storage/installations.ts'
import { app } from '../../many-workspaces.ts'
import { installationOf } from '../../stored-rows.ts'

const installation = (token: string): Installation => installationOf(token, { team: { id: 'T1' } })

/** Creates tokens of installations, with a spy on the lookup. */
function setUp() {
  let time = Date.parse('2026-11-18T09:00:00Z')
  const find = vi.fn(async () => installation('xoxb-1'))
  const tokens = createInstalledTokens({
    app,
    clientOptions: {},
    installs: { find, save: async () => {} },
    clock: () => new Date(time),
  })
  const passes = (ms: number) => {
    time += ms
  }
  return { tokens, find, passes }
}

describe('the token of a workspace', () => {
  it('is looked up once a minute for any number of concurrent requests', async () => {
    const { tokens, find, passes } = setUp()
    const many = Array.from({ length: 50 }, () => tokens.of({ team: 'T1' }))
    for (const token of await Promise.all(many)) expect(token).toBe('xoxb-1')
    passes(60_000)
    await tokens.of({ team: 'T1' })
    expect(find).toHaveBeenCalledTimes(1)
    passes(1)
    await tokens.of({ team: 'T1' })
    expect(find).toHaveBeenCalledTimes(2)
  })

  it('is cached separately for each workspace and enterprise', async () => {
    const { tokens, find } = setUp()
    const places = [{ team: 'T1' }, { team: 'T2' }, { team: 'T1', enterprise: 'T2' }, { enterprise: 'T1' }]
    for (const place of [...places, { team: 'T1', wide: true }, ...places]) await tokens.of(place)
    expect(find).toHaveBeenCalledTimes(5)
  })

  it('is looked up again after an invalidation, even during a lookup', async () => {
    const { tokens, find } = setUp()
    const { promise, resolve } = Promise.withResolvers<Installation>()
    find.mockReturnValueOnce(promise)
    const first = tokens.of({ team: 'T1' })
    tokens.forget()
    find.mockResolvedValue(installation('xoxb-2'))
    expect(await tokens.of({ team: 'T1' })).toBe('xoxb-2')
    resolve(installation('xoxb-1'))
    expect(await first).toBe('xoxb-1')
    expect(await tokens.of({ team: 'T1' })).toBe('xoxb-2')
    expect(find).toHaveBeenCalledTimes(2)
  })
})
