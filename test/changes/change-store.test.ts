import { describe, expect, it } from 'vitest'
import type { NewChange } from '../../src/changes/accept.ts'
import type { Scheduled } from '../../src/changes/change-rows.ts'
import { createChangeStore } from '../../src/changes/change-store.ts'
import { createHistory } from '../../src/changes/history.ts'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { KEY } from '../key.ts'
import { lasting, openedDatabase } from '../postgres/databases.ts'
import { newChange } from '../stored-rows.ts'

const START = Date.parse('2026-11-18T09:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const pause = newChange('a1', {
  key: 'trigger 1',
  source: { key: 'button 1', ttlMs: MINUTE },
  request: { args: { reason: 'a secret reason' }, omitted: [] },
  origin: { responseUrl: 'https://hooks.example.com/a' },
})

const web = { kind: 'plan', id: '1', name: 'web-prod' }

const stored = { args: { plans: [web], reason: 'a secret reason' }, prepared: [], omitted: [] }

const subjects = [web]

const change = { id: 'a1', isScheduled: false, attempts: 0 }

const told = { delivery: 'delivered', posted: [] } as const

const done = {
  state: 'done',
  result: { text: mrkdwn`It is paused: a secret reason`, to: 'channel' },
  detail: [{ field: 'period', after: { from: '2026-11-19', until: '2026-11-20' } }],
} as const

describe.each(lasting)('changes in $kind', ({ place }) => {
  /** Starts two processes with separate connections to one database and a shared clock. */
  async function processes() {
    const where = await place()
    let now = START
    const clock = () => new Date(now)
    const open = async (owner: string, key = KEY) => {
      const database = await openedDatabase(where)
      const store = createChangeStore({ database, sealer: createSealer([key]), clock, owner })
      return { ...store, database, history: createHistory(database) }
    }
    return {
      open,
      one: await open('one'),
      other: await open('other'),
      passes: (ms: number) => {
        now += ms
      },
    }
  }

  type Store = Awaited<ReturnType<typeof processes>>['one']

  const rowOf = ({ database }: Store, id = 'a1') =>
    database.selectFrom('changes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const add = (store: Store, id: string, to: Partial<NewChange> = {}) =>
    store.accept({ ...pause, id, key: `trigger of ${id}`, source: undefined, ...to })

  describe('of a schedule', () => {
    const digest: Scheduled = {
      key: 'digest',
      operation: 'digest.show',
      args: { due: 1 },
      origin: 'here',
      actor: 'T1:U1',
      team: 'T1',
      enterprise: null,
      dueAt: new Date(START + DAY),
    }

    it('are claimed by one process each time they are due', async () => {
      const { one, other, passes } = await processes()
      await one.schedule(digest)
      expect(await one.claim(9)).toEqual([])
      passes(DAY)
      const claims = await Promise.all([one.claim(9), other.claim(9)])
      const [claimed, ...more] = claims.flat()
      expect(more).toEqual([])
      expect(claimed).toMatchObject({ isScheduled: true, stored: { args: { due: 1 } }, origin: 'here' })
      const owner = claims[0]?.length === 1 ? one : other
      const at = new Date(START + 2 * DAY).toISOString()
      const reply = { text: mrkdwn`The week`, to: 'channel', nextRun: { at, args: { due: 2 } } } as const
      if (claimed) await owner.markDelivered(claimed, reply, told)
      expect(await other.claim(9)).toEqual([])
      passes(DAY)
      expect(await other.claim(9)).toMatchObject([{ attempts: 1, stored: { args: { due: 2 } } }])
    })

    it('are stored in one transaction with the outcome of another change', async () => {
      const { one, other, passes } = await processes()
      await one.accept(pause)
      const scheduled = Array.from({ length: 2000 }, (_, n) => ({ ...digest, key: `follower ${n}` }))
      passes(MINUTE)
      await other.claim(9)
      await expect(one.finish('a1', done, scheduled)).rejects.toThrow('')
      expect(await one.scheduled('digest.show', 'T1')).toEqual([])
      await other.finish('a1', done, scheduled)
      expect(await one.scheduled('digest.show', 'T1')).toHaveLength(2000)
    })

    it('replace an earlier one with the same key, stay out of the history, and can be unscheduled', async () => {
      const { one, other } = await processes()
      await one.schedule(digest)
      await other.schedule({ ...digest, args: { due: 3 } })
      expect(await one.scheduled('digest.show', 'T1')).toEqual([{ actor: 'T1:U1', args: { due: 3 } }])
      expect(await one.scheduled('digest.show', 'T2')).toEqual([])
      expect(await Array.fromAsync(one.history.since(new Date(0)))).toEqual([])
      expect((await one.history.openCounts()).every(([, count]) => count === 0)).toBe(true)
      expect([await one.unschedule('digest'), await other.unschedule('digest')]).toEqual([true, false])
    })
  })

  describe('that wait for a second person', () => {
    const approval = {
      asker: 'T1:U1' as const,
      text: mrkdwn`U1 asks`,
      protected: [web],
      approvers: [],
      preparedHash: 'x',
      until: new Date(START + DAY).toISOString(),
      isAsMe: false,
    }
    const reply = { text: mrkdwn`U1 asks`, to: 'channel', waitsUntil: approval.until } as const
    const detail = [{ field: 'asked', after: 'T1:U1' }]
    const declined = { text: mrkdwn`No`, to: 'me' } as const

    async function waiting() {
      const both = await processes()
      await both.one.accept(pause)
      const request = { args: { plans: [web] }, omitted: [], approval }
      const question = {
        state: 'waiting',
        request,
        result: reply,
        subjects,
        detail,
      } as const
      await both.one.finish('a1', question)
      return both
    }

    it('ask once, repeat an interrupted question, and are due when the time is over', async () => {
      const { one, other, passes } = await waiting()
      expect(await other.claim(9)).toEqual([])
      passes(MINUTE)
      expect(await other.claim(9)).toMatchObject([{ state: 'waiting', result: reply }])
      await other.markDelivered(change, reply, told)
      expect(await one.claim(9)).toEqual([])
      expect(await one.waiting('1002', 'a1')).toEqual([])
      expect(await one.waiting('1001', 'a1')).toMatchObject([{ request: { approval } }])
      expect(await one.waiting('1001')).toMatchObject([{ id: 'a1' }])
      passes(DAY)
      expect(await one.claim(9)).toMatchObject([{ state: 'waiting', result: undefined }])
    })

    it('take only one decision, and are executed by one process', async () => {
      const { one, other } = await waiting()
      const decisions = await Promise.all([
        one.decide('a1', { state: 'accepted', result: null }),
        other.decide('a1', { state: 'declined', result: declined }),
      ])
      expect(decisions.filter(Boolean)).toHaveLength(1)
      const claims = (await Promise.all([one.claim(9), other.claim(9)])).flat()
      expect(claims).toHaveLength(1)
      // Delivery of the question is confirmed late, possibly by the process that already executes the change.
      await one.markDelivered(change, reply, told)
      await other.markDelivered(change, reply, told)
      await (one.hasLease('a1') ? one : other).postpone('a1', 0)
      expect(claims[0]).toMatchObject({ state: decisions[0] ? 'accepted' : 'declined', detail })
    })
  })

  describe('when they are accepted', () => {
    it('are recorded once if both processes get the same request', async () => {
      const { one, other } = await processes()
      expect(await one.accept(pause)).toBeUndefined()
      expect(await other.accept({ ...pause, id: 'a2' })).toMatchObject({
        change: { id: 'a1', state: 'accepted', actor: 'T1:U1' },
        repeats: 'request',
      })
    })

    it('are recorded once if the same request arrives many times at once', async () => {
      const { one, other } = await processes()
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          [one, other].map(store => add(store, `${n} ${store === one}`, { key: `trigger ${n % 2}` })),
        ).flat(),
      )
      expect(results.filter(existing => existing === undefined)).toHaveLength(2)
    })

    it('are recorded once for a button until a minute after delivery', async () => {
      const { one, passes } = await processes()
      const press = (n: number) => add(one, `a${n}`, { source: pause.source })
      await one.accept(pause)
      passes(2 * MINUTE)
      expect(await press(2)).toMatchObject({ change: { id: 'a1', state: 'accepted' }, repeats: 'source' })
      await one.finish('a1', done)
      passes(2 * MINUTE)
      expect(await press(3)).toMatchObject({ change: { id: 'a1', state: 'done' } })
      await one.markDelivered(change, done.result, told)
      passes(MINUTE - 1)
      expect(await press(4)).toMatchObject({ change: { id: 'a1' } })
      passes(1)
      expect(await press(5)).toBeUndefined()
      expect(await press(6)).toMatchObject({ change: { id: 'a5' } })
      expect(await one.accept({ ...pause, id: 'a7' })).toMatchObject({
        change: { id: 'a1' },
        repeats: 'request',
      })
    })

    it('are recorded again for a typed sentence once the first is finished', async () => {
      const { one } = await processes()
      const source = { key: 'typed', ttlMs: 'inFlight' } as const
      await add(one, 'a1', { source })
      expect(await add(one, 'a2', { source })).toMatchObject({ change: { id: 'a1' } })
      await one.finish('a1', done)
      expect(await add(one, 'a3', { source })).toBeUndefined()
    })

    it('are recorded once for a one-time source', async () => {
      const { one, passes } = await processes()
      const source = { key: 'ticket', ttlMs: Number.POSITIVE_INFINITY }
      await add(one, 'a1', { source })
      await one.finish('a1', done)
      await one.close(change)
      passes(30 * DAY)
      expect(await add(one, 'a2', { source })).toMatchObject({ change: { id: 'a1' } })
    })
  })

  describe('leases', () => {
    it('reserve a change for its process until they expire', async () => {
      const { one, other, passes } = await processes()
      await one.accept(pause)
      passes(15_000)
      await one.renew()
      passes(15_000)
      expect(await other.claim(20)).toEqual([])
      expect(one.hasLease('a1')).toBe(true)
      passes(15_000)
      expect(one.hasLease('a1')).toBe(false)
      expect(await other.claim(20)).toMatchObject([
        { id: 'a1', state: 'accepted', attempts: 1, request: pause.request, origin: pause.origin },
      ])
      await expect(one.storeArgs('a1', stored, subjects)).rejects.toThrow('')
      await expect(one.finish('a1', done)).rejects.toThrow('')
      await one.markDelivered(change, undefined, told)
      await other.finish('a1', done)
    })

    it('expire 25 seconds after a change is finished but not delivered', async () => {
      const { one, other, passes } = await processes()
      await one.accept(pause)
      await one.finish('a1', done)
      passes(24_000)
      await one.renew()
      expect(await other.claim(20)).toEqual([])
      passes(1000)
      expect(await other.claim(20)).toMatchObject([
        { id: 'a1', state: 'done', result: done.result, attempts: 1 },
      ])
    })

    it('are held by one process at a time', async () => {
      const { one, other, passes } = await processes()
      for (let n = 0; n < 30; n++) await add(one, `a${n}`)
      passes(30_000)
      for (let n = 0; n < 30; n++) one.endLease(`a${n}`)
      const claimed = await Promise.all([one, other, one, other].map(store => store.claim(20)))
      const ids = claimed.flat().map(({ id }) => id)
      expect(new Set(ids).size).toBe(30)
      expect(ids).toHaveLength(30)
    })
  })

  it('are retried after a delay that grows with each attempt, up to five minutes', async () => {
    const { one, passes } = await processes()
    await one.accept(pause)
    for (const [attempts, seconds] of [
      [0, 10],
      [1, 20],
      [9, 300],
    ] as const) {
      await one.postpone('a1', attempts)
      passes(seconds * 1000 - 1)
      expect(await one.claim(20)).toEqual([])
      passes(1)
      expect(await one.claim(20)).toMatchObject([{ id: 'a1' }])
    }
  })

  it('keep only their history once they are delivered', async () => {
    const { one, passes } = await processes()
    await one.accept(pause)
    await one.storeArgs('a1', stored, subjects, true)
    await one.finish('a1', done)
    await one.markDelivered(change, done.result, told)
    passes(MINUTE)
    expect(await one.claim(20)).toEqual([])
    const erased = { request: null, args: null, origin: null, result: null, lease_owner: null, due_at: null }
    expect(await rowOf(one)).toMatchObject({ ...erased, state: 'done' })
    const query = { organization: '1001', person: 'T1:U1' }
    expect(await one.history.page(query, { from: 0, size: 9 })).toMatchObject([
      {
        id: 'a1',
        state: 'done',
        subjects: [web],
        detail: done.detail,
        deliveredAt: '2026-11-18T09:00:00.000Z',
      },
    ])
  })

  it('store no typed text and no origin in plain text', async () => {
    const { one } = await processes()
    await one.accept(pause)
    await one.storeArgs('a1', stored, subjects)
    await one.finish('a1', done)
    const row = JSON.stringify(await rowOf(one))
    for (const text of ['secret', 'hooks', 'trigger', 'button']) expect(row).not.toContain(text)
  })

  it('are claimed without the values that the key cannot decrypt', async () => {
    const { open, one, passes } = await processes()
    await one.accept(pause)
    passes(30_000)
    const stranger = await open('stranger', Buffer.alloc(32, 8))
    const [claimed] = await stranger.claim(20)
    expect(claimed).toMatchObject({ id: 'a1', request: undefined, origin: undefined })
  })

  it('are pruned in batches ninety days after delivery', async () => {
    const { one, other, passes } = await processes()
    await add(one, 'a1')
    await one.finish('a1', done)
    await one.markDelivered(change, done.result, told)
    const row = await rowOf(one)
    for (let n = 0; n < 1300; n += 100)
      await one.database
        .insertInto('changes')
        .values(
          Array.from({ length: 100 }, (_, m) => ({ ...row, id: `${n + m}`, idempotency_key: `${n + m}` })),
        )
        .execute()
    await add(one, 'a2')
    passes(89 * DAY)
    expect(await one.prune()).toBe(false)
    passes(2 * DAY)
    expect(await one.prune()).toBe(true)
    while ((await Promise.all([one.prune(), other.prune()])).includes(true));
    expect(await one.database.selectFrom('changes').select('id').execute()).toEqual([{ id: 'a2' }])
  })

  describe('that come later', () => {
    const overtakable = {
      id: 'a1',
      since: new Date(START).toISOString(),
      organization: '1001',
      operation: 'pause.add',
      subjects: [{ kind: 'plan', id: '1' }],
    }

    it('overtake an earlier change of the same subject', async () => {
      const { one, passes } = await processes()
      await add(one, 'a1')
      passes(1000)
      await add(one, 'a2', { operation: 'plan.update' })
      await one.storeArgs('a2', stored, [{ ...web, id: '11' }, web])
      expect(await one.isOvertaken(overtakable)).toBe(false)
      await one.finish('a2', done)
      expect(await one.isOvertaken(overtakable)).toBe(true)
      expect(await one.isOvertaken({ ...overtakable, subjects: [{ kind: 'credential', id: '1' }] })).toBe(
        false,
      )
      expect(await one.isOvertaken({ ...overtakable, organization: '1002' })).toBe(false)
    })

    it('overtake an earlier change without subjects if the noun of the operation matches', async () => {
      const { one, passes } = await processes()
      passes(1000)
      await add(one, 'a2', { operation: 'billing.update' })
      await one.finish('a2', done)
      const change = { ...overtakable, subjects: [] }
      expect(await one.isOvertaken({ ...change, operation: 'billing.cancel' })).toBe(true)
      expect(await one.isOvertaken({ ...change, operation: 'bill.cancel' })).toBe(false)
    })
  })

  describe('in the history', () => {
    it('are found by their subject, even if names of others imitate it', async () => {
      const { one } = await processes()
      const subjects = {
        alone: [web],
        several: [web, { kind: 'plan', id: '2', name: 'ci' }],
        longer: [{ kind: 'plan', id: '11', name: 'batch' }],
        forged: [{ kind: 'plan', id: '12', name: '{"kind":"plan","id":"1","name":"x"}' }],
        credential: [{ kind: 'credential', id: '1', name: 'web-prod' }],
      }
      for (const [id, each] of Object.entries(subjects)) {
        await add(one, id)
        await one.storeArgs(id, stored, each)
      }
      const query = { organization: '1001', person: 'T1:U1', subject: { kind: 'plan', id: '1' } }
      const page = await one.history.page(query, { from: 0, size: 9 })
      expect(page.map(({ id }) => id).sort()).toEqual(['alone', 'several'])
      expect(await one.history.count(query)).toBe(2)
    })

    it('are counted until they are delivered or deleted', async () => {
      const { one } = await processes()
      const open = async () => (await one.history.openCounts()).filter(([, count]) => count > 0)
      await add(one, 'a1')
      await add(one, 'a2')
      await one.finish('a1', done)
      expect(await open()).toEqual([
        ['accepted', 1],
        ['done', 1],
      ])
      await one.markDelivered(change, done.result, told)
      await one.markDelivered({ ...change, id: 'a2' }, undefined, told)
      expect(await open()).toEqual([])
    })
  })
})
