import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises'
import { Client, type Dispatcher, Pool } from 'undici'
import type { Requests } from './requests.ts'
import { servers } from './servers.ts'

/**
 * What became of a request: its answer came; people were told that there is too much to do; Slack was told to warn them;
 * or nothing came at all.
 */
type Outcome = 'answered' | 'told' | 'refused' | 'silent'

/** Milliseconds from when it was due until its ack and its answer, which may be the same. */
type Exchange = { outcome: Outcome; ackMs: number; ms: number }

/** Where requests of a kind are sent; `cpuMs` is the processor time of the program so far. */
export type Target = { port: number; cpuMs(): number; requests: Requests }

/** Connections to a program that is sent requests at a rate, as a proxy keeps them. */
export const OPEN_CONNECTIONS = 1000
const LIMITS = { headersTimeout: 20_000, bodyTimeout: 20_000 }

/** An ack of no more bytes has no answer in it. */
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

/** The value below which a part of some numbers is. */
function quantile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** How many requests ended how, and how many milliseconds answers and acks took. */
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

/** Sends over some connections, on each the next request when the last one is answered, for a time or so many. */
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
    /** Answers a second. */
    rate: summary.answered / seconds,
    /** Processor time of the program for each answer, in microseconds. */
    cpu: ((cpuMs() - cpuBefore) / summary.answered) * 1000,
    /** The share of the time that the load generator itself was busy; near 100 %, it is what limits. */
    load: 100 * performance.eventLoopUtilization(loadBefore).utilization,
  }
}

/**
 * Sends at a rate over connections that are open before, whether or not earlier requests are answered; what waits because
 * the program is slow has waited.
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
    // Timers that are due again run one after the other: nothing is sent or received without a whole turn of the loop.
    await nextTurn()
  }
  const summary = summaryOf(await Promise.all(exchanges))
  await pool.destroy()
  return summary
}
