import { openHarness, type Scale } from '../harness/harness.ts'
import type { Report } from '../harness/verify.ts'
import { openLoadBalancer } from './load-balancer.ts'

/** Longer than Slack waits, so that a late response does not count as lost. */
const ACK_MS = 9000

export type Rolling = Scale & {
  /** The number of restarts of each replica. */
  rounds: number
  /** The allowed response time; unlimited by default. */
  longestMs?: number
}

/** Restarts the replicas in turn while people request changes, and verifies the result. */
export async function runRolling(plan: Rolling): Promise<Report> {
  const harness = await openHarness(plan, { times: [1], ackMs: ACK_MS })
  const balancer = await openLoadBalancer(harness.replicas.map(({ address }) => address))
  harness.routeTo([{ index: 0, address: balancer.address, life: () => 0 }])
  try {
    await balancer.ready
    let isRolling = true
    const codes: unknown[] = []
    const restartAll = async () => {
      for (let round = 0; round < plan.rounds; round++)
        for (const replica of harness.replicas) codes.push(await replica.restart())
      isRolling = false
    }
    const startedAt = performance.now()
    await Promise.all([harness.run(() => isRolling), restartAll()])
    const seconds = (performance.now() - startedAt) / 1000
    await harness.settle()
    const { problems, counts } = await harness.verify()
    const { deliveries } = harness.sender
    const times = deliveries.map(({ at, answeredAt }) => answeredAt - at)
    const late = times.filter(ms => ms > (plan.longestMs ?? Number.POSITIVE_INFINITY))
    const unanswered = deliveries.filter(({ status }) => status !== 200)
    return {
      problems: [
        ...problems,
        ...unanswered.map(({ status, error }) => `a request was answered ${error ?? status}`),
        ...late.map(ms => `a request was answered after ${Math.round(ms)} ms`),
        ...balancer.failures.map(why => `a request reached no replica: ${why}`),
        ...codes.filter(code => code !== 0).map(code => `a replica ended with ${code}`),
      ],
      counts: {
        ...counts,
        'all requests': deliveries.length,
        'a second': Math.round(deliveries.length / seconds),
        'the slowest in ms': Math.round(Math.max(...times)),
        restarts: codes.length,
        seconds: Math.round(seconds),
      },
    }
  } finally {
    await balancer.close()
    await harness.close()
  }
}
