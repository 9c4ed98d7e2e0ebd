import { execFile } from 'node:child_process'
import { cp, mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { joinedFor } from './joined.ts'
import { newPostgres } from './postgres/databases.ts'
import { startProgram } from './started-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A start takes half a second, and many times that on a busy machine that has nothing compiled yet. */
const slow = { timeout: 30_000 }

const run = promisify(execFile)

describe('Dayshift, joined, on a machine alone', slow, () => {
  const program = joinedFor('play')
  const say = async (address: string, body: string) => (await fetch(address, { method: 'POST', body })).text()

  it('plays, and has all that its page loads', async () => {
    const address = await startProgram(await temporaryFolder(), {}, program).invitation()
    expect(await say(address, '/plan')).toContain('*Acme* has 6 plans.')
    const html = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
    const [, main = ''] = /src="([^"]+)"/.exec(html) ?? []
    for (const asset of [main, '/assets/idiomorph.js', '/assets/icon.svg']) {
      const { status, headers } = await fetch(new URL(asset, address))
      expect([asset, status, headers.get('content-type')]).toEqual([asset, 200, expect.any(String)])
    }
  })

  it('plays over PostgreSQL as well', async () => {
    const DATABASE_URL = await newPostgres()
    const address = await startProgram(await temporaryFolder(), { DATABASE_URL }, program).invitation()
    expect(await say(address, '/pause web-prod tomorrow load test')).toContain('load test')
  })
})

describe('a start', slow, () => {
  /** A house in which both programs tell which they are, and when what was written. */
  async function house(writtenAt: { sources: number; lock: number; joined?: number }) {
    const folder = await temporaryFolder()
    const write = async (name: string, text: string, at: number) => {
      await mkdir(join(folder, name, '..'), { recursive: true })
      await writeFile(join(folder, name), text)
      await utimes(join(folder, name), at, at)
    }
    await write('package.json', '{"type":"module"}', 0)
    await write('package-lock.json', '{}', writtenAt.lock)
    await write('src/main.ts', 'console.log("as it is")', 1)
    await write('src/deep/down.ts', '', writtenAt.sources)
    if (writtenAt.joined !== undefined)
      await write('dist/main.cjs', 'console.log("joined")', writtenAt.joined)
    await cp('src/main.js', join(folder, 'src/main.js'))
    await utimes(join(folder, 'src/main.js'), 1, 1)
    return (await run(process.execPath, [join(folder, 'src/main.js')])).stdout
  }

  it('is that of the joined program as long as neither a source nor a package is newer', async () => {
    expect(await house({ sources: 10, lock: 10, joined: 11 })).toBe('joined\n')
    expect(await house({ sources: 12, lock: 10, joined: 11 })).toBe('as it is\n')
    expect(await house({ sources: 10, lock: 12, joined: 11 })).toBe('as it is\n')
    expect(await house({ sources: 10, lock: 10 })).toBe('as it is\n')
  })
})
