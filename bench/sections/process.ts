import { closedLoop } from '../load/load.ts'
import { type ProgramName, programs, run } from '../programs.ts'
import { formatMedian, formatSpread, type Table } from '../report/results.ts'
import { type Bench, measureRounds, targetOf, tell } from './bench.ts'

const CONNECTIONS = 16
const STARTED: readonly ProgramName[] = [
  'floor',
  'dayshift',
  'bolt',
  'slack-edge',
  'chat-sdk',
  'openworkflow',
]
const FILLED = ['dayshift', 'bolt'] as const
const REQUESTS = [0, 1000, 10_000, 50_000]

/** How long each takes from its start to its first answer. */
export async function startTime(bench: Bench): Promise<Table[]> {
  const { results } = bench
  await measureRounds(
    bench,
    'start',
    STARTED.map(id => ({ id })),
    async ({ id }) => {
      const running = await run(programs[id], bench.servers)
      await running.stop()
      return { ms: running.startMs }
    },
  )
  return [
    {
      title: 'Start',
      about:
        'From the start of the process to its first answered command. The bot’s code was compiled by an earlier start.',
      head: ['', 'time', '× Bolt'],
      rows: STARTED.map(id => [
        programs[id].name,
        formatSpread(results.get(`start ms ${id}`), ' ms'),
        formatSpread(results.ratio(`start ms ${id}`, 'start ms bolt')),
      ]),
    },
  ]
}

/** How much memory each holds after so many requests. */
export async function memory(bench: Bench): Promise<Table[]> {
  const { servers, results } = bench
  for (const id of FILLED) {
    tell(`memory: ${id}`)
    const running = await run(programs[id], servers)
    try {
      const target = targetOf({ id, program: programs[id], running }, 'read', bench)
      for (const [index, count] of REQUESTS.entries()) {
        await closedLoop(target, CONNECTIONS, { count: count - (REQUESTS[index - 1] ?? 0) })
        results.add(`memory ${count} ${id}`, running.memory('VmRSS'))
      }
    } finally {
      await running.stop()
    }
  }
  return [
    {
      title: 'Memory',
      about: `What the process holds (RSS) after so many \`/plan\` over ${CONNECTIONS} connections.`,
      head: ['', ...REQUESTS.map(count => count.toLocaleString('en'))],
      rows: FILLED.map(id => [
        programs[id].name,
        ...REQUESTS.map(count => formatMedian(results.get(`memory ${count} ${id}`), ' MB')),
      ]),
    },
  ]
}
