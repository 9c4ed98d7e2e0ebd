import { join } from 'node:path'
import { operations } from '../../src/operations/catalog.ts'
import { storeChanges } from '../../test/stored-changes.ts'
import { closedLoop, quantile } from '../load/load.ts'
import { type KindName, kinds, TEAM, TYPISTS } from '../load/requests.ts'
import { USUAL_PLANS } from '../load/servers.ts'
import { botEnv, dayshift, openLinked, peer } from '../programs.ts'
import { formatMedian, formatSpread, type Table } from '../report/results.ts'
import {
  type Bench,
  measureRounds,
  ROUND_MS,
  type Started,
  targetOf,
  tell,
  type Variant,
  withPrograms,
} from './bench.ts'

const CONNECTIONS = 16

/** Measures the rate of each program and its processor time for a request. */
async function measureCost(bench: Bench, started: readonly Started[], kind: KindName, key: string) {
  const targets = started.map(one => targetOf(one, kind, bench))
  await measureRounds(bench, `${kind}, ${key}`, targets, async target => {
    const { rate, cpuUs } = await closedLoop(target, CONNECTIONS, { ms: ROUND_MS })
    return { rate, cpu: cpuUs }
  })
}

const PLANS = [10, 100, 1000, 10_000]

/** Lists of more and more plans, and letters typed into a select of the most. */
export async function overPlans(bench: Bench, started: readonly Started[]): Promise<Table[]> {
  const { servers, results } = bench
  try {
    for (const plans of PLANS) {
      servers.setPlans(plans)
      await measureCost(bench, started, 'read', `${plans} plans`)
    }
    for (const one of started) {
      tell(`letters ${one.id}`)
      const target = targetOf(one, 'typeahead', bench)
      await closedLoop(target, 1, { count: TYPISTS })
      const { exchanges } = await closedLoop(target, 1, { count: 3 * TYPISTS })
      const ms = exchanges.map(exchange => exchange.ms)
      results.add(`letters p50 ${one.id}`, quantile(ms, 0.5))
      results.add(`letters p99 ${one.id}`, quantile(ms, 0.99))
    }
  } finally {
    servers.setPlans(USUAL_PLANS)
  }
  const key = (plans: number, what: string, id: string) => `read, ${plans} plans ${what} ${id}`
  return [
    {
      title: `Growing lists: ${kinds.read.title}`,
      about: `${PLANS.map(formatCount).join(', ')} plans, ${CONNECTIONS} connections: answers a second as a multiple of Bolt’s, and processor time for each. Then the letters that people type into a select of ${formatCount(PLANS.at(-1) ?? 0)} plans after the first one, one at a time.`,
      head: [
        '',
        ...PLANS.flatMap(plans => [`${formatCount(plans)}: × Bolt`, 'CPU']),
        'letter p50',
        'letter p99',
      ],
      rows: started.map(({ id, program }) => [
        program.name,
        ...PLANS.flatMap(plans => [
          formatSpread(results.ratio(key(plans, 'rate', id), key(plans, 'rate', 'bolt'))),
          formatMedian(results.get(key(plans, 'cpu', id)), ' µs'),
        ]),
        formatMedian(results.get(`letters p50 ${id}`), ' ms'),
        formatMedian(results.get(`letters p99 ${id}`), ' ms'),
      ]),
    },
  ]
}

/** The bot and Bolt with ten times the operations. */
export function overOperations(bench: Bench): Promise<Table[]> {
  const counts = [operations.length, 10 * operations.length]
  const variants = counts.flatMap(count => [
    { id: `dayshift ${count}`, program: withOperations(count) },
    { id: `bolt ${count}`, program: peer(`Bolt, ${count} listeners`, 'bolt.js', count) },
  ])
  return overVariants(bench, variants, ['read', 'change'], 'operations', counts)
}

const withOperations = (count: number) => ({
  ...dayshift,
  name: `Dayshift, ${count} operations`,
  command: ['--import', join(import.meta.dirname, 'more-operations.ts'), ...dayshift.command],
  env: { OPERATIONS: String(count) },
})

const STORED = [1000, 100_000, 1_000_000]

/** The bot with more and more changes in its database. */
export function overChanges(bench: Bench): Promise<Table[]> {
  const variants = STORED.map(count => ({ id: `dayshift ${count}`, program: withChanges(count) }))
  return overVariants(bench, variants, ['change'], 'stored changes', STORED)
}

const withChanges = (count: number) => ({
  ...dayshift,
  name: `Dayshift, ${formatCount(count)} stored changes`,
  async prepare(folder: string) {
    const place = join(folder, 'dayshift.db')
    const database = await openLinked(place)
    await storeChanges(database, { count, team: TEAM, organization: '1001', now: new Date() })
    await database.destroy()
    return botEnv(place)
  },
})

async function overVariants(
  bench: Bench,
  variants: readonly Variant[],
  kindNames: readonly KindName[],
  what: string,
  counts: readonly number[],
): Promise<Table[]> {
  const { results } = bench
  await withPrograms(variants, kindNames, bench, async started => {
    for (const kind of kindNames) await measureCost(bench, started, kind, what)
  })
  return [
    {
      title: `Growing number of ${what}`,
      about: `${counts.map(formatCount).join(', ')} ${what}, ${CONNECTIONS} connections: answers a second, processor time for each, and that as a multiple of it with the fewest.`,
      head: ['', ...kindNames.flatMap(kind => [`${kind}: a second`, 'CPU', '× fewest'])],
      rows: variants.map(({ id, program }) => [
        program.name,
        ...kindNames.flatMap(kind => {
          const cpu = `${kind}, ${what} cpu`
          return [
            formatMedian(results.get(`${kind}, ${what} rate ${id}`)),
            formatMedian(results.get(`${cpu} ${id}`), ' µs'),
            formatSpread(results.ratio(`${cpu} ${id}`, `${cpu} ${id.split(' ')[0]} ${counts[0]}`)),
          ]
        }),
      ]),
    },
  ]
}

const formatCount = (count: number): string => count.toLocaleString('en')
