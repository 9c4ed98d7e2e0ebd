import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

type Start = [folder: string, environment: Record<string, string>, ...options: string[]]

/** Starts the bot as a process in an empty folder with this environment alone. It ends with the test. */
export const startProgram = (...how: Start) => startScript('entry.js', ...how)

/** Starts a program of `src` in the same way. */
export function startScript(script: string, ...[folder, environment, ...options]: Start) {
  const program = new URL(`../src/${script}`, import.meta.url).pathname
  const env = {
    PORT: '0',
    SERVICE_PORT: '0',
    DATABASE_URL: `file:${join(folder, 'dayshift.db')}`,
    ...environment,
  }
  const child: ChildProcess = spawn(process.execPath, [program, ...options], { cwd: folder, env })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const output: string[] = []
  const waiting = new Set<() => void>()
  const onLine = (line: string) => {
    output.push(line)
    for (const look of waiting) look()
  }
  const streams = [child.stdout, child.stderr].map(async stream => {
    if (!stream) return
    for await (const line of createInterface({ input: stream })) onLine(line)
  })

  /** The first group of a pattern in the first line that matches; rejects when the program ends before. */
  function findInOutput(pattern: RegExp): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const look = () => {
      const [found] = output.flatMap(line => pattern.exec(line)?.[1] ?? [])
      if (found === undefined) return
      waiting.delete(look)
      resolve(found)
    }
    waiting.add(look)
    look()
    void ended.then(() => reject(new Error(`It ended after it wrote:\n${output.join('\n')}`)))
    return promise
  }

  return {
    findInOutput,
    output,
    /** Resolves to the address of the bot once it listens. */
    address: () => findInOutput(/"address":"(http:[^"]+)".*"Dayshift is running"/),
    /** Resolves to the address of the playground once it is up. */
    invitation: () => findInOutput(/curl (http:\S+) -d/),
    /** Resolves when a line of its output matches. */
    waitForOutput: async (pattern: RegExp) => void (await findInOutput(new RegExp(`(${pattern.source})`))),
    /** Sends it a signal. */
    sendSignal: (signal: 'SIGTERM' | 'SIGINT') => void child.kill(signal),
    /** Ends it by a signal, and resolves to its exit code and signal. */
    async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT') {
      child.kill(signal)
      await Promise.all(streams)
      return ended
    },
    /** Resolves to its exit code and signal when it ends by itself. */
    async exit() {
      await Promise.all(streams)
      return ended
    },
  }
}
