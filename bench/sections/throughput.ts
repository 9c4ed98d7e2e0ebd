import { closedLoop, quantile } from '../load/load.ts'
import { type KindName, kinds } from '../load/requests.ts'
import { formatMedian, formatSpread, type Table } from '../report/results.ts'
import { type Bench, measureRounds, ROUND_MS, type Started, targetOf } from './bench.ts'

/** The program that one is compared with: Bolt for reads, for changes one that keeps the same promise on the same database. */
export function rivalOf(kind: KindName, id: string): string {
  if (kind !== 'change' && kind !== 'form') return 'bolt'
  return id === 'dayshift-postgres' || id === 'pg-boss' ? 'pg-boss' : 'openworkflow'
}

/** How many requests each answers, over several numbers of connections. */
export async function throughput(bench: Bench, started: readonly Started[], kind: KindName): Promise<Table> {
  const { choice, results } = bench
  const targets = started.map(one => targetOf(one, kind, bench))
  for (const connections of choice.connections)
    await measureRounds(bench, `${kind} ${connections}`, targets, async target => {
      const { rate, cpuUs, loadBusy, exchanges } = await closedLoop(target, connections, { ms: ROUND_MS })
      const acks = exchanges.map(({ ackMs }) => ackMs)
      return { rate, cpu: cpuUs, load: 100 * loadBusy, ack: quantile(acks, 0.99) }
    })
  return {
    title: kinds[kind].title,
    about: `${choice.connections.join(', ')} connections: answers a second as a multiple of its peer’s, answers a second, processor time for each, and the 99th percentile of the acks.`,
    head: ['', ...choice.connections.flatMap(count => [`${count}: × peer`, 'a second', 'CPU', 'ack p99'])],
    rows: started.map(({ id, program }) => [
      program.name,
      ...choice.connections.flatMap(count => [
        formatSpread(
          results.ratio(`${kind} ${count} rate ${id}`, `${kind} ${count} rate ${rivalOf(kind, id)}`),
        ),
        formatMedian(results.get(`${kind} ${count} rate ${id}`)),
        formatMedian(results.get(`${kind} ${count} cpu ${id}`), ' µs'),
        formatMedian(results.get(`${kind} ${count} ack ${id}`), ' ms'),
      ]),
    ]),
  }
}
