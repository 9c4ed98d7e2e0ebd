import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import { pauseFields } from './pause-fields.ts'

const story = stories()
const buttons = '[Resume now] [Change dates] [Show plan]'

describe('pausing a plan in one sentence', () => {
  it('announces the pause and its consequence in the channel', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow to friday load test')
    expect(story().channel()).toEqual([
      `${ana.mention} paused *web-prod*: Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) – load test\nSkips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.\n${buttons}`,
    ])
    expect(ana.form).toBeUndefined()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
  })

  it.each([
    ['Now, Wed 18 Nov', '18/11/2026'],
    ['From Thu 19 Nov', '19/11/2026'],
  ])('asks for the first day when the plan is a day behind the person: %s', async (button, from) => {
    // 01:00 on the 19th in Berlin, 19:00 on the 18th for data-warehouse.
    story().setTime('2026-11-19T00:00:00Z')
    const ana = story().person('Ana')
    expect(await ana.asks('/pause data-warehouse now failover')).toBe(
      'For *data-warehouse* (UTC-05:00) it is still Wed 18 Nov. From which of its days should it be paused? Nothing was done yet.\n[Now, Wed 18 Nov] [From Thu 19 Nov]',
    )
    expect(story().wire.changes()).toEqual([])
    await ana.presses(button)
    await ana.presses('Keep both')
    expect(await story().pauses('data-warehouse')).toContainEqual([from, '19/11/2026', 'failover'])
  })

  it('offers the day of the plan when it is a day ahead of the person', async () => {
    // 21:00 on the 18th in New York, 03:00 on the 19th for web-prod.
    story().setTime('2026-11-19T02:00:00Z')
    const bo = story().person('Bo')
    expect(await bo.asks('/pause web-prod today failover')).toBe(
      'For *web-prod* (UTC+01:00) it is already Thu 19 Nov, so it was not paused.\n[Pause Thu 19 Nov] [Show plan]',
    )
    expect(await bo.asks('please keep web-prod off today')).toMatch(
      /\?\nThat is over, by plan time\.\n\[Pause\]/,
    )
    await bo.presses('Pause Thu 19 Nov')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'failover']])
  })

  it.each([
    ['22/12 web-prod', ['22/12/2026', '22/12/2026', '']],
    ['tomorrow to friday web-prod load test', ['19/11/2026', '20/11/2026', 'load test']],
  ])('accepts days before the plan: %s', async (words, pause) => {
    await story().person('Ana').types(`/pause ${words}`)
    expect(await story().pauses('web-prod')).toEqual([pause])
  })

  it('reads “tomorrow” in the time zone of the person', async () => {
    story().setTime('2026-11-18T16:00:00Z')
    await story().person('Cleo').types('/pause web-prod tomorrow')
    await story().person('Bo').types('/pause ci-runners tomorrow')
    expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '20/11/2026', '']])
    expect(await story().pauses('ci-runners')).toEqual([['19/11/2026', '19/11/2026', '']])
  })
})

describe('the reason of a pause', () => {
  it.each([
    ['because the lead says so', 'the lead says so'],
    ['reason: load test', 'load test'],
    ['reasonable doubt', 'reasonable doubt'],
    ['"quoted" & <tagged> load test', '"quoted" & <tagged> load test'],
  ])('"%s" is announced as "%s"', async (words, reason) => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod tomorrow ${words}`)
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', reason]])
    expect(story().channel()).toEqual([
      `${ana.mention} paused *web-prod*: Thu 19 Nov 2026 (1 day) – ${reason}\nSkips Thu: 11 scheduled hours of 4 resources. Back Fri 20 Nov, 08:00.\n${buttons}`,
    ])
  })

  it('can have 500 characters; a longer one opens the form with an error', async () => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod tomorrow ${'x'.repeat(500)}`)
    expect(await story().pauses('web-prod')).toHaveLength(1)
    await ana.types(`/pause web-prod monday ${'y'.repeat(501)}`)
    expect(ana.fields).toEqual(
      pauseFields({ Plan: 'web-prod', From: 'Mon 23 Nov 2026', Reason: 'y'.repeat(501) }),
    )
    expect(ana.form).toContain('⚠ That is 501 characters long; at most 500 fit.')
    await ana.submits()
    expect(ana.form).toContain('⚠ That is 501 characters long; at most 500 fit.')
    expect(ana.formErrors).toEqual({})
    await ana.submits({ Reason: 'shorter' })
    expect(await story().pauses('web-prod')).toHaveLength(2)
  })
})

describe('the plan in a command', () => {
  it.each([
    ['Payments API tomorrow audit', 'needs no quotes around a space'],
    ['“payments api” tomorrow audit', 'can have typographic quotes and any case'],
    ['pay tomorrow audit', 'can be a unique prefix'],
    ['the Payments API plan: tomorrow audit', 'can have an article, the word “plan” and a colon'],
  ])('“%s” %s', async sentence => {
    await story().person('Ana').types(`/pause ${sentence}`)
    expect(await story().pauses('Payments API')).toEqual([['19/11/2026', '19/11/2026', 'audit']])
  })

  it('is selected with a button if several names begin with it', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web tomorrow load test')
    expect(ana.readsPrivately()).toEqual([
      'Several plans begin with “web”. Which one?\n[web-prod] [web-staging] [Something else]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('web-staging')
    expect(ana.reads()).toEqual([
      `${ana.mention} paused *web-staging*: Thu 19 Nov 2026 (1 day) – load test\nSkips Thu: 13 scheduled hours of 2 resources. Back Fri 20 Nov, 07:00.\n${buttons}`,
    ])
  })

  it('is not guessed from a typo: a question names the similar plan', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prd tomorrow')
    expect(ana.readsPrivately()).toEqual([
      'There is no plan called “web-prd”. Did you mean this?\n[web-prod] [Something else]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('web-prod')
    expect(await story().pauses('web-prod')).toHaveLength(1)
  })

  it('opens the filled form if its name is unknown', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause warehouse-9 tomorrow to friday load test')
    expect(ana.fields).toEqual(
      pauseFields({
        Plan: 'warehouse-9',
        From: 'Thu 19 Nov 2026',
        Until: 'Fri 20 Nov 2026',
        Reason: 'load test',
      }),
    )
    expect(ana.form).toContain('⚠ There is no plan called “warehouse-9” in Acme.')
    expect(story().wire.changes()).toEqual([])
    await ana.submits({ Plan: 'ci-runners' })
    expect(story().channel()).toHaveLength(1)
  })
})

describe('a duplicate of a pause', () => {
  const sentence = '/pause web-prod tomorrow to friday load test'
  const days = 'Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days)'
  const refusal = `*web-prod* is already paused for these days: ${days} – load test · back Mon 23 Nov, 08:00. Nothing was done.`

  it('is refused privately, no matter who creates it', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types(sentence)
    await ana.types(sentence)
    await bo.types(sentence)
    expect(ana.readsPrivately()).toEqual([`${refusal}\n${buttons}`])
    const inNewYork =
      '<!date^1795417200^{date_short_pretty} at {time}|Mon 23 Nov, 02:00> your time (08:00 plan time)'
    expect(bo.readsPrivately()).toEqual([`${refusal.replace('Mon 23 Nov, 08:00', inNewYork)}\n${buttons}`])
    expect(story().wire.changes()).toHaveLength(1)
    expect(story().channel()).toHaveLength(1)
    expect(await story().pauses('web-prod')).toHaveLength(1)
  })
})

describe('unclear days', () => {
  it.each([
    ['yesterday', '“yesterday” is in the past.'],
    [
      '24 dec 27 load test',
      'I cannot make out “load” in “24 dec 27 load test”; say only the days, such as “tomorrow to friday”.',
    ],
  ])('“%s” stay in the form with the error: %s', async (phrase, why) => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod ${phrase}`)
    expect(ana.fields).toEqual(pauseFields({ Plan: 'web-prod', From: phrase }))
    expect(ana.form).toContain(`From: ${phrase}\n  ⚠ ${why}`)
    expect(story().wire.changes()).toEqual([])
  })

  it('given as hours lead to a choice between whole days and editing the schedule', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod 2h deploy')
    expect(ana.readsPrivately()).toEqual([
      'The service pauses whole days only, so “2h” cannot be kept to the hour.\n[Wed 18 Nov 2026 (1 day)] [Wed 18 Nov 2026 → Thu 19 Nov 2026 (2 days)] [Edit hours] [Something else]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Edit hours')
    expect(ana.form).toContain('# Edit a plan')
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', Schedule: 'Mon–Fri 08:00–19:00' })
    await ana.closes()
    await ana.presses('Wed 18 Nov 2026 (1 day)')
    expect(ana.reads()).toEqual([
      `${ana.mention} paused *web-prod*: Wed 18 Nov 2026 (1 day) – deploy\nSkips Wed: 9 scheduled hours of 4 resources. Back Thu 19 Nov, 08:00.\n${buttons}`,
    ])
  })

  it('that repeat lead to a choice between the next one and editing the schedule', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod every friday load test')
    expect(ana.readsPrivately()).toEqual([
      '“every friday” repeats; a pause is one stretch of days, and what repeats belongs in the schedule.\n[Fri 20 Nov 2026 (1 day)] [Edit hours] [Something else]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Edit hours')
    expect(ana.fields).toMatchObject({ Plan: 'web-prod' })
    await ana.closes()
    await ana.presses('Fri 20 Nov')
    expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '20/11/2026', 'load test']])
  })

  it('with two meanings lead to a choice, and the second one can be selected', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod next friday')
    expect(ana.readsPrivately()).toEqual([
      '“next friday” could mean the next one or the one after it.\n[Fri 20 Nov 2026 (1 day)] [Fri 27 Nov 2026 (1 day)] [Something else]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Fri 27 Nov')
    expect(await story().pauses('web-prod')).toEqual([['27/11/2026', '27/11/2026', '']])
    expect(ana.readsPrivately()).toEqual([])
  })

  it('stay in the form that “Something else” opens', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod next friday load test')
    await ana.presses('Something else')
    expect(ana.fields).toEqual(
      pauseFields({ Plan: 'web-prod', From: 'next friday', 'Which do you mean?': '', Reason: 'load test' }),
    )
    await ana.submits({ From: 'friday' })
    expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '20/11/2026', 'load test']])
  })
})
