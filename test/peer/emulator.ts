import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** A third-party emulator of Slack’s Web API (https://github.com/vercel-labs/emulate, Apache-2.0). */
const EMULATOR = 'emulate@0.12.2'

type Emulator = { url: string; close(): Promise<void> }
type Emulate = { createEmulator(options: object): Promise<Emulator> }

/** Installs the emulator into a temporary folder; resolves to undefined if the registry does not have it. */
export async function installEmulator(): Promise<{ emulate: Emulate; remove(): Promise<void> } | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'dayshift-peer-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const options = [
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--fetch-retries',
      '0',
    ]
    await promisify(execFile)('npm', ['install', ...options, EMULATOR], { timeout: 120_000 })
    const emulate: Emulate = await import(
      pathToFileURL(join(folder, 'node_modules/emulate/dist/api.js')).href
    )
    return { emulate, remove }
  } catch {
    await remove()
    return undefined
  }
}
