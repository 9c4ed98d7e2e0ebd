import { type Bench, tell } from '../bench.ts'
import { askOnAndOn } from '../load/closed.ts'
import { programs, smallest } from '../programs/programs.ts'
import { asking, start } from '../programs/standing.ts'
import { megabytes, type Table } from '../table.ts'

const CONNECTIONS = 16
const AFTER = [1000, 10_000, 30_000, 50_000]

/** How much memory each holds after how many requests. */
export async function memory({ choice, surroundings, figures }: Bench): Promise<Table[]> {
  const all = [
    ...choice.programs.map(id => ({ id, program: programs[id] })),
    { id: 'smallest', program: smallest },
  ]
  const rows: string[][] = []
  for (const { id, program } of all) {
    tell(`${program.name}: memory`)
    const running = await start(program, surroundings)
    try {
      const asked = asking(running, 'read', surroundings)
      const held = [figures.keep(running.memory(), 'memory', id, 0)]
      for (const [index, count] of AFTER.entries()) {
        await askOnAndOn(asked, CONNECTIONS, { count: count - (AFTER[index - 1] ?? 0) })
        held.push(figures.keep(running.memory(), 'memory', id, count))
      }
      rows.push([program.name, ...held.map(megabytes)])
    } finally {
      await running.stop()
    }
  }
  return [
    {
      title: 'Memory',
      about:
        'What the process holds (RSS) once it has started, and after that many `/plan` over 16 connections.',
      head: ['', 'started', ...AFTER.map(count => count.toLocaleString('en'))],
      rows,
    },
  ]
}
