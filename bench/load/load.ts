import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises'
import { Client, type Dispatcher, Pool } from 'undici'
import type { Requests } from './requests.ts'
import { servers } from './servers.ts'

/**
 * The outcome of a request: answered; `told` that the bot is overloaded; `refused`, so that Slack shows a
 * warning; or `silent` without any response.
 */
type Outcome = 'answered' | 'told' | 'refused' | 'silent'

/** Milliseconds from its due time to its ack and its answer, which may be the same. */
type Exchange = { outcome: Outcome; ackMs: number; ms: number }

/** A program under load by one kind of requests; `cpuMs` returns its processor time so far. */
export type Target = { port: number; cpuMs(): number; requests: Requests }

/** Open connections during requests at a fixed rate, like those of a proxy. */
export const OPEN_CONNECTIONS = 1000
const LIMITS = { headersTimeout: 20_000, bodyTimeout: 20_000 }

/** An ack of at most this many bytes contains no answer. */
const EMPTY_ACK = 2

async function exchange(client: Dispatcher, { requests }: Target, due: number): Promise<Exchange> {
  const { person, ...request } = requests.next()
  const message = servers.nextMessage(person)
  let [ackMs, outcome]: [number, Outcome] = [Number.NaN, 'silent']
  try {
    const response = await client.request({ ...request, method: 'POST', path: '/slack/events' })
    const ack = await response.body.text()
    ackMs = performance.now() - due
    if (response.statusCode !== 200) outcome = 'refused'
    else {
      const answer = ack.length > EMPTY_ACK ? ack : await message.promise
      outcome = answer.includes(requests.holds) ? 'answered' : answer === '' ? 'silent' : 'told'
    }
  } catch {}
  message.cancel()
  return { outcome, ackMs, ms: performance.now() - due }
}

/** Returns a quantile of some numbers. */
function quantile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Counts outcomes, and returns quantiles of the milliseconds of answers and acks. */
function summaryOf(exchanges: readonly Exchange[]) {
  const counts = { answered: 0, told: 0, refused: 0, silent: 0 }
  for (const { outcome } of exchanges) counts[outcome] += 1
  const answers = exchanges.map(({ ms }) => ms)
  const acks = exchanges.map(({ ackMs }) => ackMs).filter(ms => !Number.isNaN(ms))
  return {
    ...counts,
    unanswered: exchanges.length - counts.answered,
    p50: quantile(answers, 0.5),
    p99: quantile(answers, 0.99),
    ackP50: quantile(acks, 0.5),
    ackP99: quantile(acks, 0.99),
    latestAck: quantile(acks, 1),
  }
}

/** Sends requests one after the other on each connection, for a time or up to a count. */
export async function closedLoop(
  target: Target,
  connections: number,
  { ms = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY }: { ms?: number; count?: number },
) {
  const { port, cpuMs } = target
  const exchanges: Exchange[] = []
  const [cpuBefore, loadBefore, since] = [cpuMs(), performance.eventLoopUtilization(), performance.now()]
  let left = count
  async function sendInTurn(): Promise<void> {
    const client = new Client(`http://127.0.0.1:${port}`, LIMITS)
    while (left > 0 && performance.now() - since < ms) {
      left -= 1
      exchanges.push(await exchange(client, target, performance.now()))
    }
    await client.close()
  }
  await Promise.all(Array.from({ length: connections }, sendInTurn))
  const seconds = (performance.now() - since) / 1000
  const summary = summaryOf(exchanges)
  return {
    ...summary,
    /** Answers per second. */
    rate: summary.answered / seconds,
    /** Processor time of the program per answer, in microseconds. */
    cpu: ((cpuMs() - cpuBefore) / summary.answered) * 1000,
    /** The utilization of the load generator in percent; near 100 it is the bottleneck. */
    load: 100 * performance.eventLoopUtilization(loadBefore).utilization,
  }
}

/**
 * Sends at a fixed rate over open connections, regardless of earlier responses; the time of a request
 * includes its wait for a slow program.
 */
export async function openLoop(target: Target, perSecond: number, ms: number) {
  const options = { ...LIMITS, connections: OPEN_CONNECTIONS }
  const pool = new Pool(`http://127.0.0.1:${target.port}`, options)
  const open = async () => (await pool.request({ method: 'GET', path: '/healthz' })).body.dump()
  await Promise.all(Array.from({ length: OPEN_CONNECTIONS }, open))
  const exchanges: Promise<Exchange>[] = []
  const since = performance.now()
  const count = Math.floor((perSecond * ms) / 1000)
  while (exchanges.length < count) {
    const due = Math.min(count, ((performance.now() - since) * perSecond) / 1000)
    while (exchanges.length < due)
      exchanges.push(exchange(pool, target, since + (exchanges.length / perSecond) * 1000))
    await after(1)
    // Due timers run back to back: without a full turn of the event loop nothing is sent or received.
    await nextTurn()
  }
  const summary = summaryOf(await Promise.all(exchanges))
  await pool.destroy()
  return summary
}
