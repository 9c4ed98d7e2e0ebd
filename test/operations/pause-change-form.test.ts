import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const OF_WAREHOUSE = { From: 'Mon 16 Nov 2026', Until: 'Sun 22 Nov 2026', Plan: 'data-warehouse' }

describe('the form to change a pause', () => {
  it('opens with the days and the reason of the only pause', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow to friday load test')
    await ana.types('/pause change web-prod')
    const days = { From: 'Thu 19 Nov 2026', Until: 'Fri 20 Nov 2026' }
    expect(ana.fields).toEqual({ Plan: 'web-prod', ...days, Reason: 'load test' })
    await ana.submits({ Until: 'sunday', Reason: '' })
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '22/11/2026', '']])
  })

  it('shows the days of each plan selected in it, but keeps typed days', async () => {
    const ana = story().person('Ana')
    await story().pauseElsewhere('ml-training', '07/12/2026', '08/12/2026')
    await ana.types('/pause web-prod tomorrow to friday load test')
    await ana.types('/pause change')
    expect(ana.fields).toEqual({ Plan: '', From: '', Until: '', Reason: '' })
    await ana.fills({ Plan: 'web-prod' })
    expect(ana.fields).toMatchObject({ From: 'Thu 19 Nov 2026', Until: 'Fri 20 Nov 2026' })
    await ana.fills({ Plan: 'data-warehouse' })
    expect(ana.fields).toMatchObject(OF_WAREHOUSE)
    // This plan has two pauses.
    await ana.fills({ Plan: 'ml-training' })
    expect(ana.fields).toMatchObject({ From: '', Until: '', Reason: '' })
    await ana.fills({ From: '1 dec' })
    await ana.fills({ Plan: 'web-prod' })
    expect(ana.fields).toMatchObject({ From: '1 dec', Until: '', Reason: 'load test' })
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['01/12/2026', '01/12/2026', 'load test']])
  })

  it('opens empty for a plan with several pauses, and asks which one to change', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow load test')
    await ana.types('/pause web-prod 1 dec freeze')
    await ana.types('/pause change web-prod')
    expect(ana.fields).toEqual({ Plan: 'web-prod', From: '', Until: '', Reason: '' })
    await ana.submits({ From: '3 dec' })
    expect(ana.readsPrivately().at(-1)).toContain(
      'Which one do you want to change? New days: Thu 3 Dec 2026 (1 day).',
    )
  })

  it('tells Ana to which days Bo changed the pause meanwhile, and leaves them', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/pause web-prod tomorrow load test')
    await ana.types('/pause change web-prod')
    await bo.types('/pause change web-prod until friday')
    await ana.submits({ Until: 'sunday' })
    expect(ana.form).toContain(
      'is gone: <@U2BO> changed it to Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) (<!date',
    )
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
  })

  it('says at once that the pause of its button is gone, and leaves other pauses alone', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/pause web-prod tomorrow load test')
    story().failSlack('chat.update', 'unreachable')
    await bo.types('/resume web-prod')
    await bo.types('/pause web-prod 1 dec')
    await ana.pressesBelow('paused *web-prod*: Thu 19', 'Change dates')
    expect(ana.form).toContain('is gone: <@U2BO> cancelled it')
    expect(await story().pauses('web-prod')).toEqual([['01/12/2026', '01/12/2026', '']])
  })
})
