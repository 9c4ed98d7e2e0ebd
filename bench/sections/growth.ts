import { join } from 'node:path'
import { operations } from '../../src/operations/catalog.ts'
import { storeChanges } from '../../test/stored-changes.ts'
import { closedLoop, quantile } from '../load/load.ts'
import { type KindName, TEAM, TYPISTS } from '../load/requests.ts'
import { USUAL_PLANS } from '../load/servers.ts'
import { dayshift, peer, prepareBot } from '../programs.ts'
import { formatNumber, type Table, tableOf } from '../report/results.ts'
import {
  type Bench,
  measureRounds,
  ROUND_MS,
  type Started,
  targetOf,
  type Variant,
  withPrograms,
} from './bench.ts'

const CONNECTIONS = 16

/** Measures the rate of each program, and its processor time for a request. */
async function measureCost(bench: Bench, started: readonly Started[], kind: KindName, key: string) {
  const targets = started.map(one => targetOf(one, kind, bench))
  await measureRounds(bench, `${kind}, ${key}`, targets, async target => {
    const { rate, cpuUs } = await closedLoop(target, CONNECTIONS, { ms: ROUND_MS })
    return { rate, cpu: cpuUs }
  })
}

const PLANS = [10, 100, 1000, 10_000]

/** Lists of more and more plans, and letters typed into a select of the most. */
export async function overPlans(bench: Bench, started: readonly Started[]): Promise<Table> {
  const { servers, results } = bench
  for (const plans of PLANS) {
    servers.setPlans(plans)
    await measureCost(bench, started, 'read', `${plans} plans`)
  }
  const targets = started.map(one => targetOf(one, 'typeahead', bench))
  for (const target of targets) {
    await closedLoop(target, 1, { count: TYPISTS })
    const { exchanges } = await closedLoop(target, 1, { count: 3 * TYPISTS })
    for (const [name, part] of Object.entries({ p50: 0.5, p99: 0.99 }))
      results.add(
        `letters ${name} ${target.id}`,
        quantile(
          exchanges.map(({ ms }) => ms),
          part,
        ),
      )
  }
  servers.setPlans(USUAL_PLANS)
  const about = `Lists of so many plans over ${CONNECTIONS} connections: answers a second as a multiple of Bolt’s, and processor time for each. Then the letters that people type into a select of the most plans after the first one, one at a time.`
  const columns = PLANS.flatMap(plans => {
    const key = (what: string, id: string) => `read, ${plans} plans ${what} ${id}`
    return [
      [
        `${formatNumber(plans)}: × Bolt`,
        ({ id }: Started) => results.times(key('rate', id), key('rate', 'bolt')),
      ],
      ['CPU', ({ id }: Started) => results.median(key('cpu', id), ' µs')],
    ] as const
  })
  return tableOf('More and more plans', about, started, [
    ...columns,
    ['letter p50', ({ id }) => results.median(`letters p50 ${id}`, ' ms')],
    ['letter p99', ({ id }) => results.median(`letters p99 ${id}`, ' ms')],
  ])
}

/** The bot and Bolt with ten times the operations. */
export function overOperations(bench: Bench): Promise<Table> {
  const preload = join(import.meta.dirname, 'more-operations.ts')
  const variants = [operations.length, 10 * operations.length].flatMap((count, index) => [
    {
      id: `dayshift ${index}`,
      program: {
        ...dayshift,
        name: `Dayshift, ${count} operations`,
        command: ['--import', preload, ...dayshift.command],
        env: { OPERATIONS: String(count) },
      },
    },
    { id: `bolt ${index}`, program: peer(`Bolt, ${count} listeners`, 'bolt.js', count) },
  ])
  return overVariants(bench, variants, ['read', 'change'], 'operations')
}

/** The bot with more and more changes in its database. */
export function overChanges(bench: Bench): Promise<Table> {
  const variants = [1000, 100_000, 1_000_000].map((count, index) => ({
    id: `dayshift ${index}`,
    program: {
      ...dayshift,
      name: `Dayshift, ${formatNumber(count)} stored changes`,
      prepare: (folder: string) =>
        prepareBot(join(folder, 'dayshift.db'), database =>
          storeChanges(database, { count, team: TEAM, organization: '1001', now: new Date() }),
        ),
    },
  }))
  return overVariants(bench, variants, ['change'], 'stored changes')
}

async function overVariants(
  bench: Bench,
  variants: readonly Variant[],
  kindNames: readonly KindName[],
  what: string,
): Promise<Table> {
  const { results } = bench
  await withPrograms(variants, kindNames, bench, async started => {
    for (const kind of kindNames) await measureCost(bench, started, kind, what)
  })
  const about = `${CONNECTIONS} connections: answers a second, processor time for each, and that as a multiple of it with the fewest.`
  const columns = kindNames.flatMap(kind => {
    const key = (measure: string, id: string) => `${kind}, ${what} ${measure} ${id}`
    const fewest = (id: string) => key('cpu', `${id.split(' ')[0]} 0`)
    return [
      [`${kind}: a second`, ({ id }: Variant) => results.median(key('rate', id))],
      ['CPU', ({ id }: Variant) => results.median(key('cpu', id), ' µs')],
      ['× fewest', ({ id }: Variant) => results.times(key('cpu', id), fewest(id))],
    ] as const
  })
  return tableOf(`More and more ${what}`, about, variants, columns)
}
