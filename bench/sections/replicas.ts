import { cpus } from 'node:os'
import { closedLoop } from '../load/load.ts'
import { botEnv, dayshift, newPostgres, openLinked } from '../programs.ts'
import { formatSpread, type Table } from '../report/results.ts'
import { type Bench, measureRounds, ROUND_MS, targetOf, withPrograms } from './bench.ts'

const REPLICAS = [1, 3].map(count => ({ id: `${count}`, count }))
const CONNECTIONS = 48

/** How many changes three replicas make over one PostgreSQL, beside one. */
export async function replicas(bench: Bench): Promise<Table[]> {
  const { results } = bench
  const place = await newPostgres()
  const database = await openLinked(place)
  await database.destroy()
  const program = { ...dayshift, name: 'A replica', usesAllCores: true, prepare: async () => botEnv(place) }
  const variants = [1, 2, 3].map(number => ({ id: `replica ${number}`, program }))
  await withPrograms(variants, ['change'], bench, async started => {
    await measureRounds(bench, 'replicas', REPLICAS, async ({ count }) => {
      const before = idleMs()
      const since = performance.now()
      const rounds = await Promise.all(
        started
          .slice(0, count)
          .map(one => closedLoop(targetOf(one, 'change', bench), CONNECTIONS / count, { ms: 2 * ROUND_MS })),
      )
      const idle = (idleMs() - before) / (performance.now() - since) / cpus().length
      return { rate: rounds.reduce((sum, { rate }) => sum + rate, 0), busy: 100 * (1 - idle) }
    })
  })
  return [
    {
      title: 'Replicas over one PostgreSQL',
      about: `Changes over ${CONNECTIONS} connections. The replicas, PostgreSQL and the load share all ${cpus().length} cores: near 100 % busy, the cores are the limit.`,
      head: ['', 'changes a second', '× one', 'cores busy'],
      rows: REPLICAS.map(({ id }) => [
        id,
        formatSpread(results.get(`replicas rate ${id}`)),
        formatSpread(results.ratio(`replicas rate ${id}`, 'replicas rate 1')),
        formatSpread(results.get(`replicas busy ${id}`), ' %'),
      ]),
    },
  ]
}

const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0)
