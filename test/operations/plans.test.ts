import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const NOTE = 'Hours as scheduled: `/plan show` shows whether a plan is turned off.'
const SHARE = '[Share to channel]'
const STATES = '[Show which are off]'

describe('the list of plans', () => {
  it('tells hours, whether it is on now, pauses and resources of each, to the person alone', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan')
    expect(ana.readsAlone()).toEqual([
      [
        '*Acme* has 6 plans.',
        NOTE,
        '*web-prod*',
        'Mon–Fri 08:00–19:00, UTC+01:00  ·  :calendar: in hours now by its schedule  ·  4 resources',
        '[Show plan]',
        '*web-staging*',
        'Mon–Fri 07:00–20:00, UTC+01:00  ·  :calendar: in hours now by its schedule  ·  next pause Mon 30 Nov 2026 → Fri 4 Dec 2026 (5 days)  ·  2 resources',
        '[Show plan]',
        '*data-warehouse*',
        'Mon–Sat 06:00–20:00, UTC-05:00  ·  :double_vertical_bar: out of hours now, paused until Sun 22 Nov 2026  ·  3 resources',
        '[Show plan]',
        '*Payments API*',
        'Mon–Sun 01:00–24:00, UTC+00:00  ·  :calendar: in hours now by its schedule  ·  2 resources',
        '[Show plan]',
        '*ci-runners*',
        'Mon–Fri 09:00–21:00, UTC+05:30  ·  :calendar: in hours now by its schedule  ·  5 resources',
        '[Show plan]',
        '*ml-training*',
        'Mon–Sun 20:00–05:00 (+1), UTC-05:00  ·  :double_vertical_bar: in hours now, paused until Fri 27 Nov 2026  ·  2 resources',
        '[Show plan]',
        STATES,
        SHARE,
      ].join('\n'),
    ])
    expect(story().channel()).toEqual([])
  })

  it.each(['/dayshift what is off now?', '/dayshift which plans are running', '/dayshift what’s turned off'])(
    '%s asks about each plan of the page, and so does the button of the list',
    async sentence => {
      const ana = story().person('Ana')
      await ana.types('/plan off web-prod')
      await ana.types('/plan')
      const before = story().wire.asked.length
      await ana.presses('Show which are off')
      const asked = story().wire.asked.slice(before)
      expect(asked.map(({ action }) => action)).toEqual(['list_plans', ...Array(6).fill('describe_plan')])
      await ana.types(sentence)
      const [pressed = '', typed] = ana.readsAlone()
      expect(pressed.split('\n').slice(1, 6)).toEqual([
        'Of these, *web-prod* is turned off.',
        '*web-prod*',
        'Mon–Fri 08:00–19:00, UTC+01:00  ·  :white_circle: turned off  ·  4 resources',
        '[Show plan]',
        '*web-staging*',
      ])
      expect(pressed.split('\n').slice(-2)).toEqual(['[Show plan]', SHARE])
      expect(typed).toBe(pressed)
    },
  )

  it('tells of a plan that is turned off, paused or not', async () => {
    const schedule = { start: '8', duration: '11', timezone: 'UTC+01:00', days: ['mon'] }
    const pauses = [{ pause_id: '7', pause_start: '18/11/2026', pause_end: '20/11/2026', reason: '' }]
    const plans = [[], pauses].map((pauses, at) => {
      return { id: String(at), name: `p${at}`, schedule, pauses, state: 'inactive', resources: 1 }
    })
    story().wire.answers('list_plans', { status: 200, body: { status: 200, plans } })
    const ana = story().person('Ana')
    await ana.types('/plan')
    const summary = 'Mon 08:00–19:00, UTC+01:00  ·  :white_circle: turned off  ·  1 resource\n[Show plan]'
    expect(ana.readsAlone()).toEqual([`*Acme* has 2 plans.\n*p0*\n${summary}\n*p1*\n${summary}\n${SHARE}`])
  })

  it('of 25 is turned by its buttons, each page in the place of the one before', async () => {
    for (let n = 1; n <= 19; n++) await story().plan(`more-${n}`)
    const ana = story().person('Ana')
    await ana.types('/plan')
    const plans = () => ana.readsAlone().map(message => message.match(/^\*.+\*$/gm)?.length)
    const title = () => ana.readsAlone().map(message => message.split('\n')[0])
    const turns = () => ana.readsAlone().map(message => message.split('\n').at(-2)?.replace(` ${STATES}`, ''))
    expect([title(), plans(), turns()]).toEqual([
      ['*Acme* has 25 plans, page 1 of 3.'],
      [10],
      ['[Next page]'],
    ])
    await ana.presses('Next page')
    expect([title(), plans(), turns()]).toEqual([
      ['*Acme* has 25 plans, page 2 of 3.'],
      [10],
      ['[Previous page] [Next page]'],
    ])
    await ana.presses('Next page')
    expect([title(), plans(), turns()]).toEqual([
      ['*Acme* has 25 plans, page 3 of 3.'],
      [5],
      ['[Previous page]'],
    ])
    await ana.presses('Previous page')
    expect(title()).toEqual(['*Acme* has 25 plans, page 2 of 3.'])
  })
})

describe('showing one plan', () => {
  it('adds description, pauses, dependency and resources in their order', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan show data-warehouse')
    expect(ana.readsAlone()).toEqual([
      [
        '*data-warehouse*',
        'Loads by night, reports by day',
        'Mon–Sat 06:00–20:00, UTC-05:00  ·  :double_vertical_bar: out of hours now, paused until Sun 22 Nov 2026  ·  3 resources',
        '```',
        '       0     6     12    18    ',
        'Mon 16 ░░░░░░░░░░░░░░░░░░░░░░░░',
        'Tue 17 ░░░░░░░░░░░░░░░░░░░░░░░░',
        'Wed 18 ░░░░|░░░░░░░░░░░░░░░░░░░',
        'Thu 19 ░░░░░░░░░░░░░░░░░░░░░░░░',
        'Fri 20 ░░░░░░░░░░░░░░░░░░░░░░░░',
        'Sat 21 ░░░░░░░░░░░░░░░░░░░░░░░░',
        'Sun 22 ░░░░░░░░░░░░░░░░░░░░░░░░',
        '```',
        '█ in hours (the schedule runs)   · out of hours   ░ paused   | now, on the plan’s own clock',
        '*Pauses*',
        'Mon 16 Nov 2026 → Sun 22 Nov 2026 (7 days) – migration to the new cluster',
        '*Resources, in order*',
        '1. warehouse-store (database, active)',
        '2. warehouse-loader (database, active)',
        '3. warehouse-reports (database, active)',
        'State: active  ·  Each resource depends on the one before it.',
        '[Pause] [Edit plan] [Turn off] [Resources]',
        SHARE,
      ].join('\n'),
    ])
    expect(story().channel()).toEqual([])
  })

  it.each(['/plan show payments api', '/dayshift show plan "Payments API"', '/dayshift show pay'])(
    '%s shows it',
    async sentence => {
      const ana = story().person('Ana')
      await ana.types(sentence)
      expect(ana.readsAlone()[0]).toContain('*Payments API*\nTakes the money')
    },
  )

  it('asks which where several begin so, and puts the answer where the question was', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan show web')
    expect(ana.readsAlone()).toEqual([
      'Several plans begin with “web”. Which one?\n[web-prod] [web-staging] [Something else]',
    ])
    await ana.presses('web-prod')
    expect(ana.readsAlone()).toEqual([expect.stringContaining('*web-prod*\nThe shop')])
  })
})

describe('a plan behind the noun alone', () => {
  it.each([
    ['/plan web-prod', '*web-prod*\nThe shop, as customers see it\n'],
    ['/plan data', '*data-warehouse*\n'],
    ['/plan web', 'Several plans begin with “web”. Which one?\n[web-prod] [web-staging]'],
  ])('%s is shown', async (sentence, shown) => {
    const ana = story().person('Ana')
    await ana.types(sentence)
    expect(ana.readsAlone()).toEqual([expect.stringContaining(shown)])
    expect(story().wire.changes()).toEqual([])
  })
})

describe('words that are no command', () => {
  it.each([
    ['/dayshift plan shwo web-prod', 'plan show web-prod', '*web-prod*\nThe shop'],
    ['/dayshift plam', 'plan', '*Acme* has 6 plans.'],
  ])('%s is no guess: %s is offered, and works', async (sentence, offered, answer) => {
    const ana = story().person('Ana')
    await ana.types(sentence)
    expect(ana.readsAlone()[0]).toMatch(
      /^I did not understand “.*”, so nothing was done\. Did you mean this\?\n/,
    )
    expect(ana.readsAlone()[0]).toContain(`[${offered}]`)
    await ana.presses(offered)
    expect(ana.readsAlone()).toEqual([expect.stringContaining(answer)])
  })

  it.each(['/plan delete web-prod', '/dayshift remove plan web-prod'])(
    'that want a plan to be gone are offered to turn it off: %s',
    async line => {
      const ana = story().person('Ana')
      await ana.types(line)
      expect(ana.readsAlone()).toEqual([
        expect.stringMatching(
          /^I did not understand “(plan|remove) …”, so nothing was done\. Did you mean this\?\nFor example: .*\n\[plan off web-prod\]$/,
        ),
      ])
      await ana.presses('plan off web-prod')
      expect(story().channel().at(-1)).toContain('turned off *web-prod*')
    },
  )

  it.each(['/dayshift make coffee', '/dayshift 1234', '/tea please'])(
    '%s is answered with an example, and the sentences of every day',
    async sentence => {
      const ana = story().person('Ana')
      await ana.types(sentence)
      expect(ana.readsAlone()[0]).toMatch(
        /^I did not understand “\S+( …)?”, so nothing was done\. Did you mean one of these\?\nFor example: `\/pause web-prod .*`\n\[plan\] \[pause list\] \[help\]$/,
      )
    },
  )

  it.each(['/dayshift', '/dayshift help', '/plan help', '/dayshift help me', '/pause HELP'])(
    '%s is answered with help, link or not',
    async sentence => {
      const dev = story().person('Dev')
      await dev.types(sentence)
      expect(dev.readsAlone()[0]).toMatch(/\/p(lan|ause) /)
      expect(story().wire.asked).toEqual([])
    },
  )
})
