import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const SHARE = '[Share to channel]'

describe('the list of plans', () => {
  it('tells hours, whether it is on now, pauses and resources of each, to the person alone', async () => {
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
        ':sunny: *Payments API*  running until Thu 01:00 your time (24:00 plan time)',
        'Mon–Sun 01:00–24:00, UTC+00:00  ·  2 resources',
        '[Show plan]',
        ':sunny: *ci-runners*  running until 16:30 your time (21:00 plan time)',
        'Mon–Fri 09:00–21:00, UTC+05:30  ·  5 resources',
        '[Show plan]',
        SHARE,
      ].join('\n'),
    ])
    expect(story().channel()).toEqual([])
  })

  it('groups them by what they are now, those that are off before all', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan off web-prod')
    story().setTime('2026-11-18T18:30:00Z')
    await ana.types('/plan')
    const [title, ...shown] = ana.readsPrivately().at(-1)?.split('\n') ?? []
    expect(title).toBe('*Acme* has 6 plans: 1 off, 2 paused, 2 running now, 1 outside hours.')
    expect(shown.filter(line => /^\*|^:/.test(line))).toEqual([
      '*Off*',
      expect.stringMatching(/^:white_circle: \*web-prod\* {2}off {2}· {2}since .*, by <@U1ANA>$/),
      '*Paused*',
      ':double_vertical_bar: *data-warehouse*  paused until Sun 22 Nov · back <!date^1795431600^{date_short_pretty} at {time}|Mon 23 Nov, 12:00> your time (06:00 plan time)',
      ':double_vertical_bar: *ml-training*  paused until Fri 27 Nov · back <!date^1795914000^{date_short_pretty} at {time}|Sun 29 Nov, 02:00> your time (Sat 20:00 plan time)',
      '*Running now*',
      ':sunny: *web-staging*  running until 20:00',
      ':sunny: *Payments API*  running until Thu 01:00 your time (24:00 plan time)',
      '*Outside hours*',
      ':new_moon: *ci-runners*  outside hours until Thu 04:30 your time (09:00 plan time)',
    ])
    await ana.presses('Show plan')
    expect(ana.readsPrivately().at(-1)).toMatch(
      /\n:white_circle: off {2}· {2}since .*, by <@U1ANA> {2}· {2}Mon–Fri 08:00–19:00/,
    )
  })

  it('tells those that are off alone, and says in a line that there are none', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift what is off now?')
    expect(ana.readsPrivately()).toEqual(['Nothing is off: 2 paused, 4 running now.'])
    await ana.types('/plan off web-prod')
    expect(await ana.asks('/dayshift what is off now?')).toMatch(
      /^Of 6 plans, 1 is off\.\n\*Off\*\n:white_circle: \*web-prod\* {2}off {2}· {2}since .*, by <@U1ANA>\n/,
    )
  })

  it('tells those that are running alone', async () => {
    expect(await story().person('Ana').asks('/dayshift what is running now?')).toMatch(
      /^Of 6 plans, 4 are running now\.\n\*Running now\*\n:sunny: \*web-prod\*/,
    )
  })

  it('says so of a plan whose state the service does not tell, and no more', async () => {
    story().wire.respond('describe_plan', { status: 500 })
    const ana = story().person('Ana')
    expect(await ana.asks('/plan')).toMatch(/^\*Acme\* has 6 plans: 2 paused, 4 not known\.\n\*Paused\*\n/)
    expect(ana.readsPrivately()[0]).toContain(
      '*Not known*\n:grey_question: *web-prod*  scheduled to run until 19:00',
    )
  })

  it('asks for the states of many, ten at a time and fifty at most', async () => {
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

  it('of 25 is turned by its buttons, each page in the place of the one before', async () => {
    for (let n = 1; n <= 19; n++) await story().createPlan(`more-${n}`)
    const ana = story().person('Ana')
    await ana.types('/plan')
    const shown = () =>
      ana.readsPrivately().map(message => {
        const [title = '', ...rows] = message.split('\n')
        return [title.slice(-12), rows.filter(row => /^:\w+: \*/.test(row)).length, rows.at(-2)]
      })
    expect(shown()).toEqual([['page 1 of 3.', 10, '[Next page]']])
    await ana.presses('Next page')
    expect(shown()).toEqual([['page 2 of 3.', 10, '[Previous page] [Next page]']])
    await ana.presses('Next page')
    expect(shown()).toEqual([['page 3 of 3.', 5, '[Previous page]']])
    await ana.presses('Previous page')
    expect(shown()).toEqual([['page 2 of 3.', 10, '[Previous page] [Next page]']])
  })
})

it('showing one plan adds description, pauses, dependency and resources in their order', async () => {
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
      'Mon 16 Nov 2026 → Sun 22 Nov 2026 (7 days) – migration to the new cluster · back <!date^1795431600^{date_short_pretty} at {time}|Mon 23 Nov, 12:00> your time (06:00 plan time)',
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
])('a plan behind the noun alone is shown: %s', async (sentence, shown) => {
  const ana = story().person('Ana')
  await ana.types(sentence)
  expect(ana.readsPrivately()).toEqual([expect.stringContaining(shown)])
  expect(story().wire.changes()).toEqual([])
})

describe('words that are no command', () => {
  it.each([
    ['/plan rename web-prod to night shift', 'web-prod', 'night shift'],
    ['/dayshift rename plan nightly to shop, please', 'nightly', undefined],
  ])('that want another name of a plan open its form, filled in: %s', async (line, plan, name) => {
    const ana = story().person('Ana')
    await ana.types(line)
    expect([ana.fields.Plan, ana.fields.Name]).toEqual([plan, name])
    expect(story().wire.changes()).toEqual([])
  })

  it('that want other hours of a plan do not rename it', async () => {
    await story().person('Ana').types('/plan edit web-prod to 9-5 weekdays')
    expect(story().channel().at(-1)).toContain('Schedule: Mon–Fri 08:00–19:00 → Mon–Fri 09:00–17:00')
  })

  it('that want a plan to be gone are offered to turn it off', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan delete web-prod')
    expect(ana.readsPrivately()).toEqual([
      'Plans cannot be deleted here. You can turn it off.\n[plan off web-prod]',
    ])
    await ana.presses('plan off web-prod')
    expect(story().channel().at(-1)).toContain('turned off *web-prod*')
  })

  it.each(['/dayshift make coffee', '/tea please'])(
    '%s is answered with the sentences of every day',
    async sentence => {
      expect(await story().person('Ana').asks(sentence)).toMatch(
        /^I did not understand “(make coffee|tea …)”, so nothing was done\. Did you mean one of these\?\n\[plan\] \[pause list\] \[help\]$/,
      )
    },
  )

  it.each(['/dayshift', '/dayshift help', '/plan help'])(
    '%s is answered with help, link or not',
    async sentence => {
      expect(await story().person('Dev').asks(sentence)).toMatch(/\/p(lan|ause) /)
      expect(story().wire.received).toEqual([])
    },
  )
})
