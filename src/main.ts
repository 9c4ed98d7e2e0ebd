import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'

// Before anything else is loaded: a start with compiled code at hand takes half the time.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))
const { environment, readConfig } = await import('./config.ts')
const { start } = await import('./start.ts')

const parts = new AsyncDisposableStack()
try {
  await start(readConfig(environment()), parts)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void parts.disposeAsync())
} catch (error) {
  process.stderr.write(
    `Dayshift could not start. ${error instanceof Error ? error.message : 'Why is not known.'}\n`,
  )
  process.exitCode = 1
  await parts.disposeAsync()
}
