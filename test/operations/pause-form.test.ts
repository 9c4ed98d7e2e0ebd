import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const buttons = '[Resume now] [Change dates] [Show plan]'

describe('the pause form', () => {
  it('opens with the plan of the command, and pauses it once the days are filled in', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    expect(ana.form).toBe(
      [
        '# Pause a plan',
        'Plan: web-prod',
        'Plans: …',
        '  For several: names separated by commas, or “all”.',
        '[Today] [This weekend] [Until Monday] [1 week]',
        'From: …',
        'Until: …',
        '  The last day of the pause, or how long. Leave it empty if From already says it.',
        '[From …] [Until …]',
        'Reason: …',
        'Remind: …',
        '[Pause] [Cancel]',
      ].join('\n'),
    )
    expect(story().wire.changes()).toEqual([])
    await ana.submits({ From: 'tomorrow', Until: 'friday', Reason: 'load test' })
    expect(ana.form).toBeUndefined()
    expect(story().channel()).toEqual([
      `${ana.mention} paused *web-prod*: Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) – load test\nSkips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.\n${buttons}`,
    ])
  })

  it('opens before the plan is looked up, and is filled afterwards', async () => {
    const answer = story().wire.hold()
    const ana = story().person('Ana')
    const typed = ana.types('/pause payments')
    await story().slack.until(() => ana.form !== undefined)
    expect(ana.fields).toMatchObject({ Plan: '', From: '' })
    answer()
    await typed
    expect(ana.fields).toMatchObject({ Plan: 'Payments API', From: '' })
  })

  it.each([
    ['monday', '2 days later', ['23/11/2026', '25/11/2026', '']],
    ['coming monday', 'coming friday', ['23/11/2026', '27/11/2026', '']],
  ])('counts Until from the day in From: %s, %s', async (from, until, pause) => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.submits({ From: from, Until: until })
    expect(await story().pauses('web-prod')).toEqual([pause])
  })

  it.each([
    [{ From: 'friday', Until: 'yesterday' }, { Until: '“friday until yesterday” ends before it starts.' }],
    [
      { From: 'today', Until: '10 nov' },
      {
        Until: '“today until 10 nov” could only end on Wed 10 Nov 2027; if you mean that, say the year too.',
      },
    ],
  ])('keeps %j and shows the error %j', async (words, texts) => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.submits(words)
    expect(ana.formErrors).toEqual(texts)
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', ...words })
    expect(story().wire.changes()).toEqual([])
  })

  it.each(['typed in it', 'from a command'])('shows the error once for days %s', async source => {
    const ana = story().person('Ana')
    await ana.types(source === 'typed in it' ? '/pause web-prod' : '/pause web-prod yesterday')
    if (source === 'typed in it') await ana.fills({ From: 'yesterday' })
    for (const _ of ['once', 'and again']) {
      await ana.submits()
      const text = `${ana.form}\n${Object.values(ana.formErrors).join('\n')}`
      expect(text.split('“yesterday” is in the past.')).toHaveLength(2)
    }
    await ana.submits({ From: 'tomorrow' })
    expect(await story().pauses('web-prod')).toHaveLength(1)
  })

  it('requires a choice between two meanings of the days', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'next friday' })
    expect(ana.form).toContain('Fri 20 Nov 2026 (1 day)')
    await ana.submits()
    expect(ana.formErrors).toEqual({ 'Which do you mean?': 'Please complete this required field.' })
    await ana.submits({ 'Which do you mean?': 'Fri 27 Nov 2026 (1 day)', Reason: 'load test' })
    expect(await story().pauses('web-prod')).toEqual([['27/11/2026', '27/11/2026', 'load test']])
  })

  it('shows the parsed days in full, for phrases and for days picked in a calendar', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow', Until: 'friday' })
    expect(ana.form).toContain('Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days)')
    await ana.fills({ From: 'yesterday' })
    expect(ana.form).not.toContain('Thu 19 Nov 2026')
    await ana.picksDay('From', '2026-11-23')
    await ana.picksDay('Until', '2026-11-24')
    expect(ana.form).toContain('Mon 23 Nov 2026 → Tue 24 Nov 2026 (2 days)')
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: '2026-11-23', Until: '2026-11-24' })
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['23/11/2026', '24/11/2026', '']])
  })

  it.each([
    ['Today', ['18/11/2026', '18/11/2026', '']],
    ['This weekend', ['21/11/2026', '22/11/2026', '']],
    ['Until Monday', ['18/11/2026', '23/11/2026', '']],
    ['1 week', ['18/11/2026', '24/11/2026', '']],
  ])('replaces its days with those of the button %s', async (preset, pause) => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow', Until: 'friday' })
    await ana.pressesInForm(preset)
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: preset.toLowerCase(), Until: '' })
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([pause])
  })

  it('pauses the selected plan together with the typed ones', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause')
    await ana.submits({ Plan: 'web-prod', Plans: 'web-staging, ci', From: 'tomorrow' })
    expect(story().channel()[0]).toContain('paused 3 plans: Thu 19 Nov 2026 (1 day)')
  })

  it.each([
    ['nosuch', { Plans: 'There is no plan called “nosuch” in Acme.' }],
    ['web', { 'Which do you mean?': 'Please complete this required field.' }],
  ])('reports the typed plan “%s” as unknown or ambiguous', async (typed, texts) => {
    const ana = story().person('Ana')
    await ana.types('/pause ml-training')
    await ana.submits({ Plans: typed, From: 'tomorrow' })
    if (typed === 'web') await ana.submits()
    expect(ana.formErrors).toEqual(texts)
    expect(story().wire.changes()).toEqual([])
  })
})

describe('the plan options of a form', () => {
  const planOptions = async (typed: string) => {
    const ana = story().person('Ana')
    await ana.types('/pause')
    return (await ana.options('Plan', typed)).map(option => option.text.text)
  }

  it.each([
    ['', ['web-prod', 'web-staging', 'data-warehouse', 'Payments API', 'ci-runners', 'ml-training']],
    ['WEB', ['web-prod', 'web-staging']],
    ['api', ['Payments API']],
    ['zebra', ['Nothing is called “zebra”.']],
  ])('match “%s”: %j', async (typed, plans) => {
    expect(await planOptions(typed)).toEqual(plans)
  })

  it('report in one line that the service is down', async () => {
    story().wire.respond('list_plans', { status: 500 })
    expect(await planOptions('web')).toEqual(['The scheduling service is not available right now.'])
    expect(story().logged.filter(each => JSON.parse(each).ref === 'ref-1')).toHaveLength(1)
  })

  it('tell a person who has lost the link to link an account', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause')
    await story().links.delete(story().keyOf('Ana'))
    expect((await ana.options('Plan', '')).map(option => option.text.text)).toEqual([
      'Link your account first: /dayshift link.',
    ])
  })
})
