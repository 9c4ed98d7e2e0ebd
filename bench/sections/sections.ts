import { choice } from '../choice.ts'
import type { KindName } from '../load/requests.ts'
import { type ProgramName, programs } from '../programs.ts'
import { withPrograms } from './bench.ts'
import { overChanges, overOperations, overPlans } from './growth.ts'
import { overload } from './overload.ts'
import { memory, startTime } from './process.ts'
import { replicas } from './replicas.ts'
import { rate, throughput } from './throughput.ts'

/** Programs that are measured side by side, and their kinds of requests. */
const GROUPS: readonly { ids: readonly ProgramName[]; kinds: readonly KindName[] }[] = [
  { ids: ['floor', 'dayshift', 'bolt', 'slack-edge', 'chat-sdk'], kinds: ['read', 'respond', 'typeahead'] },
  {
    ids: ['floor', 'bolt', 'dayshift', 'openworkflow', 'dayshift-postgres', 'pg-boss'],
    kinds: ['change', 'form'],
  },
]

/** The kinds that are sent at a fixed rate. */
const AT_RATE: readonly KindName[] = ['read', 'respond', 'change']

/** Sections that start their own programs. */
const SEPARATE = { growth: [overOperations, overChanges], overload, start: startTime, memory, replicas }

/** Measures everything selected. */
export async function measure(): Promise<string[]> {
  const { hasSection, hasKind, hasProgram } = choice
  const tables: string[] = []
  for (const group of GROUPS) {
    const kinds = group.kinds.filter(hasKind)
    const hasPlans = hasSection('growth') && kinds.includes('read')
    if (kinds.length === 0 || !(hasSection('throughput') || hasSection('rate') || hasPlans)) continue
    const variants = group.ids.filter(hasProgram).map(id => ({ id, program: programs[id] }))
    await withPrograms(variants, kinds, async started => {
      for (const kind of kinds) {
        if (hasSection('throughput')) tables.push(await throughput(started, kind))
        if (hasSection('rate') && AT_RATE.includes(kind)) tables.push(await rate(started, kind))
      }
      const grown = started.filter(({ id }) => ['floor', 'dayshift', 'bolt'].includes(id))
      if (hasPlans) tables.push(await overPlans(grown))
    })
  }
  for (const [section, measures] of Object.entries(SEPARATE))
    for (const measure of hasSection(section) ? [measures].flat() : []) tables.push(await measure())
  return tables
}
