import process from 'node:process'
import { choice } from '../choice.ts'
import { closedLoop } from '../load/load.ts'
import { type KindName, kinds, PEOPLE } from '../load/requests.ts'
import { type Program, type Running, run } from '../programs.ts'
import { results } from '../report/results.ts'

/** A program with the id of its results. */
export type Variant = { id: string; program: Program }
export type Started = Variant & { running: Running }

export const tell = (line: string): void => void process.stderr.write(`${line}\n`)

export const ROUND_MS = 500
/** Enough for hot code to be compiled. */
const WARM_UP_MS = 2000
/** A machine that stalls for a moment may cause some rejections. */
const TOLERATED = 1 / 10
/** The default number of connections. */
export const CONNECTIONS = 16

/** Starts programs side by side, and warms each up with a request per person and all kinds of requests. */
export async function withPrograms(
  variants: readonly Variant[],
  kindNames: readonly KindName[],
  use: (started: Started[]) => Promise<void>,
): Promise<void> {
  const started: Started[] = []
  try {
    for (const variant of variants) {
      const { name } = variant.program
      tell(`${name} starts`)
      const one = { ...variant, running: await run(variant.program) }
      started.push(one)
      await closedLoop(one.running.target(kinds.read), CONNECTIONS, { count: PEOPLE })
      for (const kind of kindNames) {
        const target = one.running.target(kinds[kind])
        const outcome = await closedLoop(target, CONNECTIONS, { ms: WARM_UP_MS })
        if (outcome.unanswered > outcome.answered * TOLERATED)
          throw new Error(`${name} does not answer (${kind}): ${JSON.stringify(outcome)}`)
      }
    }
    await use(started)
  } finally {
    await Promise.all(started.map(({ running }) => running.stop()))
  }
}

/** Adds values under `<key> <name of the value> <id>`. */
export function keep(key: string, id: string, values: Record<string, number>): void {
  for (const [name, value] of Object.entries(values)) results.add(`${key} ${name} ${id}`, value)
}

/** Measures each in turn, round after round, so that a busy moment of the machine affects all. */
export async function measureRounds<T extends { id: string }>(
  key: string,
  all: readonly T[],
  measure: (one: T) => Promise<Record<string, number>>,
): Promise<void> {
  tell(key)
  for (let round = 0; round < choice.rounds; round++)
    for (const one of all) keep(key, one.id, await measure(one))
}

/** Measures the throughput of each for a kind of requests. */
export function measureLoad(
  started: readonly Started[],
  kind: KindName,
  key: string,
  connections = CONNECTIONS,
) {
  return measureRounds(key, started, ({ running }) =>
    closedLoop(running.target(kinds[kind]), connections, { ms: ROUND_MS }),
  )
}
