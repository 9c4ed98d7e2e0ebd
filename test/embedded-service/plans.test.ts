import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract, type Request } from '../../src/service/contract/contract.ts'
import { type Acme, openAcme, acme as org_id, statusAndMessage } from './running.ts'

let acme: Acme
beforeEach(async () => {
  acme = await openAcme()
})
afterEach(() => acme.close())

const details = async (plan_id: string) =>
  contract.describePlan.answer.parse((await acme.as('dev', 'describePlan', { org_id, plan_id })).answer).plan
const order = async (plan_id: string) =>
  (await details(plan_id)).resources?.map(resource => resource.resource_id)
describe('a new plan', () => {
  const nights: Request<'createPlan'> = {
    org_id,
    name: 'nights',
    description: 'Builds',
    timezone: 'UTC-03:00',
    schedule: { days: ['sat', 'sun'], start: '22', duration: 6 },
    state: 'inactive',
  }

  it('cannot have the name of another, ignoring case and surrounding space', async () => {
    for (const name of ['WEB-prod', ' web-prod '])
      expect(statusAndMessage(await acme.as('cleo', 'createPlan', { ...nights, name }))).toEqual([
        400,
        'There is a plan of this name already.',
      ])
  })

  it('is refused with all its problems', async () => {
    const schedule = { ...nights.schedule, start: '25', duration: 24 }
    expect(statusAndMessage(await acme.as('cleo', 'createPlan', { ...nights, name: ' ', schedule }))).toEqual(
      [
        400,
        'name: must not be empty; schedule.duration: Too big: expected number to be <=23; ' +
          'schedule.start: must be an hour from 1 to 23, as text.',
      ],
    )
  })
})

describe('a pause', () => {
  const week = {
    org_id,
    plan_id: '1',
    pause_start: '31/12/2026',
    pause_end: '01/01/2027',
    reason: 'load test',
  }

  it('cannot be added or removed by a viewer, who learns why', async () => {
    expect(statusAndMessage(await acme.as('dev', 'pausePlan', week))).toEqual([
      403,
      'Only owners, admins and members can do this. Your role in Acme is viewer.',
    ])
    expect((await acme.as('dev', 'removePlanPause', { org_id, plan_id: '2', pause_id: '1' })).status).toBe(
      403,
    )
    expect((await details('1')).pauses).toEqual([])
  })

  it('cannot end before it starts, across years', async () => {
    expect(
      statusAndMessage(await acme.as('cleo', 'pausePlan', { ...week, pause_end: '30/12/2026' })),
    ).toEqual([400, 'The pause would end (30/12/2026) before it starts (31/12/2026).'])
  })
})

describe('the resources of a plan', () => {
  it.each([
    ['one missing', ['res-11', 'res-12', 'res-13'], 'res-14'],
    ['one unknown', ['res-11', 'res-12', 'res-13', 'res-14', 'res-15'], 'res-15'],
    ['one twice', ['res-11', 'res-12', 'res-13', 'res-14', 'res-11'], 'res-11'],
    ['none', [], 'res-11'],
  ])('keep their order when the new one has %s', async (_, new_sorted_list, named) => {
    const wrong = { org_id, plan_id: '1', new_sorted_list }
    expect(statusAndMessage(await acme.as('cleo', 'updateResourcesOrder', wrong))).toEqual([
      400,
      `new_sorted_list must name each resource of web-prod once: see "${named}".`,
    ])
    expect(await order('1')).toEqual(['res-11', 'res-12', 'res-13', 'res-14'])
  })
})
