import { type Bench, tell } from '../bench.ts'
import { median } from '../load/quantile.ts'
import { kinds } from '../load/requests.ts'
import { inRounds, partOf } from '../load/rounds.ts'
import { dutiful, programs } from '../programs/programs.ts'
import { asking, askWhole, sideBySide } from '../programs/standing.ts'
import type { Table } from '../table.ts'

/** Over one connection everything waits for the disk; over many, for the processor. */
const MEASURED = [
  { kind: 'read', connections: 16 },
  { kind: 'change', connections: 1 },
  { kind: 'change', connections: 16 },
] as const
const KINDS = [...new Set(MEASURED.map(({ kind }) => kind))]

/** What is left of the floor once it has duties of the bot's, and nothing else. */
export async function duties({ choice, surroundings }: Bench): Promise<Table[]> {
  const all = [
    programs.floor,
    dutiful('bolt'),
    dutiful('bolt', 'log'),
    dutiful('journal'),
    dutiful('bolt', 'log', 'journal'),
    programs.dayshift,
  ].map(program => ({ program }))
  const cells: string[][] = all.map(({ program }) => [program.name])
  await sideBySide(all, KINDS, surroundings, async standing => {
    for (const { kind, connections } of MEASURED) {
      tell(`duties, ${kind} over ${connections}`)
      const asked = standing.map(({ running }) => asking(running, kind, surroundings))
      for (const each of asked) await askWhole(each)
      const rounds = await inRounds(asked, connections, choice.rounds)
      for (const [index, own] of rounds.entries())
        cells[index]?.push(
          partOf(own, rounds[0] ?? []).toFixed(2),
          `${Math.round(median(own.map(one => one.cpuMs)) * 1000)} µs`,
        )
    }
  })
  return [
    {
      title: 'What a bot’s duties cost the floor',
      about: `The floor, with the least of a bot’s other duties. Every request goes through Bolt’s App, behind a receiver of its own and to one listener. A line is logged for each. A change is written down four times, and three times waits until the disk has it. For each number of connections: answers a second as a part of the floor’s, and processor time for each.`,
      head: [
        '',
        ...MEASURED.flatMap(({ kind, connections }) => [`${kinds[kind].short}, ${connections}`, 'CPU']),
      ],
      rows: cells,
    },
  ]
}
