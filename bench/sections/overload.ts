import { closedLoop, OPEN_CONNECTIONS, openLoop, quantile } from '../load/load.ts'
import type { KindName } from '../load/requests.ts'
import { programs } from '../programs.ts'
import { type Table, tableOf } from '../report/results.ts'
import { type Bench, countOutcomes, targetOf, tell, withPrograms } from './bench.ts'

const CONNECTIONS = 64
const CAPACITY_MS = 2000
const OVERLOAD_MS = 5000
const KINDS: readonly KindName[] = ['read', 'respond', 'change']

const VARIANTS = KINDS.flatMap(kind =>
  (['dayshift', 'bolt'] as const).map(id => {
    const { name, ...program } = programs[id]
    return { id: `${kind} ${id}`, kind, program: { ...program, name: `${name}, ${kind}` } }
  }),
)

/** What becomes of twice as many requests as each can answer. */
export async function overload(bench: Bench): Promise<Table> {
  const { results } = bench
  for (const variant of VARIANTS)
    await withPrograms([variant], [variant.kind], bench, async ([started]) => {
      if (!started) return
      const target = targetOf(started, variant.kind, bench)
      const { rate } = await closedLoop(target, CONNECTIONS, { ms: CAPACITY_MS })
      tell(`overload: ${Math.round(2 * rate)} a second`)
      const exchanges = await openLoop(target, 2 * rate, OVERLOAD_MS)
      const acks = exchanges.map(({ ackMs }) => ackMs).filter(ms => !Number.isNaN(ms))
      const [p50, p99, latest] = [quantile(acks, 0.5), quantile(acks, 0.99), quantile(acks, 1)]
      const memory = started.running.memory('VmHWM')
      const values = { rate: 2 * rate, p50, p99, latest, memory, ...countOutcomes(exchanges) }
      for (const [what, value] of Object.entries(values)) results.add(`overload ${what} ${variant.id}`, value)
    })
  const about = `Twice as many requests as each answers over ${CONNECTIONS} connections, for ${OVERLOAD_MS / 1000} seconds, over ${OPEN_CONNECTIONS.toLocaleString('en')} that are open, as those of a proxy: Node accepts one new connection a turn of its event loop. Acks count from when the request was due. *Told*: people read that there is too much to do. *Warned*: Slack tells them, as nothing was acknowledged. *Silent*: neither an answer nor a word within 20 seconds; the bot ignores a second press of a button while it answers the first one. Memory is the most that the process held.`
  const column = (head: string, what: string, unit?: string) =>
    [head, ({ id }: { id: string }) => results.spread(`overload ${what} ${id}`, unit)] as const
  return tableOf('Overload', about, VARIANTS, [
    column('a second', 'rate'),
    column('ack p50', 'p50', ' ms'),
    column('ack p99', 'p99', ' ms'),
    column('latest ack', 'latest', ' ms'),
    column('answered', 'answered'),
    column('told', 'told'),
    column('warned', 'refused'),
    column('silent', 'silent'),
    column('memory', 'memory', ' MB'),
  ])
}
