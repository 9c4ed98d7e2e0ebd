import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorAnswer } from '../../../src/service/contract/failure.ts'
import { contract } from '../../../src/service/contract/index.ts'
import { days } from '../../../src/service/contract/schedule.ts'

const read = {
  plans: (answer: unknown) => contract.listPlans.answer.parse(answer).plans,
  plan: (answer: unknown) => contract.describePlan.answer.parse(answer).plan,
}

const pause = { pause_id: 'p1', pause_start: '01/12/2026', pause_end: '03/12/2026', reason: 'load test' }
const noDays = { pause_start: undefined, pause_end: null }
const own = {
  id: '7',
  name: 'web-prod',
  schedule: { start: '8', duration: '11', timezone: 'UTC+01:00', days: ['mon', 'fri'] },
  resources: 3,
}
const normal = {
  id: '7',
  name: 'web-prod',
  schedule: { days: ['mon', 'fri'], start: 8, duration: 11, timezone: 'UTC+01:00' },
  resources: 3,
}

describe('a list of plans', () => {
  it('is read as the document gives it', () => {
    expect(read.plans({ status: 200, plans: [{ ...own, pauses: [pause] }] })).toEqual([
      { ...normal, pauses: [pause] },
    ])
  })

  it('is the same wherever id, name, schedule and resources stand: beside the pauses or inside them', () => {
    const keys = Object.keys(own)
    fc.assert(
      fc.property(fc.subarray(keys), fc.boolean(), fc.boolean(), (inside, amongPauses, pausesFirst) => {
        const split = (there: boolean) =>
          Object.fromEntries(Object.entries(own).filter(([key]) => inside.includes(key) === there))
        const entries = pausesFirst ? [pause, split(true)] : [split(true), pause]
        const item = { ...split(false), pauses: amongPauses ? entries : split(true) }
        expect(read.plans({ plans: [item] })).toEqual([{ ...normal, pauses: amongPauses ? [pause] : [] }])
      }),
    )
  })

  it('keeps a pause whose identifier happens to be that of its plan', () => {
    const [plan] = read.plans({
      plans: [{ ...own, pauses: [{ id: 7, start: '01/12/2026', end: '02/12/2026' }] }],
    })
    expect(plan?.pauses).toEqual([
      { pause_id: '7', pause_start: '01/12/2026', pause_end: '02/12/2026', reason: '' },
    ])
  })

  it('keeps the identifier of a pause that has a name of its own', () => {
    const named = { id: 'p1', name: 'holiday', start: '01/12/2026', end: '02/12/2026' }
    const [plan] = read.plans({ plans: [{ ...own, pauses: [named] }] })
    expect(plan).toMatchObject({ id: '7', name: 'web-prod', pauses: [{ pause_id: 'p1' }] })
  })

  it.each(['name', 'schedule', 'resources'] as const)(
    'finds a plan and its pause in one entry, by %s',
    key => {
      const entry = { id: '7', [key]: own[key], ...pause }
      expect(read.plans({ plans: [{ pauses: [entry] }] })[0]).toMatchObject({ id: '7', pauses: [pause] })
    },
  )

  it('never takes the identifier of a pause for that of the plan', () => {
    expect(() => read.plans({ plans: [{ name: 'web', pauses: [{ ...pause, id: 'p1' }] }] })).toThrow()
  })

  it('leaves out a plan that cannot be read, and is refused where none can', () => {
    const bad = [{ name: 'no id' }, null, 'web', 7, {}]
    expect(read.plans({ plans: [...bad, own] })).toMatchObject([{ id: '7' }])
    expect(() => read.plans({ plans: bad })).toThrow()
  })

  it.each([
    ['in response', { status: 200, response: { plans: [own] } }],
    ['in data in response', { status: 200, response: { data: { plans: [own] } } }],
    ['in result, as all that it holds', { status: 200, result: [own] }],
    ['in data in data, as all that it holds', { status: 200, data: { data: [own] } }],
    ['beside a wrapper that holds nothing', { status: 200, plans: [own], data: null }],
  ])('is found %s', (_, answer) => {
    expect(read.plans(answer)).toMatchObject([{ id: '7', name: 'web-prod' }])
  })

  it('is empty when it is null', () => {
    for (const answer of [{ plans: null }, { data: { plans: null } }]) expect(read.plans(answer)).toEqual([])
  })

  it('names a plan without a name by its identifier, and takes no space around a name', () => {
    for (const name of [undefined, null, '', '  ', {}])
      expect(read.plans({ plans: [{ ...own, name }] })[0]?.name).toBe('7')
    expect(read.plans({ plans: [{ ...own, name: ' web-prod\n' }] })[0]?.name).toBe('web-prod')
  })

  it.each([
    ['its own names', [pause]],
    ['short names', [{ id: 'p1', start: '01/12/2026', end: '03/12/2026', reason: 'load test' }]],
    ['dates in their names', [{ ...pause, ...noDays, start_date: '01/12/2026', end_date: '03/12/2026' }]],
    ['from and until', [{ ...pause, ...noDays, from: '01/12/2026', until: '03/12/2026' }]],
    ['ISO dates', [{ ...pause, pause_start: '2026-12-01', pause_end: '2026-12-03T00:00:00Z' }]],
    ['short dates and other signs', [{ ...pause, pause_start: '1/12/2026', pause_end: '03.12.2026' }]],
    ['no list around it', pause],
  ])('reads a pause with %s', (_, pauses) => {
    expect(read.plans({ plans: [{ ...own, pauses }] })).toEqual([{ ...normal, pauses: [pause] }])
  })

  it('takes numbers where text is promised, and text where numbers are', () => {
    const item = {
      id: 7,
      name: 2026,
      resources: '11',
      schedule: { start: 8, duration: '11', days: [1, '5'] },
    }
    expect(read.plans({ plans: [item] })).toEqual([
      {
        id: '7',
        name: '2026',
        resources: 11,
        pauses: [],
        schedule: { start: 8, duration: 11, days: ['mon', 'fri'] },
      },
    ])
  })

  it('counts resources that are listed in place of their number', () => {
    expect(read.plans({ plans: [{ ...own, resources: ['i-1', 'i-2'] }] })[0]?.resources).toBe(2)
  })

  it('leaves out a pause that cannot be read, and keeps the others', () => {
    const pauses = [
      { ...pause, pause_start: 'soon' },
      null,
      'p2',
      { ...pause, pause_end: '31/02/2026' },
      pause,
    ]
    expect(read.plans({ plans: [{ ...own, pauses }] })[0]?.pauses).toEqual([pause])
    expect(read.plans({ plans: [{ ...own, pauses: [null, 'p2'] }] })[0]?.pauses).toEqual([])
  })

  it('reads null as nothing', () => {
    const item = { id: '7', name: null, schedule: null, pauses: null, resources: null, description: null }
    expect(read.plans({ plans: [item] })).toEqual([{ id: '7', name: '7', pauses: [], resources: 0 }])
  })

  it('without plans is refused, and never taken for an empty one', () => {
    for (const answer of [{ status: 200 }, {}, '<html>', null, 7]) expect(() => read.plans(answer)).toThrow()
  })
})

describe('a schedule that comes back', () => {
  const scheduleOf = (schedule: unknown) => read.plans({ plans: [{ ...own, schedule }] })[0]?.schedule

  it('has the same hour however it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), hour => {
        const padded = String(hour).padStart(2, '0')
        for (const start of [
          hour,
          `${hour}`,
          padded,
          `${padded}:00`,
          `${hour}:00`,
          `${padded}:00:00`,
          `${hour}.0`,
        ])
          expect(scheduleOf({ start, days: [] })).toEqual({ start: hour, days: [] })
      }),
    )
  })

  it('leaves out an hour that it cannot read', () => {
    for (const start of ['8:30', 'noon', '', -1, 8.5, 99, null, {}])
      expect(scheduleOf({ start, duration: start, days: [] })).toEqual({ days: [] })
  })

  it('has the same days whatever the case, the length of the names and the order', () => {
    const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    const writings = days.map((day, index) => [
      day,
      names[index],
      String(index + 1),
      index + 1,
      day.toUpperCase(),
      day.slice(0, 2).toUpperCase(),
    ])
    fc.assert(
      fc.property(fc.subarray([...days]), fc.nat({ max: 5 }), (chosen, writing) => {
        const said = chosen.map(day => writings[days.indexOf(day)]?.[writing]).toReversed()
        expect(scheduleOf({ days: [...said, ...said] })?.days).toEqual(chosen)
      }),
    )
  })

  it('counts Sunday as 0 and as 7', () => {
    expect(scheduleOf({ days: [0] })?.days).toEqual(['sun'])
    expect(scheduleOf({ days: ['7'] })?.days).toEqual(['sun'])
  })

  it('leaves out days that it does not know', () => {
    expect(scheduleOf({ days: ['mon', 'someday', 8, null] })?.days).toEqual(['mon'])
  })
})

describe('the time zone of a schedule', () => {
  const { timezone, ...bare } = own.schedule
  const both = (plan: object) => [
    read.plans({ plans: [{ ...own, ...plan }] })[0],
    read.plan({ plan: { ...own, ...plan } }),
  ]

  it('may stand beside it, as it does where a plan is created', () => {
    for (const plan of both({ schedule: bare, timezone })) expect(plan?.schedule).toEqual(normal.schedule)
    const { schedule: _, ...rest } = own
    const inside = { ...rest, pauses: [{ schedule: bare, timezone }] }
    expect(read.plans({ plans: [inside] })[0]?.schedule).toEqual(normal.schedule)
  })

  it('is its own where it has one', () => {
    for (const plan of both({ timezone: 'UTC-05:00' })) expect(plan?.schedule).toEqual(normal.schedule)
  })

  it.each(['', ' ', null, {}])('is that beside it where its own says nothing: %j', said => {
    for (const plan of both({ schedule: { ...bare, timezone: said }, timezone }))
      expect(plan?.schedule).toEqual(normal.schedule)
  })

  it('makes no schedule where there is none', () => {
    for (const schedule of [undefined, null, 'weekdays'])
      for (const plan of both({ schedule, timezone })) {
        expect(plan?.schedule).toBeUndefined()
        expect(plan?.timezone).toBe(timezone)
      }
  })
})

describe('a described plan', () => {
  const details = { id: '7', name: 'web-prod', state: 'active', dependancy: true }

  it.each([
    ['in plan', { status: 200, plan: details }],
    ['in response', { status: 200, response: details }],
    ['in data', { status: 200, data: details }],
    ['in response.plan', { status: 200, response: { plan: details } }],
    ['in response.data', { status: 200, response: { data: details } }],
    ['with the order as text', { status: 200, plan: { ...details, dependancy: 'true' } }],
    ['as the answer itself', { status: 200, ...details }],
    ['with plan_id', { plan: { ...details, id: undefined, plan_id: 7 } }],
  ])('is found %s', (_, answer) => {
    expect(read.plan(answer)).toEqual(details)
  })

  it('lists its resources as objects or as identifiers alone, or counts them', () => {
    expect(
      read.plan({
        plan: {
          resources: [
            { resource_id: 'i-1', status: 'running' },
            { id: 2, name: 'db' },
          ],
        },
      }),
    ).toEqual({
      resources: [
        { resource_id: 'i-1', status: 'running' },
        { resource_id: '2', resource_name: 'db' },
      ],
    })
    expect(read.plan({ plan: { resources: ['i-1', 2] } })).toEqual({
      resources: [{ resource_id: 'i-1' }, { resource_id: '2' }],
    })
    expect(read.plan({ plan: { resources: '2' } })).toEqual({ resourceCount: 2 })
  })

  it('may lack everything', () => {
    expect(read.plan({ status: 200 })).toEqual({})
  })
})

describe('the answer of a change', () => {
  it.each([
    { pause_id: 'p1' },
    { pause: { pause_id: 'p1' } },
    { pause: { id: 'p1' } },
    { response: { pause_id: 'p1' } },
    { data: { pause: { id: 'p1' } }, id: 'request-9' },
  ])('gives the identifier of what was made: %j', answer => {
    expect(contract.pausePlan.answer.parse({ status: 200, ...answer })).toEqual({ pause_id: 'p1' })
  })

  it('to a plan that is paused gives no identifier of the plan for that of the pause', () => {
    for (const answer of [{ id: '7' }, { data: { id: '7', name: 'web-prod' } }, { plan: { id: '7' } }])
      expect(contract.pausePlan.answer.parse(answer)).toEqual({})
  })

  it('that makes something else may give an identifier alone', () => {
    expect(contract.createPlan.answer.parse({ status: 200, data: { id: 7 } })).toEqual({ plan_id: '7' })
  })

  it('may hold nothing at all', () => {
    expect(contract.createPlan.answer.parse({ status: 200, message: 'done' })).toEqual({})
    expect(contract.createOrganization.answer.parse({})).toEqual({})
    for (const odd of [null, '', [], true])
      expect(contract.createCredential.answer.parse({ credential_id: odd })).toEqual({})
    expect(contract.updateUser.answer.parse({ status: 200, anything: 'else' })).toEqual({})
  })
})

describe('billing', () => {
  const link = 'https://pay.example.test/1?a=b'

  it.each([
    { link },
    { url: link },
    { payment_link: link },
    { response: { link } },
    { data: { url: link } },
    { response: link },
  ])('finds the link in %j', answer => {
    expect(contract.createSubscription.answer.parse({ status: 200, ...answer })).toEqual({ link })
  })

  it.each(['javascript:alert(1)', 'ftp://example.test/', 'soon', '', 7, null])(
    'takes no link from %j',
    bad => {
      expect(contract.changePaymentMethod.answer.parse({ status: 200, link: bad })).toEqual({})
    },
  )

  it('is described with text for quantities and a number of resources', () => {
    const organization = { id: 12, name: 'Acme', owner: 'ana@acme.test', resources: '31' }
    const subscription = { quantity: 40, plan: 'team', payment_exp: 2027 }
    const answer = { status: 200, response: { organization, subscription } }
    expect(contract.describeBilling.answer.parse(answer)).toEqual({
      organization: { id: '12', name: 'Acme', owner: 'ana@acme.test', resources: 31 },
      subscription: { quantity: '40', plan: 'team', payment_exp: '2027' },
    })
    expect(contract.describeBilling.answer.parse({ response: { organization } }).subscription).toBeUndefined()
  })

  it.each(['history', 'response', 'data', 'invoices', 'payments'])('finds the history in %s', key => {
    const records = [{ date: '01/11/2026', amount: 12.5, paid: true, note: null, lines: [1] }]
    const history = [{ date: '01/11/2026', amount: '12.5', paid: 'true', lines: '[1]' }]
    expect(contract.billingHistory.answer.parse({ status: 200, [key]: records })).toEqual({ history })
    expect(contract.billingHistory.answer.parse(records)).toEqual({ history })
    expect(contract.billingHistory.answer.parse({ response: { [key]: records } })).toEqual({ history })
  })

  it('may have no history yet', () => {
    for (const history of [[], null])
      expect(contract.billingHistory.answer.parse({ status: 200, history })).toEqual({ history: [] })
  })
})

describe('the other lists', () => {
  it('give every credential with its facts, and drop access data that a service should not have sent', () => {
    const given = { id: 5, type: 'aws', name: 'prod', resources: '4', specific: { role: 'secret' } }
    expect(contract.listCredentials.answer.parse({ credentials: [given, 'stray'] })).toEqual({
      credentials: [{ id: '5', type: 'aws', name: 'prod', comments: '', resources: 4 }],
    })
  })

  it('take a permission that is missing for one that is not given', () => {
    const users = [{ email: 'ana@acme.test', role: 'owner', state: 'active' }]
    expect(contract.listUsers.answer.parse({ users, mfa: { view: true, update: 'yes' } })).toEqual({
      users,
      mfa: { view: true, create: false, update: false, delete: false, usersmgmt: false },
    })
    expect(contract.listUsers.answer.parse({ users }).mfa.view).toBe(false)
  })

  it('find organizations inside data and at the top', () => {
    const organizations = [{ org_id: '1', org_name: 'Acme', role: 'owner', owner: 'ana', resources: 3 }]
    expect(contract.listOrganizations.answer.parse({ data: { organizations } })).toEqual({ organizations })
    expect(contract.listOrganizations.answer.parse({ organizations })).toEqual({ organizations })
  })

  it('name an organization by what there is', () => {
    const facts = { role: '', owner: '', resources: 0 }
    const answer = {
      organizations: [{ id: 1, name: 'Acme' }, { org_id: '2', org_name: null }, { org_name: 'lost' }],
    }
    expect(contract.listOrganizations.answer.parse({ data: answer }).organizations).toEqual([
      { org_id: '1', org_name: 'Acme', ...facts },
      { org_id: '2', org_name: '2', ...facts },
    ])
  })
})

describe('an error answer', () => {
  it.each([
    [
      { status: 404, message: 'no such plan' },
      { status: 404, message: 'no such plan' },
    ],
    [
      { status: '500', error: 'broken' },
      { status: 500, message: 'broken' },
    ],
    [{ status: '404 Not Found' }, { status: 404 }],
    [{ error: { message: 'broken' } }, { message: 'broken' }],
    [{ message: ' ', error: 'broken' }, { message: 'broken' }],
    [{ status: 'failed', message: 7 }, {}],
    ['<html>', {}],
    [undefined, {}],
  ])('%j is read as %j', (answer, expected) => {
    const { failed: _, ...said } = errorAnswer.parse(answer)
    expect(said).toEqual(expected)
  })

  it.each([
    { status: 'error' },
    { status: 'Failed', message: 'no such plan' },
    { status: 'not_found' },
    { status: false },
    { success: false, data: {} },
    { ok: false },
    { error: 'no such plan' },
    { error: { message: 'no such plan' } },
    { error: true },
  ])('is told without a number too: %j', answer => {
    expect(errorAnswer.parse(answer).failed).toBe(true)
  })

  it.each([
    {},
    null,
    { status: 'success' },
    { status: 'OK', error: 'none' },
    { status: 'active', id: '7' },
    { status: 200, error: 'none', success: false },
    { status: true },
    { success: true, error: 'none' },
    { error: null },
    { error: '' },
    { error: {} },
    { error: false },
    { message: 'paused' },
  ])('is not taken from %j', answer => {
    expect(errorAnswer.parse(answer).failed).toBe(false)
  })
})

describe('any answer whatever', () => {
  it('is read or refused by the schema, and never breaks it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        for (const { answer } of Object.values(contract)) answer.safeParse(value)
        for (const { answer } of Object.values(contract))
          answer.safeParse({ response: value, plans: [value] })
      }),
    )
  })
})
