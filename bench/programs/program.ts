import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as after } from 'node:timers/promises'
import type { KindName } from '../load/requests.ts'
import { BOT_TOKEN, PEOPLE, SIGNING_SECRET } from '../people.ts'
import type { Surroundings } from '../surroundings.ts'
import { type Connection, createConnection } from '../wire/connection.ts'
import { freePort } from '../wire/free-port.ts'
import { onItsCore } from './cores.ts'

/** Something that is measured: what runs it, and how it answers. */
export type Program = {
  name: string
  /** Behind `node`. */
  command: readonly string[]
  /** What it answers by a message of its own, where the others answer in the ack. */
  messages?: readonly KindName[]
  env?: Readonly<Record<string, string>>
  /** So many of a kind are asked before those that are measured, where that takes less than elsewhere. */
  first?: number
  /** Fills the folder in which it runs, and gives what it needs in its environment. */
  prepare?(folder: string): Promise<Record<string, string>>
}

export type Running = Awaited<ReturnType<typeof run>>

const LIMIT_MS = 30_000
const MS_PER_TICK = 10

/** Starts a program in a folder of its own, and resolves as soon as it answers the first request as it should. */
export async function run(
  program: Program,
  { serviceUrl, slackUrl }: Surroundings,
  first: () => { bytes: Buffer; holds: string },
) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const env = await program.prepare?.(folder)
  const [port, log] = await Promise.all([freePort(), open(join(folder, 'log'), 'w')])
  const [command = '', ...words] = onItsCore([process.execPath, ...program.command])
  const since = performance.now()
  const child = spawn(command, words, {
    cwd: folder,
    stdio: ['ignore', log.fd, log.fd],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      SERVICE_URL: serviceUrl,
      SLACK_API_URL: slackUrl,
      SLACK_BOT_TOKEN: BOT_TOKEN,
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      PEOPLE: String(PEOPLE),
      ...program.env,
      ...env,
    },
  })
  const ended = once(child, 'exit')
  const said = () => readFile(join(folder, 'log'), 'utf8')
  const { pid = 0 } = child

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    const giveUp = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
    await ended
    clearTimeout(giveUp)
    await log.close()
    await rm(folder, { recursive: true, force: true })
  }

  for (;;) {
    const { bytes, holds } = first()
    const { status, text } = await askOnce(createConnection(port), bytes)
    if (status === 200 && text.includes(holds)) break
    const late = performance.now() - since > LIMIT_MS
    if (late || child.exitCode !== null) {
      const words = (await said()).slice(-2000)
      await stop()
      throw new Error(`${program.name} does not answer (${status} ${text.slice(0, 300)}).\n${words}`)
    }
    await after(status === 0 ? 1 : 50)
  }
  return {
    program,
    port,
    /** Milliseconds from its spawning to its first answer. */
    startMs: performance.now() - since,
    /** Milliseconds of the processor that it has used until now. */
    cpuMs: (): number => ticksOf(pid) * MS_PER_TICK,
    /** Bytes of memory that it holds now. */
    memory: (): number => memoryOf(pid),
    said,
    stop,
  }
}

const askOnce = (connection: Connection, bytes: Buffer): Promise<{ status: number; text: string }> =>
  new Promise(resolve =>
    connection.ask(bytes, ({ status, text }) => {
      const told = text()
      connection.close()
      resolve({ status, text: told })
    }),
  )

/** User and system time of a process with all its threads, in ticks of 10 ms (proc(5)). */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
