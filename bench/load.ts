import type { Running } from './program.ts'
import type { Kind, Requests } from './requests.ts'
import type { Surroundings } from './surroundings.ts'
import { type Connection, createConnection } from './wire/connection.ts'

/** What came of a while of asking: how many were answered, how long each took, and the processor's time that each cost. */
export type Round = {
  /** Answers a second. */
  rate: number
  /** Milliseconds of each, in order. */
  times: Float64Array
  /** Milliseconds of the program's processor for each. */
  cpuMs: number
  /** What was answered otherwise than it should be. */
  wrong: number
  /** How much of the time the load itself was at work: near 1, it is what limits. */
  busy: number
}

type Load = { running: Running; kind: Kind; requests: Requests; surroundings: Surroundings }

/** The least that an answer weighs: less is not one. */
const LEAST_BYTES = 200

/** Asks over so many connections, each as soon as it is answered, for so long, or so many times. */
export function askOnAndOn(
  { running, kind, requests, surroundings }: Load,
  connections: number,
  until: { ms: number } | { count: number },
): Promise<Round> {
  const { promise, resolve } = Promise.withResolvers<Round>()
  const times: number[] = []
  const open: Connection[] = []
  const afterwards = kind.answered === 'afterwards'
  /** By the person that an answer is for: what is called when it is there. */
  const waiting = new Map<number, () => void>()
  let [wrong, asked, idle] = [0, 0, 0]
  const loop = performance.eventLoopUtilization()
  const cpu = running.cpuMs()
  const since = performance.now()
  const over = () => ('ms' in until ? performance.now() - since >= until.ms : asked >= until.count)

  surroundings.hear((person, bytes) => {
    if (bytes < LEAST_BYTES) wrong++
    const here = waiting.get(person)
    waiting.delete(person)
    here?.()
  })

  function next(connection: Connection): void {
    if (over()) {
      end()
      return
    }
    asked++
    const { person, bytes } = requests.next()
    const begun = performance.now()
    let left = afterwards ? 2 : 1
    const part = () => {
      if (--left > 0) return
      times.push(performance.now() - begun)
      next(connection)
    }
    if (afterwards) waiting.set(person, part)
    connection.ask(bytes, answer => {
      const isGood = answer.status === 200 && (afterwards || answer.bytes >= LEAST_BYTES)
      if (isGood) return part()
      wrong++
      waiting.delete(person)
      next(connection)
    })
  }

  function end(): void {
    idle++
    if (idle < connections) return
    const ms = performance.now() - since
    const cpuMs = (running.cpuMs() - cpu) / times.length
    for (const connection of open) connection.close()
    surroundings.hear(() => {})
    resolve({
      rate: (times.length / ms) * 1000,
      times: Float64Array.from(times).sort(),
      cpuMs,
      wrong,
      busy: performance.eventLoopUtilization(loop).utilization,
    })
  }

  for (let index = 0; index < connections; index++) {
    const connection = createConnection(running.port)
    open.push(connection)
    next(connection)
  }
  return promise
}

/** The time within which a part of them was answered. */
export const within = (times: Float64Array, part: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
