import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

type Start = [folder: string, environment: Record<string, string>, ...options: string[]]

/** Starts the bot as a process in an empty folder with only this environment, until the test ends. */
export const startProgram = (...args: Start) => startScript('main.ts', ...args)

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
  const listeners = new Set<() => void>()
  const onLine = (line: string) => {
    output.push(line)
    for (const check of listeners) check()
  }
  const streams = [child.stdout, child.stderr].map(async stream => {
    if (!stream) return
    for await (const line of createInterface({ input: stream })) onLine(line)
  })

  /** Resolves to the first group of a pattern in the first matching line; rejects if the program ends. */
  function findInOutput(pattern: RegExp): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const check = () => {
      const [value] = output.flatMap(line => pattern.exec(line)?.[1] ?? [])
      if (value === undefined) return
      listeners.delete(check)
      resolve(value)
    }
    listeners.add(check)
    check()
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
    sendSignal: (signal: 'SIGTERM' | 'SIGINT') => void child.kill(signal),
    /** Ends it with a signal; resolves to its exit code and signal. */
    async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT') {
      child.kill(signal)
      await Promise.all(streams)
      return ended
    },
    /** Resolves to its exit code and signal once it ends by itself. */
    async exit() {
      await Promise.all(streams)
      return ended
    },
  }
}
