import { type Bench, type Standing, tell } from '../bench.ts'
import type { Round } from '../load/closed.ts'
import { median, quantile } from '../load/quantile.ts'
import { type KindName, kinds } from '../load/requests.ts'
import { inRounds, partOf } from '../load/rounds.ts'
import { hello } from '../programs/programs.ts'
import { asking, askWhole, start } from '../programs/standing.ts'
import type { Surroundings } from '../surroundings.ts'
import { number, type Table } from '../table.ts'

/** How much each answers, as a part of what the floor does in the same round. */
export async function throughput({ choice, surroundings, figures }: Bench, standing: readonly Standing[]) {
  const tables: Table[] = []
  for (const kind of choice.kinds) tables.push(await tableOf(kind))
  if (choice.whole) tables.push(await loadItself(surroundings, choice.rounds))
  return tables

  async function tableOf(kind: KindName): Promise<Table> {
    const all = standing.map(({ id, running }) => ({ id, asked: asking(running, kind, surroundings) }))
    surroundings.called()
    for (const { asked } of all) await askWhole(asked)
    const cells: string[][] = all.map(() => [])
    for (const connections of choice.connections) {
      tell(`${kind}, ${connections} connections`)
      const asked = all.map(each => each.asked)
      const rounds = await inRounds(asked, connections, choice.rounds)
      for (const [index, { id }] of all.entries())
        cells[index]?.push(...cellsOf(id, rounds[index] ?? [], rounds[0] ?? [], connections))
    }
    return {
      title: kinds[kind].title,
      about: `Over ${choice.connections.join(', ')} connections: answers a second as a part of the floor’s (answers a second), processor time for each, p99.`,
      head: ['', ...choice.connections.flatMap(count => [`${count}`, 'CPU', 'p99'])],
      rows: all.map(({ asked }, index) => [asked.running.program.name, ...(cells[index] ?? [])]),
    }

    function cellsOf(id: string, rounds: readonly Round[], floor: readonly Round[], connections: number) {
      const keep = (value: number, what: string) =>
        figures.keep(value, 'throughput', kind, connections, id, what)
      const part = keep(partOf(rounds, floor), 'part')
      const rate = keep(median(rounds.map(one => one.rate)), 'rate')
      const cpu = keep(median(rounds.map(one => one.cpuMs)), 'cpu')
      const p99 = keep(median(rounds.map(one => quantile(one.times, 0.99))), 'p99')
      const wrong = rounds.flatMap(one => one.wrong)
      if (wrong.length > 0) tell(`${id}: ${wrong.length} were answered otherwise: ${wrong[0]}`)
      return [`${part.toFixed(2)} (${number(rate)})`, `${Math.round(cpu * 1000)} µs`, `${number(p99)} ms`]
    }
  }
}

const CONNECTIONS = 16

/** How much the load can ask at all: of what only answers, and asks nobody. */
async function loadItself(surroundings: Surroundings, count: number): Promise<Table> {
  const running = await start(hello, surroundings)
  try {
    const asked = asking(running, 'read', surroundings)
    const [rounds = []] = await inRounds([asked], CONNECTIONS, count, LOAD_AHEAD)
    const [rate, busy] = [median(rounds.map(one => one.rate)), median(rounds.map(one => one.busy))]
    return {
      title: 'The load itself',
      about: `A program that only answers, and asks nobody, over ${CONNECTIONS} connections: more than this cannot be measured.`,
      head: ['', 'answers a second', 'the load was busy'],
      rows: [[running.program.name, number(rate), `${Math.round(busy * 100)} % of the time`]],
    }
  } finally {
    await running.stop()
  }
}

const LOAD_AHEAD = 30_000
