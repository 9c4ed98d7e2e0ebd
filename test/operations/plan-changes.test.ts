import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const WORKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri']
const buttons = '[Undo] [Edit plan] [Show plan]'

const changes = () => story().wire.changes()
const lastBody = () => changes().at(-1)?.body

describe('editing a plan', () => {
  it('opens the form with the current values, draws the week, and sends only the differences', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan edit web-prod')
    expect(ana.fields).toEqual({
      Plan: 'web-prod',
      Name: 'web-prod',
      Schedule: 'Mon–Fri 08:00–19:00',
      'Time zone': 'UTC+01:00',
      Dependency: 'Each resource depends on the one before it',
      State: 'active',
    })
    expect(ana.form).toContain('Wed 18 ········██|████████·····')
    await ana.fills({ Schedule: 'weekdays 9 to 5' })
    expect(ana.form).toContain('Wed 18 ·········█|██████·······')
    await ana.submits()
    expect(lastBody()).toEqual({
      org_id: '1001',
      plan_id: '1',
      updates: { schedule: { days: WORKDAYS, duration: 8, start: 9 } },
    })
    expect(story().channel()).toEqual([
      `${ana.mention} changed *web-prod*\nSchedule: Mon–Fri 08:00–19:00 → Mon–Fri 09:00–17:00\n${buttons}`,
    ])
  })

  it.each([
    [{ Name: 'shop' }, { name: 'shop' }, 'Name: web-prod → shop'],
    [
      { 'Time zone': 'Asia/Kolkata' },
      { updates: { timezone: 'UTC+05:30' } },
      'Time zone: UTC+01:00 → UTC+05:30',
    ],
    [{ Dependency: '' }, { dependancy: false }, 'Each resource depends on the one before it: yes → no'],
    [{ State: 'inactive' }, { state: 'inactive' }, 'State: active → inactive'],
  ])('sends the form values %j as %j', async (words, change, texts) => {
    const ana = story().person('Ana')
    await ana.types('/plan edit web-prod')
    await ana.submits(words)
    expect(lastBody()).toEqual({ org_id: '1001', plan_id: '1', ...change })
    expect(story().channel().at(-1)).toContain(texts)
  })

  it('needs no form if the command says what to change', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan edit web-prod weekdays 9 to 5, UTC')
    expect(ana.form).toBeUndefined()
    expect(lastBody()).toMatchObject({
      updates: { timezone: 'UTC+00:00', schedule: { start: 9, duration: 8 } },
    })
    await ana.types('/plan edit web-prod weekdays 9 to 5 Auckland')
    expect(story().channel().at(-1)).toContain('\nThe plan keeps UTC+13:00 all year, even when')
    await ana.types('/plan edit')
    expect(ana.fields).toEqual({ Plan: '' })
    await ana.fills({ Plan: 'Payments API' })
    expect(ana.fields).toMatchObject({ Name: 'Payments API' })
  })

  it('keeps the edited fields and fills in the others when another plan is selected', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan edit web-prod')
    await ana.fills({ Schedule: 'weekdays 9 to 5' })
    await ana.fills({ Plan: 'data-warehouse' })
    expect(ana.fields).toMatchObject({ Schedule: 'weekdays 9 to 5', Name: 'data-warehouse' })
    await ana.submits()
    expect(lastBody()).toMatchObject({ plan_id: await story().planId('data-warehouse') })
    expect(Object.keys(lastBody() ?? {})).toEqual(['org_id', 'plan_id', 'updates'])
  })

  it.each([
    [
      { Name: 'Payments API' },
      { Name: 'There is already a plan called “Payments API”; choose another name.' },
    ],
    [{ Name: '' }, { Name: 'Say the name.' }],
    [{ Schedule: '' }, { Schedule: 'Say the weekly hours, for example: weekdays 8am to 7pm.' }],
    [{ Schedule: 'whenever' }, { Schedule: expect.stringContaining('I cannot read “whenever”') }],
  ])('keeps the form open for %j, with the error %j', async (words, texts) => {
    const ana = story().person('Ana')
    await ana.types('/plan edit web-prod')
    await ana.submits(words)
    expect(ana.formErrors).toEqual(texts)
    expect(changes()).toEqual([])
  })

  it('does not overwrite what Bo changed meanwhile', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/plan edit web-prod')
    await ana.fills({ Name: 'shop', State: 'inactive' })
    await bo.types('/plan off web-prod')
    await bo.types('/plan edit web-prod')
    await bo.submits({ 'Time zone': 'UTC', Schedule: 'weekdays 9 to 5' })
    await ana.submits()
    expect(lastBody()).toEqual({ org_id: '1001', plan_id: '1', name: 'shop' })
    await ana.types('/plan edit shop')
    await ana.fills({ Schedule: 'daily 9 to 5' })
    await bo.types('/plan edit shop')
    await bo.submits({ Schedule: 'weekends 9 to 5' })
    await ana.submits()
    expect(ana.form).toContain('*shop* was changed meanwhile, so nothing was done. Open the form anew')
    expect(ana.fields).toMatchObject({ Schedule: 'daily 9 to 5' })
    expect(changes()).toHaveLength(4)
  })
})

it('Undo needs no form, announces itself, and has no Undo of its own', async () => {
  const ana = story().person('Ana')
  await ana.types('/plan edit web-prod')
  await ana.submits({ Name: 'shop', State: 'inactive' })
  await ana.presses('Undo')
  expect(ana.form).toBeUndefined()
  expect(lastBody()).toEqual({ org_id: '1001', plan_id: '1', name: 'web-prod', state: 'active' })
  expect(story().channel().at(-1)).toBe(
    `${ana.mention} undid the change to *shop*\nName: shop → web-prod\nState: inactive → active\n[Edit plan] [Show plan]`,
  )
})

describe('turning a plan off and on', () => {
  it('sends only the state, announces it, and is undone by a button', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/plan off web-prod')
    expect(lastBody()).toEqual({ org_id: '1001', plan_id: '1', state: 'inactive' })
    expect(story().channel()).toEqual([
      `${ana.mention} turned off *web-prod*.\nIt is off until someone turns it on.\n${buttons}`,
    ])
    await bo.presses('Undo')
    expect(lastBody()).toEqual({ org_id: '1001', plan_id: '1', state: 'active' })
    expect(story().channel().at(-1)).toBe(
      `${bo.mention} undid that, and turned on *web-prod*.\nIt is running until <!date^1795024800^{date_short_pretty} at {time}|13:00> your time (19:00 plan time).\n[Edit plan] [Show plan]`,
    )
  })

  it('asks for confirmation of an abbreviated name', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan off da')
    expect(ana.readsPrivately()).toEqual([
      'There is no plan called “da”. Did you mean this?\n[data-warehouse] [Something else]',
    ])
    expect(changes()).toEqual([])
    await ana.presses('data-warehouse')
    expect(changes()).toMatchObject([{ action: 'update_plan' }])
  })
})
