import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Call } from '../../src/service/contract/contract.ts'
import { ServiceError } from '../../src/service/contract/failure.ts'
import { type BreakerState, createResilience } from '../../src/service/resilience.ts'
import { failureOf, pause, token } from './server.ts'

const MORNING = new Date('2026-11-18T14:03:00Z')

/** Creates resilient calls to a service that responds with a status or hangs, on fake timers. */
function setUp({ timeoutMs = 5000 } = {}) {
  vi.useFakeTimers({ now: MORNING })
  onTestFinished(() => void vi.useRealTimers())
  let answer: (nth: number) => number | 'hang' = () => 200
  let retryAfterSeconds: number | undefined
  const sent: string[] = []
  const states: [BreakerState, Date | undefined, unknown][] = []

  const send: Call = async (name, _request, _token, { signal } = {}) => {
    const status = answer(sent.push(name))
    if (status === 200) return JSON.parse('{"plans":[]}')
    if (status !== 'hang') throw errorOf(name, status)
    return new Promise((_, reject) => {
      const late = new ServiceError(name, { kind: 'timeout', code: 'aborted', written: true })
      signal?.addEventListener('abort', () => reject(late))
    })
  }
  const errorOf = (name: Parameters<Call>[0], status: number) =>
    new ServiceError(name, {
      kind: status === 429 ? 'limited' : status >= 500 ? 'unavailable' : 'invalid',
      status,
      written: true,
      ...(status === 429 && { retryAfterSeconds }),
    })

  const service = createResilience({
    call: send,
    timeoutMs,
    random: () => 0.5,
    clock: () => new Date(),
    now: () => Date.now(),
    openMs: { first: 1000, longest: 1000 },
    onStateChange: (...change) => states.push(change),
  })
  const read = (by = token) => service.call('listPlans', { org_id: '17' }, by)
  const write = () => service.call('pausePlan', pause, token)
  return {
    service,
    sent,
    states,
    read,
    write,
    answers: (next: number | 'hang' | typeof answer) => {
      answer = typeof next === 'function' ? next : () => next
    },
    /** Responds 429 this many times. */
    limits: (seconds: number | undefined, times = Number.POSITIVE_INFINITY) => {
      const from = sent.length
      retryAfterSeconds = seconds
      answer = nth => (nth - from > times ? 200 : 429)
    },
    passes: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
    /** Lets time pass until a call ends. */
    async end<T>(call: Promise<T>): Promise<T> {
      call.catch(() => {})
      await vi.advanceTimersByTimeAsync(20_000)
      return call
    },
    async fails(times: number) {
      for (let nth = 0; nth < times; nth++) await failureOf(write())
    },
  }
}

describe('a read', () => {
  it.each([502, 503, 504])('is retried twice after %i, with a growing delay', async status => {
    const { answers, sent, read, passes } = setUp()
    answers(nth => (nth < 3 ? status : 200))
    const reading = read()
    await passes(0.049)
    expect(sent).toHaveLength(1)
    await passes(0.001)
    expect(sent).toHaveLength(2)
    await passes(0.1)
    expect(sent).toHaveLength(3)
    expect(await reading).toEqual({ plans: [] })
  })

  it.each([400, 404, 429, 500])('is not retried after %i', async status => {
    const { answers, sent, read, end } = setUp()
    answers(status)
    await failureOf(end(read()))
    expect(sent).toHaveLength(1)
  })
})

describe('a write', () => {
  it.each([500, 503])('is not retried after %i', async status => {
    const { answers, sent, write, end } = setUp()
    answers(status)
    expect(await failureOf(end(write()))).toMatchObject({ outcome: 'unknown' })
    expect(sent).toHaveLength(1)
  })

  it('has an unknown outcome after a time-out', async () => {
    const { answers, write, end } = setUp()
    answers('hang')
    expect(await failureOf(end(write()))).toMatchObject({ kind: 'timeout', outcome: 'unknown' })
  })
})

describe('after a 429 with Retry-After', () => {
  it('the token sends nothing until then, but other tokens do', async () => {
    const { sent, read, write, limits, answers, passes } = setUp()
    limits(17)
    expect(await failureOf(write())).toMatchObject({ kind: 'limited', retryAfterSeconds: 17 })
    answers(200)
    await passes(7)
    for (const call of [read, write])
      expect(await failureOf(call())).toMatchObject({
        kind: 'limited',
        outcome: 'not done',
        retryAfterSeconds: 10,
      })
    expect(sent).toHaveLength(1)
    await read('another token')
    await passes(10)
    await read()
    expect(sent).toHaveLength(3)
  })

  it('a later, shorter time is ignored, and a long one is limited to five minutes', async () => {
    const { sent, read, write, limits, answers, passes } = setUp()
    limits(86_400)
    const first = failureOf(write())
    limits(30)
    await Promise.all([first, failureOf(write())])
    answers(200)
    expect(await failureOf(read())).toMatchObject({ retryAfterSeconds: 300 })
    await passes(300)
    await read()
    expect(sent).toHaveLength(3)
  })

  it('a read or write is resent up to twice, if that is within its time limit', async () => {
    const { sent, read, write, limits, passes, end } = setUp()
    limits(1, 1)
    const writing = write()
    // Jitter spreads the calls that wait for the same moment.
    await passes(1.049)
    expect(sent).toHaveLength(1)
    await end(writing)
    expect(sent).toEqual(['pausePlan', 'pausePlan'])
    limits(1)
    expect(await failureOf(end(read()))).toMatchObject({ kind: 'limited' })
    expect(sent).toHaveLength(5)
  })
})

describe('the breaker', () => {
  it('opens after five consecutive failures, and reports since when', async () => {
    const { sent, read, answers, fails, passes, states } = setUp()
    await read()
    answers(503)
    await fails(3)
    await passes(60)
    await fails(2)
    expect(await failureOf(read())).toMatchObject({
      kind: 'unavailable',
      outcome: 'not done',
      since: MORNING,
    })
    expect(sent).toHaveLength(6)
    expect(states).toMatchObject([['open', MORNING, { endpoint: 'pausePlan', status: 503 }]])
  })

  it.each([400, 401, 403, 404, 409, 500])('stays closed after %i', async status => {
    const { answers, fails, service } = setUp()
    answers(status)
    await fails(20)
    expect(service.state()).toBe('closed')
  })

  it('sends one probe, and fails other calls without waiting for it', async () => {
    const { sent, read, answers, fails, passes, end, states } = setUp({ timeoutMs: 200 })
    answers(503)
    await fails(5)
    await passes(1)
    answers('hang')
    const probe = read()
    expect(await failureOf(read())).toMatchObject({ kind: 'unavailable', since: MORNING })
    expect(await failureOf(end(probe))).toMatchObject({ kind: 'timeout' })
    expect(sent).toHaveLength(6)
    answers(200)
    await read()
    expect(states.map(([state]) => state)).toEqual(['open', 'half open', 'open', 'half open', 'closed'])
  })

  it('probes with a read before it sends a write', async () => {
    const { sent, write, answers, fails, passes, end } = setUp()
    answers(503)
    await fails(5)
    sent.length = 0
    await passes(1)
    expect(await failureOf(end(write()))).toMatchObject({ kind: 'unavailable', outcome: 'not done' })
    expect(sent).toEqual(['listOrganizations'])
    answers(404)
    expect(await failureOf(write())).toMatchObject({ kind: 'invalid' })
    expect(sent.slice(1)).toEqual(['listOrganizations', 'pausePlan'])
  })
})

describe('a call', () => {
  it('waits while 48 others are in flight, and is rejected if a thousand already wait', async () => {
    const { answers, sent, read, end, service } = setUp()
    answers('hang')
    const all = Array.from({ length: 48 + 1000 + 1 }, () => failureOf(read()))
    expect(await all.at(-1)).toMatchObject({ kind: 'crowded', outcome: 'not done' })
    expect([sent.length, service.inFlight(), service.queued()]).toEqual([48, 48, 1000])
    expect((await end(all[0] ?? Promise.reject())).kind).toBe('timeout')
  })
})
