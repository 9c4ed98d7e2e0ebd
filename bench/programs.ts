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
import { createEntries } from '../src/storage/entries.ts'
import { createLinks } from '../src/storage/links.ts'
import { freePort } from '../test/port.ts'
import { startPostgres } from '../test/postgres/server.ts'
import { closedLoop } from './load/load.ts'
import { createRequests, PEOPLE, SIGNING_SECRET, TEAM, userOf } from './load/requests.ts'
import type { Servers } from './load/servers.ts'

/** What is measured: `command` stands behind `node`, and `prepare` makes more of its environment in its folder. */
export type Program = {
  name: string
  command: readonly string[]
  env?: Readonly<Record<string, string>>
  prepare?(folder: string): Promise<Record<string, string>>
  /** The others have one core, and the load generator another. */
  usesAllCores?: boolean
}

export type Running = Awaited<ReturnType<typeof run>>

/** Whether a program and the load generator can be kept on a core each. */
export const isPinned = availableParallelism() >= 2 && spawnSync('taskset', ['-V']).status === 0

/** Keeps this process on the core of the load generator. */
export function pinLoad(): void {
  if (isPinned) spawnSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)])
}

const root = join(import.meta.dirname, '..')
const KEY = Buffer.alloc(32, 7)
const organization = { id: '1001', name: 'Acme' }

/** Makes the bot's database at a place, with everybody linked, and whatever else; resolves to the bot's environment. */
export async function prepareBot(place: string, more = async (_: Database): Promise<void> => {}) {
  const database = await openDatabase(place)
  await database.transaction().execute(async transaction => {
    const clock = () => new Date()
    const links = createLinks(createEntries({ database: transaction, sealer: createSealer([KEY]), clock }))
    for (let person = 0; person < PEOPLE; person++) {
      const key = personKey({ team: TEAM, user: userOf(person) })
      await links.keep(key, { token: `token-of-${person}`, organization })
    }
  })
  await more(database)
  await database.destroy()
  const url = place.includes('://') ? place : `file:${place}`
  return { DATABASE_URL: url, ENCRYPTION_KEY: KEY.toString('base64') }
}

type Database = Awaited<ReturnType<typeof openDatabase>>

let postgres: ReturnType<typeof startPostgres> | undefined
let databases = 0

/** A new database of the PostgreSQL that all programs share; it syncs every commit. */
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

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const [, ...startWords]: string[] = scripts.start.split(' ')

/** The bot as `npm start` runs it. */
export const dayshift: Program = {
  name: 'Dayshift',
  command: startWords.map(word => (word.startsWith('src/') ? join(root, word) : word)),
  prepare: folder => prepareBot(join(folder, 'dayshift.db')),
}

/** The same as its image runs it; `npm run bundle` makes it. */
const bundle: Program = {
  ...dayshift,
  name: 'Dayshift, as in its image',
  command: [join(root, 'dist/main.js')],
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
  bundle,
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

/** Starts a program in a folder of its own; resolves when it has answered its first command. */
export async function run(program: Program, servers: Servers) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const own = await program.prepare?.(folder)
  const [port, log] = await Promise.all([freePort(), open(join(folder, 'log'), 'w')])
  const cores = program.usesAllCores ? `0-${availableParallelism() - 1}` : '1'
  const pin = isPinned ? ['taskset', '-c', cores] : []
  const [command = '', ...words] = [...pin, process.execPath, ...program.command]
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    SERVICE_URL: servers.serviceUrl,
    SLACK_API_URL: servers.slackUrl,
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    ...program.env,
    ...own,
  }
  const startedAt = performance.now()
  const child = spawn(command, words, { cwd: folder, stdio: ['ignore', log.fd, log.fd], env })
  const exited = once(child, 'exit')
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  const running = {
    port,
    startMs: 0,
    /** User and system time of all its threads, in milliseconds (proc(5)). */
    cpuMs(): number {
      const [utime, stime] = proc('stat')
        .replace(/^.*\) /, '')
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
  while (child.exitCode === null && running.startMs < LIMIT_MS) {
    const { exchanges } = await closedLoop(target, 1, { count: 1 })
    running.startMs = performance.now() - startedAt
    if (exchanges[0]?.outcome === 'answered') return running
    await after(1)
  }
  const lines = (await running.log()).slice(-2000)
  await running.stop()
  throw new Error(`${program.name} does not answer:\n${lines}`)
}
