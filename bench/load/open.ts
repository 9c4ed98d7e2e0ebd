import { setTimeout as after, setImmediate as turn } from 'node:timers/promises'
import { type Connection, createConnection } from '../wire/connection.ts'
import { type Asking, answersAfterwards } from './asking.ts'
import { kinds } from './requests.ts'

/**
 * What came of one request: the answer; that there is too much to do, told in words; nothing but an ack; a refusal; or
 * nothing at all.
 */
type Fate = 'answered' | 'told' | 'silence' | 'refused' | 'nothing'

export type Flood = {
  /** Milliseconds from when each was to be sent until its ack. */
  acks: readonly number[]
  /** The same until its answer, of those that were answered. */
  answers: readonly number[]
  fates: Readonly<Record<Fate, number>>
  /** The most memory that the program held meanwhile, in bytes. */
  memory: number
}

/** How long is waited for what was not answered when all was asked. */
const LONGEST_MS = 20_000
const LOOK_MS = 20
/** So many connections there are at most: a process may have no more open files than that. */
const MOST = 4000

/**
 * Asks so many times a second, whether or not it is answered, over as many connections as that takes, up to 4,000. Time counts from
 * when a request was to be sent: what waits because the program is slow has waited.
 */
export async function askAtPace(asking: Asking, { rate, ms }: { rate: number; ms: number }): Promise<Flood> {
  const { running, name, requests, surroundings } = asking
  const afterwards = answersAfterwards(running.program, name)
  const { holds } = kinds[name]
  const count = Math.floor((rate * ms) / 1000)
  // Signed when they are sent: what is signed long before is too late when it comes, whoever answers it.
  requests.prepare(0)
  const idle: Connection[] = []
  const open: Connection[] = []
  /** When those were to be sent that wait for a connection, and how many do not any more. */
  const queue: number[] = []
  let begun = 0
  const acks: number[] = []
  const answers: number[] = []
  const fates = { answered: 0, told: 0, silence: 0, refused: 0, nothing: 0 }
  /** By the person that it is for: whoever waits for what comes after the ack, the first first. */
  const waiting = new Map<number, ((text: string) => void)[]>()
  let [left, acknowledged, memory] = [count, 0, running.memory()]

  surroundings.hear((person, text) => waiting.get(person)?.shift()?.(text))

  function settle(fate: Fate): void {
    fates[fate]++
    left--
  }

  function ask(due: number): void {
    const connection = idle.pop() ?? opened()
    if (connection) askOver(connection, due)
    else queue.push(due)
  }

  function askOver(connection: Connection, due: number): void {
    const { person, bytes } = requests.next()
    const came = (text: string) => {
      const fate = text.includes(holds) ? 'answered' : text.length > 2 ? 'told' : 'silence'
      if (fate === 'answered') answers.push(performance.now() - due)
      settle(fate)
    }
    if (afterwards) {
      const all = waiting.get(person) ?? []
      waiting.set(person, [...all, came])
    }
    connection.ask(bytes, ({ status, text }) => {
      acks.push(performance.now() - due)
      acknowledged++
      if (status !== 200) {
        waiting.set(person, waiting.get(person)?.filter(each => each !== came) ?? [])
        settle('refused')
      } else if (!afterwards) came(text())
      const next = queue[begun]
      if (next === undefined) return void idle.push(connection)
      begun++
      askOver(connection, next)
    })
  }

  function opened(): Connection | undefined {
    if (open.length >= MOST) return undefined
    const connection = createConnection(running.port)
    open.push(connection)
    return connection
  }

  const since = performance.now()
  let asked = 0
  for (let looked = 0; asked < count; ) {
    const now = performance.now() - since
    const due = Math.min(count, Math.floor((now * rate) / 1000))
    while (asked < due) ask(since + (asked++ / rate) * 1000)
    if (now - looked > LOOK_MS) {
      looked = now
      memory = Math.max(memory, running.memory())
    }
    await after(1)
    // Timers that are due again run one after the other: without a whole turn of the loop nothing would be sent or heard.
    await turn()
  }
  const until = performance.now() + LONGEST_MS
  while ((left > 0 || acknowledged < count) && performance.now() < until) {
    memory = Math.max(memory, running.memory())
    await after(LOOK_MS)
  }
  surroundings.hear(() => {})
  for (const connection of open) connection.close()
  return { acks, answers, fates: { ...fates, nothing: left }, memory }
}
