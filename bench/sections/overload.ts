import { closedLoop, openLoop, quantile } from '../load/load.ts'
import { type KindName, kinds } from '../load/requests.ts'
import { programs } from '../programs.ts'
import { formatNumber, type Table } from '../report/results.ts'
import { type Bench, countOutcomes, targetOf, tell, withPrograms } from './bench.ts'

const CONNECTIONS = 64
const CAPACITY_MS = 2000
const FLOOD_MS = 5000
const KINDS: readonly KindName[] = ['read', 'respond', 'change']

/** What becomes of twice as many requests as each can answer. */
export async function overload(bench: Bench): Promise<Table[]> {
  const rows: string[][] = []
  for (const kind of KINDS)
    for (const id of ['dayshift', 'bolt'] as const)
      await withPrograms([{ id, program: programs[id] }], [kind], bench, async ([started]) => {
        if (!started) return
        const { rate } = await closedLoop(targetOf(started, kind, bench), CONNECTIONS, { ms: CAPACITY_MS })
        tell(`overload: ${kind}, ${formatNumber(2 * rate)} a second`)
        const exchanges = await openLoop(targetOf(started, kind, bench), 2 * rate, FLOOD_MS)
        const acks = exchanges.map(({ ackMs }) => ackMs).filter(ms => !Number.isNaN(ms))
        const counts = countOutcomes(exchanges)
        const values = {
          p50: quantile(acks, 0.5),
          p99: quantile(acks, 0.99),
          latest: quantile(acks, 1),
          memory: started.running.memory('VmHWM'),
          ...counts,
        }
        for (const [what, value] of Object.entries(values))
          bench.results.add(`overload ${kind} ${what} ${id}`, value)
        const { p50, p99, latest, memory } = values
        const outcomes = [counts.answered, counts.told, counts.refused, counts.silent]
        rows.push([
          `${started.program.name}, ${kind}`,
          formatNumber(2 * rate),
          ...[p50, p99, latest].map(ms => `${formatNumber(ms)} ms`),
          ...outcomes.map(count => count.toLocaleString('en')),
          `${Math.round(memory)} MB`,
        ])
      })
  return [
    {
      title: 'Overload',
      about: `Twice as many requests as each answers over ${CONNECTIONS} connections, for ${FLOOD_MS / 1000} seconds (${KINDS.map(kind => kinds[kind].title).join('; ')}). Acks count from when the request was due. *Told*: people read that there is too much to do. *Warned*: Slack tells them, as nothing was acknowledged. *Silent*: neither an answer nor a word within 20 seconds. Memory is the most that the process held.`,
      head: [
        '',
        'a second',
        'ack p50',
        'ack p99',
        'latest',
        'answered',
        'told',
        'warned',
        'silent',
        'memory',
      ],
      rows,
    },
  ]
}
