import { type Bench, inTurns, tell } from '../bench.ts'
import { median } from '../load/quantile.ts'
import { hello, programs, smallest, uncompiled } from '../programs/programs.ts'
import { start } from '../programs/standing.ts'
import { number, type Table } from '../table.ts'

const MORE = 4

/** How long each takes from its spawning to its first answer. */
export async function startTime({ choice, surroundings, figures }: Bench): Promise<Table[]> {
  const all = [
    { id: 'hello', program: hello },
    ...choice.programs.map(id => ({ id, program: programs[id] })),
    { id: 'uncompiled', program: uncompiled },
    { id: 'smallest', program: smallest },
  ]
  tell('starts')
  const starts = await inTurns(all, choice.rounds + MORE, async ({ program }) => {
    const running = await start(program, surroundings)
    await running.stop()
    return running.startMs
  })
  const rows = all.map(({ id, program }, index) => {
    const own = starts[index] ?? []
    return [
      program.name,
      `${number(figures.keep(median(own), 'start', id))} ms`,
      `${number(Math.min(...own))} ms`,
    ]
  })
  return [
    {
      title: 'Start',
      about: `From spawning the program until the first signed command is answered, of ${choice.rounds + MORE} starts. The peers are plain JavaScript. The bot’s code was compiled by an earlier start, unless it says otherwise.`,
      head: ['', 'median', 'fastest'],
      rows,
    },
  ]
}
