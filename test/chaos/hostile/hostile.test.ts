import { describe, expect, it } from 'vitest'
import { runHostile } from './run-hostile.ts'

describe('hundreds of hostile requests', { timeout: 60_000 }, () => {
  it('are all answered in time, without errors or memory growth', async () => {
    const { kinds, problems, counts } = await runHostile({ seed: 1, warmUp: 100, count: 400 })
    expect([...kinds].sort()).toEqual([
      'block_actions',
      'block_suggestion',
      'command',
      'event_callback',
      'shortcut',
      'view_submission',
    ])
    expect(problems).toEqual([])
    expect(counts['answered 200']).toBeGreaterThan(200)
  })
})
