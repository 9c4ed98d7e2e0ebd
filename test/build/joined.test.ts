import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newPostgres } from '../postgres/databases.ts'
import { startProgram } from '../started-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { joinedFor } from './joined.ts'
import { joinedHouse, smallHouse, TIME } from './joined-house.ts'

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
  it('is that of the joined program as long as what it was made of is as it was', async () => {
    const house = await joinedHouse()
    expect(await house.starts()).toBe('joined\n')
    await house.touch('src/deep/down.ts', 2000)
    expect(await house.starts()).toBe('as it is\n')
    await house.touch('src/deep/down.ts', TIME)
    expect(await house.starts()).toBe('joined\n')
    await house.touch('package-lock.json', 2000)
    expect(await house.starts()).toBe('as it is\n')
  })

  it('is that of the sources where nothing was joined', async () => {
    expect(await (await smallHouse()).starts()).toBe('as it is\n')
  })

  it('keeps to the joined program where times are kept in whole seconds', async () => {
    const house = await smallHouse()
    await house.touch('src/deep/down.ts', TIME + 0.7)
    await house.joins('build')
    await house.touch('src/deep/down.ts', TIME)
    expect(await house.starts()).toBe('joined\n')
  })

  it('runs a source as it is now that came with an older time', async () => {
    const house = await joinedHouse()
    await house.write('src/main.ts', 'console.log("of another day")', TIME - 500)
    expect(await house.starts()).toBe('of another day\n')
    await house.write('src/main.ts', 'console.log("of the same second")', TIME)
    expect(await house.starts()).toBe('of the same second\n')
  })

  it('runs the sources after one was deleted', async () => {
    const house = await joinedHouse()
    await rm(join(house.folder, 'src/deep/down.ts'))
    expect(await house.starts()).toBe('as it is\n')
  })

  it('runs the sources where joining was interrupted', async () => {
    const house = await joinedHouse()
    await rm(join(house.folder, 'dist/stamp'))
    expect(await house.starts()).toBe('as it is\n')
  })
})

describe('joining', slow, () => {
  it('puts what is joined anew in the place of what was, and leaves nothing else behind', async () => {
    const house = await joinedHouse()
    await mkdir(join(house.folder, 'dist.new'))
    await mkdir(join(house.folder, 'dist.old'))
    await house.write('dist/gone.cjs', '', TIME)
    await house.write('src/main.ts', 'console.log("anew", import.meta.url.endsWith("main.cjs"))', TIME)
    await house.joins('build')
    expect(await house.starts()).toBe('anew true\n')
    expect((await readdir(join(house.folder, 'dist'))).toSorted()).toEqual(['main.cjs', 'stamp'])
    expect((await readdir(house.folder)).filter(name => name.startsWith('dist'))).toEqual(['dist'])
  })

  it('writes every letter in one byte, and lets each be read as before', async () => {
    const house = await smallHouse()
    const program = [
      'const plain = (strings: TemplateStringsArray) => strings.join()',
      'console.log("…", `–`, plain`“ä” 🚀`, /^[–\\—]$/.test("—"), { größe: 1 }.größe)',
    ]
    await house.write('src/main.ts', program.join('\n'), TIME)
    const asItIs = await house.starts()
    await house.joins('build')
    expect(await house.starts()).toBe(asItIs)
    expect(asItIs).toBe('… – “ä” 🚀 true 1\n')
    const joined = await readFile(join(house.folder, 'dist/main.cjs'), 'utf8')
    expect([...joined].filter(letter => letter > '~')).toEqual([])
  })

  it('leaves letters as they are that are read as they are written', async () => {
    const house = await smallHouse()
    await house.write('src/main.ts', 'console.log(String.raw`\\d – …`)', TIME)
    await house.joins('build')
    expect(await house.starts()).toBe('\\d – …\n')
  })

  it('leaves what was joined as it is where it fails, and the installation succeeds', async () => {
    const house = await joinedHouse()
    const before = await readFile(join(house.folder, 'dist/main.cjs'), 'utf8')
    await house.write('src/main.ts', 'this is no program', TIME)
    const told = expect.stringMatching(/runs from its sources, since this went wrong: .*main\.ts/s)
    expect(await house.joins('prepare')).toEqual({ code: 0, told })
    expect(await house.joins('build')).toEqual({ code: 1, told })
    expect(await readFile(join(house.folder, 'dist/main.cjs'), 'utf8')).toBe(before)
  })

  it('tells a package that is not there from one that does not work', async () => {
    const house = await smallHouse()
    const rolldown = join(house.folder, 'node_modules/rolldown')
    await rm(rolldown)
    const isMissing = expect.stringContaining('rolldown is not installed')
    expect(await house.joins('prepare')).toEqual({ code: 0, told: isMissing })
    expect(await house.joins('build')).toEqual({ code: 1, told: isMissing })
    await house.write('node_modules/rolldown/index.js', 'throw new Error("no native part")', TIME)
    const isBroken = expect.stringContaining('went wrong: Error: no native part')
    expect(await house.joins('prepare')).toEqual({ code: 0, told: isBroken })
  })

  it('finds everything in a folder whose name has brackets', async () => {
    const house = join(await temporaryFolder(), 'day [shift] (1)')
    for (const name of ['src', 'package.json', 'package-lock.json', 'manifest.yml'])
      await cp(name, join(house, name), { recursive: true, preserveTimestamps: true })
    await symlink(resolve('node_modules'), join(house, 'node_modules'))
    await run(process.execPath, [join(house, 'src/build/build.ts')])
    const program = startProgram(await temporaryFolder(), {}, join(house, 'dist/main.cjs'))
    const icon = await fetch(new URL('/assets/icon.svg', await program.invitation()))
    expect([icon.status, await icon.text()]).toEqual([
      200,
      await readFile('src/playground/browser/icon.svg', 'utf8'),
    ])
  })
})
