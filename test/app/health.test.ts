import { describe, expect, it } from 'vitest'
import { createHealth } from '../../src/app/health.ts'
import { send } from '../slack/transport/slack-requests.ts'
import { started } from '../slack/transport/started-receiver.ts'

const LOCKED_OUT = new Error('a password')

/** A bot with three dependencies, without one of which it can do, and what each was asked. */
async function bot() {
  let seconds = 0
  const down = new Set<string>()
  const requests: string[] = []
  const dependencies = ['database', 'slack', 'service'].map(name => ({
    name,
    ...(name === 'service' && { isOptional: true as const }),
    check: async () => {
      requests.push(name)
      if (down.has(name)) throw LOCKED_OUT
    },
  }))
  const changes: unknown[][] = []
  const waited: number[] = []
  const { routes, leave } = createHealth({
    wait: async ms => void waited.push(ms),
    dependencies,
    now: () => seconds * 1000,
    changed: (...change) => changes.push(change),
    reasonOf: error => (error === LOCKED_OUT ? 'locked out' : undefined),
  })
  const { port } = await started({ routes })
  return {
    leave,
    waited,
    down,
    requests,
    changes,
    passes: (more: number) => {
      seconds += more
    },
    get: async (path: string) => {
      const { status, text } = await send(port, { method: 'GET', path })
      return [status, text]
    },
  }
}

describe('health', () => {
  it('is told as soon as the bot serves, whatever else works', async () => {
    const { get, down, requests } = await bot()
    down.add('slack')
    expect(await get('/healthz')).toEqual([200, 'ok\n'])
    expect(requests).toEqual([])
  })

  it('is readiness only while all that the bot cannot do without works', async () => {
    const { get, down, passes } = await bot()
    down.add('slack')
    expect(await get('/readyz')).toEqual([503, 'not ready: slack (locked out)\n'])
    passes(10)
    down.add('database')
    await get('/readyz')
    passes(2)
    expect(await get('/readyz?verbose=1')).toEqual([
      503,
      'not ready: database (locked out), slack (locked out)\n',
    ])
    passes(2)
    down.clear()
    expect(await get('/readyz')).toEqual([200, 'ready\n'])
  })

  it('is readiness also without what people can be told of, and says so', async () => {
    const { get, down, passes } = await bot()
    down.add('service')
    expect(await get('/readyz')).toEqual([200, 'ready, but without: service (locked out)\n'])
    passes(10)
    down.add('slack')
    expect(await get('/readyz')).toEqual([503, 'not ready: slack (locked out), service (locked out)\n'])
  })

  it('is none any more once the bot stops: who asks again and again is given the time to hear so', async () => {
    const { get, passes, leave, waited } = await bot()
    await get('/healthz')
    passes(2)
    await get('/healthz')
    passes(2)
    await leave()
    expect(waited).toEqual([3000])
    expect(await get('/healthz')).toEqual([503, 'stopping\n'])
    expect(await get('/readyz')).toEqual([503, 'stopping\n'])
  })

  it('is told of once for each change, with what went wrong', async () => {
    const { get, down, passes, changes } = await bot()
    for (const names of [[], ['slack'], ['slack'], ['slack', 'database'], ['database'], [], []]) {
      down.clear()
      for (const name of names) down.add(name)
      await get('/readyz')
      passes(10)
    }
    expect(changes).toEqual([
      ['slack', true, LOCKED_OUT],
      ['database', true, LOCKED_OUT],
      ['slack', false, undefined],
      ['database', false, undefined],
    ])
  })
})
