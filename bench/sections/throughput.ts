import { choice } from '../choice.ts'
import { openLoop } from '../load/load.ts'
import { type KindName, kinds } from '../load/requests.ts'
import { type Column, results, tableOf } from '../report/results.ts'
import { measureLoad, measureRounds, ROUND_MS, type Started } from './bench.ts'

/** Returns the program to compare with: Bolt for reads, one with equal guarantees and database for changes. */
function rivalOf(kind: KindName, id: string): string {
  if (kind !== 'change' && kind !== 'form') return 'bolt'
  return id === 'dayshift-postgres' || id === 'pg-boss' ? 'pg-boss' : 'openworkflow'
}

/** Measures throughput over several numbers of connections. */
export async function throughput(started: readonly Started[], kind: KindName): Promise<string> {
  for (const count of choice.connections) await measureLoad(started, kind, `${kind} ${count}`, count)
  const about = `${choice.connections.join(', ')} connections: answers a second as a multiple of the peer’s, answers a second, CPU time per answer, and the 99th percentile of the acks.`
  const columns = choice.connections.flatMap((count): Column[] => {
    const key = `${kind} ${count}`
    return [
      [`${count}: × peer`, id => results.times(`${key} rate ${id}`, `${key} rate ${rivalOf(kind, id)}`)],
      ['a second', id => results.median(`${key} rate ${id}`)],
      ['CPU', id => results.median(`${key} cpu ${id}`, ' µs')],
      ['ack p99', id => results.median(`${key} ackP99 ${id}`, ' ms')],
    ]
  })
  return tableOf(kinds[kind].title, about, started, columns)
}

const PER_SECOND = 500

/** Measures response times at a fixed rate of requests. */
export async function rate(started: readonly Started[], kind: KindName): Promise<string> {
  const key = `${kind} at rate`
  await measureRounds(key, started, ({ running }) =>
    openLoop(running.target(kinds[kind]), PER_SECOND, ROUND_MS),
  )
  const title = `${PER_SECOND} a second: ${kinds[kind].title}`
  return tableOf(title, 'Timed from when a request was due.', started, [
    ['p50', id => results.spread(`${key} p50 ${id}`, ' ms')],
    ['p99', id => results.spread(`${key} p99 ${id}`, ' ms')],
    ['p99, × peer', id => results.times(`${key} p99 ${id}`, `${key} p99 ${rivalOf(kind, id)}`)],
    ['unanswered in a round', id => results.spread(`${key} unanswered ${id}`)],
  ])
}
