import { type Bench, type Standing, tell } from '../bench.ts'
import { askOnAndOn } from '../load/closed.ts'
import { isWarm, LETTERS } from '../load/payloads.ts'
import { median, quantile } from '../load/quantile.ts'
import { kinds } from '../load/requests.ts'
import { inRounds, partOf } from '../load/rounds.ts'
import { asking } from '../programs/standing.ts'
import { USUAL } from '../surroundings.ts'
import { number, type Table } from '../table.ts'

const SIZES = [10, 100, 1000]
const MANY = 10_000
const CONNECTIONS = 16

/** What becomes of it where there are more plans. */
export async function growth({ choice, surroundings, figures }: Bench, standing: readonly Standing[]) {
  const cells: string[][] = standing.map(() => [])
  const letters: string[][] = standing.map(() => [])
  try {
    for (const plans of SIZES) {
      tell(`${plans} plans`)
      surroundings.hold(plans)
      const all = standing.map(({ running }) => asking(running, 'read', surroundings))
      const rounds = await inRounds(all, CONNECTIONS, choice.rounds)
      for (const [index, { id }] of standing.entries()) {
        const own = rounds[index] ?? []
        const part = partOf(own, rounds[0] ?? [])
        const cpu = figures.keep(median(own.map(one => one.cpuMs)), 'growth', plans, id, 'cpu')
        cells[index]?.push(
          `${part.toFixed(2)} (${number(median(own.map(one => one.rate)))})`,
          `${Math.round(cpu * 1000)} µs`,
        )
      }
    }
    surroundings.hold(MANY)
    for (const [index, { id, running }] of standing.entries()) {
      tell(`${running.program.name}: letters over ${MANY} plans`)
      const asked = asking(running, 'typing', surroundings)
      const first = asked.requests.begin()
      const { times } = await askOnAndOn(asked, 1, { count: LETTERS })
      const warm = times.filter((_, at) => isWarm(first + at))
      const at = (part: number) => figures.keep(quantile(warm, part), 'growth', MANY, id, `p${part * 100}`)
      letters[index]?.push(`${number(at(0.5))} ms`, `${number(at(0.99))} ms`)
    }
  } finally {
    surroundings.hold(USUAL)
  }
  const named = (told: string[][]) =>
    standing.map(({ running }, index) => [running.program.name, ...(told[index] ?? [])])
  const tables: Table[] = [
    {
      title: `With ${SIZES.join(', ')} plans`,
      about: `${kinds.read.title}, over ${CONNECTIONS} connections: answers a second as a part of the floor’s (answers a second), processor time for each.`,
      head: ['', ...SIZES.flatMap(plans => [`${plans}`, 'CPU'])],
      rows: named(cells),
    },
    {
      title: `Type-ahead over ${MANY.toLocaleString('en')} plans`,
      about: 'Every letter after the first that somebody types into a form, one at a time.',
      head: ['', 'p50', 'p99'],
      rows: named(letters),
    },
  ]
  return tables
}
