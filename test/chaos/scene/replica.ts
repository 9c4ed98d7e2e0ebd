import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as after } from 'node:timers/promises'

const program = new URL('../../../src/main.ts', import.meta.url).pathname

/** What the log never says of a bot that holds what it promises. */
const WRONG = /that nobody waited for|has to end|could not start/

/** Puts the clock of a process forward by so much, and again by what it is told. */
const clockAhead = (ms: number) =>
  `data:text/javascript,let ahead=${ms};const real=Date;` +
  'globalThis.Date=new Proxy(real,{construct:(t,of)=>of.length?new t(...of):new t(real.now()+ahead),' +
  "get:(t,key)=>key==='now'?()=>real.now()+ahead:Reflect.get(t,key)});" +
  "process.on('message',ms=>{ahead+=ms});process.channel.unref()"

const LOOK_MS = 50

/** One time that a process was ended by force. */
export type Kill = {
  at: number
  /** When it was seen to be gone: a busy machine takes a second for that. */
  goneAt: number
}

export type Replica = ReturnType<typeof createReplica>

/** A replica of the bot, as a process of its own that starts again at once when it is killed. */
export function createReplica(deps: {
  index: number
  port: number
  folder: string
  environment: Record<string, string>
}) {
  const { index, port, folder, environment } = deps
  const problems: string[] = []
  const kills = new Map<number, Kill>()
  let child: ChildProcess | undefined
  let [life, leaving, aheadMs] = [0, 0, 0]
  let [isUp, isOver] = [false, false]

  function start(): void {
    life += 1
    const born = spawn(process.execPath, ['--import', clockAhead(aheadMs), program], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PORT: String(port), ...environment },
    })
    child = born
    for (const stream of [born.stdout, born.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', line => {
          if (line.includes('"Dayshift is running"') && child === born) isUp = true
          if (WRONG.test(line)) problems.push(`replica ${index}: ${line}`)
        })
    const thisLife = life
    born.once('exit', (code, signal) => {
      const kill = kills.get(thisLife)
      if (kill) kill.goneAt = performance.now()
      if (child !== born) return
      isUp = false
      if (isOver) return
      if (!kill && thisLife !== leaving) problems.push(`replica ${index} ended by itself (${code ?? signal})`)
      start()
    })
  }

  async function comesUp(): Promise<void> {
    while (!isUp && !isOver) await after(LOOK_MS)
  }

  return {
    index,
    address: `http://127.0.0.1:${port}`,
    start,
    isUp: () => isUp,
    /** Which of its lives this is. */
    life: () => life,
    /** When a life of it was ended by force; nothing where it was not. */
    killedAt: (of: number) => kills.get(of)?.at,
    kills: (): Kill[] => [...kills.values()],
    /** Ends it by force; false where it is dead already. */
    kill(): boolean {
      if (!child || child.exitCode !== null || child.signalCode !== null || kills.has(life)) return false
      isUp = false
      kills.set(life, { at: performance.now(), goneAt: Number.POSITIVE_INFINITY })
      return child.kill('SIGKILL')
    },
    /** Resolves when it serves. */
    comesUp,
    /** Ends it in good order, and resolves with its exit code when another has taken its place. */
    async replace(): Promise<unknown> {
      leaving = life
      isUp = false
      const ended = child && once(child, 'exit')
      child?.kill('SIGTERM')
      const [code] = (await ended) ?? []
      await comesUp()
      return code
    },
    /** Puts its clock forward. */
    skip(ms: number): void {
      aheadMs += ms
      if (child?.connected) child.send(ms)
    },
    problems,
    /** Ends it for good, and gives its exit code. */
    async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<unknown> {
      isOver = true
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode
      const ended = once(child, 'exit')
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}
