import process from 'node:process'
import type { Choice } from '../choice.ts'
import { closedLoop, type Outcome, type Target } from '../load/load.ts'
import { createRequests, type KindName, PEOPLE } from '../load/requests.ts'
import type { Servers } from '../load/servers.ts'
import { type Program, type Running, run } from '../programs.ts'
import type { Results } from '../report/results.ts'

/** What every section gets. */
export type Bench = { choice: Choice; servers: Servers; results: Results }

/** A program by the id under which its results are kept. */
export type Variant = { id: string; program: Program }
export type Started = Variant & { running: Running }

export const tell = (line: string): void => void process.stderr.write(`${line}\n`)

export const ROUND_MS = 600
/** By then the code that runs often is compiled. */
const WARM_UP_MS = 2000
const CONNECTIONS = 16

export const targetOf = (started: Started, kind: KindName, { servers }: Bench): Started & Target => ({
  ...started,
  servers,
  requests: createRequests(kind, servers.responseUrl),
})

/** Starts programs side by side; each answers everybody in Slack, and every kind of request, before it is measured. */
export async function withPrograms(
  variants: readonly Variant[],
  kinds: readonly KindName[],
  bench: Bench,
  use: (started: Started[]) => Promise<void>,
): Promise<void> {
  const started: Started[] = []
  try {
    for (const variant of variants) {
      tell(`${variant.program.name} starts`)
      const one = { ...variant, running: await run(variant.program, bench.servers) }
      started.push(one)
      await closedLoop(targetOf(one, 'read', bench), CONNECTIONS, { count: PEOPLE })
      for (const kind of kinds) await warmUp(one, kind, bench)
    }
    await use(started)
  } finally {
    await Promise.all(started.map(({ running }) => running.stop()))
  }
}

/** On a machine that stops for a moment, some requests are rejected. */
const TOLERATED = 1 / 10

async function warmUp(started: Started, kind: KindName, bench: Bench): Promise<void> {
  const { exchanges } = await closedLoop(targetOf(started, kind, bench), CONNECTIONS, { ms: WARM_UP_MS })
  const counts = countOutcomes(exchanges)
  if (counts.answered < exchanges.length * (1 - TOLERATED))
    throw new Error(`${started.program.name} does not answer (${kind}): ${JSON.stringify(counts)}`)
}

export function countOutcomes(exchanges: readonly { outcome: Outcome }[]): Record<Outcome, number> {
  const counts = { answered: 0, told: 0, refused: 0, silent: 0 }
  for (const { outcome } of exchanges) counts[outcome] += 1
  return counts
}

/**
 * Measures each in turn, round after round, so that a busy moment of the machine hits all; keeps every value of every round
 * under `<key> <name of the value> <id>`.
 */
export async function measureRounds<T extends { id: string }>(
  { choice, results }: Bench,
  key: string,
  all: readonly T[],
  measure: (one: T) => Promise<Record<string, number>>,
): Promise<void> {
  tell(key)
  for (let round = 0; round < choice.rounds; round++)
    for (const one of all)
      for (const [name, value] of Object.entries(await measure(one)))
        results.add(`${key} ${name} ${one.id}`, value)
}
