import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '../temporary-folder.ts'

/** When all in a small house was written, in seconds. */
export const TIME = 1000

const PROGRAM = `console.log(import.meta.url.endsWith('main.ts') ? 'as it is' : 'joined')`

/** A house whose program tells whether it is joined. It starts, and is joined, as Dayshift is. */
export async function smallHouse() {
  const folder = await temporaryFolder()
  const touch = (name: string, time: number) => utimes(join(folder, name), time, time)
  async function write(name: string, content: string, time: number) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
    await touch(name, time)
  }
  async function run(command: string, ...words: string[]) {
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
    const child = spawn(command, words, { cwd: folder, env: { ...process.env, PATH } })
    const [written, told, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { written, told, code: Number(code) }
  }

  await write('package-lock.json', '{}', TIME)
  await write('src/main.ts', PROGRAM, TIME)
  await write('src/deep/down.ts', 'export {}', TIME)
  for (const name of ['package.json', 'src/main.js', 'src/build/stamp.js', 'src/build/build.ts']) {
    await cp(name, join(folder, name))
    await touch(name, TIME)
  }
  await mkdir(join(folder, 'node_modules'))
  await symlink(resolve('node_modules/rolldown'), join(folder, 'node_modules/rolldown'))

  return {
    ...{ folder, touch, write },
    /** What it says when it starts. */
    starts: async () => (await run(process.execPath, 'src/main.js')).written,
    /** Runs a script of its package; the exit code, and what was told of what went wrong. */
    async joins(script: 'build' | 'prepare') {
      const { code, told } = await run('npm', 'run', '--silent', script)
      return { code, told }
    },
  }
}

/** A small house that is joined. */
export async function joinedHouse() {
  const house = await smallHouse()
  const { code, told } = await house.joins('build')
  if (code !== 0) throw new Error(told)
  return house
}
