import type { KindName } from '../load/requests.ts'
import { type ProgramName, programs } from '../programs.ts'
import type { Table } from '../report/results.ts'
import { type Bench, withPrograms } from './bench.ts'
import { overChanges, overOperations, overPlans } from './growth.ts'
import { overload } from './overload.ts'
import { memory, startTime } from './process.ts'
import { replicas } from './replicas.ts'
import { rate, throughput } from './throughput.ts'

/** Programs that are measured side by side, and by which requests. */
const GROUPS: readonly { ids: readonly ProgramName[]; kinds: readonly KindName[] }[] = [
  { ids: ['floor', 'dayshift', 'bolt', 'slack-edge', 'chat-sdk'], kinds: ['read', 'respond', 'typeahead'] },
  {
    ids: ['floor', 'bolt', 'dayshift', 'openworkflow', 'dayshift-postgres', 'pg-boss'],
    kinds: ['change', 'form'],
  },
]

/** The kinds that are sent at a fixed rate. */
const AT_RATE: readonly KindName[] = ['read', 'respond', 'change']

/** Sections whose programs start for them alone. */
const SEPARATE = [
  { section: 'growth', measure: overOperations },
  { section: 'growth', measure: overChanges },
  { section: 'overload', measure: overload },
  { section: 'start', measure: startTime },
  { section: 'memory', measure: memory },
  { section: 'replicas', measure: replicas },
]

/** Measures everything that was chosen. */
export async function measure(bench: Bench): Promise<Table[]> {
  const { choice } = bench
  const has = (section: string) => choice.sections.includes(section)
  const tables: Table[] = []
  for (const group of GROUPS) {
    const kinds = group.kinds.filter(kind => choice.kinds.includes(kind))
    const ids = group.ids.filter(id => choice.programs.includes(id))
    const hasPlans = has('growth') && kinds.includes('read')
    if (kinds.length === 0 || !(has('throughput') || has('rate') || hasPlans)) continue
    const variants = ids.map(id => ({ id, program: programs[id] }))
    await withPrograms(variants, kinds, bench, async started => {
      for (const kind of kinds) {
        if (has('throughput')) tables.push(await throughput(bench, started, kind))
        if (has('rate') && AT_RATE.includes(kind)) tables.push(await rate(bench, started, kind))
      }
      const grown = started.filter(({ id }) => ['floor', 'dayshift', 'bolt'].includes(id))
      if (hasPlans) tables.push(await overPlans(bench, grown))
    })
  }
  for (const { section, measure } of SEPARATE) if (has(section)) tables.push(await measure(bench))
  return tables
}
