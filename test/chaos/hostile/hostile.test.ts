import { describe, expect, it, onTestFinished } from 'vitest'
import { besieged } from './besieged.ts'
import { assail, assaults } from './hostile.ts'
import { everyPayload } from './payloads.ts'

describe('hundreds of hostile requests', { timeout: 60_000 }, () => {
  it('are all answered in time, and leave the bot as it was', async () => {
    const siege = await besieged()
    onTestFinished(async () => void (await siege.close()))
    const payloads = await everyPayload(siege.slack, siege.sender)
    expect(new Set(payloads.map(({ kind }) => kind))).toEqual(
      new Set([
        'command',
        'block_actions',
        'block_suggestion',
        'view_submission',
        'shortcut',
        'event_callback',
      ]),
    )
    const next = assaults({ ...siege, payloads, seed: 1 })
    const { statuses, unanswered, slowestMs } = await assail(siege.address, next, 400)
    expect(unanswered).toEqual([])
    // 400 and 404 are for what was signed and is nothing that Slack ever sends.
    expect(Object.keys(statuses).filter(status => !/^(200|400|401|404|413)$/.test(status))).toEqual([])
    expect(statuses[200]).toBeGreaterThan(200)
    expect(slowestMs).toBeLessThan(3000)
    expect([siege.failures, siege.isAlive()]).toEqual([[], true])
    expect(await siege.close()).toBe(0)
  })
})
