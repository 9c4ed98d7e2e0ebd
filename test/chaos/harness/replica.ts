import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as after } from 'node:timers/promises'

const program = new URL('../../../src/main.ts', import.meta.url).pathname

/** Lines that a correct bot never logs. */
const WRONG = /unhandled rejection|uncaught exception|could not start/

/** Advances the clock of a process by `ms` and each number it receives; other messages request its memory. */
const preload = (ms: number) =>
  `data:text/javascript,let ahead=${ms};const real=Date;` +
  'globalThis.Date=new Proxy(real,{construct:(t,of)=>of.length?new t(...of):new t(real.now()+ahead),' +
  "get:(t,key)=>key==='now'?()=>real.now()+ahead:Reflect.get(t,key)});" +
  "process.on('message',m=>{if(typeof m==='number')ahead+=m;else{gc();gc();process.send(process.memoryUsage())}});" +
  'process.channel.unref()'

const POLL_MS = 50

/** `goneAt` is the time at which its exit was noticed: up to a second later on a busy machine. */
export type Kill = { at: number; goneAt: number }

export type Replica = ReturnType<typeof createReplica>

/** Creates a replica of the bot as a process, which is restarted when it is killed. */
export function createReplica(deps: {
  index: number
  port: number
  folder: string
  environment: Record<string, string>
  wrong?: RegExp
}) {
  const { index, port, folder, environment, wrong = WRONG } = deps
  const problems: string[] = []
  const kills = new Map<number, Kill>()
  let child: ChildProcess | undefined
  let [life, stopping, aheadMs] = [0, 0, 0]
  let [isUp, isOver] = [false, false]

  function start(): void {
    life += 1
    const started = spawn(process.execPath, ['--expose-gc', '--import', preload(aheadMs), program], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PORT: String(port), ...environment },
    })
    child = started
    for (const stream of [started.stdout, started.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', line => {
          if (line.includes('"Dayshift is running"') && child === started) isUp = true
          if (wrong.test(line)) problems.push(`replica ${index}: ${line}`)
        })
    const thisLife = life
    started.once('exit', (code, signal) => {
      const kill = kills.get(thisLife)
      if (kill) kill.goneAt = performance.now()
      if (child !== started) return
      isUp = false
      if (isOver) return
      if (!kill && thisLife !== stopping)
        problems.push(`replica ${index} ended by itself (${code ?? signal})`)
      start()
    })
  }

  const hasExited = () => !child || child.exitCode !== null || child.signalCode !== null

  /** Ends the process with a signal, and resolves to its exit code. */
  async function exit(signal: NodeJS.Signals): Promise<unknown> {
    const exited = child && once(child, 'exit')
    child?.kill(signal)
    const [code] = (await exited) ?? []
    return code
  }

  async function up(): Promise<void> {
    while (!isUp && !isOver) await after(POLL_MS)
  }

  return {
    index,
    address: `http://127.0.0.1:${port}`,
    start,
    isUp: () => isUp,
    /** Resolves once it is up or has ended. */
    up,
    /** The number of its current process, from 1. */
    life: () => life,
    /** Returns the time at which a process was killed, or undefined. */
    killedAt: (of: number) => kills.get(of)?.at,
    kills: (): Kill[] => [...kills.values()],
    /** Kills it; returns false if it is already dead. */
    kill(): boolean {
      if (hasExited() || kills.has(life)) return false
      isUp = false
      kills.set(life, { at: performance.now(), goneAt: Number.POSITIVE_INFINITY })
      return child?.kill('SIGKILL') === true
    },
    /** Stops it gracefully, and resolves to its exit code once the next process is up. */
    async restart(): Promise<unknown> {
      stopping = life
      isUp = false
      const code = await exit('SIGTERM')
      await up()
      return code
    },
    advanceClock(ms: number): void {
      aheadMs += ms
      if (child?.connected) child.send(ms)
    },
    /** Resolves to its heap in megabytes after garbage collection. */
    async heapMb(): Promise<number> {
      if (!child) throw new Error(`Replica ${index} was not started`)
      const measured = once(child, 'message')
      child.send('memory')
      const [{ heapUsed, external }] = await measured
      return Math.round((heapUsed + external) / 1024 / 1024)
    },
    problems,
    /** Ends it without a restart; resolves to its exit code. */
    async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<unknown> {
      isOver = true
      return hasExited() ? child?.exitCode : exit(signal)
    },
  }
}
