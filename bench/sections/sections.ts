import { type Bench, type Standing, tell } from '../bench.ts'
import type { SectionName } from '../choice.ts'
import { programs } from '../programs/programs.ts'
import { start, welcomeAll } from '../programs/standing.ts'
import type { Table } from '../table.ts'
import { growth } from './growth.ts'
import { memory } from './memory.ts'
import { overload } from './overload.ts'
import { pace } from './pace.ts'
import { startTime } from './start.ts'
import { throughput } from './throughput.ts'

type Section = (bench: Bench) => Promise<Table[]>

/** Everything that is measured, by the name that the command line knows it by. */
export const sections: Readonly<Record<SectionName, Section>> = {
  throughput: among(throughput),
  pace: among(pace),
  growth: among(growth),
  overload,
  start: startTime,
  memory,
}

/** A section that asks programs which stand side by side, and know everybody. */
function among(measure: (bench: Bench, standing: readonly Standing[]) => Promise<Table[]>): Section {
  return async bench => {
    const standing: Standing[] = []
    try {
      for (const id of bench.choice.programs) {
        tell(`${programs[id].name} starts`)
        const running = await start(programs[id], bench.surroundings)
        standing.push({ id, running })
        await welcomeAll(running, bench.surroundings)
      }
      return await measure(bench, standing)
    } finally {
      for (const { running } of standing) await running.stop()
    }
  }
}
