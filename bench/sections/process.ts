import { closedLoop } from '../load/load.ts'
import { type ProgramName, programs, run } from '../programs.ts'
import { formatNumber, type Table, tableOf } from '../report/results.ts'
import { type Bench, measureRounds, targetOf, tell } from './bench.ts'

const variant = (id: ProgramName) => ({ id, program: programs[id] })
const STARTED = (
  ['floor', 'dayshift', 'bundle', 'bolt', 'slack-edge', 'chat-sdk', 'openworkflow'] as const
).map(variant)
const FILLED = (['dayshift', 'bundle', 'bolt'] as const).map(variant)
const REQUESTS = [0, 1000, 10_000, 50_000]
const CONNECTIONS = 16

/** How long each takes from its start to its first answer. */
export async function startTime(bench: Bench): Promise<Table> {
  const { results, servers } = bench
  await measureRounds(bench, 'start', STARTED, async ({ program }) => {
    const running = await run(program, servers)
    await running.stop()
    return { ms: running.startMs }
  })
  const about =
    'From the start of the process to its first answered command; the bot’s code was compiled before.'
  return tableOf('Start', about, STARTED, [
    ['time', ({ id }) => results.spread(`start ms ${id}`, ' ms')],
    ['× Bolt', ({ id }) => results.times(`start ms ${id}`, 'start ms bolt')],
  ])
}

/** How much memory each holds after so many requests. */
export async function memory(bench: Bench): Promise<Table> {
  const { results, servers } = bench
  for (const one of FILLED) {
    tell(`memory ${one.id}`)
    const running = await run(one.program, servers)
    const target = targetOf({ ...one, running }, 'read', bench)
    for (const [index, count] of REQUESTS.entries()) {
      await closedLoop(target, CONNECTIONS, { count: count - (REQUESTS[index - 1] ?? 0) })
      results.add(`memory ${count} ${one.id}`, running.memory('VmRSS'))
    }
    await running.stop()
  }
  const about = `What the process holds (RSS) after so many \`/plan\` over ${CONNECTIONS} connections.`
  const columns = REQUESTS.map(
    count =>
      [
        formatNumber(count),
        ({ id }: { id: string }) => results.spread(`memory ${count} ${id}`, ' MB'),
      ] as const,
  )
  return tableOf('Memory', about, FILLED, columns)
}
