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
import { type Database, openDatabase } from '../src/storage/database.ts'
import { createSealer } from '../src/storage/encryption.ts'
import { createEntries, createLinks } from '../src/storage/entries.ts'
import { freePort } from '../test/port.ts'
import { startPostgres } from '../test/postgres/server.ts'
import { closedLoop, type Target } from './load/load.ts'
import { createRequests, type Kind, kinds, PEOPLE, SIGNING_SECRET, TEAM, userOf } from './load/requests.ts'
import { servers } from './load/servers.ts'

/** A measured program: `command` are the arguments of `node`; `prepare` adds to its environment. */
export type Program = {
  name: string
  command: readonly string[]
  env?: Readonly<Record<string, string>>
  prepare?(folder: string): Promise<Record<string, string>>
  /** By default it has one core, and the load generator another. */
  usesAllCores?: boolean
}

export type Running = Awaited<ReturnType<typeof run>>

/** Whether a program and the load generator can be pinned to a core each. */
export const isPinned = availableParallelism() >= 2 && spawnSync('taskset', ['-V']).status === 0

/** Pins this process to the core of the load generator. */
export function pinLoad(): void {
  if (isPinned) spawnSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)])
}

const KEY = Buffer.alloc(32, 7)
const organization = { id: '1001', name: 'Acme' }

/** Creates the bot's database with all people linked, and `more`; resolves to the bot's environment. */
export async function prepareBot(place: string, more = async (_: Database): Promise<void> => {}) {
  const database = await openDatabase(place)
  await database.transaction().execute(async transaction => {
    const clock = () => new Date()
    const links = createLinks(createEntries({ database: transaction, sealer: createSealer([KEY]), clock }))
    for (let person = 0; person < PEOPLE; person++) {
      const key = personKey({ team: TEAM.id, user: userOf(person) })
      await links.save(key, { token: `token-of-${person}`, organization })
    }
  })
  await more(database)
  await database.destroy()
  const url = place.includes('://') ? place : `file:${place}`
  return { DATABASE_URL: url, ENCRYPTION_KEY: KEY.toString('base64') }
}

let postgres: ReturnType<typeof startPostgres> | undefined
let databases = 0

/** Creates a database in the shared PostgreSQL server, which syncs every commit. */
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

/** The bot as run by `npm start`. */
export const dayshift: Program = {
  name: 'Dayshift',
  command: [join(import.meta.dirname, '../src/main.ts')],
  prepare: folder => prepareBot(join(folder, 'dayshift.db')),
}

/** Creates a peer with as many listeners as the bot has operations. */
export const peer = (name: string, file: string, listeners = operations.length): Program => ({
  name,
  command: [join(import.meta.dirname, 'peers', file)],
  env: { LISTENERS: String(listeners) },
})

/** All programs by the argument that selects them; `npm run bundle` creates that of the image. */
export const programs = {
  floor: peer('Bare floor', 'floor.js'),
  dayshift,
  bundle: {
    ...dayshift,
    name: 'Dayshift, bundled as in the image',
    command: [join(import.meta.dirname, '../dist/main.js')],
  },
  bolt: peer('Bolt', 'bolt.js'),
  'slack-edge': peer('slack-edge', 'slack-edge.js'),
  'chat-sdk': peer('Chat SDK', 'chat-sdk.js'),
  openworkflow: peer('Bolt + openworkflow, SQLite', 'bolt-openworkflow.js'),
  'dayshift-postgres': {
    ...dayshift,
    name: 'Dayshift, PostgreSQL',
    prepare: async () => prepareBot(await newPostgres()),
  },
  'pg-boss': {
    ...peer('Bolt + pg-boss, PostgreSQL', 'bolt-pg-boss.js'),
    prepare: async () => ({ DATABASE_URL: await newPostgres() }),
  },
} satisfies Record<string, Program>

export type ProgramName = keyof typeof programs

const LIMIT_MS = 30_000
const MS_PER_TICK = 10

/** Starts a program in a temporary folder; resolves once it has answered its first command. */
export async function run(program: Program) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    SERVICE_URL: servers.serviceUrl,
    SLACK_API_URL: servers.slackUrl,
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    ...program.env,
    ...(await program.prepare?.(folder)),
  }
  const [port, log] = await Promise.all([freePort(), open(join(folder, 'log'), 'w')])
  const cores = program.usesAllCores ? `0-${availableParallelism() - 1}` : '1'
  const [command = '', ...words] = isPinned ? ['taskset', '-c', cores, process.execPath] : [process.execPath]
  const startedAt = performance.now()
  const child = spawn(command, [...words, ...program.command], {
    cwd: folder,
    stdio: ['ignore', log.fd, log.fd],
    env: { ...env, PORT: String(port) },
  })
  const exited = once(child, 'exit')
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  /** Returns the user and system time of all its threads in milliseconds (proc(5)). */
  function cpuMs(): number {
    const [utime = 0, stime = 0] = proc('stat').split(' ').slice(13, 15).map(Number)
    return (utime + stime) * MS_PER_TICK
  }
  const running = {
    startMs: 0,
    /** Creates a target for requests of a kind. */
    target(kind: Kind): Target {
      return { port, cpuMs, requests: createRequests(kind) }
    },
    /** Returns its current (`VmRSS`) or peak (`VmHWM`) memory in megabytes. */
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
  const target = running.target(kinds.read)
  while (child.exitCode === null && running.startMs < LIMIT_MS) {
    const { answered } = await closedLoop(target, 1, { count: 1 })
    running.startMs = performance.now() - startedAt
    if (answered === 1) return running
    await after(1)
  }
  const lines = (await running.log()).slice(-2000)
  await running.stop()
  throw new Error(`${program.name} does not answer:\n${lines}`)
}
