import type { KindName } from '../load/requests.ts'
import { type ProgramName, programs } from '../programs.ts'
import type { Table } from '../report/results.ts'
import { type Bench, withPrograms } from './bench.ts'
import { overChanges, overOperations, overPlans } from './growth.ts'
import { overload } from './overload.ts'
import { memory, startTime } from './process.ts'
import { rate } from './rate.ts'
import { replicas } from './replicas.ts'
import { throughput } from './throughput.ts'

const READERS = ['floor', 'dayshift', 'bolt', 'slack-edge', 'chat-sdk'] as const
const CHANGERS = ['floor', 'bolt', 'dayshift', 'openworkflow', 'dayshift-postgres', 'pg-boss'] as const

/** Programs that are measured side by side, and by which requests. */
const GROUPS: readonly { ids: readonly ProgramName[]; kinds: readonly KindName[] }[] = [
  { ids: READERS, kinds: ['read', 'respond', 'typeahead'] },
  { ids: CHANGERS, kinds: ['change', 'form'] },
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
    const chosen = group.kinds.filter(kind => choice.kinds.includes(kind))
    const [swept, timed] = [
      has('throughput') ? chosen : [],
      has('rate') ? chosen.filter(kind => AT_RATE.includes(kind)) : [],
    ]
    const hasPlans = has('growth') && chosen.includes('read')
    const variants = group.ids
      .filter(id => choice.programs.includes(id))
      .map(id => ({ id, program: programs[id] }))
    if (swept.length + timed.length + Number(hasPlans) === 0) continue
    await withPrograms(variants, chosen, bench, async started => {
      for (const kind of swept) tables.push(await throughput(bench, started, kind))
      for (const kind of timed) tables.push(await rate(bench, started, kind))
      if (hasPlans) tables.push(...(await overPlans(bench, started)))
    })
  }
  for (const { section, measure } of SEPARATE) if (has(section)) tables.push(...(await measure(bench)))
  return tables
}
