import { cpus } from 'node:os'
import { closedLoop } from '../load/load.ts'
import { kinds } from '../load/requests.ts'
import { dayshift, newPostgres, prepareBot } from '../programs.ts'
import { results, tableOf } from '../report/results.ts'
import { measureRounds, ROUND_MS, withPrograms } from './bench.ts'

const SETS = [1, 3].map(count => ({ id: `${count}`, count, program: { name: `${count}` } }))
const CONNECTIONS = 48

/** Compares the changes per second of three replicas over one PostgreSQL with those of one. */
export async function replicas(): Promise<string> {
  const env = await prepareBot(await newPostgres())
  const program = { ...dayshift, name: 'A replica', usesAllCores: true, prepare: async () => env }
  const variants = [1, 2, 3].map(number => ({ id: `${number}`, program }))
  await withPrograms(variants, ['change'], started =>
    measureRounds('replicas', SETS, async ({ count }) => {
      const [idle, since] = [idleMs(), performance.now()]
      const loops = started
        .slice(0, count)
        .map(({ running }) =>
          closedLoop(running.target(kinds.change), CONNECTIONS / count, { ms: 2 * ROUND_MS }),
        )
      const rates = (await Promise.all(loops)).map(({ rate }) => rate)
      const isIdle = (idleMs() - idle) / (performance.now() - since) / cpus().length
      return { rate: rates.reduce((sum, rate) => sum + rate, 0), busy: 100 * (1 - isIdle) }
    }),
  )
  const about = `Changes over ${CONNECTIONS} connections. The replicas, PostgreSQL and the load generator share ${cpus().length} cores, which are the limit when they are nearly 100 % busy.`
  return tableOf('Replicas over one PostgreSQL', about, SETS, [
    ['changes a second', id => results.spread(`replicas rate ${id}`)],
    ['× one', id => results.times(`replicas rate ${id}`, 'replicas rate 1')],
    ['cores busy', id => results.spread(`replicas busy ${id}`, ' %')],
  ])
}

const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0)
