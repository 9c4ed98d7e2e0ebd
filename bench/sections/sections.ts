import type { Bench, Standing } from '../bench.ts'
import type { SectionName } from '../choice.ts'
import { programs } from '../programs/programs.ts'
import { sideBySide } from '../programs/standing.ts'
import type { Table } from '../table.ts'
import { duties } from './duties.ts'
import { growth } from './growth.ts'
import { memory } from './memory.ts'
import { overload } from './overload.ts'
import { pace } from './pace.ts'
import { startTime } from './start.ts'
import { throughput } from './throughput.ts'

type Alone = (bench: Bench) => Promise<Table[]>
type Among = (bench: Bench, standing: readonly Standing[]) => Promise<Table[]>

/** What is asked of programs that stand side by side, by the name that the command line knows it by. */
const AMONG: Readonly<Partial<Record<SectionName, Among>>> = { throughput, pace, growth }

/** What is asked of each alone. */
const ALONE: Readonly<Partial<Record<SectionName, Alone>>> = { duties, overload, start: startTime, memory }

/** Measures all that was chosen. */
export async function measure(bench: Bench): Promise<Table[]> {
  const { choice, surroundings } = bench
  const among = choice.sections.flatMap(name => AMONG[name] ?? [])
  const alone = choice.sections.flatMap(name => ALONE[name] ?? [])
  const all = choice.programs.map(id => ({ id, program: programs[id] }))
  const tables =
    among.length > 0
      ? await sideBySide(all, choice.kinds, surroundings, async standing => {
          const tables: Table[] = []
          for (const section of among) tables.push(...(await section(bench, standing)))
          return tables
        })
      : []
  for (const section of alone) tables.push(...(await section(bench)))
  return tables
}
