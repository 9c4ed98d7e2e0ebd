import { type Bench, type Standing, tell } from '../bench.ts'
import type { SectionName } from '../choice.ts'
import { programs } from '../programs/programs.ts'
import { start, warmUp } from '../programs/standing.ts'
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
  const { sections } = bench.choice
  const among = sections.flatMap(name => AMONG[name] ?? [])
  const alone = sections.flatMap(name => ALONE[name] ?? [])
  const tables = among.length > 0 ? await sideBySide(bench, among) : []
  for (const section of alone) tables.push(...(await section(bench)))
  return tables
}

async function sideBySide(bench: Bench, sections: readonly Among[]): Promise<Table[]> {
  const { choice, surroundings } = bench
  const standing: Standing[] = []
  const tables: Table[] = []
  try {
    for (const id of choice.programs) {
      tell(`${programs[id].name} starts`)
      const running = await start(programs[id], surroundings)
      standing.push({ id, running })
      await warmUp(running, choice.kinds, surroundings)
    }
    for (const section of sections) tables.push(...(await section(bench, standing)))
    return tables
  } finally {
    for (const { running } of standing) await running.stop()
  }
}
