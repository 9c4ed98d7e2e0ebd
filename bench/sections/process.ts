import { closedLoop } from '../load/load.ts'
import { kinds } from '../load/requests.ts'
import { type ProgramName, programs, run } from '../programs.ts'
import { type Column, formatNumber, results, tableOf } from '../report/results.ts'
import { CONNECTIONS, measureRounds, tell } from './bench.ts'

const variants = (...ids: ProgramName[]) => ids.map(id => ({ id, program: programs[id] }))
const STARTED = variants('floor', 'dayshift', 'bundle', 'bolt', 'slack-edge', 'chat-sdk', 'openworkflow')
const FILLED = variants('dayshift', 'bundle', 'bolt')
const REQUESTS = [0, 1000, 10_000, 50_000]

/** Measures the time from start to first answer. */
export async function startTime(): Promise<string> {
  await measureRounds('start', STARTED, async ({ program }) => {
    const running = await run(program)
    await running.stop()
    return { ms: running.startMs }
  })
  const about =
    'From the start of the process to its first answered command. Dayshift’s compile cache was filled before.'
  return tableOf('Start', about, STARTED, [
    ['time', id => results.spread(`start ms ${id}`, ' ms')],
    ['× Bolt', id => results.times(`start ms ${id}`, 'start ms bolt')],
  ])
}

/** Measures the memory after numbers of requests. */
export async function memory(): Promise<string> {
  for (const one of FILLED) {
    tell(`memory ${one.id}`)
    const running = await run(one.program)
    const target = running.target(kinds.read)
    let sent = 0
    for (const count of REQUESTS) {
      await closedLoop(target, CONNECTIONS, { count: count - sent })
      sent = count
      results.add(`memory ${count} ${one.id}`, running.memory('VmRSS'))
    }
    await running.stop()
  }
  const about = `Resident memory (RSS) after this many \`/plan\` over ${CONNECTIONS} connections.`
  const columns = REQUESTS.map((count): Column => {
    return [formatNumber(count), id => results.spread(`memory ${count} ${id}`, ' MB')]
  })
  return tableOf('Memory', about, FILLED, columns)
}
