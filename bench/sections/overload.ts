import { closedLoop, OPEN_CONNECTIONS, openLoop } from '../load/load.ts'
import { kinds } from '../load/requests.ts'
import { type Program, programs } from '../programs.ts'
import { type Column, results, tableOf } from '../report/results.ts'
import { keep, tell, withPrograms } from './bench.ts'

const CONNECTIONS = 64
const CAPACITY_MS = 2000
const OVERLOAD_MS = 5000

const VARIANTS = (['read', 'respond', 'change'] as const).flatMap(kind =>
  (['dayshift', 'bolt'] as const).map(id => {
    const program: Program = programs[id]
    return { id: `${kind} ${id}`, kind, program: { ...program, name: `${program.name}, ${kind}` } }
  }),
)

/** Measures the outcome of twice as many requests as each can answer. */
export async function overload(): Promise<string> {
  for (const variant of VARIANTS)
    await withPrograms([variant], [variant.kind], async ([started]) => {
      if (!started) return
      const target = started.running.target(kinds[variant.kind])
      const rate = 2 * (await closedLoop(target, CONNECTIONS, { ms: CAPACITY_MS })).rate
      tell(`overload: ${Math.round(rate)} a second`)
      keep('overload', variant.id, await openLoop(target, rate, OVERLOAD_MS))
      keep('overload', variant.id, { rate, memory: started.running.memory('VmHWM') })
    })
  const about = `Twice as many requests as each program answers over ${CONNECTIONS} connections, for ${OVERLOAD_MS / 1000} seconds, over ${OPEN_CONNECTIONS.toLocaleString('en')} connections that are open already, as behind a proxy. Acks are timed from when the request was due. *Told*: people read that the bot is too busy. *Warned*: Slack warns them, since nothing was acknowledged. *Silent*: no reply and no warning within 20 seconds. Memory is the peak of the process.`
  const column = (head: string, what = head, unit?: string): Column => [
    head,
    id => results.spread(`overload ${what} ${id}`, unit),
  ]
  return tableOf('Overload', about, VARIANTS, [
    column('a second', 'rate'),
    column('ack p50', 'ackP50', ' ms'),
    column('ack p99', 'ackP99', ' ms'),
    column('slowest ack', 'latestAck', ' ms'),
    column('answered'),
    column('told'),
    column('warned', 'refused'),
    column('silent'),
    column('memory', 'memory', ' MB'),
  ])
}
