import { openLoop, quantile } from '../load/load.ts'
import { type KindName, kinds } from '../load/requests.ts'
import { formatSpread, type Table } from '../report/results.ts'
import { type Bench, countOutcomes, measureRounds, type Started, targetOf } from './bench.ts'
import { rivalOf } from './throughput.ts'

const PER_SECOND = 500
const ROUND_MS = 1000

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
  return {
    title: `${PER_SECOND} a second: ${kinds[kind].title}`,
    about: 'From when a request was due until its answer.',
    head: ['', 'p50', 'p99', 'p99, × peer', 'not answered'],
    rows: started.map(({ id, program }) => [
      program.name,
      formatSpread(results.get(key('p50', id)), ' ms'),
      formatSpread(results.get(key('p99', id)), ' ms'),
      formatSpread(results.ratio(key('p99', id), key('p99', rivalOf(kind, id)))),
      formatSpread(results.get(key('missing', id))),
    ]),
  }
}
