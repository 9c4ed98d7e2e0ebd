import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createChangeStore } from '../../src/changes/change-store.ts'
import { createChanges } from '../../src/changes/changes.ts'
import { createHistory } from '../../src/changes/history.ts'
import { createRecovery, type DeliveryResult } from '../../src/changes/recovery.ts'
import { referenceSchema } from '../../src/core/args.ts'
import { type Caller, createAuthenticate } from '../../src/core/authenticate.ts'
import { type Field, value } from '../../src/core/field.ts'
import { type Operation, operation } from '../../src/core/operation.ts'
import { createPipeline } from '../../src/core/pipeline.ts'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import { reply } from '../../src/message/reply.ts'
import type { Client } from '../../src/service/client.ts'
import { ServiceError } from '../../src/service/failure.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createLinks } from '../../src/storage/links.ts'
import { linesOf } from '../app/log-lines.ts'
import { KEY } from '../key.ts'

const SECOND = 1000
const LEASE = 20 * SECOND

const hidden = <T>(schema: z.ZodType<T>): Field<T, unknown> => ({
  schema,
  inputs: [],
  read: () => ({ kind: 'issue', input: 'form', text: 'This is missing.' }),
  format: () => ({}),
})

const secret: Field<string, unknown> = {
  schema: z.string(),
  inputs: [{ key: 'token', label: 'Access token', optional: false, control: { kind: 'secret', max: 99 } }],
  read: ({ token = '' }) => value(token),
  format: token => ({ token }),
}

const described = { command: { words: ['test'] as const }, help: { summary: 'Tests', examples: [] } }

const resume = operation({
  ...{ ...described, id: 'pause.remove', effect: 'write', doing: 'resuming', access: 'member' },
  fields: { plan: hidden(referenceSchema), pause: hidden(z.string()) },
  async execute({ plan, pause }, me) {
    await me.call('removePlanPause', { org_id: me.organization.id, plan_id: plan.id, pause_id: pause })
    return plan
  },
  present: plan => reply('channel', mrkdwn`Resumed ${plan.name}`),
  record: () => [{ field: 'pause', before: '19 Nov' }],
})

const link = operation({
  ...{ ...described, id: 'account.link', effect: 'write', doing: 'linking', access: 'linked' },
  private: true,
  fields: { token: secret },
  execute: async ({ token }, { links }) => links.keep({ token }),
  present: () => reply('me', mrkdwn`Linked`),
})

const use = operation({
  ...{ ...described, id: 'organization.use', effect: 'write', doing: 'switching', access: 'linked' },
  private: true,
  fields: { organization: hidden(referenceSchema) },
  execute: ({ organization }, { links }) => links.choose(organization),
  present: () => reply('me', mrkdwn`Switched`),
})

const args = { plan: { id: '2', name: 'web-prod' }, pause: '7' }

/** Processes over one database, with a service that has one pause. */
async function scene() {
  let now = Date.parse('2026-11-18T09:00:00Z')
  let key = 0
  const clock = () => new Date(now)
  const database = await openDatabase(':memory:')
  onTestFinished(() => database.destroy())
  const { log, lines } = linesOf()
  const called: string[] = []
  const delivered: string[] = []
  const service = {
    /** What happens to a removal: it is done and answered, or one of both. */
    removal: 'done' as 'done' | 'lost answer' | 'never sent' | 'dies',
    isPaused: true,
    isDown: false,
    delivery: (_isRetried: boolean): DeliveryResult => 'delivered',
    isInstalled: true,
  }

  const call: Client['call'] = async (name, _request, _token, options) => {
    options?.before?.()
    called.push(name)
    if (service.isDown) throw new ServiceError(name, { kind: 'unavailable', written: false })
    const pause = { pause_id: '7', pause_start: '19/11/2026', pause_end: '19/11/2026', reason: '' }
    const plan = { id: '2', name: 'web-prod', pauses: service.isPaused ? [pause] : [] }
    if (name === 'removePlanPause' && service.removal !== 'never sent') service.isPaused = false
    if (name === 'removePlanPause' && service.removal !== 'done') return new Promise(() => {})
    return JSON.parse(JSON.stringify(name === 'listPlans' ? { plans: [plan] } : {}))
  }

  function start(owner: string, ring = [KEY]) {
    const sealer = createSealer(ring)
    const links = createLinks({ database, sealer, clock })
    const store = createChangeStore({ database, sealer, clock, owner })
    const history = createHistory(database)
    const reference = () => `r${++key}`
    const changes = createChanges({ store, clock, log, reference, wait: async () => {} })
    const kinds = ['aws', 'azure', 'gcp'] as const
    const client = { call, reach: async () => {}, close: async () => {} }
    const authenticate = createAuthenticate({ service: client, links, history, clock, kinds })
    const withFreshDeadline = <T>(work: () => T) => work()
    const pipeline = createPipeline({ authenticate, changes, log, reference, withFreshDeadline })
    const caller: Caller = {
      person: { key: 'T1:U1', user: 'U1' },
      workspace: { team: 'T1' },
      locale: async () => ({ zone: 'Europe/Berlin' }),
      profileOf: async () => ({}),
    }
    const recovery = createRecovery({
      ...{ store, changes, pipeline, clock, log, operations: [resume, link, use] },
      callerOf: async () => (service.isInstalled ? caller : undefined),
      async deliver(_, { text }, { isRetried }) {
        const result = service.delivery(isRetried)
        if (result === 'delivered') delivered.push(text.mrkdwn)
        return result
      },
      question: () => reply('me', mrkdwn`Which one?`),
    })
    const asks = (operation: Operation, given: object, source?: string) => {
      const incoming = { key: `trigger ${++key}`, source, team: 'T1', origin: () => ({ channel: 'C1' }) }
      return { request: { operation, args: { ...given } }, caller: { ...caller, incoming }, incoming }
    }
    return {
      ...{ store, links, recovery, changes },
      /** Handles a request; the process may die meanwhile. */
      handle(operation: Operation, given: object) {
        const { request, caller } = asks(operation, given)
        return pipeline.handle(request, caller)
      },
      /** Accepts a change, and dies. */
      async accept(operation: Operation, given: object) {
        const { request, caller, incoming } = asks(operation, given)
        const bound = operation.access === 'member' ? { ...given, organizationId: '1' } : given
        const accepted = await changes.accept({ ...request, args: { ...bound } }, caller.person.key, incoming)
        if (accepted.kind !== 'running') throw new Error('It is known')
        return accepted
      },
    }
  }

  const one = start('one')
  await one.links.keep('T1:U1', { token: 't', organization: { id: '1', name: 'Acme' } })
  return {
    ...{ one, other: start('other'), start, service, called, delivered, lines },
    passes(ms: number) {
      now += ms
    },
    row: async () => database.selectFrom('changes').selectAll().orderBy('accepted_at').executeTakeFirst(),
    writes: () => called.filter(name => name === 'removePlanPause').length,
  }
}

/** Runs recovery every ten minutes until the first change is closed. */
async function recoverAll({ other, passes, row }: Awaited<ReturnType<typeof scene>>) {
  for (let times = 1; times < 3000; times += 1) {
    passes(600 * SECOND)
    await other.recovery.run()
    const change = await row()
    if (!change?.due_at) return { times, state: change?.state, delivered: change?.delivered_at !== null }
  }
  throw new Error('It is never closed')
}

describe('a change whose process dies', () => {
  it('after it was accepted is executed by another once the lease is over', async () => {
    const { one, other, passes, row, delivered, writes } = await scene()
    await one.accept(resume, args)
    passes(LEASE - SECOND)
    await other.recovery.run()
    expect(writes()).toBe(0)
    passes(SECOND)
    await other.recovery.run()
    await other.recovery.run()
    expect([writes(), delivered]).toEqual([1, ['Resumed web-prod']])
    const subjects = '[{"kind":"plan","id":"2","name":"web-prod"}]'
    expect(await row()).toMatchObject({ state: 'done', due_at: null, organization: '1', subjects })
  })

  it.each(['lost answer', 'never sent'] as const)('with a %s is done and told once', async removal => {
    const { one, other, passes, row, service, delivered, writes } = await scene()
    service.removal = removal
    void one.handle(resume, args)
    await expect.poll(writes).toBe(1)
    service.removal = 'done'
    passes(LEASE)
    await other.recovery.run()
    expect([writes(), delivered]).toEqual([removal === 'never sent' ? 2 : 1, ['Resumed web-prod']])
    expect(service.isPaused).toBe(false)
    expect(await row()).toMatchObject({ state: 'done', detail: '[{"field":"pause","before":"19 Nov"}]' })
  })

  it('with its outcome stored is only told', async () => {
    const { one, other, passes, delivered, called } = await scene()
    await one.handle(resume, args)
    const before = called.length
    passes(60 * SECOND)
    await other.recovery.run()
    expect([called.length, delivered]).toEqual([before, ['Resumed web-prod']])
  })

  it('is looked for again while the service does not answer, and is unknown after eight attempts', async () => {
    const world = await scene()
    const { one, service, delivered, writes } = world
    service.removal = 'lost answer'
    void one.handle(resume, args)
    await expect.poll(writes).toBe(1)
    service.isDown = true
    expect(await recoverAll(world)).toEqual({ times: 8, state: 'unknown', delivered: true })
    expect(delivered).toHaveLength(1)
  })

  it('is not continued without its secrets', async () => {
    const world = await scene()
    await world.one.accept(link, { token: 'a secret' })
    expect(await recoverAll(world)).toMatchObject({ times: 1, delivered: true })
    expect(world.delivered).toHaveLength(1)
    expect(await world.one.links.find('T1:U1')).toMatchObject({ token: 't' })
  })

  it('does not take the place of what the person asked for later', async () => {
    const { one, other, passes } = await scene()
    await one.accept(use, { organization: { id: '2', name: 'Globex' } })
    passes(SECOND)
    await one.handle(use, { organization: { id: '3', name: 'Umbrella' } })
    passes(LEASE)
    await other.recovery.run()
    expect(await one.links.chosen('T1:U1')).toEqual({ id: '3', name: 'Umbrella' })
  })

  it('is closed where the app is not installed any more', async () => {
    const world = await scene()
    await world.one.accept(resume, args)
    world.service.isInstalled = false
    expect(await recoverAll(world)).toEqual({ times: 1, state: 'failed', delivered: false })
    expect(world.called).toEqual([])
  })

  it('asks what is missing', async () => {
    const world = await scene()
    await world.one.accept(resume, { plan: args.plan })
    expect(await recoverAll(world)).toEqual({ times: 1, state: 'failed', delivered: true })
    expect(world.delivered).toEqual(['Which one?'])
  })

  it('asks again where the question went out to no one', async () => {
    const { one, other, passes, delivered, row } = await scene()
    const asked = await one.handle(resume, { plan: args.plan })
    expect(asked.kind).toBe('form')
    passes(LEASE)
    await other.recovery.run()
    expect(delivered).toEqual(['Which one?'])
    expect(await row()).toMatchObject({ state: 'failed', due_at: null })
  })

  it('leaves nothing behind where the question went out', async () => {
    const { one, row } = await scene()
    const asked = await one.handle(resume, { plan: args.plan })
    if (asked.kind === 'form') await asked.markDelivered?.(true)
    expect(await row()).toBeUndefined()
  })

  it('waits for the key that sealed it', async () => {
    const { one, other, passes, start, delivered } = await scene()
    const stranger = start('stranger', [Buffer.alloc(32, 9)])
    await one.accept(resume, args)
    passes(LEASE)
    await stranger.recovery.run()
    expect(delivered).toEqual([])
    passes(20 * SECOND)
    await other.recovery.run()
    expect(delivered).toEqual(['Resumed web-prod'])
  })

  it('keeps no other one waiting', async () => {
    const { one, other, passes, service, delivered, writes } = await scene()
    await one.accept(resume, args)
    service.removal = 'lost answer'
    passes(LEASE)
    void other.recovery.run()
    await expect.poll(writes).toBe(1)
    await one.accept(use, { organization: { id: '2', name: 'Globex' } })
    passes(LEASE)
    void other.recovery.run()
    await expect.poll(() => delivered).toEqual(['Switched'])
  })
})

describe('a result that Slack does not take', () => {
  it('is delivered to its place for twenty minutes, and then to the person', async () => {
    const world = await scene()
    await world.one.handle(resume, args)
    world.service.delivery = isRetried => (isRetried ? 'not yet' : 'delivered')
    expect(await recoverAll(world)).toEqual({ times: 7, state: 'done', delivered: true })
  })

  it('is given up after a day, which is logged', async () => {
    const world = await scene()
    await world.one.handle(resume, args)
    world.service.delivery = () => 'not yet'
    expect(await recoverAll(world)).toEqual({ times: 300, state: 'done', delivered: false })
    expect(world.lines().at(-1)).toMatchObject({ level: 50, ref: expect.any(String), attempts: 300 })
  })
})
