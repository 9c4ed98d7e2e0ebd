import type { Reckoning } from '../scene/reckoning.ts'
import { openScene, type Scale } from '../scene/scene.ts'
import { openProxy } from './proxy.ts'

/** Longer than Slack would wait: what is lost is told apart from what is late. */
const WAITS_MS = 9000

export type Rolling = Scale & {
  /** How often each replica is replaced. */
  rounds: number
  /** Nobody may wait longer for an answer; left out where nothing is timed. */
  longestMs?: number
}

/** Replaces the replicas one after the other while people change things, and reckons what has become of it. */
export async function roll(plan: Rolling): Promise<Reckoning> {
  const scene = await openScene(plan, { times: [1], ackMs: WAITS_MS })
  const proxy = await openProxy(scene.replicas.map(({ address }) => address))
  scene.sendsTo([{ index: 0, address: proxy.address, life: () => 0 }])
  try {
    await proxy.known
    let isRolling = true
    const codes: unknown[] = []
    const rolling = async () => {
      for (let round = 0; round < plan.rounds; round++)
        for (const replica of scene.replicas) codes.push(await replica.replace())
      isRolling = false
    }
    const begun = performance.now()
    await Promise.all([scene.lives(() => isRolling), rolling()])
    const seconds = (performance.now() - begun) / 1000
    await scene.settles()
    const { problems, counts } = await scene.reckons()
    const { deliveries } = scene.carrier
    const waited = deliveries.map(({ at, answeredAt }) => answeredAt - at)
    const late = waited.filter(ms => ms > (plan.longestMs ?? Number.POSITIVE_INFINITY))
    const unanswered = deliveries.filter(({ status }) => status !== 200)
    return {
      problems: [
        ...problems,
        ...unanswered.map(({ status, error }) => `a request was answered ${error ?? status}`),
        ...late.map(ms => `a request was answered after ${Math.round(ms)} ms`),
        ...proxy.lost.map(why => `the proxy answered by itself: ${why}`),
        ...codes.filter(code => code !== 0).map(code => `a replica ended with ${code}`),
      ],
      counts: {
        ...counts,
        'all requests': deliveries.length,
        'a second': Math.round(deliveries.length / seconds),
        'the slowest in ms': Math.round(Math.max(...waited)),
        restarts: codes.length,
        seconds: Math.round(seconds),
      },
    }
  } finally {
    await proxy.close()
    await scene.close()
  }
}
