import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const days = 'Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days)'

describe('a service that does not list the reasons of pauses', () => {
  it('lets a pause be found after its response was lost', async () => {
    story().wire.omit('list_plans', 'reason')
    story().wire.respond('pause_plan', 'reset after')
    await story().person('Ana').types('/pause web-prod tomorrow to friday load test')
    expect(story().channel()).toEqual([expect.stringContaining(`paused *web-prod*: ${days} – load test`)])
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
    expect(story().wire.changes()).toHaveLength(1)
  })

  it('lets a duplicate be recognized', async () => {
    const ana = story().person('Ana')
    story().wire.omit('list_plans', 'reason')
    await ana.types('/pause web-prod tomorrow to friday load test')
    await ana.types('/pause web-prod tomorrow to friday load test')
    expect(ana.readsPrivately()).toEqual([
      expect.stringContaining(
        `*web-prod* is already paused for these days: ${days} · back Mon 23 Nov, 08:00. Nothing was done.`,
      ),
    ])
  })

  it('lets Bo resume what Ana paused, even if it returns no id', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    story().wire.omit('list_plans', 'reason')
    story().wire.omit('pause_plan', 'pause_id')
    await ana.types('/pause web-prod tomorrow to friday load test')
    await bo.presses('Resume now')
    expect(await story().pauses('web-prod')).toEqual([])
    await ana.types('/pause web-prod, ci-runners tomorrow to friday load test')
    await bo.presses('Resume all')
    expect([await story().pauses('web-prod'), await story().pauses('ci-runners')]).toEqual([[], []])
  })
})
