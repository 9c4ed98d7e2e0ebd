import { expect, it } from 'vitest'
import { createMetrics } from '../../src/web/metrics.ts'
import { send } from '../slack/transport/slack-requests.ts'
import { started } from '../slack/transport/started-receiver.ts'

async function setUp() {
  const metrics = createMetrics()
  const { port } = await started({ routes: { 'GET /metrics': metrics.route } })
  const lines = async () => (await send(port, { method: 'GET', path: '/metrics' })).text.split('\n')
  return { metrics, lines }
}

it('counts events and measures durations in seconds', async () => {
  const { metrics, lines } = await setUp()
  metrics.countCall({ endpoint: 'listPlans', outcome: 'ok', ms: 40 })
  metrics.countHandled('command', 60, 50)
  metrics.countHandled('event', 70, undefined)
  metrics.countRejection('press')
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'dayshift_service_calls_total{endpoint="listPlans",outcome="ok"} 1',
      'dayshift_service_call_seconds_sum{endpoint="listPlans"} 0.04',
      'dayshift_ack_seconds_bucket{le="0.05",kind="command"} 1',
      'dayshift_ack_seconds_count{kind="command"} 1',
      'dayshift_answer_seconds_count{kind="event"} 1',
      'dayshift_rejected_total{kind="press"} 1',
    ]),
  )
})

it('reads gauges on each request, and omits those that fail', async () => {
  const { metrics, lines } = await setUp()
  let states: [{ state: string }, number][] = [[{ state: 'sent' }, 2]]
  metrics.gauge('one', 'One number.', [], () => 7)
  metrics.gauge('states', 'By state.', ['state'], () => states)
  metrics.gauge('broken', 'Not there.', ['state'], async () => {
    throw new Error('no database')
  })
  const read = async () => (await lines()).filter(line => /^(one|states|broken)/.test(line))
  expect(await read()).toEqual(['one 7', 'states{state="sent"} 2'])
  states = [[{ state: 'asked' }, 1]]
  expect(await read()).toEqual(['one 7', 'states{state="asked"} 1'])
})

it('includes the metrics of the process', async () => {
  const { lines } = await setUp()
  const names = (await lines()).map(line => line.split(/[ {]/)[0])
  expect(names).toEqual(
    expect.arrayContaining([
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]),
  )
})
