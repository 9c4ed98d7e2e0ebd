import { describe, expect, it } from 'vitest'
import { createRenewal } from '../../../src/slack/oauth/bot-tokens.ts'
import type { Installation } from '../../../src/storage/installations.ts'
import { installationOf } from '../../stored-rows.ts'

const HOUR_S = 3600
const ACME = { team: 'T1' }

/** An installation whose token ends in so many seconds, unless it never does. */
function installation(token: string, leftS: number | undefined): Installation {
  const ends = leftS === undefined ? {} : { refreshToken: 'r', expiresAt: Date.now() / 1000 + leftS }
  return installationOf(token, { team: { id: 'T1' } }, ends)
}

/** What is found there, one after the other and then the last, and what comes of a renewal. */
function setUp(found: (Installation | undefined)[], renewed?: string) {
  const left = [...found]
  let last: Installation | undefined
  let renewals = 0
  const tokenOf = createRenewal({
    installs: {
      find: async () => {
        last = left.shift() ?? last
        return last
      },
    },
    renew: async () => {
      renewals += 1
      if (renewed === undefined) throw new Error('Slack is away')
      return renewed
    },
    log: { warn: () => {} },
  })
  return { tokenOf: () => tokenOf(ACME), renewals: () => renewals }
}

describe('a token', () => {
  it.each([
    ['that does not rotate', undefined],
    ['that is good for long', 3 * HOUR_S],
  ])('%s is taken as it is', async (_, leftS) => {
    const { tokenOf, renewals } = setUp([installation('old', leftS)], 'new')
    expect([await tokenOf(), renewals()]).toEqual(['old', 0])
  })

  it('that does not exist is undefined', async () => {
    expect(await setUp([undefined]).tokenOf()).toBeUndefined()
  })

  it('that ends soon is renewed, and goes on where Slack does not let that be', async () => {
    expect(await setUp([installation('old', HOUR_S)], 'new').tokenOf()).toBe('new')
    expect(await setUp([installation('old', HOUR_S)]).tokenOf()).toBe('old')
    await expect(setUp([installation('old', -1)]).tokenOf()).rejects.toThrow('Slack is away')
  })

  it('that another process has renewed is taken from there', async () => {
    const found = [installation('old', -1), installation('new', 12 * HOUR_S)]
    expect(await setUp(found).tokenOf()).toBe('new')
  })
})
