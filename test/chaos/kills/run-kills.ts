import { openHarness, type Scale } from '../harness/harness.ts'
import type { Report } from '../harness/verify.ts'
import { createRandom } from '../random.ts'
import { faultsOf } from './faults.ts'
import { createKiller } from './killer.ts'

export type Kills = Scale & {
  kills: number
  /** Advances the clocks in the end instead of waiting for leases to expire. */
  hurried: boolean
}

/** The share of the changes during which processes are killed. */
const SHARE = 0.9

const seconds = (from: number, to: number) => Math.round((to - from) / 1000)

/** Lets people request changes while calls fail and processes are killed, and verifies the result. */
export async function runKills(plan: Kills): Promise<Report> {
  const { seed, kills } = plan
  const killer = createKiller({ random: createRandom(seed), kills, requests: plan.changes * SHARE })
  const { onRequest, onCall, onDone } = killer
  const faults = faultsOf(createRandom(seed + 2))
  const harness = await openHarness(plan, { times: [1, 1, 2, 3], faults, onRequest, onCall, onDone })
  killer.watch(harness.replicas)
  try {
    const startedAt = performance.now()
    await harness.run()
    await killer.finish()
    const askedAt = performance.now()
    await harness.settle(plan.hurried)
    const settledAt = performance.now()
    const { problems, counts } = await harness.verify()
    return {
      problems,
      counts: {
        ...counts,
        kills: harness.replicas.flatMap(replica => replica.kills()).length,
        'seconds of requests': seconds(startedAt, askedAt),
        'seconds until all was delivered': seconds(askedAt, settledAt),
      },
    }
  } finally {
    await harness.close()
  }
}
