import { describe, expect, it, vi } from 'vitest'
import { Refused } from '../../../src/core/errors.ts'
import { createInstalledTokens } from '../../../src/slack/oauth/bot-tokens.ts'
import type { Installation } from '../../../src/storage/installations.ts'
import { app } from '../../many-workspaces.ts'
import { installationOf } from '../../stored-rows.ts'

const installed = (token: string, expiresIn = 86_400): Installation => {
  const expiresAt = Date.now() / 1000 + expiresIn
  return installationOf(token, { team: { id: 'T1' } }, { refreshToken: 'xoxe-1', expiresAt })
}
const RENEWED = { ok: true, access_token: 'xoxb-2', refresh_token: 'xoxe-2', expires_in: 43_200 }
const rejects = () => Promise.reject(new Error('The disk is full'))

/** Tokens of installations, and what looks these up; Slack answers a renewal so. */
function setUp(answer: object = RENEWED, failing: object = {}) {
  let time = Date.parse('2026-11-18T09:00:00Z')
  const find = vi.fn(async () => installed('xoxb-1'))
  const warn = vi.fn()
  const tokens = createInstalledTokens({
    app,
    clientOptions: { fetch: async () => Response.json(answer) },
    publicUrl: undefined,
    installs: { find, renew: async () => {} },
    entries: { claim: async () => true, remove: async () => true, ...failing },
    clock: () => new Date(time),
    log: { warn },
  })
  const passes = (ms: number) => {
    time += ms
  }
  return { tokens, find, passes, warn }
}

describe('the token of a workspace', () => {
  it('is looked up once a minute, however many come at the same time', async () => {
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

  it('is another in each workspace, and in the enterprise of one', async () => {
    const { tokens, find } = setUp()
    const places = [{ team: 'T1' }, { team: 'T2' }, { team: 'T1', enterprise: 'T2' }, { enterprise: 'T1' }]
    for (const place of [...places, { team: 'T1', wide: true }, ...places]) await tokens.of(place)
    expect(find).toHaveBeenCalledTimes(5)
  })

  it('is looked up again after something has changed, even while somebody still waits', async () => {
    const { tokens, find } = setUp()
    const { promise, resolve } = Promise.withResolvers<Installation>()
    find.mockReturnValueOnce(promise)
    const first = tokens.of({ team: 'T1' })
    tokens.forget()
    find.mockResolvedValue(installed('xoxb-2'))
    expect(await tokens.of({ team: 'T1' })).toBe('xoxb-2')
    resolve(installed('xoxb-1'))
    expect(await first).toBe('xoxb-1')
    expect(await tokens.of({ team: 'T1' })).toBe('xoxb-2')
    expect(find).toHaveBeenCalledTimes(2)
  })

  it.each([
    [
      'the answer of Slack lacks when the new one ends',
      { ...RENEWED, expires_in: undefined },
      {},
      'expires_in',
    ],
    ['the database does not take that it is asked for', RENEWED, { claim: rejects }, 'The disk is full'],
  ])('is the older one while it is good, and the log says that %s', async (_, answer, failing, why) => {
    const { tokens, find, warn } = setUp(answer, failing)
    find.mockResolvedValue(installed('xoxb-1', 3600))
    expect(await tokens.of({ team: 'T1' })).toBe('xoxb-1')
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce())
    expect(warn.mock.calls[0]?.[0].err.message).toContain(why)
  })

  it('is to be installed again where Slack renews it no more, whatever the database does', async () => {
    const { tokens, find } = setUp({ ok: false, error: 'invalid_refresh_token' }, { remove: rejects })
    find.mockResolvedValue(installed('xoxb-1', 0))
    await expect(tokens.of({ team: 'T1' })).rejects.toBeInstanceOf(Refused)
  })
})
