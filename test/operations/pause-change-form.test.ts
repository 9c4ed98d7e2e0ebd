import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const OF_WAREHOUSE = { From: 'Mon 16 Nov 2026', Until: 'Sun 22 Nov 2026', Plan: 'data-warehouse' }

describe('the form for other days', () => {
  it('begins with the days and the reason of the one pause that a plan has', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow to friday load test')
    await ana.types('/pause change web-prod')
    const days = { From: 'Thu 19 Nov 2026', Until: 'Fri 20 Nov 2026' }
    expect(ana.fields).toEqual({ Plan: 'web-prod', ...days, Reason: 'load test' })
    await ana.submits({ Until: 'sunday', Reason: '' })
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '22/11/2026', '']])
  })

  it('follows the plan that is chosen in it, and keeps the days that somebody has typed', async () => {
    const ana = story().person('Ana')
    await story().pauseElsewhere('ml-training', '07/12/2026', '08/12/2026')
    await ana.types('/pause web-prod tomorrow to friday load test')
    await ana.types('/pause change')
    expect(ana.fields).toEqual({ Plan: '', From: '', Until: '', Reason: '' })
    await ana.fills({ Plan: 'web-prod' })
    expect(ana.fields).toMatchObject({ From: 'Thu 19 Nov 2026', Until: 'Fri 20 Nov 2026' })
    await ana.fills({ Plan: 'data-warehouse' })
    expect(ana.fields).toMatchObject(OF_WAREHOUSE)
    // Which of its pauses is meant is not known.
    await ana.fills({ Plan: 'ml-training' })
    expect(ana.fields).toMatchObject({ From: '', Until: '', Reason: '' })
    await ana.fills({ From: '1 dec' })
    await ana.fills({ Plan: 'web-prod' })
    expect(ana.fields).toMatchObject({ From: '1 dec', Until: '', Reason: 'load test' })
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['01/12/2026', '01/12/2026', 'load test']])
  })

  it('begins empty where a plan has several pauses, and asks which is meant', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow load test')
    await ana.types('/pause web-prod 1 dec freeze')
    await ana.types('/pause change web-prod')
    expect(ana.fields).toEqual({ Plan: 'web-prod', From: '', Until: '', Reason: '' })
    await ana.submits({ From: '3 dec' })
    expect(ana.readsPrivately().at(-1)).toContain('Which one do you want to change: Thu 3 Dec 2026 (1 day)?')
  })

  it('can be sent again where Bo changed the pause meanwhile, and Ana has read to which days', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/pause web-prod tomorrow load test')
    await ana.types('/pause change web-prod')
    await bo.types('/pause change web-prod until friday')
    await ana.submits({ Until: 'sunday' })
    expect(ana.form).toContain(
      'is gone: <@U2BO> changed it to Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) (<!date',
    )
    await ana.submits({ Until: 'saturday' })
    expect(ana.form).toBeUndefined()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '21/11/2026', 'load test']])
  })

  it('says so at once where a button opens it for a pause that is gone, and leaves the others alone', async () => {
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
