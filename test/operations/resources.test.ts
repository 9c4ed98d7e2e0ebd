import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

/** Returns the body of the last change. */
const lastBody = () => story().wire.changes().at(-1)?.body

describe('the resources of a plan', () => {
  it('are listed in order, with buttons for each', async () => {
    expect(await story().person('Ana').asks('/dayshift resource web-staging')).toBe(
      [
        '*web-staging* has 2 resources, in this order. Each depends on the one before it.',
        '1. *staging-db* (res-21)',
        'instance · eu-west-1 · active · credential shop',
        '[Edit]',
        '2. *staging-app* (res-22)',
        'instance · eu-west-1 · active · credential shop',
        '[Edit]',
        '[Add resource] [Remove resource] [Order] [Show plan]',
        '[Share to channel]',
      ].join('\n'),
    )
    expect(story().wire.changes()).toEqual([])
  })

  it('are selected by plan in a form', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift resource')
    expect(ana.form).toBe('# Resources of a plan\nPlan: …\n[List resources] [Cancel]')
    await ana.submits({ Plan: 'Payments API' })
    expect(ana.reads().at(-1)).toContain('1. *payments-db*')
  })
})

it('a mention in the name of a resource becomes plain text', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift resource add web-prod i-0123 cache of <@U2BO|bo>')
  expect(ana.fields).toMatchObject({ 'Resource name': 'cache of @bo' })
})

it('adding a resource asks for each field, according to the kind of the credential', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift resource add web-prod i-0123 web-app-3')
  expect(ana.form).toBe(
    [
      '# Add a resource',
      'Plan: web-prod',
      'Resource id: i-0123',
      'Resource name: web-app-3',
      'Instance name: …',
      'Type: …',
      'Credential: …',
      'Status: …',
      'Reason: …',
      '[Add resource] [Cancel]',
    ].join('\n'),
  )
  await ana.fills({ Type: 'instance', Status: 'active', Credential: 'payments' })
  expect(ana.fields).toMatchObject({ Type: 'instance', Status: 'active', 'Resource group': '' })
  expect(ana.fields).not.toHaveProperty('Region')
  await ana.fills({ 'Resource group': 'rg-1', Credential: 'analytics' })
  expect(Object.keys(ana.fields)).not.toContain('Region')
  expect(Object.keys(ana.fields)).not.toContain('Resource group')
  await ana.fills({ Credential: 'shop' })
  expect(ana.fields).toMatchObject({
    'Resource id': 'i-0123',
    Type: 'instance',
    Status: 'active',
    Region: '',
  })
  await ana.submits({ Region: 'eu-central-1', 'Instance name': 'app3', Reason: 'more & more' })
  expect(lastBody()).toMatchObject({ resource: { region: 'eu-central-1', reason: 'more & more' } })
  expect(story().channel()).toEqual([
    [
      `${ana.mention} added a resource to *web-prod*: *web-app-3* (i-0123)`,
      'instance · app3 · eu-central-1 · active · credential shop – more & more',
      '[Resources] [Order] [Remove resource]',
    ].join('\n'),
  ])
})

it('editing a resource starts with its current values, and sends all of them', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift resource edit web-prod web-cache')
  expect(ana.form).toBe(
    [
      '# Edit a resource',
      'Plan: web-prod',
      'Resource id or name: web-cache',
      'Resource name: web-cache',
      'Credential: shop',
      'Region: eu-west-1',
      'Status: active',
      '[Save resource] [Cancel]',
    ].join('\n'),
  )
  await ana.submits({ 'Resource name': 'cache', Status: 'stopped' })
  expect(lastBody()).toMatchObject({ resource_name: 'cache', region: 'eu-west-1', status: 'stopped' })
  expect(story().channel()).toEqual([
    [
      `${ana.mention} changed *web-cache* (res-12) of *web-prod*`,
      'Resource name: web-cache → cache',
      'Status: active → stopped',
      '[Undo] [Resources] [Show plan]',
    ].join('\n'),
  ])
})

it('removing a resource asks for confirmation, and the resource can be added again', async () => {
  const ana = story().person('Ana')
  await ana.types('/dayshift resource add web-prod i-0123 "web-app-3"')
  await ana.fills({ Credential: 'payments' })
  await ana.submits({
    'Resource group': 'rg',
    Type: 'vm',
    Status: 'on',
    'Instance name': 'x',
    Reason: 'more',
  })
  const added = lastBody()
  await ana.types('/dayshift resource remove web-prod web-app-3')
  expect(ana.form).toBe(
    [
      '# Remove a resource',
      ':warning: The resource leaves the plan at once. If you add it again, it comes last in the order.',
      'Plan: web-prod',
      'Resource id or name: web-app-3',
      '[Remove resource] [Cancel]',
    ].join('\n'),
  )
  expect(story().wire.changes()).toHaveLength(1)
  await ana.submits()
  expect(lastBody()).toMatchObject({ resource_id: 'i-0123' })
  expect(story().channel().at(-1)).toBe(
    [
      `${ana.mention} removed a resource from *web-prod*: *web-app-3* (i-0123)`,
      '[Add again] [Resources] [Show plan]',
      'If you add it again, it comes last in the order.',
    ].join('\n'),
  )
  await ana.presses('Add again')
  expect(ana.fields).toMatchObject({ 'Resource group': 'rg', Reason: 'more' })
  await ana.submits()
  expect(lastBody()).toEqual(added)
})

it('resources that the service does not list can be removed by id', async () => {
  const body = { status: 200, plan: { id: '1', resources: 4 } }
  story().wire.respond('describe_plan', { status: 200, body })
  const ana = story().person('Ana')
  await ana.types('/dayshift resource web-prod')
  expect(ana.reads().at(-1)).toContain(
    'The service does not list the resources of *web-prod* (it counts 4). You can still edit and remove them by their ids.\n',
  )
  await ana.presses('Remove resource')
  await ana.submits({ 'Resource id': 'res-12' })
  expect(lastBody()).toMatchObject({ resource_id: 'res-12' })
  expect(story().channel()[0]).toContain('removed a resource from *web-prod*: *res-12*\n')
})
