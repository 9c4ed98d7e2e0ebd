import type { Reckoning } from '../scene/reckoning.ts'
import { besieged } from './besieged.ts'
import { assail, assaults } from './hostile.ts'
import { everyPayload } from './payloads.ts'

/** As many as it takes until all that is kept for a while is there, and then as many again as are measured. */
const WARM = 2000
const COUNT = 10_000
const SLOWEST_MS = 3000
/** What the heap may have grown by meanwhile. */
const GROWTH_MB = 24

/** Sends thousands of hostile requests at the bot, and reckons how it has stood them. */
export async function besiege({ seed, place }: { seed: number; place?: string }): Promise<Reckoning> {
  const siege = await besieged(place)
  const payloads = await everyPayload(siege.slack, siege.sender)
  const next = assaults({ ...siege, payloads, seed })
  await assail(siege.address, next, WARM)
  const before = await siege.heapMb()
  const begun = performance.now()
  const { statuses, unanswered, slowestMs } = await assail(siege.address, next, COUNT)
  const seconds = Math.round((performance.now() - begun) / 1000)
  await siege.slack.settled(500)
  const after = await siege.heapMb()
  const alive = siege.isAlive()
  const code = await siege.close()
  const answers = Object.entries(statuses).map(([status, count]) => [`answered ${status}`, count])
  return {
    problems: [
      ...unanswered.map(what => `no answer: ${what}`),
      ...siege.failures,
      ...(slowestMs > SLOWEST_MS ? [`an answer took ${Math.round(slowestMs)} ms`] : []),
      ...(after - before > GROWTH_MB ? [`the heap has grown by ${after - before} MB`] : []),
      ...(alive && code === 0 ? [] : [`the bot ended by itself, or with ${code}`]),
    ],
    counts: {
      ...{ requests: COUNT, seconds, 'the slowest in ms': Math.round(slowestMs) },
      ...Object.fromEntries(answers),
      ...{ 'MB of heap before': before, 'and after': after },
    },
  }
}
