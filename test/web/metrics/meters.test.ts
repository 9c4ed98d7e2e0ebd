import { expect, it } from 'vitest'
import { createOverload } from '../../../src/slack/transport/overload.ts'
import { createMeters } from '../../../src/web/metrics/meters.ts'
import { send } from '../../slack/transport/slack-requests.ts'
import { started } from '../../slack/transport/started-receiver.ts'

it('how long a call to the service took is told by endpoint', async () => {
  const meters = createMeters()
  const { port } = await started({ routes: { 'GET /metrics': meters.route } })
  meters.called({ endpoint: 'listPlans', outcome: 'ok', ms: 40 })
  meters.called({ endpoint: 'pausePlan', outcome: 'server', ms: 60 })
  const { text } = await send(port, { method: 'GET', path: '/metrics' })
  expect(text.split('\n').filter(line => /^dayshift_service_call_seconds_sum/.test(line))).toEqual([
    'dayshift_service_call_seconds_sum{endpoint="listPlans"} 0.04',
    'dayshift_service_call_seconds_sum{endpoint="pausePlan"} 0.06',
  ])
})

it('whoever looks how late the event loop was takes nothing from whoever else looks', async () => {
  const meters = createMeters()
  const { port } = await started({ routes: { 'GET /metrics': meters.route } })
  const looks = async () => {
    const { text } = await send(port, { method: 'GET', path: '/metrics' })
    return text
      .split('\n')
      .filter(line => /^dayshift_event_loop_delay_seconds_(count|sum|bucket.*"0.1")/.test(line))
  }
  const told = (beyond: number, count: number, sum: number) => [
    `dayshift_event_loop_delay_seconds_bucket{le="0.1"} ${count - beyond}`,
    `dayshift_event_loop_delay_seconds_sum ${sum}`,
    `dayshift_event_loop_delay_seconds_count ${count}`,
  ]
  meters.delayed(500)
  meters.delayed(1)
  expect([await looks(), await looks()]).toEqual(Array(2).fill(told(1, 2, 0.501)))
  meters.delayed(2)
  expect([await looks(), await looks()]).toEqual(Array(2).fill(told(1, 3, 0.503)))
})

it('how late the event loop is, is told of every look at it', async () => {
  let time = 0
  const told: number[] = []
  const heard = Promise.withResolvers<void>()
  const overload = createOverload({ now: () => time, worked: () => 0 })
  time = 450
  const end = overload.watch(ms => {
    told.push(ms)
    if (told.length === 2) heard.resolve()
  })
  await heard.promise
  end()
  // Since the second look no time has passed.
  expect(told).toEqual([400, 0])
})
