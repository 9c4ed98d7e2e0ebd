import { closedLoop, openLoop, quantile } from '../load/load.ts'
import { type KindName, kinds } from '../load/requests.ts'
import { type Table, tableOf } from '../report/results.ts'
import { type Bench, countOutcomes, measureRounds, ROUND_MS, type Started, targetOf } from './bench.ts'

/** The program that one is compared with: Bolt for reads, for changes one with the same promise on the same database. */
function rivalOf(kind: KindName, id: string): string {
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
  const about = `${choice.connections.join(', ')} connections: answers a second as a multiple of its peer’s, answers a second, processor time for each, and the 99th percentile of the acks.`
  const columns = choice.connections.flatMap(count => {
    const key = (what: string, id: string) => `${kind} ${count} ${what} ${id}`
    const times = (id: string) => results.times(key('rate', id), key('rate', rivalOf(kind, id)))
    return [
      [`${count}: × peer`, ({ id }: Started) => times(id)],
      ['a second', ({ id }: Started) => results.median(key('rate', id))],
      ['CPU', ({ id }: Started) => results.median(key('cpu', id), ' µs')],
      ['ack p99', ({ id }: Started) => results.median(key('ack', id), ' ms')],
    ] as const
  })
  return tableOf(kinds[kind].title, about, started, columns)
}

const PER_SECOND = 500

/** How long each takes where all get the same number of requests a second. */
export async function rate(bench: Bench, started: readonly Started[], kind: KindName): Promise<Table> {
  const { results } = bench
  const targets = started.map(one => targetOf(one, kind, bench))
  await measureRounds(bench, `${kind} at rate`, targets, async target => {
    const exchanges = await openLoop(target, PER_SECOND, ROUND_MS)
    const ms = exchanges.map(exchange => exchange.ms)
    const missing = exchanges.length - countOutcomes(exchanges).answered
    return { p50: quantile(ms, 0.5), p99: quantile(ms, 0.99), missing }
  })
  const key = (what: string, id: string) => `${kind} at rate ${what} ${id}`
  const title = `${PER_SECOND} a second: ${kinds[kind].title}`
  return tableOf(title, 'From when a request was due until its answer.', started, [
    ['p50', ({ id }) => results.spread(key('p50', id), ' ms')],
    ['p99', ({ id }) => results.spread(key('p99', id), ' ms')],
    ['p99, × peer', ({ id }) => results.times(key('p99', id), key('p99', rivalOf(kind, id)))],
    ['not answered in a round', ({ id }) => results.spread(key('missing', id))],
  ])
}
