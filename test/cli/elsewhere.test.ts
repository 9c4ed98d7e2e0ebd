import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { KEY } from '../key.ts'
import { startScript } from '../started-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'

it.each([['audit', '--since', '2026-11-01'], ['rotate-keys']])(
  '%s fails in a folder without a database, and creates none',
  async (name, ...options) => {
    const folder = await temporaryFolder()
    const environment = { DATABASE_URL: 'file:data/dayshift.db', ENCRYPTION_KEY: KEY.toString('base64') }
    const program = startScript(`cli/${name}.ts`, folder, environment, ...options)
    expect(await program.exit()).toEqual([1, null])
    expect(program.output.join()).toContain(
      'There is no database data/dayshift.db here: use the DATABASE_URL and the folder of the bot',
    )
    expect(await readdir(folder)).toEqual([])
  },
)
