import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as after } from 'node:timers/promises'
import { Client } from 'pg'
import { personKey } from '../src/core/person.ts'
import { operations } from '../src/operations/catalog.ts'
import { openDatabase } from '../src/storage/database.ts'
import { createSealer } from '../src/storage/encryption.ts'
import { createLinks } from '../src/storage/links.ts'
import { freePort } from '../test/port.ts'
import { startPostgres } from '../test/postgres/server.ts'
import { closedLoop } from './load/load.ts'
import { createRequests, PEOPLE, SIGNING_SECRET, TEAM, userOf } from './load/requests.ts'
import type { Servers } from './load/servers.ts'

/** What is measured. */
export type Program = {
  name: string
  /** Behind `node`. */
  command: readonly string[]
  env?: Readonly<Record<string, string>>
  /** Makes what it needs, in its folder; resolves to more of its environment. */
  prepare?(folder: string): Promise<Record<string, string>>
  /** It may use every core; the others share one, and the load generator has another. */
  usesAllCores?: boolean
}

export type Running = Awaited<ReturnType<typeof run>>

const root = join(import.meta.dirname, '..')
const KEY = Buffer.alloc(32, 7)

/** Whether a program and the load generator can be kept on a core each. */
export const isPinned = availableParallelism() >= 2 && spawnSync('taskset', ['-V']).status === 0

/** Keeps this process on the core of the load generator. */
export function pinLoad(): void {
  if (isPinned) spawnSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)])
}

/** Opens the bot's database at a place, in which everybody is linked. */
export async function openLinked(place: string) {
  const database = await openDatabase(place)
  await database.transaction().execute(async transaction => {
    const links = createLinks({
      database: transaction,
      sealer: createSealer([KEY]),
      clock: () => new Date(),
    })
    for (let person = 0; person < PEOPLE; person++)
      await links.keep(personKey({ team: TEAM, user: userOf(person) }), {
        token: `token-of-${person}`,
        organization: { id: '1001', name: 'Acme' },
      })
  })
  return database
}

/** What the bot has in its environment over a database. */
export const botEnv = (place: string) => ({
  DATABASE_URL: place.includes('://') ? place : `file:${place}`,
  ENCRYPTION_KEY: KEY.toString('base64'),
})

let postgres: ReturnType<typeof startPostgres> | undefined
let databases = 0

/** A new database of the PostgreSQL that all programs share, which syncs every commit and may use every core. */
export async function newPostgres(): Promise<string> {
  postgres ??= startPostgres(['max_connections=200'])
  const { url } = await postgres
  const name = `bench_${databases++}`
  const client = new Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return `${url}/${name}`
}

export const stopPostgres = async (): Promise<void> => (await postgres)?.stop()

/** The bot as `npm start` runs it, with everybody linked. */
export const dayshift: Program = {
  name: 'Dayshift',
  command: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    .scripts.start.split(' ')
    .slice(1)
    .map((word: string) => (word.startsWith('src/') ? join(root, word) : word)),
  async prepare(folder) {
    const database = await openLinked(join(folder, 'dayshift.db'))
    await database.destroy()
    return botEnv(join(folder, 'dayshift.db'))
  },
}

/** A peer, with as many listeners as the bot has operations. */
export const peer = (name: string, file: string, listeners = operations.length): Program => ({
  name,
  command: [join(import.meta.dirname, 'peers', file)],
  env: { LISTENERS: String(listeners) },
})

/** All programs, by the word that selects them. */
export const programs = {
  floor: peer('Bare floor', 'floor.js'),
  dayshift,
  bolt: peer('Bolt', 'bolt.js'),
  'slack-edge': peer('slack-edge', 'slack-edge.js'),
  'chat-sdk': peer('Chat SDK', 'chat-sdk.js'),
  openworkflow: peer('Bolt + openworkflow, SQLite', 'bolt-openworkflow.js'),
  'dayshift-postgres': {
    ...dayshift,
    name: 'Dayshift, PostgreSQL',
    async prepare() {
      const place = await newPostgres()
      const database = await openLinked(place)
      await database.destroy()
      return botEnv(place)
    },
  },
  'pg-boss': {
    ...peer('Bolt + pg-boss, PostgreSQL', 'bolt-pg-boss.js'),
    prepare: async () => ({ DATABASE_URL: await newPostgres() }),
  },
} satisfies Record<string, Program>

export type ProgramName = keyof typeof programs

const LIMIT_MS = 30_000
const MS_PER_TICK = 10

/** Starts a program in a folder of its own; resolves when it has answered its first command. */
export async function run(program: Program, servers: Servers) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const env = await program.prepare?.(folder)
  const [port, log] = await Promise.all([freePort(), open(join(folder, 'log'), 'w')])
  const cores = program.usesAllCores ? `0-${availableParallelism() - 1}` : '1'
  const command = [...(isPinned ? ['taskset', '-c', cores] : []), process.execPath, ...program.command]
  const startedAt = performance.now()
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: folder,
    stdio: ['ignore', log.fd, log.fd],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      SERVICE_URL: servers.serviceUrl,
      SLACK_API_URL: servers.slackUrl,
      SLACK_BOT_TOKEN: 'xoxb-bench',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      ...program.env,
      ...env,
    },
  })
  const exited = once(child, 'exit')
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  const running = {
    program,
    port,
    startMs: 0,
    /** User and system time of all its threads, in milliseconds (proc(5)). */
    cpuMs(): number {
      const stat = proc('stat')
      const [utime, stime] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11)
      return (Number(utime) + Number(stime)) * MS_PER_TICK
    },
    /** Megabytes in memory now (`VmRSS`), or at most so far (`VmHWM`). */
    memory: (what: 'VmRSS' | 'VmHWM'): number =>
      Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(proc('status'))?.[1]) / 1024,
    log: () => readFile(join(folder, 'log'), 'utf8'),
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
      await exited
      clearTimeout(timer)
      await log.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  const target = { running, requests: createRequests('read', servers.responseUrl), servers }
  for (;;) {
    const { exchanges } = await closedLoop(target, 1, { count: 1 })
    running.startMs = performance.now() - startedAt
    if (exchanges[0]?.outcome === 'answered') return running
    if (child.exitCode !== null || running.startMs > LIMIT_MS) {
      const words = (await running.log()).slice(-2000)
      await running.stop()
      throw new Error(`${program.name} does not answer:\n${words}`)
    }
    await after(1)
  }
}
