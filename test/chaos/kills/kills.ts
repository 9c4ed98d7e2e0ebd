import { createDice } from '../dice.ts'
import type { Reckoning } from '../scene/reckoning.ts'
import { openScene, type Scale } from '../scene/scene.ts'
import { faultsOf } from './faults.ts'
import { createKiller } from './killer.ts'

/** How much of everything. */
export type Kills = Scale & {
  kills: number
  /** Whether the clocks are put forward in the end, so that nobody has to wait until leases run out. */
  hurried: boolean
}

/** The killing is over before the last of so many changes. */
const SHARE = 0.9

const seconds = (from: number, to: number) => Math.round((to - from) / 1000)

/** Has people change things while everything fails and the bot is killed, and reckons what has become of it. */
export async function kill(plan: Kills): Promise<Reckoning> {
  const { seed, kills } = plan
  const killer = createKiller({ dice: createDice(seed), kills, requests: plan.changes * SHARE })
  const scene = await openScene(plan, {
    times: [1, 1, 2, 3],
    faults: faultsOf(createDice(seed + 2)),
    begins: killer.begins,
    comes: killer.comes,
    done: killer.done,
  })
  killer.knows(scene.replicas)
  try {
    const begun = performance.now()
    await scene.lives()
    await killer.finish()
    const asked = performance.now()
    await scene.settles(plan.hurried)
    const settled = performance.now()
    const { problems, counts } = await scene.reckons()
    const killed = scene.replicas.flatMap(replica => replica.kills()).length
    const times = { 'seconds asked': seconds(begun, asked), 'seconds settled': seconds(asked, settled) }
    return { problems, counts: { ...counts, kills: killed, ...times } }
  } finally {
    await scene.close()
  }
}
