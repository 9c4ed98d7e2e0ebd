import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises'
import { Client, type Dispatcher, Pool } from 'undici'
import type { Running } from '../programs.ts'
import type { Requests } from './requests.ts'
import type { Servers } from './servers.ts'

/**
 * What became of a request: its answer came; people were told that there is too much to do; Slack was told to warn them;
 * or nothing came at all.
 */
export type Outcome = 'answered' | 'told' | 'refused' | 'silent'

/** Milliseconds from when it was due until its ack and its answer, which may be the same. */
export type Exchange = { outcome: Outcome; ackMs: number; ms: number }

export type Target = { running: Pick<Running, 'port' | 'cpuMs'>; requests: Requests; servers: Servers }

/** Connections to a program that is sent requests at a rate, as a proxy keeps them. */
export const OPEN_CONNECTIONS = 1000
const LIMITS = { headersTimeout: 20_000, bodyTimeout: 20_000 }

/** An ack of no more bytes has no answer in it. */
const EMPTY_ACK = 2

async function exchange(client: Dispatcher, { requests, servers }: Target, due: number): Promise<Exchange> {
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

/** Sends over some connections, on each the next request when the last one is answered, for a time or so many. */
export async function closedLoop(
  target: Target,
  connections: number,
  { ms = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY }: { ms?: number; count?: number },
) {
  const { port, cpuMs } = target.running
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
  const answered = exchanges.filter(({ outcome }) => outcome === 'answered')
  return {
    exchanges,
    /** Answers a second. */
    rate: answered.length / seconds,
    /** Processor time of the program for each answer, in microseconds. */
    cpuUs: ((cpuMs() - cpuBefore) / answered.length) * 1000,
    /** How much of the time the load generator itself was busy; near 1, it is what limits. */
    loadBusy: performance.eventLoopUtilization(loadBefore).utilization,
  }
}

/**
 * Sends at a rate over connections that are open before, whether or not earlier requests are answered; what waits because
 * the program is slow has waited.
 */
export async function openLoop(target: Target, perSecond: number, ms: number): Promise<Exchange[]> {
  const pool = new Pool(`http://127.0.0.1:${target.running.port}`, {
    ...LIMITS,
    connections: OPEN_CONNECTIONS,
  })
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
  const all = await Promise.all(exchanges)
  await pool.destroy()
  return all
}

/** The value below which a part of some numbers is. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
