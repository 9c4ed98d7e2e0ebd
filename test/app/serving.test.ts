import { describe, expect, it, onTestFinished } from 'vitest'
import { createServing } from '../../src/app/serving.ts'
import { observe } from '../../src/app/telemetry.ts'
import type { Routes } from '../../src/web/routing.ts'
import { linesOf } from './log-lines.ts'

/** What serves, where there is room for so many at a time; its pages take until `open`. */
async function serving(most: number) {
  const { log } = linesOf()
  const [clock, now] = [() => new Date(), () => 0]
  const parts = new AsyncDisposableStack()
  onTestFinished(() => parts.disposeAsync())
  const observed = observe({ now, log }, parts)
  let room = most
  const overload = {
    ...observed.overload,
    enter() {
      if (room === 0) return undefined
      room -= 1
      return () => {
        room += 1
      }
    },
  }
  const { serve, open: begin } = createServing(
    {
      config: { port: 0, host: '127.0.0.1', publicUrl: 'https://dayshift.test' },
      observed: { ...observed, overload },
      requests: { within: work => work() },
      ...{ clock, now, log },
    },
    parts,
  )
  const reached = Promise.withResolvers<void>()
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const { address } = await serve({ pages: ['GET /slack/install'] })
  const routes: Routes = {
    'GET /slack/install': async (_, response) => {
      reached.resolve()
      await promise
      response.end('Install')
    },
  }
  const bot = { page: undefined, tell: () => undefined, canTell: () => true }
  const get = async (path: string) => {
    const answer = await fetch(`${address}${path}`)
    return [answer.status, (await answer.text()).replace(/<style>.*<\/style>/s, '').replace(/<[^>]+>/g, '')]
  }
  return { get, reached: reached.promise, open, begin: () => begin(bot, { routes }) }
}

describe('the pages that anybody may ask for', () => {
  it('are not there for more than there is room for, and what an orchestrator asks is', async () => {
    const { get, reached, open, begin } = await serving(1)
    expect(await get('/slack/install')).toEqual([
      503,
      expect.stringContaining('Dayshift is just starting up'),
    ])
    begin()
    const first = get('/slack/install')
    await reached
    for (const path of ['/slack/install', '/private?ticket=x'])
      expect(await get(path)).toEqual([503, expect.stringContaining('Dayshift is too busy')])
    expect(await get('/healthz')).toEqual([200, 'ok\n'])
    open()
    expect(await first).toEqual([200, 'Install'])
    expect(await get('/slack/install')).toEqual([200, 'Install'])
  })
})
