import { type Connection, createConnection } from '../wire/connection.ts'
import { type Asking, answersAfterwards, LEAST_BYTES } from './asking.ts'
import { kinds } from './requests.ts'

/** What came of asking for a while. */
export type Round = {
  /** Answers a second. */
  rate: number
  /** Milliseconds that each took, in the order in which they were asked for. */
  times: readonly number[]
  /** Milliseconds of the program's processor for each. */
  cpuMs: number
  /** What came in place of an answer. */
  wrong: readonly string[]
  /** How much of the time the load itself was at work: near 1, it is what limits. */
  busy: number
}

/** How long, or how many times; with `whole`, each answer is read, and not only weighed. */
type Until = { ms: number; whole?: boolean } | { count: number; whole?: boolean }

/** Asks over so many connections, each as soon as it has its answer. */
export function askOnAndOn(asking: Asking, connections: number, until: Until): Promise<Round> {
  const { running, name, requests, surroundings } = asking
  const { promise, resolve, reject } = Promise.withResolvers<Round>()
  const afterwards = answersAfterwards(running.program, name)
  const { holds } = kinds[name]
  const isAnswer = (bytes: number, text: () => string) =>
    bytes >= LEAST_BYTES && (!until.whole || text().includes(holds))
  const times: number[] = []
  const wrong: string[] = []
  const open: Connection[] = []
  /** By the person that an answer is for: what is called when it is there. */
  const waiting = new Map<number, () => void>()
  let [asked, idle, answered] = [0, 0, 0]
  const worked = performance.eventLoopUtilization()
  const cpu = running.cpuMs()
  const since = performance.now()
  const over = () => ('ms' in until ? performance.now() - since >= until.ms : asked >= until.count)

  surroundings.hear((person, text) => {
    if (!isAnswer(text.length, () => text)) wrong.push(text.slice(0, SHOWN))
    const came = waiting.get(person)
    waiting.delete(person)
    came?.()
  })

  function next(connection: Connection): void {
    if (over()) {
      end()
      return
    }
    const number = asked++
    const { person, bytes } = requests.next()
    const begun = performance.now()
    let left = afterwards ? 2 : 1
    const part = () => {
      left--
      if (left > 0) return
      times[number] = performance.now() - begun
      answered++
      next(connection)
    }
    if (afterwards) waiting.set(person, part)
    connection.ask(bytes, ({ status, bytes, text }) => {
      if (status === 200 && (afterwards ? bytes <= WORDLESS : isAnswer(bytes, text))) return part()
      wrong.push(`${status} ${text().slice(0, SHOWN)}`)
      waiting.delete(person)
      next(connection)
    })
  }

  let last = 0
  const watch = setInterval(() => {
    if (answered + wrong.length === last)
      reject(
        new Error(`${running.program.name} answers no more (${name}): ${asked} asked, ${answered} answered`),
      )
    last = answered + wrong.length
  }, PATIENCE_MS)

  function end(): void {
    idle++
    if (idle < connections) return
    clearInterval(watch)
    const ms = performance.now() - since
    for (const connection of open) connection.close()
    surroundings.hear(() => {})
    resolve({
      rate: (answered / ms) * 1000,
      times,
      cpuMs: (running.cpuMs() - cpu) / answered,
      wrong,
      busy: performance.eventLoopUtilization(worked).utilization,
    })
  }

  for (let index = 0; index < connections; index++) {
    const connection = createConnection(running.port)
    open.push(connection)
    next(connection)
  }
  return promise
}

/** Whoever answers nothing for so long will not answer any more. */
const PATIENCE_MS = 20_000

/** An ack that says more than that tells that nothing comes after it. */
const WORDLESS = 2

/** So much is shown of what came in place of an answer. */
const SHOWN = 200
