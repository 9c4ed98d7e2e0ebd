import { type Bench, inTurns, type Standing, tell } from '../bench.ts'
import { askAtPace } from '../load/open.ts'
import { quantile } from '../load/quantile.ts'
import { kinds } from '../load/requests.ts'
import { asking, askWhole } from '../programs/standing.ts'
import { number, type Table } from '../table.ts'

const RATE = 500
const ROUND_MS = 1500

/** How long each takes where all are asked the same number of times a second. */
export async function pace({ choice, surroundings, figures }: Bench, standing: readonly Standing[]) {
  const cells: string[][] = standing.map(() => [])
  for (const kind of choice.kinds) {
    tell(`${kind}, ${RATE} a second`)
    const all = standing.map(({ id, running }) => ({ id, asked: asking(running, kind, surroundings) }))
    for (const { asked } of all) await askWhole(asked)
    const rounds = await inTurns(all, choice.rounds, ({ asked }) =>
      askAtPace(asked, { rate: RATE, ms: ROUND_MS }),
    )
    for (const [index, { id }] of all.entries()) {
      const own = rounds[index] ?? []
      const times = own.flatMap(({ answers }) => answers)
      const asked = own.reduce(
        (sum, { fates }) => sum + Object.values(fates).reduce((all, some) => all + some),
        0,
      )
      const lacks = asked > times.length ? ` (${asked - times.length} of ${asked} not)` : ''
      const at = (part: number) => figures.keep(quantile(times, part), 'pace', kind, id, `p${part * 100}`)
      cells[index]?.push(`${number(at(0.5))} / ${number(at(0.99))} ms${lacks}`)
    }
  }
  const table: Table = {
    title: `At ${RATE} requests a second`,
    about: `p50 / p99 from when a request was due until its answer was there, over ${choice.rounds} rounds together; and how many were not answered, if any.`,
    head: ['', ...choice.kinds.map(kind => kinds[kind].short)],
    rows: standing.map(({ running }, index) => [running.program.name, ...(cells[index] ?? [])]),
  }
  return [table]
}
