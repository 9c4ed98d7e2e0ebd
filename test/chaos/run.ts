import process from 'node:process'
import { startPostgres } from '../postgres/server.ts'
import { besiege } from './hostile/siege.ts'
import { type Kills, kill } from './kills/kills.ts'
import { roll } from './rolling/rolling.ts'
import type { Reckoning } from './scene/reckoning.ts'

/** So many of what is wrong are told. */
const MOST = 20

const seed = Number(process.argv[2] ?? 1)
const only = process.argv[3] ?? ''
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Does something with a PostgreSQL of its own. */
async function withPostgres(work: (place: string) => Promise<Reckoning>): Promise<Reckoning> {
  const { url, stop } = await startPostgres()
  try {
    return await work(`${url}/postgres`)
  } finally {
    await stop()
  }
}

const KILLS: Kills = {
  ...{ seed, replicas: 1, people: 50, changes: 1000, kills: 30 },
  ...{ restMs: 6000, timeoutMs: 2000, hurried: false },
}
const ROLLING = {
  ...{ seed, replicas: 3, people: 40, changes: 1000, rounds: 3 },
  ...{ restMs: 2500, timeoutMs: 5000, longestMs: 3000 },
}

const runs: Record<string, () => Promise<Reckoning>> = {
  'hostile requests over SQLite': () => besiege({ seed }),
  'hostile requests over PostgreSQL': () => withPostgres(place => besiege({ seed, place })),
  'kills of one process over SQLite': () => kill(KILLS),
  'kills of three over PostgreSQL': () => withPostgres(place => kill({ ...KILLS, place, replicas: 3 })),
  'rolling restarts of three': () => withPostgres(place => roll({ ...ROLLING, place })),
}

for (const [name, run] of Object.entries(runs)) {
  if (!name.includes(only)) continue
  const { problems, counts } = await run()
  const told = Object.entries(counts).map(([what, count]) => `${what}: ${count}`)
  say(`${name} (seed ${seed}): ${told.join(', ')}`)
  for (const line of problems.slice(0, MOST)) say(`  wrong: ${line}`)
  if (problems.length > MOST) say(`  and ${problems.length - MOST} more`)
  if (problems.length > 0) process.exitCode = 1
}
