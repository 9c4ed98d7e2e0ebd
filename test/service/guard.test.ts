import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBreaker, type Trust } from '../../src/service/breaker.ts'
import { createGuard, type Ended } from '../../src/service/guard.ts'
import { createTurns } from '../../src/service/semaphore.ts'
import { failureOf, noPlans, pause, setUp, token } from './server.ts'

const MORNING = new Date('2026-11-18T14:03:00Z')

/** A guarded client, and a service that answers as it is told; the day stands still. */
async function guarded({ timeoutMs = 5000, remainingMs = () => Number.POSITIVE_INFINITY, turns = 10 } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: MORNING })
  onTestFinished(() => void vi.useRealTimers())
  let status = 200
  let after = '17'
  let refusals = Number.POSITIVE_INFINITY
  const waits: number[] = []
  const { client, seen } = await setUp(
    response => {
      if (status === 0) return
      if (status === 429 && refusals-- <= 0) return void response.end(noPlans)
      response
        .writeHead(status, status === 429 ? { 'retry-after': after } : {})
        .end(status === 200 ? noPlans : '{}')
    },
    { timeoutMs },
  )
  const heard: [Trust, string | undefined][] = []
  const whys: unknown[] = []
  const ended: Ended[] = []
  const breaker = createBreaker({
    clock: () => new Date(),
    openMs: { first: 1000, longest: 1000 },
    changed: (trust, since, last) => {
      heard.push([trust, since?.toISOString()])
      whys.push(last)
    },
  })
  const guard = createGuard({
    client,
    breaker,
    turns: createTurns({ all: turns, each: turns, queue: 10 - turns, queueEach: 10 - turns }),
    timeoutMs,
    remainingMs,
    now: () => Date.now(),
    wait: async ms => {
      waits.push(ms)
      vi.setSystemTime(Date.now() + ms)
    },
    ended: call => ended.push(call),
  })
  const asks = (by = token) => guard.call('listPlans', { org_id: '17' }, by)
  const changes = () => guard.call('pausePlan', pause, token)
  return {
    seen,
    waits,
    heard,
    whys,
    ended,
    breaker,
    asks,
    changes,
    answers: (next: number) => {
      status = next
    },
    /** Too much was asked of it: it wants a rest, after so many calls at most. */
    limits: (seconds: string, calls = Number.POSITIVE_INFINITY) => {
      status = 429
      after = seconds
      refusals = calls
    },
    passes: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000),
    async fails(times: number, call: () => Promise<unknown> = changes) {
      for (let at = 0; at < times; at++) await failureOf(call())
    },
  }
}

const actions = (seen: { url?: string }[]) => seen.map(({ url }) => url?.split('action=')[1]?.split('&')[0])

describe('a service that has had too much of one person', () => {
  it('is left alone by that person, until the time that it said', async () => {
    const { seen, asks, changes, answers, passes } = await guarded()
    answers(429)
    expect(await failureOf(changes())).toMatchObject({ kind: 'limited', retryAfterSeconds: 17 })
    answers(200)
    passes(7)
    for (const call of [asks, changes])
      expect(await failureOf(call())).toMatchObject({
        kind: 'limited',
        outcome: 'not done',
        retryAfterSeconds: 10,
      })
    expect(seen).toHaveLength(1)
    await asks('somebody-else')
    passes(11)
    await asks()
    expect(seen).toHaveLength(3)
  })

  it('gets a change once more when it says, and what else that person asks for meanwhile waits too', async () => {
    const { seen, waits, asks, changes, limits } = await guarded()
    limits('1', 1)
    await changes()
    expect(actions(seen)).toEqual(['pause_plan', 'pause_plan'])
    limits('2', 1)
    const both = [asks(), asks('somebody-else')]
    await Promise.all(both)
    expect(waits).toEqual([1000, 2000])
  })

  it('is left alone by what waited for a turn meanwhile', async () => {
    const { seen, waits, changes, limits } = await guarded({ turns: 1 })
    limits('1', 1)
    for (const change of [changes(), changes(), changes()]) await change
    expect(seen).toHaveLength(4)
    expect(waits[0]).toBe(1000)
  })

  it('gets it three times at most', async () => {
    const { seen, changes, asks, limits } = await guarded()
    limits('1')
    expect(await failureOf(changes())).toMatchObject({ kind: 'limited', outcome: 'not done' })
    expect(actions(seen)).toEqual(['pause_plan', 'pause_plan', 'pause_plan'])
    expect(await failureOf(asks())).toMatchObject({ kind: 'limited' })
    expect(seen).toHaveLength(6)
  })

  it.each([
    ['a call may take', { timeoutMs: 3000 }],
    ['its request has left', { remainingMs: () => 3000 }],
  ])('is not waited for longer than %s', async (_, limit) => {
    const { seen, waits, changes, asks, limits } = await guarded(limit)
    limits('3')
    expect(await failureOf(changes())).toMatchObject({ kind: 'limited', retryAfterSeconds: 3 })
    expect(await failureOf(asks())).toMatchObject({ kind: 'limited', retryAfterSeconds: 3 })
    expect([seen.length, waits]).toEqual([1, []])
  })

  it('has a second of rest where it says that it wants none', async () => {
    const { waits, changes, limits } = await guarded()
    limits('0', 2)
    await changes()
    expect(waits).toEqual([1000, 1000])
  })

  it('is not asked again where it says no time', async () => {
    const { seen, changes, limits } = await guarded()
    limits('soon')
    expect(await failureOf(changes())).toMatchObject({ kind: 'limited' })
    expect(seen).toHaveLength(1)
  })

  it('is asked again after five minutes, however long it said', async () => {
    const { asks, answers, passes, limits } = await guarded()
    limits('86400')
    await failureOf(asks())
    answers(200)
    passes(301)
    await asks()
  })
})

describe('a service that does not work', () => {
  it('is not asked any more after five calls, and it is told since when, and why', async () => {
    const { seen, asks, answers, fails, passes, heard, whys } = await guarded()
    await asks()
    answers(503)
    await fails(3)
    passes(60)
    await fails(2)
    expect(seen).toHaveLength(6)
    expect(await failureOf(asks())).toMatchObject({
      kind: 'unavailable',
      outcome: 'not done',
      since: MORNING,
    })
    expect(seen).toHaveLength(6)
    expect(heard).toEqual([['open', MORNING.toISOString()]])
    expect(whys).toMatchObject([{ endpoint: 'pausePlan', kind: 'unavailable', status: 503 }])
  })

  it.each([400, 401, 403, 404, 409, 500])('is not one that answers %i', async status => {
    const { seen, answers, fails } = await guarded()
    answers(status)
    await fails(20)
    expect(seen).toHaveLength(20)
  })

  it('is not one that answers in between', async () => {
    const { seen, asks, answers, fails, breaker } = await guarded()
    for (let times = 0; times < 5; times++) {
      answers(500)
      await fails(4)
      answers(times % 2 ? 200 : 404)
      await asks().catch(() => {})
    }
    expect([seen.length, breaker.trust()]).toEqual([25, 'closed'])
  })

  it('is one that never answers; a call that had less time than that says nothing', async () => {
    let left = 50
    const { answers, fails, breaker } = await guarded({ timeoutMs: 100, remainingMs: () => left })
    answers(0)
    await fails(6)
    expect(breaker.trust()).toBe('closed')
    left = Number.POSITIVE_INFINITY
    await fails(5)
    expect(breaker.trust()).toBe('open')
  })

  it('is one that never answers, however many calls with less time come in between', async () => {
    let left = Number.POSITIVE_INFINITY
    const { answers, fails, breaker } = await guarded({ timeoutMs: 100, remainingMs: () => left })
    answers(0)
    for (let times = 0; times < 5; times++) {
      expect(breaker.trust()).toBe('closed')
      left = Number.POSITIVE_INFINITY
      await fails(1)
      left = 50
      await fails(1)
    }
    expect(breaker.trust()).toBe('open')
  })

  it.each([
    ['it has too little time', { left: 50 }, token],
    ['it cannot be sent', { left: Number.POSITIVE_INFINITY }, 'no\ntoken'],
  ])('is not taken to be back by a call that says nothing of it, since %s', async (_, { left: less }, by) => {
    let left = Number.POSITIVE_INFINITY
    const { seen, asks, answers, fails, passes, heard } = await guarded({
      timeoutMs: 100,
      remainingMs: () => left,
    })
    answers(0)
    await fails(5)
    passes(1)
    left = less
    await failureOf(asks(by))
    expect(heard.map(([trust]) => trust)).toEqual(['open', 'half open', 'open'])
    const asked = seen.length
    expect(await failureOf(asks())).toMatchObject({ kind: 'unavailable', since: MORNING })
    expect(seen).toHaveLength(asked)
  })

  it('is asked by one call alone whether it is back, and nobody waits for that', async () => {
    const { seen, asks, answers, fails, passes, heard } = await guarded({ timeoutMs: 200 })
    answers(0)
    await fails(5)
    passes(1)
    const [first, second] = [failureOf(asks()), failureOf(asks())]
    expect(await second).toMatchObject({ kind: 'unavailable', since: MORNING })
    expect(await first).toMatchObject({ kind: 'timeout' })
    expect(seen).toHaveLength(6)
    answers(200)
    expect(await failureOf(asks())).toMatchObject({ kind: 'unavailable' })
    passes(1)
    expect(await asks()).toEqual({ plans: [] })
    expect(heard.map(([trust]) => trust)).toEqual(['open', 'half open', 'open', 'half open', 'closed'])
  })

  it('is asked a question before a change is sent to it, and gets the change once', async () => {
    const { seen, changes, answers, fails, passes } = await guarded()
    answers(503)
    await fails(5)
    seen.length = 0
    passes(1)
    expect(await failureOf(changes())).toMatchObject({ kind: 'unavailable', outcome: 'not done' })
    expect(new Set(actions(seen))).toEqual(new Set(['list']))
    seen.length = 0
    passes(1)
    answers(404)
    expect(await failureOf(changes())).toMatchObject({ kind: 'not found' })
    expect(actions(seen)).toEqual(['list', 'pause_plan'])
  })
})

describe('a call', () => {
  it('is not made when the time of its request is over', async () => {
    const { seen, changes } = await guarded({ remainingMs: () => 0 })
    expect(await failureOf(changes())).toMatchObject({ kind: 'timeout', outcome: 'not done' })
    expect(seen).toEqual([])
  })

  it('takes no longer than its request may', async () => {
    const { answers, asks } = await guarded({ remainingMs: () => 50.5 })
    answers(0)
    expect(await failureOf(asks())).toMatchObject({ kind: 'timeout' })
  })

  it('is refused where too many are under way', async () => {
    const { answers, asks } = await guarded({ timeoutMs: 200 })
    answers(0)
    const failures = await Promise.all(Array.from({ length: 11 }, () => failureOf(asks())))
    expect(failures.map(({ kind }) => kind)).toEqual([...Array(10).fill('timeout'), 'crowded'])
  })

  it('is told of, with how it ended', async () => {
    const { ended, asks, answers, fails } = await guarded()
    await asks()
    answers(403)
    await fails(1)
    expect(ended).toMatchObject([
      { endpoint: 'listPlans', outcome: 'done' },
      { endpoint: 'pausePlan', outcome: 'forbidden' },
    ])
  })
})
