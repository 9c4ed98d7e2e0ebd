import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

const program = new URL('../src/main.ts', import.meta.url).pathname

/** The bot as a process of its own, in a folder where it finds no other environment. It ends with the test. */
export function startProgram(folder: string, environment: Record<string, string>, ...options: string[]) {
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
  const written: string[] = []
  const waiting = new Set<() => void>()
  const hear = (line: string) => {
    written.push(line)
    for (const look of waiting) look()
  }
  const streams = [child.stdout, child.stderr].map(async stream => {
    if (!stream) return
    for await (const line of createInterface({ input: stream })) hear(line)
  })

  /** What a pattern finds in the first line that has it; fails when the program ends without. */
  function hears(pattern: RegExp): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const look = () => {
      const [found] = written.flatMap(line => pattern.exec(line)?.[1] ?? [])
      if (found === undefined) return
      waiting.delete(look)
      resolve(found)
    }
    waiting.add(look)
    look()
    void ended.then(() => reject(new Error(`It ended after it wrote:\n${written.join('\n')}`)))
    return promise
  }

  return {
    /** What was written so far, a line each. */
    written,
    /** Where the bot listens, once it does. */
    address: () => hears(/"address":"(http:[^"]+)".*"Dayshift is running"/),
    /** Once the playground lets people in. */
    invitation: () => hears(/curl (http:\S+) -d/),
    /** Once it has written a line like this. */
    writes: async (pattern: RegExp) => void (await hears(new RegExp(`(${pattern.source})`))),
    /** Tells it something by a signal. */
    tell: (signal: 'SIGTERM' | 'SIGINT') => void child.kill(signal),
    /** Ends it by a signal, and tells how it ended: the exit code, or the signal. */
    async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT') {
      child.kill(signal)
      await Promise.all(streams)
      return ended
    },
    /** How it ended by itself. */
    async ends() {
      await Promise.all(streams)
      return ended
    },
  }
}
