import process from 'node:process'
import { besieged } from './besieged.ts'
import { assail, assaults } from './hostile.ts'
import { everyPayload } from './payloads.ts'

/** As many as it takes until all that is kept for a while is there, and then as many again as are measured. */
const WARM = 2000
const COUNT = 10_000
const SLOWEST_MS = 3000
/** What the heap may have grown by meanwhile. */
const GROWTH_MB = 24

const seed = Number(process.argv[2] ?? 1)
const say = (line: string) => process.stdout.write(`${line}\n`)

const siege = await besieged()
const payloads = await everyPayload(siege.slack, siege.sender)
const next = assaults({ ...siege, payloads, seed })
await assail(siege.address, next, WARM)
const before = await siege.heapMb()
const begun = performance.now()
const { statuses, unanswered, slowestMs } = await assail(siege.address, next, COUNT)
const seconds = (performance.now() - begun) / 1000
await siege.slack.settled(500)
const after = await siege.heapMb()
const alive = siege.isAlive()
const code = await siege.close()

say(
  `${COUNT} hostile requests (seed ${seed}) in ${seconds.toFixed(0)} s, the slowest in ${Math.round(slowestMs)} ms`,
)
say(
  `answered: ${Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')}; not answered: ${unanswered.length}`,
)
say(`heap: ${before} MB before, ${after} MB after`)
const wrong = [
  ...unanswered.map(what => `no answer: ${what}`),
  ...siege.failures,
  ...(slowestMs > SLOWEST_MS ? [`an answer took ${Math.round(slowestMs)} ms`] : []),
  ...(after - before > GROWTH_MB ? [`the heap has grown by ${after - before} MB`] : []),
  ...(alive && code === 0 ? [] : [`the bot ended by itself, or with ${code}`]),
]
for (const line of wrong.slice(0, 20)) say(line)
process.exit(wrong.length === 0 ? 0 : 1)
