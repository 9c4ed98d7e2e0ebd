import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { KEY } from '../key.ts'
import { temporaryFolder } from '../temporary-folder.ts'

it.each(['audit', 'rotate-keys'])(
  '%s in a folder where no bot has written says so, and makes no database there',
  async name => {
    const cwd = await temporaryFolder()
    const program = new URL(`../../src/cli/${name}.ts`, import.meta.url).pathname
    const child = spawn(process.execPath, [program, ...(name === 'audit' ? ['--since', '2026-11-01'] : [])], {
      cwd,
      env: { ENCRYPTION_KEY: KEY.toString('base64') },
    })
    const [stderr, ended] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(stderr).toContain(
      'There is no database data/dayshift.db here: use the DATABASE_URL and the folder of the bot',
    )
    expect(ended).toEqual([1, null])
    expect(await readdir(cwd)).toEqual([])
  },
)
