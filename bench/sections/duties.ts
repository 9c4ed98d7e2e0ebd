import { type Bench, inTurns, tell } from '../bench.ts'
import { askOnAndOn } from '../load/closed.ts'
import { median } from '../load/quantile.ts'
import { kinds } from '../load/requests.ts'
import type { Running } from '../programs/program.ts'
import { dutiful, programs } from '../programs/programs.ts'
import { asking, askWhole, start, warmUp } from '../programs/standing.ts'
import type { Table } from '../table.ts'

const CONNECTIONS = 16
const ROUND_MS = 1000
const AHEAD = 8000
const KINDS = ['read', 'change'] as const

/** What is left of the floor once it has duties of the bot's, and nothing else. */
export async function duties({ choice, surroundings }: Bench): Promise<Table[]> {
  const all = [
    programs.floor,
    dutiful('bolt'),
    dutiful('bolt', 'log'),
    dutiful('journal'),
    dutiful('bolt', 'log', 'journal'),
    programs.dayshift,
  ]
  const standing: Running[] = []
  const cells: string[][] = all.map(({ name }) => [name])
  try {
    for (const program of all) {
      const running = await start(program, surroundings)
      standing.push(running)
      await warmUp(running, KINDS, surroundings)
    }
    for (const kind of KINDS) {
      tell(`duties, ${kind}`)
      const asked = standing.map(running => asking(running, kind, surroundings))
      for (const each of asked) await askWhole(each)
      const rounds = await inTurns(asked, choice.rounds, each => {
        each.requests.prepare(AHEAD)
        return askOnAndOn(each, CONNECTIONS, { ms: ROUND_MS })
      })
      for (const [index, own] of rounds.entries()) {
        const part = median(own.map(({ rate }, at) => rate / (rounds[0]?.[at]?.rate ?? Number.NaN)))
        cells[index]?.push(part.toFixed(2), `${Math.round(median(own.map(one => one.cpuMs)) * 1000)} µs`)
      }
    }
    return [
      {
        title: 'What a bot’s duties cost the floor',
        about: `The floor, with the least of what a bot does besides: every request goes through Bolt’s App, behind a receiver of its own and to one listener; a line is logged for each; a change is written down four times, and goes on three times when the disk has it. Over ${CONNECTIONS} connections: the part of the floor’s answers a second, the processor’s time for each.`,
        head: ['', ...KINDS.flatMap(kind => [kinds[kind].short, 'CPU'])],
        rows: cells,
      },
    ]
  } finally {
    for (const running of standing) await running.stop()
  }
}
