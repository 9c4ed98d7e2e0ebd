import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const WEEK = ['19/11/2026', '20/11/2026', 'incident'] as const
const DAYS = 'Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) – incident'

describe('pausing several plans', () => {
  it('announces the outcome of each plan in one message', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod, web-staging and Payments API tomorrow to friday incident')
    expect(story().channel()).toEqual([
      [
        `${ana.mention} paused 3 plans: ${DAYS}`,
        ':white_check_mark: web-prod: Skips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.',
        ':white_check_mark: web-staging: Skips Thu, Fri: 26 scheduled hours of 2 resources. Back Mon 23 Nov, 07:00.',
        ':white_check_mark: Payments API: Skips Thu, Fri: 46 scheduled hours of 2 resources. Back <!date^1795222800^{date_short_pretty} at {time}|Sat 21 Nov, 02:00> your time (01:00 plan time).',
        '[Resume all]',
      ].join('\n'),
    ])
    for (const plan of ['web-prod', 'web-staging', 'Payments API'])
      expect(await story().pauses(plan)).toContainEqual([...WEEK])
    expect(story().wire.changes()).toHaveLength(3)
  })

  it.each([
    'web-prod; web-staging',
    'WEB-PROD and web-staging, and web-prod',
    'the web-prod plan and the web-staging plan',
  ])('accepts the names of two plans as “%s”', async names => {
    await story().person('Ana').types(`/pause ${names} tomorrow to friday incident`)
    expect(story().wire.changes()).toHaveLength(2)
    expect(await story().pauses('web-prod')).toContainEqual([...WEEK])
    expect(await story().pauses('web-staging')).toContainEqual([...WEEK])
  })

  it('accepts at most a hundred plans', async () => {
    const ana = story().person('Ana')
    await ana.types(`/pause ${'web-prod, '.repeat(100)}web-staging tomorrow`)
    expect([ana.form, ...ana.readsPrivately()].join()).toContain(
      'Name at most 100 plans at once, or say “all”.',
    )
    expect(story().wire.changes()).toEqual([])
  })

  it.each([
    ['all', 'all 6 plans', '[Pause all 6 plans] [No]'],
    [
      'web-prod, web-staging, data-warehouse, payments api, ci-runners and ml-training',
      '6 plans',
      '[Pause 6 plans] [No]',
    ],
  ])('asks for confirmation of more than five plans or of all: %s', async (text, count, buttons) => {
    const ana = story().person('Ana')
    await ana.types(`/pause ${text} tomorrow to friday incident`)
    expect(ana.readsPrivately()).toEqual([
      `Pause ${count}, ${DAYS}? Nothing was done yet.\nweb-prod, web-staging, data-warehouse, Payments API, ci-runners, ml-training\n${buttons}`,
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Pause')
    expect(story().channel()[0]).toContain(`${ana.mention} paused 6 plans: ${DAYS}`)
    expect(ana.readsPrivately()).toEqual([])
    expect(await ana.asks('/dayshift history')).toMatch(/^1 change in /)
  })

  it('needs no confirmation for five plans, and No cancels a larger pause', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod, web-staging, data-warehouse, payments api and ci-runners tomorrow')
    expect(story().channel()[0]).toContain('paused 5 plans')
    const changesBefore = story().wire.changes().length
    await ana.types('/pause all friday')
    await ana.presses('No')
    expect(ana.readsPrivately()).toEqual(['OK, nothing was done.'])
    expect(story().wire.changes()).toHaveLength(changesBefore)
  })

  it.each([
    ['web-prod,nosuch,web-staging', 'There is no plan called “nosuch” in Acme.'],
    ['web-prod, web', 'Several plans begin with “web”.'],
  ])('does nothing until “%s” is clarified', async (words, texts) => {
    const ana = story().person('Ana')
    await ana.types(`/pause ${words} tomorrow to friday incident`)
    expect([ana.form, ...ana.readsPrivately()].join()).toContain(texts)
    expect(story().wire.changes()).toEqual([])
  })

  it.each([
    ['all', 7],
    ['"all"', 1],
  ])('distinguishes all plans from a plan called All: %s', async (text, plans) => {
    await story().createPlan('All')
    const ana = story().person('Ana')
    await ana.types(`/pause ${text} today to friday incident`)
    if (plans > 1) await ana.presses('Pause all 7 plans')
    expect(await story().pauses('All')).toEqual([['18/11/2026', '20/11/2026', 'incident']])
    expect(story().wire.changes()).toHaveLength(plans)
  })

  it('opens the form with the names if the days are missing', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod and web-staging')
    expect(ana.fields).toMatchObject({ Plans: 'web-prod and web-staging', From: '' })
    await ana.submits({ From: 'tomorrow to friday', Reason: 'incident' })
    expect(story().channel()[0]).toContain(`${ana.mention} paused 2 plans: ${DAYS}`)
  })

  it('skips a plan that already has the pause, and pauses the others', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow to friday incident')
    await ana.types('/pause web-prod and web-staging tomorrow to friday incident')
    expect(story().channel()[1]).toContain(
      `paused 1 of 2 plans: ${DAYS}\n:heavy_minus_sign: web-prod: already paused for these days\n:white_check_mark: web-staging`,
    )
    expect(await story().pauses('web-prod')).toEqual([[...WEEK]])
  })
})

describe('words that could be a plan or the reason', () => {
  it.each([
    ['web-prod ci-runners tomorrow', 'ci-runners'],
    ['web-prod tomorrow ci-runners upgrade', 'ci-runners upgrade'],
    ['web-prod tomorrow, actually ci-runners', 'actually ci-runners'],
    ['web-prod und ci-runners tomorrow', 'und ci-runners'],
    ['web-prod tomorrow as well as ci-runners', 'well as ci-runners'],
    ['change data-warehouse until friday or ml-training', 'or ml-training'],
  ])('lead to a question in the form: "%s"', async (sentence, words) => {
    const ana = story().person('Ana')
    await ana.types(`/pause ${sentence}`)
    expect(ana.form).toContain('could be a plan or the reason.')
    expect(ana.fields).toMatchObject({ Reason: words })
    expect(story().wire.changes()).toEqual([])
  })

  it.each(['preview', 'no wait', '/resume ci-runners'])(
    'lead to a question in the form too if they could be a command: "%s"',
    async words => {
      const ana = story().person('Ana')
      await ana.types(`/pause web-prod tomorrow ${words}`)
      expect(ana.form).toContain('could be another request or the reason.')
      expect(story().wire.changes()).toEqual([])
    },
  )

  it('become the reason when Ana submits the form unchanged', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod ci-runners tomorrow')
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'ci-runners']])
    expect(story().wire.changes()).toHaveLength(1)
  })

  it.each([
    ['web-prod for ci-runners tomorrow', 'ci-runners'],
    ['web-prod tomorrow reason: ci-runners', 'ci-runners'],
  ])('belong to the reason in "%s"', async (sentence, reason) => {
    await story().person('Ana').types(`/pause ${sentence}`)
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', reason]])
    expect(story().wire.changes()).toHaveLength(1)
  })
})

it('a number that could belong to the name or to the days leads to a question', async () => {
  const ana = story().person('Ana')
  await ana.types('/plan create staging 2 weekdays 8-18')
  await ana.types('/pause staging 2 dec')
  expect(ana.form).toContain('There is no plan called “staging 2 dec”')
  await ana.types('/pause "staging 2" dec')
  await ana.types('/pause staging 2 until 20 nov')
  expect(await story().pauses('staging 2')).toEqual([
    ['01/12/2026', '31/12/2026', ''],
    ['18/11/2026', '20/11/2026', ''],
  ])
})

it('pausing several plans that are all paused already is reported only to Ana', async () => {
  const ana = story().person('Ana')
  await story().pauseElsewhere('web-prod', '19/11/2026', '19/11/2026')
  await story().pauseElsewhere('ci-runners', '19/11/2026', '19/11/2026')
  await ana.types('/pause web-prod and ci-runners tomorrow')
  expect(story().channel()).toEqual([])
  expect(ana.readsPrivately()).toEqual([
    `You paused none of 2 plans: Thu 19 Nov 2026 (1 day)\n:heavy_minus_sign: web-prod and ci-runners: already paused for these days`,
  ])
  expect(story().wire.changes()).toEqual([])
})

it('Retry failed pauses only the plans that failed, with the token of the person who presses it', async () => {
  const [ana, bo] = [story().person('Ana'), story().person('Bo')]
  const failing = await story().planId('web-staging')
  story().wire.respondForPlan(failing, { status: 503 })
  await ana.types('/pause web-prod and web-staging tomorrow to friday incident')
  expect(story().channel()[0]).toMatch(
    /paused 1 of 2 plans: .*\n:warning: web-staging: could not be paused\n:white_check_mark: web-prod: Skips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.\n\[/,
  )
  expect(ana.readsPrivately()).toEqual([
    'Not all plans are paused:\n:warning: web-staging: The scheduling service is not available right now. Nothing was changed. (Reference ref-1)',
  ])
  expect(bo.readsPrivately()).toEqual([])
  story().wire.restore()
  await bo.presses('Retry failed')
  expect(story().wire.changes().at(-1)).toMatchObject({
    token: story().tokenOf('Bo'),
    body: { plan_id: failing },
  })
  expect(await story().pauses('web-prod')).toEqual([[...WEEK]])
  expect(await story().pauses('web-staging')).toContainEqual([...WEEK])
  expect(story().channel()[0]).toMatch(/\n\[Resume all\]\n<@U2BO> paused \*web-staging\*: /)
  await ana.presses('Resume all')
  expect(await story().pauses('web-prod')).toEqual([])
})

it.each([
  ['/pause web-prod, web-staging and ci-runners tomorrow', 'pause_plan', 'ci-runners', 'paused 1 of 2 plans'],
  ['/resume web-prod, data-warehouse and ci-runners', 'remove_pause', 'ci-runners', 'resumed 1 of 2 plans'],
])(
  'Retry failed skips and names a plan that was deleted meanwhile: %s',
  async (sentence, action, deletedPlan, outcome) => {
    const ana = story().person('Ana')
    if (action === 'remove_pause') await ana.types('/pause data-warehouse, ci-runners and web-prod today')
    const ids = await Promise.all(
      ['data-warehouse', 'web-staging', deletedPlan].map(name => story().planId(name)),
    )
    const pauses = (await list()).flatMap(({ id, pauses }) => (ids.includes(id) ? pauses : []))
    for (const id of ids) story().wire.respondForPlan(id, { status: 503 })
    for (const { pause_id } of pauses) story().wire.respondForPause(pause_id, { status: 503 })
    await ana.types(sentence)
    story().wire.restore()
    const remaining = (await list()).filter(({ name }) => name !== deletedPlan)
    story().wire.respondWith('list_plans', {
      plans: remaining.map(({ id, name, pauses }) => ({ id, name, pauses })),
    })
    await ana.presses('Retry failed')
    expect(story().channel().at(-1)).toContain(outcome)
    expect(story().channel().at(-1)).toContain(`:heavy_minus_sign: ${deletedPlan}: this plan is gone`)
  },
)

const list = async () => {
  const { id } = await story().acme()
  return (await story().service.call('listPlans', { org_id: id }, story().tokenOf('Ana'))).plans
}

it.each(['no reason', '"'.repeat(490)])(
  'Retry failed buttons cover all of 130 failed plans, for the reason %j',
  async reason => {
    const ids = Array.from({ length: 130 }, (_, n) => `${'7'.repeat(40)}${n}`)
    const plans = ids.map((id, n) => ({ id, name: `p${n}`, resources: 0 }))
    story().wire.respondWith('list_plans', { plans })
    story().wire.respond('pause_plan', { status: 400 })
    const ana = story().person('Ana')
    await ana.types(`/pause all tomorrow because ${reason}`)
    await ana.presses('Pause all')
    story().wire.respondWith('pause_plan', { pause_id: 'new' })
    const [, count = ''] =
      /\[Retry failed \(1 of (\d+)\)/.exec(story().channel().join() + ana.reads().join()) ?? []
    const before = story().wire.changes().length
    for (let at = 1; at <= Number(count); at += 1) await ana.presses(`Retry failed (${at} of`)
    const bodies = story()
      .wire.changes()
      .slice(before)
      .map(({ body }) => body)
    expect(bodies).toHaveLength(ids.length)
    for (const plan_id of ids) expect(bodies).toContainEqual(expect.objectContaining({ plan_id, reason }))
  },
)

describe('a pause of more plans than a button has room for', () => {
  const names = Array.from({ length: 44 }, (_, n) => `eu-payments-worker-${n}`)

  async function respondWithPlans() {
    const plans = names.map((name, n) => ({ id: `${'7'.repeat(40)}${n}`, name, resources: 0 }))
    story().wire.respondWith('list_plans', { plans })
    story().wire.respondWith('pause_plan', { pause_id: 'new' })
    return story().person('Ana')
  }
  const countPausedPlans = () =>
    new Set(
      story()
        .wire.changes()
        .map(({ body }) => Object(body).plan_id),
    ).size

  it('pauses all plans after the confirmation', async () => {
    const ana = await respondWithPlans()
    await ana.types(`/pause ${names.join(', ')} tomorrow`)
    await ana.presses('Pause 44 plans')
    await ana.submits()
    expect(countPausedPlans()).toBe(44)
    expect(story().channel()[0]).toContain(
      'The buttons do not cover all of these plans: ask for the others by name.',
    )
  })

  it('pauses all plans after a choice between two days', async () => {
    const ana = await respondWithPlans()
    await ana.types(`/pause ${names.join(', ')} wednesday`)
    await ana.presses('Wed 25 Nov')
    await ana.submits()
    await ana.presses('Pause 44 plans')
    await ana.submits()
    expect(countPausedPlans()).toBe(44)
  })
})

describe('a pause of several plans that fails for one', () => {
  it.each([
    [403, true],
    [404, false],
  ])('with status %i offers Retry failed: %s', async (status, hasRetry) => {
    story().wire.respondForPlan(await story().planId('web-staging'), { status })
    await story().person('Ana').types('/pause web-prod and web-staging tomorrow to friday incident')
    expect(story().channel()).toEqual([expect.stringContaining('web-staging: could not be paused')])
    expect(story().channel()[0]?.includes('[Retry failed]')).toBe(hasRetry)
  })

  it('with status 403 names the person to ask', async () => {
    const cleo = story().person('Cleo')
    story().wire.respondForPlan(await story().planId('web-staging'), { status: 403 })
    await cleo.types('/pause web-prod and web-staging tomorrow to friday incident')
    expect(cleo.readsPrivately()).toEqual([
      'Not all plans are paused:\n:warning: web-staging: The scheduling service does not allow you to do this. Nothing was changed. Ask Ana.',
    ])
  })
})

describe('resuming several plans', () => {
  it('removes only the pauses of the message with Resume all', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-staging and data-warehouse tomorrow to friday incident')
    const before = await story().pauses('web-staging')
    await ana.presses('Resume all')
    expect(story().channel().at(-1)).toBe(
      [
        `${ana.mention} cancelled upcoming pauses of 2 plans`,
        `:warning: data-warehouse: cancelled ${DAYS}; still paused until Sun 22 Nov 2026`,
        `:white_check_mark: web-staging: cancelled ${DAYS}`,
        '[Pause again]',
      ].join('\n'),
    )
    expect(await story().pauses('web-staging')).toEqual(before.filter(([from]) => from !== WEEK[0]))
    expect(await story().pauses('data-warehouse')).toHaveLength(1)
  })

  it('ends live pauses and keeps those planned for later', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod and ci-runners 24 dec to 2 jan holidays')
    await ana.types('/pause web-prod and ci-runners today incident')
    await ana.types('/resume web-prod and ci-runners right now, please')
    expect(story().channel().at(-1)).toContain(`${ana.mention} resumed 2 plans`)
    for (const plan of ['web-prod', 'ci-runners'])
      expect(await story().pauses(plan)).toEqual([['24/12/2026', '02/01/2027', 'holidays']])
  })

  it('cancels all pauses of one plan, with a button for each to pause again', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow load test')
    await ana.types('/pause web-prod 24 dec freeze')
    await ana.types('/resume web-prod all')
    expect(story().channel().at(-1)).toBe(
      [
        `${ana.mention} cancelled upcoming pauses of *web-prod*`,
        ':white_check_mark: web-prod: cancelled Thu 19 Nov 2026 (1 day) – load test',
        ':white_check_mark: web-prod: cancelled Thu 24 Dec 2026 (1 day) – freeze',
        '[Pause again 19 Nov – load test] [Pause again 24 Dec – freeze]',
      ].join('\n'),
    )
  })

  it.each(['load test', ''])(
    'keeps a pause that Bo created meanwhile on the same days; Ana’s reason: “%s”',
    async reason => {
      const [ana, bo] = [story().person('Ana'), story().person('Bo')]
      await ana.types(`/pause web-prod and ci-runners tomorrow to friday ${reason}`)
      await bo.types('/resume web-prod')
      await bo.types('/pause web-prod tomorrow to friday frozen for audit')
      await ana.presses('Resume all')
      expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'frozen for audit']])
      expect(await story().pauses('ci-runners')).toEqual([])
      expect(story().channel().at(-1)).toContain(
        'web-prod: not paused now, and the next pause stays: Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) – frozen for audit',
      )
    },
  )

  it('says that a plan is still paused if Bo extended its pause meanwhile', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod and ci-runners today')
    await story().person('Bo').types('/pause extend web-prod until friday')
    await ana.presses('Resume all')
    expect(story().channel().at(-1)).toContain(
      'web-prod: still paused by another pause, until Fri 20 Nov 2026',
    )
  })

  it('ends all live pauses, and one button pauses those that were alike again', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod 24 dec freeze')
    await ana.types('/pause ci-runners today to friday incident')
    await ana.types('/pause web-prod today to friday incident')
    await ana.types('/pause Payments API tomorrow to friday incident')
    await ana.types('/resume all')
    expect(ana.readsPrivately()).toEqual([
      'Resume all 4 paused plans? The other plans stay as they are. Nothing was done yet.\nweb-prod, data-warehouse, ci-runners, ml-training\n[Resume all 4 paused plans] [No]',
    ])
    await ana.presses('Resume all')
    expect(story().channel().at(-1)).toMatch(
      new RegExp(
        [
          `^${ana.mention} resumed 4 of 6 plans`,
          ':heavy_minus_sign: web-staging: not paused now, and the next pause stays: Mon 30 Nov 2026 → .*',
          ':heavy_minus_sign: Payments API: not paused now, and the next pause stays: Thu 19 Nov 2026 → .*',
          ':white_check_mark: web-prod: ended .* – incident; it will be paused again Thu 24 Dec 2026 \\(1 day\\) – freeze · back .*',
          ':white_check_mark: data-warehouse: ended .* – migration to the new cluster',
          ':white_check_mark: ci-runners: ended .* – incident',
          ':white_check_mark: ml-training: ended .* – no budget until the new quarter\n',
        ].join('\\n'),
      ),
    )
    expect(await story().pauses('web-staging')).toHaveLength(1)
    expect(await story().pauses('Payments API')).toEqual([[...WEEK]])
    for (const what of ['web-prod and 1 more again 18–20', 'data-warehouse again', 'ml-training again'])
      await ana.presses(`Pause ${what}`)
    for (const plan of ['web-prod', 'ci-runners'])
      expect(await story().pauses(plan)).toContainEqual(['18/11/2026', '20/11/2026', 'incident'])
    expect((await story().pauses('data-warehouse')).map(([from]) => from)).toEqual(['18/11/2026'])
  })

  it('asks for confirmation of more than five plans', async () => {
    const ana = story().person('Ana')
    const names = 'web-prod, web-staging, data-warehouse, payments api, ci-runners and ml-training'
    await ana.types(`/pause ${names} today`)
    await ana.presses('Pause 6')
    await ana.types(`/resume ${names}`)
    expect(ana.readsPrivately()).toEqual([
      'Resume 6 plans? Nothing was done yet.\nweb-prod, web-staging, data-warehouse, Payments API, ci-runners, ml-training\n[Resume 6 plans] [No]',
    ])
    expect(await story().pauses('web-prod')).toHaveLength(1)
    await ana.presses('Resume 6')
    expect(story().channel().at(-1)).toContain(`${ana.mention} resumed 6 plans\n`)
    for (const name of ['web-prod', 'ci-runners']) expect(await story().pauses(name)).toEqual([])
  })

  it('offers to cancel upcoming pauses if none is live', async () => {
    const ana = story().person('Ana')
    await ana.types('/resume data-warehouse and ml-training')
    await ana.types('/pause web-prod tomorrow')
    const { length } = story().slack.calls
    expect(await ana.asks('/resume all')).toMatch(
      /^You resumed none of 6 plans\n.*\n\[Cancel these 2 pauses\] \[Show pauses\]$/s,
    )
    expect(story().slack.calls.slice(length)).toEqual([])
    await ana.presses('Cancel these 2')
    expect(story().channel().at(-1)).toContain(`${ana.mention} cancelled upcoming pauses of 2 plans\n`)
    for (const name of ['web-prod', 'web-staging']) expect(await story().pauses(name)).toEqual([])
  })

  it('ends live and upcoming pauses with “all all”, after one confirmation', async () => {
    const ana = story().person('Ana')
    await ana.types('/resume all all')
    expect(ana.readsPrivately()).toEqual([
      'End or cancel all 3 pauses of 3 plans? Nothing was done yet.\nweb-staging, data-warehouse, ml-training\n[Cancel all 3 pauses] [No]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Cancel all 3')
    for (const name of ['web-staging', 'data-warehouse', 'ml-training'])
      expect(await story().pauses(name)).toEqual([])
  })

  it('counts many plans without a pause instead of naming them', async () => {
    const ana = story().person('Ana')
    for (let index = 0; index < 12; index += 1) await story().createPlan(`batch-${index}`)
    await ana.types('/resume all')
    await ana.presses('Resume all')
    expect(story().channel().at(-1)).toContain(`${ana.mention} resumed 2 of 18 plans\n`)
    expect(story().channel().at(-1)).toContain('\n:heavy_minus_sign: 15 plans: no pause to end or cancel\n')
    expect(story().channel().at(-1)).toContain('\n:heavy_minus_sign: web-staging: not paused now')
  })

  it('names the pause that could not be removed, and Retry failed removes it', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod today incident')
    await ana.types('/pause web-prod today to friday audit')
    await ana.presses('Keep both')
    const { plans } = await story().service.call(
      'listPlans',
      { org_id: (await story().acme()).id },
      story().tokenOf('Ana'),
    )
    const failing = plans.flatMap(({ pauses }) => pauses).find(({ reason }) => reason === 'audit')
    story().wire.respondForPause(failing?.pause_id ?? '', { status: 403 })
    await ana.types('/resume web-prod and ci-runners')
    expect(story().channel().at(-1)).toMatch(
      new RegExp(
        [
          `^${ana.mention} ended pauses of 1 of 2 plans`,
          ':warning: web-prod: ended Wed 18 Nov 2026 \\(1 day\\) – incident; still paused until Fri 20 Nov 2026',
          ':warning: web-prod Wed 18 Nov 2026 → Fri 20 Nov 2026 \\(3 days\\): could not be resumed',
          ':heavy_minus_sign: ci-runners: no pause to end or cancel',
        ].join('\\n'),
      ),
    )
    expect(ana.readsPrivately().at(-1)).toMatch(
      /^Not all plans are resumed:\n:warning: web-prod Wed 18 Nov .* \(3 days\): The scheduling service does not allow/,
    )
    story().wire.restore()
    await ana.presses('Retry failed')
    expect(story().channel().at(-1)).toContain(`${ana.mention} resumed *web-prod* and ended its pause`)
    expect(await story().pauses('web-prod')).toEqual([])
  })
})

it('buttons to pause again are private if the announcement has no room for them', async () => {
  const ana = story().person('Ana')
  const pausedPlans = [
    ['web-prod', 'load test'],
    ['web-staging', 'audit'],
    ['ci-runners', 'move'],
    ['Payments API', 'freeze'],
  ] as const
  for (const [plan, reason] of pausedPlans) await ana.types(`/pause ${plan} today to friday ${reason}`)
  await ana.types('/resume web-prod, web-staging, ci-runners and payments api')
  expect(story().channel().at(-1)).toMatch(/ – freeze$/)
  expect(ana.readsPrivately()).toEqual([
    'The plans had different pauses:\n[Pause web-prod again 18–20 Nov – load test] [Pause web-staging again 18–20 Nov – audit] [Pause ci-runners again 18–20 Nov – move] [Pause Payments API again 18–20 Nov – freeze]',
  ])
  for (const [plan] of pausedPlans) await ana.presses(`Pause ${plan} again`)
  for (const [plan, reason] of pausedPlans)
    expect(await story().pauses(plan)).toContainEqual(['18/11/2026', '20/11/2026', reason])
})

describe('the announcement of many plans', () => {
  it('shows progress', async () => {
    const ana = story().person('Ana')
    for (let index = 0; index < 20; index += 1) await story().createPlan(`batch-${index}`)
    await ana.types('/pause all tomorrow to friday incident')
    await ana.presses('Pause all')
    const steps = story()
      .slack.calls.filter(({ method }) => method === 'chat.update' || method === 'chat.postMessage')
      .map(({ args }) => String(args.text))
    expect(steps.length).toBeGreaterThan(2)
    expect(steps[0]).toMatch(/:hourglass_flowing_sand: .* is pausing \d+ plans \(0 of \d+\)/)
    expect(steps.at(-1)).toMatch(/paused \d+ plans: /)
    expect(story().channel()).toHaveLength(1)
  })

  it('ends its progress in words if Slack does not delete it and the outcome is private', async () => {
    story().failSlack('chat.delete', 'compliance_exports_prevent_deletion')
    const ana = story().person('Ana')
    story().wire.respond('pause_plan', { status: 403 })
    await ana.types('/pause web-prod and web-staging tomorrow to friday incident')
    expect(story().channel()).toEqual([`This is over: ${ana.mention} knows the result.`])
    expect(ana.readsPrivately().at(-1)).toContain('You paused none of 2 plans')
  })

  it('is posted again if Slack neither updates nor deletes the progress message', async () => {
    story().failSlack('chat.update', 'unreachable')
    story().failSlack('chat.delete', 'unreachable')
    await story().person('Ana').types('/pause web-prod and web-staging tomorrow to friday incident')
    expect(story().channel()).toEqual([
      expect.stringContaining(':hourglass_flowing_sand:'),
      expect.stringMatching(/paused 2 plans.*\[Resume all\]$/s),
    ])
  })
})

describe('a plan for which the service does not respond', () => {
  const hanging = stories({ timeoutMs: 500 })

  it('does not prevent the pause of other plans', async () => {
    const { wire, person, planId } = hanging()
    for (const plan of ['web-prod', 'web-staging', 'data-warehouse', 'Payments API'])
      wire.respondForPlan(await planId(plan), 'hang')
    await person('Ana').types('/pause all tomorrow to friday incident')
    await person('Ana').presses('Pause all')
    for (const plan of ['ci-runners', 'ml-training'])
      expect(await hanging().pauses(plan)).toContainEqual([...WEEK])
    expect(hanging().channel().at(-1)).toContain('paused 2 of 6 plans')
  })
})

it('the pause form hides the field for one plan once several are named', async () => {
  const ana = story().person('Ana')
  await ana.types('/pause')
  await ana.fills({ Plans: 'all' })
  expect(Object.keys(ana.fields)).not.toContain('Plan')
  await ana.fills({ Plans: '' })
  expect(Object.keys(ana.fields)).toContain('Plan')
})
