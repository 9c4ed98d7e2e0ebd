import process from 'node:process'
import { environment, isRunByNpm, readConfig } from '../config/config.ts'
import { createEnding, endWithParent } from './signals.ts'
import { start } from './start.ts'

/**
 * Longer than a proxy takes to hear of it and than is waited for what is under way: what then still holds the process is
 * not worth waiting for.
 */
const END_MS = 14_000

const parts = new AsyncDisposableStack()
const ending = new AbortController()

function end(): void {
  ending.abort()
  setTimeout(() => process.exit(), END_MS).unref()
  void stop()
}

/** Stops all parts. One that cannot be stopped does no harm any more: the process ends. */
async function stop(): Promise<void> {
  try {
    await parts.disposeAsync()
  } catch (error) {
    process.stderr.write(`A part of Dayshift could not be stopped. ${messageOf(error)}\n`)
  }
}

/** Starts the program, and stops it at a signal. */
export function run(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, hear)
  void begin()
}

const hear = createEnding({ end, giveUp: () => process.exit(1), now: () => performance.now() })

async function begin(): Promise<void> {
  try {
    const surroundings = environment()
    if (isRunByNpm(surroundings)) endWithParent(() => hear('SIGTERM'))
    await start(readConfig(surroundings), parts, ending.signal)
  } catch (error) {
    if (ending.signal.aborted) return
    process.stderr.write(`Dayshift could not start. ${messageOf(error)}\n`)
    process.exitCode = 1
    await stop()
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Why is not known.'
}
