import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const SHARE = '[Share to channel]'

describe('the list of plans', () => {
  it('shows state, hours, pauses and resources of each plan privately', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan')
    expect(ana.readsPrivately()).toEqual([
      [
        '*Acme* has 6 plans: 2 paused, 4 running now.',
        '*Paused*',
        ':double_vertical_bar: *data-warehouse*  paused until Sun 22 Nov · back <!date^1795431600^{date_short_pretty} at {time}|Mon 23 Nov, 12:00> your time (06:00 plan time)',
        'Mon–Sat 06:00–20:00, UTC-05:00  ·  3 resources',
        '[Show plan]',
        ':double_vertical_bar: *ml-training*  paused until Fri 27 Nov · back <!date^1795914000^{date_short_pretty} at {time}|Sun 29 Nov, 02:00> your time (Sat 20:00 plan time)',
        'Mon–Sun 20:00–05:00 (+1), UTC-05:00  ·  2 resources',
        '[Show plan]',
        '*Running now*',
        ':sunny: *web-prod*  running until 19:00',
        'Mon–Fri 08:00–19:00, UTC+01:00  ·  4 resources',
        '[Show plan]',
        ':sunny: *web-staging*  running until 20:00',
        'Mon–Fri 07:00–20:00, UTC+01:00  ·  next pause 30 Nov – 4 Dec  ·  2 resources',
        '[Show plan]',
        ':sunny: *Payments API*  running until <!date^1795046400^{date_short_pretty} at {time}|Thu 01:00> your time (24:00 plan time)',
        'Mon–Sun 01:00–24:00, UTC+00:00  ·  2 resources',
        '[Show plan]',
        ':sunny: *ci-runners*  running until <!date^1795015800^{date_short_pretty} at {time}|16:30> your time (21:00 plan time)',
        'Mon–Fri 09:00–21:00, UTC+05:30  ·  5 resources',
        '[Show plan]',
        SHARE,
      ].join('\n'),
    ])
    expect(story().channel()).toEqual([])
  })

  it('groups plans by state, those that are off first', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan off web-prod')
    story().setTime('2026-11-18T18:30:00Z')
    await ana.types('/plan')
    const [title, ...lines] = ana.readsPrivately().at(-1)?.split('\n') ?? []
    expect(title).toBe('*Acme* has 6 plans: 1 off, 2 paused, 2 running now, 1 outside hours.')
    expect(lines.filter(line => /^\*|^:/.test(line))).toEqual([
      '*Off*',
      expect.stringMatching(/^:white_circle: \*web-prod\* {2}off {2}· {2}since .*, by <@U1ANA>$/),
      '*Paused*',
      ':double_vertical_bar: *data-warehouse*  paused until Sun 22 Nov · back <!date^1795431600^{date_short_pretty} at {time}|Mon 23 Nov, 12:00> your time (06:00 plan time)',
      ':double_vertical_bar: *ml-training*  paused until Fri 27 Nov · back <!date^1795914000^{date_short_pretty} at {time}|Sun 29 Nov, 02:00> your time (Sat 20:00 plan time)',
      '*Running now*',
      ':sunny: *web-staging*  running until 20:00',
      ':sunny: *Payments API*  running until <!date^1795046400^{date_short_pretty} at {time}|Thu 01:00> your time (24:00 plan time)',
      '*Outside hours*',
      ':new_moon: *ci-runners*  outside hours until <!date^1795059000^{date_short_pretty} at {time}|Thu 04:30> your time (09:00 plan time)',
    ])
    await ana.presses('Show plan')
    expect(ana.readsPrivately().at(-1)).toMatch(
      /\n:white_circle: off {2}· {2}since .*, by <@U1ANA> {2}· {2}Mon–Fri 08:00–19:00/,
    )
  })

  it('answers “what is off now?” with the plans that are off, or with a summary', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift what is off now?')
    expect(ana.readsPrivately()).toEqual(['Nothing is off: 2 paused, 4 running now.'])
    await ana.types('/plan off web-prod')
    expect(await ana.asks('/dayshift what is off now?')).toMatch(
      /^Of 6 plans, 1 is off\.\n\*Off\*\n:white_circle: \*web-prod\* {2}off {2}· {2}since .*, by <@U1ANA>\n/,
    )
  })

  it('answers “what is running now?” with the running plans', async () => {
    expect(await story().person('Ana').asks('/dayshift what is running now?')).toMatch(
      /^Of 6 plans, 4 are running now\.\n\*Running now\*\n:sunny: \*web-prod\*/,
    )
  })

  it('marks a plan whose state the service does not return', async () => {
    story().wire.respond('describe_plan', { status: 500 })
    const ana = story().person('Ana')
    expect(await ana.asks('/plan')).toMatch(/^\*Acme\* has 6 plans: 2 paused, 4 not known\.\n\*Paused\*\n/)
    expect(ana.readsPrivately()[0]).toContain(
      '*Not known*\n:grey_question: *web-prod*  scheduled to run until 19:00',
    )
  })

  it('requests the states of at most fifty plans', async () => {
    const schedule = { start: '8', duration: '11', timezone: 'UTC+01:00', days: ['mon'] }
    const plans = Array.from({ length: 120 }, (_, at) => ({
      id: `${at}`,
      name: `p${at}`,
      schedule,
      pauses: [],
    }))
    story().wire.respondWith('list_plans', { plans })
    story().wire.respondWith('describe_plan', { plan: { state: 'active' } })
    expect(await story().person('Ana').asks('/plan')).toMatch(
      /^\*Acme\* has 120 plans: 120 outside hours, page 1 of 12\./,
    )
    expect(story().wire.received.filter(({ action }) => action === 'describe_plan')).toHaveLength(50)
  })

  it('has pages of ten, and each button replaces the page', async () => {
    for (let n = 1; n <= 19; n++) await story().createPlan(`more-${n}`)
    const ana = story().person('Ana')
    await ana.types('/plan')
    const lines = () =>
      ana.readsPrivately().map(message => {
        const [title = '', ...rows] = message.split('\n')
        return [title.slice(-12), rows.filter(row => /^:\w+: \*/.test(row)).length, rows.at(-2)]
      })
    expect(lines()).toEqual([['page 1 of 3.', 10, '[Next page]']])
    await ana.presses('Next page')
    expect(lines()).toEqual([['page 2 of 3.', 10, '[Previous page] [Next page]']])
    await ana.presses('Next page')
    expect(lines()).toEqual([['page 3 of 3.', 5, '[Previous page]']])
    await ana.presses('Previous page')
    expect(lines()).toEqual([['page 2 of 3.', 10, '[Previous page] [Next page]']])
  })
})

it('showing a plan adds description, week, pauses, resources in order, and dependency', async () => {
  const ana = story().person('Ana')
  await ana.types('/plan show data-warehouse')
  expect(ana.readsPrivately()).toEqual([
    [
      '*data-warehouse*',
      'Loads by night, reports by day',
      ':double_vertical_bar: paused until Sun 22 Nov · back <!date^1795431600^{date_short_pretty} at {time}|Mon 23 Nov, 12:00> your time (06:00 plan time)  ·  Mon–Sat 06:00–20:00, UTC-05:00  ·  3 resources',
      '```',
      '       0     6     12    18    ',
      'Mon 16 ······░░░░░░░░░░░░░░····',
      'Tue 17 ······░░░░░░░░░░░░░░····',
      'Wed 18 ····|·░░░░░░░░░░░░░░····',
      'Thu 19 ······░░░░░░░░░░░░░░····',
      'Fri 20 ······░░░░░░░░░░░░░░····',
      'Sat 21 ······░░░░░░░░░░░░░░····',
      'Sun 22 ························',
      '```',
      '█ in hours (the schedule runs), · out of hours, ░ paused, | now, on the plan’s own clock',
      '*Pauses*',
      '• Mon 16 Nov 2026 → Sun 22 Nov 2026 (7 days) – migration to the new cluster · back <!date^1795431600^{date_short_pretty} at {time}|Mon 23 Nov, 12:00> your time (06:00 plan time)',
      '*Resources, in order*',
      '1. warehouse-store (database, active)',
      '2. warehouse-loader (database, active)',
      '3. warehouse-reports (database, active)',
      'State: active  ·  Each resource depends on the one before it.',
      '[Resume now] [Pause] [Edit plan] [Turn off] [Resources] [Follow]',
      SHARE,
    ].join('\n'),
  ])
  expect(story().channel()).toEqual([])
})

it.each([
  ['/plan web-prod', '*web-prod*\nThe shop, as customers see it\n'],
  ['/plan data', '*data-warehouse*\n'],
  ['/plan web', 'Several plans begin with “web”. Which one?\n[web-prod] [web-staging]'],
])('naming a plan without a verb shows it: %s', async (sentence, lines) => {
  const ana = story().person('Ana')
  await ana.types(sentence)
  expect(ana.readsPrivately()).toEqual([expect.stringContaining(lines)])
  expect(story().wire.changes()).toEqual([])
})

describe('words that are no command', () => {
  it.each([
    ['/plan rename web-prod to night shift', 'web-prod', 'night shift'],
    ['/dayshift rename plan nightly to shop, please', 'nightly', undefined],
  ])('open the filled edit form to rename a plan: %s', async (line, plan, name) => {
    const ana = story().person('Ana')
    await ana.types(line)
    expect([ana.fields.Plan, ana.fields.Name]).toEqual([plan, name])
    expect(story().wire.changes()).toEqual([])
  })

  it('edit the hours of a plan instead of renaming it', async () => {
    await story().person('Ana').types('/plan edit web-prod to 9-5 weekdays')
    expect(story().channel().at(-1)).toContain('Schedule: Mon–Fri 08:00–19:00 → Mon–Fri 09:00–17:00')
  })

  it('offer to turn off a plan that cannot be deleted', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan delete web-prod')
    expect(ana.readsPrivately()).toEqual([
      'Plans cannot be deleted here. You can turn it off.\n[plan off web-prod]',
    ])
    await ana.presses('plan off web-prod')
    expect(story().channel().at(-1)).toContain('turned off *web-prod*')
  })

  it.each(['/dayshift make coffee', '/tea please'])('lead to suggestions: %s', async sentence => {
    expect(await story().person('Ana').asks(sentence)).toMatch(
      /^I did not understand “(make coffee|tea …)”, so nothing was done\. Did you mean one of these\? For example: `\/pause web-prod tomorrow`\.\n\[plan\] \[pause list\] \[help\]$/,
    )
  })

  it.each(['/dayshift', '/dayshift help', '/plan help'])(
    'show help to a person without a link: %s',
    async sentence => {
      expect(await story().person('Dev').asks(sentence)).toMatch(/\/p(lan|ause) /)
      expect(story().wire.received).toEqual([])
    },
  )
})
