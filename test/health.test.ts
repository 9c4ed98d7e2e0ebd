import { describe, expect, it } from 'vitest'
import { healthRoutes } from '../src/health.ts'
import { send } from './slack/slack-requests.ts'
import { started } from './slack/started-receiver.ts'

/** A bot with two dependencies, and what each was asked. */
async function bot() {
  let seconds = 0
  const down = new Set<string>()
  const asked: string[] = []
  const dependencies = ['database', 'slack'].map(name => ({
    name,
    check: async () => {
      asked.push(name)
      if (down.has(name)) throw new Error('a password')
    },
  }))
  const routes = healthRoutes({ dependencies, clock: () => new Date(seconds * 1000) })
  const { port } = await started({ routes })
  return {
    down,
    asked,
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
    const { get, down, asked } = await bot()
    down.add('slack')
    expect(await get('/healthz')).toEqual([200, 'ok\n'])
    expect(asked).toEqual([])
  })

  it('is readiness only while all that the bot needs answers', async () => {
    const { get, down } = await bot()
    down.add('slack')
    expect(await get('/readyz')).toEqual([503, 'not ready: slack\n'])
    down.add('database')
    expect(await get('/readyz?verbose=1')).toEqual([503, 'not ready: slack\n'])
    down.clear()
    expect(await get('/readyz')).toEqual([200, 'ready\n'])
  })

  it('is asked again at once while something is down, and after ten seconds otherwise', async () => {
    const { get, down, asked, passes } = await bot()
    await get('/readyz')
    await get('/readyz')
    expect(asked).toEqual(['database', 'slack'])
    down.add('database').add('slack')
    passes(9)
    expect(await get('/readyz')).toEqual([200, 'ready\n'])
    passes(1)
    expect(await get('/readyz')).toEqual([503, 'not ready: database, slack\n'])
    down.clear()
    expect(await get('/readyz')).toEqual([200, 'ready\n'])
    expect(asked).toHaveLength(6)
  })
})
