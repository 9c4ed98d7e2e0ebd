import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/embedded-service/service-store.ts'
import { contract, type Request } from '../../src/service/contract/contract.ts'
import { KEY } from '../key.ts'
import { type Acme, type Answered, openAcme, acme as org_id } from './running.ts'

let acme: Acme
beforeEach(async () => {
  acme = await openAcme()
})
afterEach(() => acme.close())

const list = async () =>
  contract.listPlans.answer.parse((await acme.as('dev', 'listPlans', { org_id })).answer).plans
const details = async (plan_id: string) =>
  contract.describePlan.answer.parse((await acme.as('dev', 'describePlan', { org_id, plan_id })).answer).plan
const order = async (plan_id: string) =>
  (await details(plan_id)).resources?.map(resource => resource.resource_id)
const said = ({ status, answer }: Answered) => [status, answer.message]

describe('a new plan', () => {
  const nights: Request<'createPlan'> = {
    org_id,
    name: 'nights',
    description: 'Builds',
    timezone: 'UTC-03:00',
    schedule: { days: ['sat', 'sun'], start: '22', duration: 6 },
    state: 'inactive',
  }

  it('is described as it was made, without pauses or resources', async () => {
    const { answer } = await acme.as('cleo', 'createPlan', nights)
    expect(await details(String(answer.plan_id))).toEqual({
      id: answer.plan_id,
      name: 'nights',
      description: 'Builds',
      timezone: 'UTC-03:00',
      schedule: { days: ['sat', 'sun'], start: 22, duration: 6, timezone: 'UTC-03:00' },
      state: 'inactive',
      dependancy: false,
      pauses: [],
      resources: [],
    })
  })

  it('may not take the name of another, whatever the case and the space around it', async () => {
    for (const name of ['WEB-prod', ' web-prod '])
      expect(said(await acme.as('cleo', 'createPlan', { ...nights, name }))).toEqual([
        400,
        `A plan is called "${name}" already.`,
      ])
  })

  it.each([0, 24, -1, 1.5])('may not last %d hours', async duration => {
    const schedule = { ...nights.schedule, duration }
    expect((await acme.as('cleo', 'createPlan', { ...nights, schedule })).status).toBe(400)
  })

  it('runs on one day at least', async () => {
    const schedule = { ...nights.schedule, days: [] }
    expect(said(await acme.as('cleo', 'createPlan', { ...nights, schedule }))).toEqual([
      400,
      'schedule.days must name a day at least.',
    ])
  })

  it('hears in plain words what is wrong with it, all at once', async () => {
    const schedule = { ...nights.schedule, start: '25', duration: 24 }
    expect(said(await acme.as('cleo', 'createPlan', { ...nights, name: ' ', schedule }))).toEqual([
      400,
      'name must not be empty; schedule.duration must be at most 23; ' +
        'schedule.start must be an hour from 1 to 23, as text.',
    ])
  })
})

describe('a plan that is updated', () => {
  it('changes in what was given and in nothing else', async () => {
    const before = await details('1')
    await acme.as('cleo', 'updatePlan', { org_id, plan_id: '1', name: 'shop' })
    expect(await details('1')).toEqual({ ...before, name: 'shop' })
    await acme.as('cleo', 'updatePlan', { org_id, plan_id: '1', dependancy: false, state: 'inactive' })
    expect(await details('1')).toEqual({ ...before, name: 'shop', dependancy: false, state: 'inactive' })
  })

  it('takes a new schedule and time zone', async () => {
    const schedule = { days: ['sun' as const], start: 1, duration: 23 }
    await acme.as('cleo', 'updatePlan', {
      org_id,
      plan_id: '1',
      updates: { schedule, timezone: 'UTC+09:00' },
    })
    expect((await details('1')).schedule).toEqual({ ...schedule, timezone: 'UTC+09:00' })
  })

  it('may keep its own name, but not take another plan name', async () => {
    const rename = (name: string) => acme.as('cleo', 'updatePlan', { org_id, plan_id: '1', name })
    expect((await rename('Web-Prod')).status).toBe(200)
    expect(said(await rename('payments api'))).toEqual([400, 'A plan is called "payments api" already.'])
  })

  it('knows two states', async () => {
    expect(said(await acme.as('cleo', 'updatePlan', { org_id, plan_id: '1', state: 'asleep' }))).toEqual([
      400,
      'state must be one of active, inactive.',
    ])
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

  it('may not be added or removed by a viewer, who is told why', async () => {
    expect(said(await acme.as('dev', 'pausePlan', week))).toEqual([
      403,
      'This needs the role owner, admin or member: in Acme you are viewer.',
    ])
    expect((await acme.as('dev', 'removePlanPause', { org_id, plan_id: '2', pause_id: '1' })).status).toBe(
      403,
    )
    expect((await details('1')).pauses).toEqual([])
  })

  it('is listed under the identifier that it got, until it is removed', async () => {
    const { answer } = await acme.as('cleo', 'pausePlan', week)
    const pause_id = String(answer.pause_id)
    const { org_id: _, plan_id, ...pause } = week
    expect((await list())[0]?.pauses).toEqual([{ pause_id, ...pause }])
    await acme.as('cleo', 'removePlanPause', { org_id, plan_id, pause_id })
    expect((await list())[0]?.pauses).toEqual([])
    expect(said(await acme.as('cleo', 'removePlanPause', { org_id, plan_id, pause_id }))).toEqual([
      404,
      `The plan web-prod has no pause "${pause_id}".`,
    ])
  })

  it('may be one day, and may lie over another', async () => {
    const day = { ...week, pause_end: week.pause_start }
    expect((await acme.as('cleo', 'pausePlan', day)).status).toBe(200)
    expect((await acme.as('cleo', 'pausePlan', day)).status).toBe(200)
  })

  it('may not end before it starts, in whichever year', async () => {
    expect(said(await acme.as('cleo', 'pausePlan', { ...week, pause_end: '30/12/2026' }))).toEqual([
      400,
      'The pause would end (30/12/2026) before it starts (31/12/2026).',
    ])
  })

  it('has days that exist', async () => {
    expect(said(await acme.as('cleo', 'pausePlan', { ...week, pause_start: '31/02/2026' }))).toEqual([
      400,
      'pause_start is not a day of the calendar.',
    ])
    expect(said(await acme.as('cleo', 'pausePlan', { ...week, pause_end: 'friday' }))[0]).toBe(400)
  })
})

describe('the resources of a plan', () => {
  const added: Request<'addResource'>['resource'] = {
    resource_id: 'i-9',
    resource_name: 'web-app-3',
    instanceName: 'web3',
    type: 'instance',
    credential: '1',
    status: 'active',
    reason: '',
    region: 'eu-west-1',
  }
  const add = (resource: object) =>
    acme.as('cleo', 'addResource', { org_id, plan_id: '1', resource: { ...added, ...resource } })
  const update = (change: object) =>
    acme.as('cleo', 'updateResource', {
      ...{ org_id, plan_id: '1', resource_id: 'res-11', resource_name: 'web-db', status: 'active' },
      ...{ credential: '1', ...change },
    })

  it('are put in another order', async () => {
    const reorder = (new_sorted_list: string[]) =>
      acme.as('cleo', 'updateResourcesOrder', { org_id, plan_id: '1', new_sorted_list })
    await reorder(['res-14', 'res-11', 'res-13', 'res-12'])
    expect(await order('1')).toEqual(['res-14', 'res-11', 'res-13', 'res-12'])
    await acme.as('cleo', 'deleteResource', { org_id, plan_id: '1', resource_id: 'res-13' })
    expect(await order('1')).toEqual(['res-14', 'res-11', 'res-12'])
  })

  it.each([
    ['one missing', ['res-11', 'res-12', 'res-13'], 'res-14'],
    ['one unknown', ['res-11', 'res-12', 'res-13', 'res-14', 'res-15'], 'res-15'],
    ['one twice', ['res-11', 'res-12', 'res-13', 'res-14', 'res-11'], 'res-11'],
    ['none', [], 'res-11'],
  ])('keep their order when the new one has %s', async (_, new_sorted_list, named) => {
    const wrong = { org_id, plan_id: '1', new_sorted_list }
    expect(said(await acme.as('cleo', 'updateResourcesOrder', wrong))).toEqual([
      400,
      `new_sorted_list must name each resource of web-prod once: see "${named}".`,
    ])
    expect(await order('1')).toEqual(['res-11', 'res-12', 'res-13', 'res-14'])
  })

  it('share a credential up to a thousand', async () => {
    await acme.close()
    const folder = await mkdtemp(join(tmpdir(), 'service-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'service.db')
    acme = await openAcme(file)
    const store = openStore(file, KEY)
    const { resource_name, instanceName, type, status, reason } = added
    const resource = { plan_id: 1, resource_name, instanceName, type, credential: 1, status, reason }
    store.transaction(() => {
      for (let position = 11; position < 1000; position += 1)
        store.insert('resources', { ...resource, position, resource_id: `i-${position + 100}` })
    })
    store.close()
    const { answer } = await acme.as('cleo', 'listCredentials', { org_id })
    expect(answer.credentials).toContainEqual(expect.objectContaining({ name: 'shop', resources: 1000 }))
    expect(said(await add({ resource_id: 'one-more' }))).toEqual([
      400,
      'The credential shop serves 1000 resources, the most there may be.',
    ])
    expect((await update({ status: 'stopped' })).status).toBe(200)
  })
})
