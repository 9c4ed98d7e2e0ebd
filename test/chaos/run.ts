import process from 'node:process'
import { startPostgres } from '../postgres/server.ts'
import type { Report } from './harness/verify.ts'
import { runHostile } from './hostile/run-hostile.ts'
import { type Kills, runKills } from './kills/run-kills.ts'
import { type Rolling, runRolling } from './rolling/run-rolling.ts'

/** `npm run test:chaos -- [seed] [part]`: executes each run whose name contains the part. */

/** The maximum number of printed problems. */
const PRINTED = 20

const seed = Number(process.argv[2] ?? 1)
const part = process.argv[3] ?? ''
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Runs with a new PostgreSQL server. */
async function withPostgres(run: (place: string) => Promise<Report>): Promise<Report> {
  const { url, stop } = await startPostgres()
  try {
    return await run(`${url}/postgres`)
  } finally {
    await stop()
  }
}

const HOSTILE = { seed, warmUp: 2000, count: 10_000 }
const KILLS: Kills = {
  seed,
  replicas: 1,
  people: 50,
  changes: 1000,
  kills: 30,
  restMs: 6000,
  timeoutMs: 2000,
  hurried: false,
}
const ROLLING: Rolling = {
  seed,
  replicas: 3,
  people: 40,
  changes: 1000,
  rounds: 3,
  restMs: 2500,
  timeoutMs: 5000,
  longestMs: 3000,
}

const runs: Record<string, () => Promise<Report>> = {
  'hostile requests over SQLite': () => runHostile(HOSTILE),
  'hostile requests over PostgreSQL': () => withPostgres(place => runHostile({ ...HOSTILE, place })),
  'kills of one process over SQLite': () => runKills(KILLS),
  'kills of three over PostgreSQL': () => withPostgres(place => runKills({ ...KILLS, place, replicas: 3 })),
  'rolling restarts of three': () => withPostgres(place => runRolling({ ...ROLLING, place })),
}

for (const [name, run] of Object.entries(runs)) {
  if (!name.includes(part)) continue
  const { problems, counts } = await run()
  const summary = Object.entries(counts).map(([what, count]) => `${what}: ${count}`)
  print(`${name} (seed ${seed}): ${summary.join(', ')}`)
  for (const line of problems.slice(0, PRINTED)) print(`  wrong: ${line}`)
  if (problems.length > PRINTED) print(`  and ${problems.length - PRINTED} more`)
  if (problems.length > 0) process.exitCode = 1
}
