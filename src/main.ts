import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'

// Before anything else is loaded: a start with compiled code at hand takes half the time.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))
const { environment, readConfig } = await import('./config.ts')
const { start } = await import('./start.ts')

/**
 * Longer than a proxy takes to hear of it and the receiver waits for what is under way: what then still holds the process
 * is not worth waiting for.
 */
const END_MS = 14_000

const parts = new AsyncDisposableStack()
const ending = new AbortController()

/** Ends in good order; told a second time, at once. */
function end(): void {
  if (ending.signal.aborted) process.exit(1)
  ending.abort()
  setTimeout(() => process.exit(), END_MS).unref()
  void parts.disposeAsync()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
try {
  await start(readConfig(environment()), parts, ending.signal)
} catch (error) {
  if (!ending.signal.aborted) {
    process.stderr.write(
      `Dayshift could not start. ${error instanceof Error ? error.message : 'Why is not known.'}\n`,
    )
    process.exitCode = 1
    await parts.disposeAsync()
  }
}
