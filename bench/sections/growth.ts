import { join } from 'node:path'
import { operations } from '../../src/operations/catalog.ts'
import { storeChanges } from '../../test/stored-changes.ts'
import { closedLoop } from '../load/load.ts'
import { type KindName, kinds, TEAM, TYPISTS } from '../load/requests.ts'
import { servers, USUAL_PLANS } from '../load/servers.ts'
import { dayshift, peer, prepareBot } from '../programs.ts'
import { type Column, formatNumber, results, tableOf } from '../report/results.ts'
import { CONNECTIONS, keep, measureLoad, type Started, type Variant, withPrograms } from './bench.ts'

const PLANS = [10, 100, 1000, 10_000]

/** Measures lists of growing numbers of plans, and typing into a select of the most. */
export async function overPlans(started: readonly Started[]): Promise<string> {
  for (const plans of PLANS) {
    servers.setPlans(plans)
    await measureLoad(started, 'read', `read, ${plans} plans`)
  }
  for (const { id, running } of started) {
    const target = running.target(kinds.typeahead)
    await closedLoop(target, 1, { count: TYPISTS })
    keep('letters', id, await closedLoop(target, 1, { count: 3 * TYPISTS }))
  }
  servers.setPlans(USUAL_PLANS)
  const about = `\`/plan\` with this many plans, ${CONNECTIONS} connections: answers a second as a multiple of Bolt’s, and CPU time per answer. Then each letter, after the first, that people type into a select of the most plans.`
  const columns = PLANS.flatMap((plans): Column[] => {
    const key = `read, ${plans} plans`
    return [
      [`${formatNumber(plans)}: × Bolt`, id => results.times(`${key} rate ${id}`, `${key} rate bolt`)],
      ['CPU', id => results.median(`${key} cpu ${id}`, ' µs')],
    ]
  })
  return tableOf('With more plans', about, started, [
    ...columns,
    ['letter p50', id => results.median(`letters p50 ${id}`, ' ms')],
    ['letter p99', id => results.median(`letters p99 ${id}`, ' ms')],
  ])
}

/** Measures the bot and Bolt with ten times the operations. */
export function overOperations(): Promise<string> {
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
  return overVariants(variants, ['read', 'change'], 'operations')
}

/** Measures the bot with growing numbers of changes in its database. */
export function overChanges(): Promise<string> {
  const variants = [1000, 100_000, 1_000_000].map((count, index) => {
    const name = `Dayshift, ${formatNumber(count)} stored changes`
    const stored = { count, team: TEAM.id, organization: '1001', now: new Date() }
    const prepare = (folder: string) =>
      prepareBot(join(folder, 'dayshift.db'), database => storeChanges(database, stored))
    return { id: `dayshift ${index}`, program: { ...dayshift, name, prepare } }
  })
  return overVariants(variants, ['change'], 'stored changes')
}

async function overVariants(variants: readonly Variant[], kindNames: readonly KindName[], what: string) {
  await withPrograms(variants, kindNames, async started => {
    for (const kind of kindNames) await measureLoad(started, kind, `${kind}, ${what}`)
  })
  const about = `${CONNECTIONS} connections: answers a second, CPU time per answer, and that time as a multiple of the one with the fewest.`
  const columns = kindNames.flatMap((kind): Column[] => {
    const key = `${kind}, ${what}`
    return [
      [`${kind}: a second`, id => results.median(`${key} rate ${id}`)],
      ['CPU', id => results.median(`${key} cpu ${id}`, ' µs')],
      ['× fewest', id => results.times(`${key} cpu ${id}`, `${key} cpu ${id.split(' ')[0]} 0`)],
    ]
  })
  return tableOf(`With more ${what}`, about, variants, columns)
}
