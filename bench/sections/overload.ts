import { type Bench, type Standing, tell } from '../bench.ts'
import { askOnAndOn } from '../load/closed.ts'
import { askAtPace, type Flood } from '../load/open.ts'
import { quantile } from '../load/quantile.ts'
import { type KindName, kinds } from '../load/requests.ts'
import { programs } from '../programs/programs.ts'
import { asking, start, warmUp } from '../programs/standing.ts'
import { megabytes, number, type Table } from '../table.ts'

const CONNECTIONS = 64
const CAPACITY_MS = 3000
const FLOOD_MS = 8000
const KINDS = ['read', 'respond'] as const satisfies KindName[]

/** What becomes of twice as many requests as each can answer. */
export async function overload({ choice, surroundings, figures }: Bench): Promise<Table[]> {
  const tables: Table[] = []
  for (const kind of KINDS) {
    const rows: string[][] = []
    for (const id of choice.programs) rows.push([programs[id].name, ...(await flooded(id, kind))])
    tables.push({
      title: `Overload: ${kinds[kind].short}`,
      about: `Twice what each answers over ${CONNECTIONS} connections, for ${FLOOD_MS / 1000} seconds. Acks are counted from when the request was due. *Told* are those who read that there is too much to do. *Refused* are those whom Slack itself warns, since nothing was acknowledged. *Nothing* counts what brought neither an answer nor a word.`,
      head: [
        '',
        'asked',
        'ack p50',
        'ack p99',
        'latest ack',
        'memory',
        'answered',
        'told',
        'refused',
        'nothing',
      ],
      rows,
    })
  }
  return tables

  async function flooded(id: Standing['id'], kind: KindName): Promise<string[]> {
    const running = await start(programs[id], surroundings)
    try {
      await warmUp(running, [kind], surroundings)
      const { rate } = await askOnAndOn(asking(running, kind, surroundings), CONNECTIONS, { ms: CAPACITY_MS })
      tell(`${programs[id].name}: ${kind}, twice ${number(rate)} a second`)
      const flood = await askAtPace(asking(running, kind, surroundings), { rate: rate * 2, ms: FLOOD_MS })
      return cellsOf(flood, rate * 2)
    } finally {
      await running.stop()
    }

    function cellsOf({ acks, fates, memory }: Flood, rate: number): string[] {
      const keep = (value: number, what: string) => figures.keep(value, 'overload', kind, id, what)
      const { answered, told, refused, silence, nothing } = fates
      keep(silence + nothing, 'untold')
      return [
        `${number(rate)}/s`,
        `${number(keep(quantile(acks, 0.5), 'p50'))} ms`,
        `${number(keep(quantile(acks, 0.99), 'p99'))} ms`,
        `${number(keep(quantile(acks, 1), 'latest'))} ms`,
        megabytes(keep(memory, 'memory')),
        ...[answered, told, refused, silence + nothing].map(count => count.toLocaleString('en')),
      ]
    }
  }
}
