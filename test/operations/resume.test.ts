import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

describe('resuming a plan', () => {
  it('ends the live pause and announces that in the channel', async () => {
    const ana = story().person('Ana')
    await ana.types('/resume data-warehouse')
    expect(story().channel()).toEqual([
      `${ana.mention} resumed *data-warehouse* and ended its pause: Mon 16 Nov 2026 → Sun 22 Nov 2026 (7 days) – migration to the new cluster\nIt is outside hours until <!date^1794999600^{date_short_pretty} at {time}|12:00> your time (06:00 plan time).\n[Pause again] [Show plan]`,
    ])
    expect(await story().pauses('data-warehouse')).toEqual([])
    expect(story().wire.changes()).toMatchObject([
      { action: 'remove_pause', body: { plan_id: await story().planId('data-warehouse') } },
    ])
  })

  it.each(['/resume', '/pause change'])(
    'lists paused plans first, then those with upcoming pauses: %s',
    async sentence => {
      const ana = story().person('Ana')
      await story().pauseElsewhere('web-staging', '07/12/2026', '08/12/2026')
      await ana.types(sentence)
      const texts = async (typed: string) => (await ana.options('Plan', typed)).map(({ text }) => text.text)
      expect(await texts('')).toEqual(['data-warehouse', 'ml-training', 'web-staging'])
      expect(await texts('web')).toEqual(['web-staging'])
      await ana.closes()
      await ana.types('/plan off')
      expect((await texts('')).slice(0, 3)).toEqual(['web-prod', 'web-staging', 'data-warehouse'])
    },
  )

  it('says that a plan that is off does not run', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan off data-warehouse')
    await ana.types('/resume data-warehouse')
    expect(story().channel().at(-1)).toContain('\nIt is off until someone turns it on.\n')
  })

  it('cancels an upcoming pause', async () => {
    const ana = story().person('Ana')
    await ana.types('/resume web-staging')
    expect(await story().pauses('web-staging')).toEqual([])
    expect(story().channel()).toEqual([
      `${ana.mention} cancelled the upcoming pause of *web-staging*: Mon 30 Nov 2026 → Fri 4 Dec 2026 (5 days) – release freeze\n[Pause again] [Show plan]`,
    ])
  })

  it('shows another pause that still holds the plan, with a button that ends it', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/pause data-warehouse today to 27 nov load test')
    await ana.presses('Keep both')
    await bo.types('/resume data-warehouse')
    await bo.presses('Choose one')
    await bo.submits({ Pause: 'Mon 16 Nov' })
    expect(story().channel().at(-1)).toBe(
      `${bo.mention} ended a pause of *data-warehouse*: Mon 16 Nov 2026 → Sun 22 Nov 2026 (7 days) – migration to the new cluster\n:warning: It is still paused: Wed 18 Nov 2026 → Fri 27 Nov 2026 (10 days) – load test · back Sat 28 Nov, 06:00\n[Resume now] [Pause again] [Show plan]`,
    )
    await bo.presses('Resume now')
    expect(await story().pauses('data-warehouse')).toEqual([])
  })

  it('says that a plan without a pause is off, with a button that turns it on', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan off web-prod')
    await ana.types('/resume web-prod')
    expect(ana.readsPrivately()).toEqual([
      expect.stringMatching(
        /^There is no pause to cancel\.\n\*web-prod\* is off until someone turns it on; turned off by <@U1ANA>, .*\.\n\[Turn on\] \[Show plan\]$/,
      ),
    ])
    await ana.presses('Turn on')
    expect(await ana.asks('/resume web-prod')).toContain(
      'it is running until <!date^1795024800^{date_short_pretty} at {time}|19:00> your time.\n[Show plan]',
    )
  })

  it('says privately that a plan is not paused', async () => {
    const ana = story().person('Ana')
    await ana.types('/resume web-prod')
    expect(ana.readsPrivately()).toEqual([
      'There is no pause to cancel.\n*web-prod* is not paused: it is running until <!date^1795024800^{date_short_pretty} at {time}|19:00> your time.\n[Show plan]',
    ])
    expect(story().channel()).toEqual([])
    expect(story().wire.changes()).toEqual([])
  })

  it.each([
    ['Mon 16 Nov', [['01/12/2026', '02/12/2026', '']]],
    ['Tue 1 Dec', [['16/11/2026', '22/11/2026', 'migration to the new cluster']]],
  ])('asks which of several pauses to end: %s', async (pause, left) => {
    await story().pauseElsewhere('data-warehouse', '01/12/2026', '02/12/2026')
    const ana = story().person('Ana')
    await ana.types('/resume data-warehouse')
    expect(ana.readsPrivately()).toEqual([
      '*data-warehouse* has 2 pauses. Which one do you want to end or cancel?\n• 16–22 Nov – migration to the new cluster (live)\n• 1–2 Dec\n[Resume now] [Cancel both] [Choose one]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Choose one')
    expect(ana.fields).toEqual({ Plan: 'data-warehouse', Plans: '', Pause: '' })
    await ana.submits({ Pause: pause })
    expect(await story().pauses('data-warehouse')).toEqual(left)
    expect(story().channel()).toHaveLength(1)
  })
})

it('the question about many pauses lists only the first three', async () => {
  const ana = story().person('Ana')
  for (const day of ['01', '03', '05', '07', '09'])
    await story().pauseElsewhere('web-prod', `${day}/12/2026`, `${day}/12/2026`)
  await ana.types('/resume web-prod')
  expect(ana.readsPrivately()).toEqual([
    '*web-prod* has 5 pauses. Which one do you want to cancel?\n• 1 Dec\n• 3 Dec\n• 5 Dec\n• and 2 more\n[Cancel all 5] [Choose one]',
  ])
})

describe('the list of pauses', () => {
  it('shows live and upcoming pauses privately, with buttons for each', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause list')
    expect(ana.readsPrivately()).toEqual([
      [
        '3 pauses are live or upcoming.',
        '*data-warehouse* (live): 16–22 Nov – migration to the new cluster · back <!date^1795431600^{date_short_pretty} at {time}|Mon 23 Nov, 12:00> your time (06:00 plan time)',
        '[Resume now] [Change dates]',
        '*ml-training* (live): 17–27 Nov – no budget until the new quarter · back <!date^1795914000^{date_short_pretty} at {time}|Sun 29 Nov, 02:00> your time (Sat 20:00 plan time)',
        '[Resume now] [Change dates]',
        '*web-staging* (upcoming): 30 Nov – 4 Dec – release freeze · back Mon 7 Dec, 07:00',
        '[Resume now] [Change dates]',
        '[Share to channel]',
      ].join('\n'),
    ])
    expect(story().channel()).toEqual([])
  })

  it('answers “what is paused now?” with the live pauses', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('what is paused now?')).toMatch(/^2 pauses are live\.\n\*data-warehouse\* \(live\)/)
    expect(ana.readsPrivately()[0]).not.toContain('web-staging')
    await ana.types('/resume data-warehouse, ml-training')
    expect(await ana.asks('what is paused now?')).toBe('No pause is live.')
  })

  it.each([
    ['/pause list web-staging', '1 pause of *web-staging* is live or upcoming.', ['web-staging']],
    [
      '/pause list next week',
      '2 pauses are live or upcoming on Mon 23 Nov 2026 → Sun 29 Nov 2026 (7 days).',
      ['ml-training', 'web-staging'],
    ],
    [
      '/pause list web-prod and ml-training on friday',
      '1 pause of *web-prod, ml-training* is live or upcoming on Fri 20 Nov 2026 (1 day).',
      ['ml-training'],
    ],
  ])('can be limited to plans and days: %s', async (sentence, title, plans) => {
    await story().pauseElsewhere('web-staging', '29/11/2026', '29/11/2026')
    await story().resumeElsewhere('web-staging')
    await story().pauseElsewhere('web-staging', '29/11/2026', '02/12/2026')
    const texts = await story().person('Ana').asks(sentence)
    expect(texts.split('\n')[0]).toBe(title)
    expect(texts.match(/(?<=^\*)[^*]+(?=\* \()/gm) ?? []).toEqual(plans)
  })
})

describe('unreadable pauses', () => {
  it('are mentioned wherever they matter, and no day is named on which the plan is back', async () => {
    const ana = story().person('Ana')
    const id = await story().planId('web-prod')
    const schedule = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '8', duration: '11' }
    const withoutId = { pause_start: '16/11/2026', pause_end: '20/11/2026', reason: '' }
    const plan = { id, name: 'web-prod', schedule, resources: 4, pauses: [withoutId] }
    const reports = { id: '99', name: 'reports', pauses: [{ ...withoutId, pause_id: 'p9' }] }
    story().wire.respondWith('list_plans', { plans: [plan, reports] })
    const unknown = ':grey_question: *web-prod*  not known: its pauses cannot be read'
    expect(await ana.asks('/plan')).toContain(unknown)
    await ana.opensHome()
    expect(ana.home).toContain(unknown)
    expect(await ana.asks('/pause list')).toContain(
      '1 pause is live or upcoming.\nThe pauses of web-prod cannot be read.',
    )
    expect(await ana.asks('/pause list web-prod')).toBe(
      'The pauses of web-prod cannot be read. I see no others.',
    )
    expect(await ana.asks('/pause why web-prod')).toContain('*web-prod* has pauses that cannot be read.')
    expect(await ana.asks('/pause web-prod tomorrow ?')).not.toContain('Back')
    expect(await ana.asks('/resume web-prod')).toBe(
      '*web-prod* has pauses that cannot be read, and among the others there is none to cancel. Nothing was done.\n[Show plan]',
    )
    expect(story().wire.changes()).toEqual([])
  })
})
