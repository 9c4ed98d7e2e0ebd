import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const WORKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri']

const createdPlan = () => {
  const [change] = story().wire.changes()
  return change?.body
}

describe('creating a plan with a command', () => {
  it('uses the time zone of the person and announces the plan', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan create reports weekdays 8am-7pm')
    expect(ana.form).toBeUndefined()
    expect(story().channel()).toEqual([
      [
        `${ana.mention} created *reports*: Mon–Fri 08:00–19:00, UTC+01:00`,
        'The plan keeps UTC+01:00 all year, even when the clocks change in Europe/Berlin.',
        '[Show plan] [Add resource] [Edit plan]',
      ].join('\n'),
    ])
    await ana.presses('Add resource')
    expect(ana.form).toContain('# Add a resource\nPlan: reports\n')
    await ana.closes()
    expect(createdPlan()).toEqual({
      org_id: '1001',
      name: 'reports',
      description: '',
      timezone: 'UTC+01:00',
      schedule: { days: WORKDAYS, duration: 11, start: '8' },
      state: 'active',
    })
    await ana.presses('Show plan')
    expect(ana.readsPrivately().at(-1)).toContain(
      '*reports*\n:sunny: running until 19:00  ·  Mon–Fri 08:00–19:00, UTC+01:00',
    )
  })

  it.each([
    ['/plan create "Mon team" mon-thu 9 for 8h', 'Mon team', 'UTC+01:00'],
    ['/plan create reports: weekdays 8-19', 'reports', 'UTC+01:00'],
    ['/plan create a plan called reports, weekdays 8-19', 'reports', 'UTC+01:00'],
    ['/plan create night shift daily 8pm to 6am UTC+5:30', 'night shift', 'UTC+05:30'],
    ['/dayshift create plan api weekdays 8-19, New York time', 'api', 'UTC-05:00'],
    ['/plan create "9 to 5" weekdays 9 to 5 UTC', '9 to 5', 'UTC+00:00'],
  ])('%s creates “%s” in %s', async (line, name, timezone) => {
    await story().person('Ana').types(line)
    expect(createdPlan()).toMatchObject({ name, timezone })
  })

  it('asks about ambiguous hours, and creates the plan with one press', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('/plan create api weekdays 1 to 5')).toContain(
      '[Mon–Fri 01:00–05:00] [Mon–Fri 13:00–17:00]',
    )
    expect(createdPlan()).toBeUndefined()
    await ana.presses('Mon–Fri 13:00')
    expect(createdPlan()).toMatchObject({ name: 'api', schedule: { start: '13', duration: 4 } })
  })

  it.each([
    ['/plan create weekdays 9-17', { Name: '', Schedule: 'weekdays 9-17' }, 'Say the name.'],
    ['/plan create api 24/7', { Name: 'api', Schedule: '24/7' }, 'The service allows 23 hours a day at most'],
    ['/plan create api weekdays 8-19ish', { Name: 'api', Schedule: 'weekdays 8-19ish' }, 'I cannot read'],
  ])('%s opens the form with what is known, and the error', async (line, words, texts) => {
    const ana = story().person('Ana')
    await ana.types(line)
    expect(ana.fields).toMatchObject(words)
    expect(ana.form).toContain(`⚠ ${texts}`)
    expect(createdPlan()).toBeUndefined()
  })
})

it('a question about the hours of a new plan shows its future name', async () => {
  const ana = story().person('Ana')
  expect(await ana.asks('/plan create x jeden werktag 8 bis 19 uhr')).toBe(
    'The plan will be called “x jeden werktag”. “8 bis 19 uhr” does not say on which days.\n[Mon–Fri 08:00–19:00] [Mon–Sun 08:00–19:00] [Something else]',
  )
  await ana.presses('Something else')
  await ana.submits({ Name: 'x', Schedule: 'Mon-Fri 8-19' })
  expect(createdPlan()).toMatchObject({ name: 'x', schedule: { days: ['mon', 'tue', 'wed', 'thu', 'fri'] } })
})

it('the form of a new plan draws the week and shows the parsed hours', async () => {
  const ana = story().person('Ana')
  await ana.types('/plan create')
  expect(ana.fields).toEqual({ Name: '', Description: '', Schedule: '', 'Time zone': '', State: '' })
  await ana.fills({ Name: 'api', Schedule: 'mon-thu 9 for 8h' })
  expect(ana.form).toContain(':clock8: Mon–Thu 09:00–17:00\n```\n')
  expect(ana.form).toContain('Wed 18 ·········█|██████·······')
  await ana.fills({ 'Time zone': 'America/New_York' })
  expect(ana.form).toContain(
    'The plan keeps UTC-05:00 all year, even when the clocks change in America/New_York.',
  )
  await ana.submits({ Description: 'The API, for everybody', State: 'inactive' })
  expect(createdPlan()).toEqual({
    org_id: '1001',
    name: 'api',
    description: 'The API, for everybody',
    timezone: 'UTC-05:00',
    schedule: { days: ['mon', 'tue', 'wed', 'thu'], duration: 8, start: '9' },
    state: 'inactive',
  })
  expect(story().channel().at(-1)).toContain('It is off until someone turns it on.')
  expect(story().channel().at(-1)).toContain('[Turn on]')
})

it('the form of a new plan asks for the time zone if Slack does not give one', async () => {
  story().failSlack('users.info', 'unreachable')
  const ana = story().person('Ana')
  await ana.types('/plan create api weekdays 8-19')
  expect(ana.form).toContain('⚠ Slack did not tell me your time zone just now.')
  expect(createdPlan()).toBeUndefined()
  story().restoreSlack()
  await ana.submits({ 'Time zone': 'UTC' })
  expect(createdPlan()).toMatchObject({ name: 'api', timezone: 'UTC+00:00' })
})

it.each(['except sunday 9-17', 'not weekends 9-17', 'every 2nd monday 9-17'])(
  'the form of a new plan opens for hours that could be misread: %s',
  async hours => {
    const ana = story().person('Ana')
    await ana.types(`/plan create night batch ${hours}`)
    expect(ana.fields).toMatchObject({ Name: 'night batch', Schedule: hours })
    expect(story().wire.changes()).toEqual([])
  },
)
