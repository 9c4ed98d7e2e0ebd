import { describe, expect, it } from 'vitest'
import { createHealth } from '../../src/app/health.ts'
import { send } from '../slack/transport/slack-requests.ts'
import { started } from '../slack/transport/started-receiver.ts'

const LOCKED_OUT = new Error('a password')

/** Starts a bot with three dependencies, one of them optional, and records their checks. */
async function startBot() {
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
    onChange: (...change) => changes.push(change),
  })
  const { port } = await started({ routes })
  return {
    leave,
    waited,
    down,
    requests,
    changes,
    passes: (by: number) => {
      seconds += by
    },
    get: async (path: string) => {
      const { status, text } = await send(port, { method: 'GET', path })
      return [status, text]
    },
  }
}

describe('the health checks', () => {
  it('report the process as healthy without checking dependencies', async () => {
    const { get, down, requests } = await startBot()
    down.add('slack')
    expect(await get('/healthz')).toEqual([200, 'ok\n'])
    expect(requests).toEqual([])
  })

  it('report readiness only while all required dependencies work, and name those that do not', async () => {
    const { get, down, passes } = await startBot()
    down.add('service')
    expect(await get('/readyz')).toEqual([200, 'ready, but without: service\n'])
    passes(5)
    down.add('slack')
    expect(await get('/readyz?verbose=1')).toEqual([503, 'not ready: slack, service\n'])
    passes(5)
    down.clear()
    expect(await get('/readyz')).toEqual([200, 'ready\n'])
  })

  it('fail once the bot stops, which waits until a regular poller has noticed', async () => {
    const { get, passes, leave, waited } = await startBot()
    await get('/healthz')
    passes(2)
    await get('/healthz')
    passes(2)
    await leave()
    expect(waited).toEqual([3000])
    expect(await get('/healthz')).toEqual([503, 'stopping\n'])
    expect(await get('/readyz')).toEqual([503, 'stopping\n'])
  })

  it('report each change of a dependency once, with its error', async () => {
    const { get, down, passes, changes } = await startBot()
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
