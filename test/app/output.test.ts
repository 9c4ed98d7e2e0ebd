import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createOutput } from '../../src/app/output.ts'
import { KEY } from '../key.ts'
import { freePort } from '../port.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const FULL = '/dev/full'
const NOBODY = 'http://127.0.0.1:1'

/** An output into a file, and what that holds. */
async function opened() {
  const path = join(await temporaryFolder(), 'log')
  const fd = openSync(path, 'a')
  const output = createOutput(fd)
  onTestFinished(() => {
    process.off('exit', output.flushSync)
    closeSync(fd)
  })
  return { output, held: () => readFileSync(path, 'utf8') }
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`)

describe('what the log writes', () => {
  it('is there a moment later, every line once and in order', async () => {
    const { output, held } = await opened()
    const lines = numbered(20_000)
    for (const line of lines) output.write(line)
    await vi.waitFor(() => expect(held()).toBe(lines.join('')))
  })

  it('is there at once where somebody cannot wait', async () => {
    const { output, held } = await opened()
    output.write('the last word\n')
    output.flushSync()
    expect(held()).toBe('the last word\n')
  })

  it.runIf(existsSync(FULL))('is lost where the disk below it is full, and nothing else is', async () => {
    const [folder, port] = [await temporaryFolder(), await freePort()]
    const full = openSync(FULL, 'w')
    const program = spawn(process.execPath, [new URL('../../src/main.ts', import.meta.url).pathname], {
      cwd: folder,
      stdio: ['ignore', full, 'inherit'],
      env: {
        ...{ PORT: `${port}`, DATABASE_URL: `file:${join(folder, 'dayshift.db')}`, SERVICE_URL: NOBODY },
        ...{ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 'shh', SLACK_API_URL: NOBODY },
        ENCRYPTION_KEY: KEY.toString('base64'),
      },
    })
    const ended = once(program, 'exit')
    onTestFinished(async () => {
      program.kill('SIGKILL')
      await ended
      closeSync(full)
    })
    const says = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    await vi.waitFor(async () => expect(await says('/readyz')).toContain('slack'), 10_000)
    expect(await says('/healthz')).toBe('ok\n')
    program.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
