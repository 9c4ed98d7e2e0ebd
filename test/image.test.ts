import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { KEY } from './key.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

/** The id of an unprivileged user, in place of the user of the image. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** Replaces commands: this machine has no user "node", and its own npm cache has most of the packages. */
const OVERRIDES = `
  chown() { shift; ${isRoot ? `command chown ${NOBODY}:${NOBODY}` : ':'} "$@"; }
  npm() { command npm "$@" --prefer-offline; }`

type Step = { name: string; rest: string }

/** The steps of the Dockerfile, in their order. */
async function stepsOfImage(): Promise<Step[]> {
  const text = await readFile('Dockerfile', 'utf8')
  return text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .flatMap(line => {
      const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      return name && rest ? [{ name, rest }] : []
    })
}

/**
 * Runs the build steps of the image, with a folder as the file system of each stage: `root` for the last, and
 * subfolders by name for earlier ones.
 */
async function build(steps: readonly Step[], root: string, env: Record<string, string>): Promise<void> {
  let [stage, app] = [root, root]
  for (const { name, rest } of steps) {
    const words = rest.split(' ')
    if (name === 'FROM') {
      stage = join(root, words[2] ?? '')
      for (const key of Object.keys(env)) delete env[key]
    }
    if (name === 'WORKDIR') {
      app = join(stage, rest)
      await mkdir(app, { recursive: true })
    }
    if (name === 'ENV') Object.assign(env, Object.fromEntries([rest.split('=', 2)]))
    if (name === 'COPY') {
      const [, from] = /^--from=(\w+) /.exec(rest) ?? []
      const files = words.slice(from ? 1 : 0, -1).map(file => (from ? join(root, from, file) : file))
      await run('cp', ['-rp', ...files, resolve(app, words.at(-1) ?? '')])
    }
    if (name === 'RUN') {
      await run('bash', ['-ec', `${OVERRIDES}; ${rest}`], { cwd: app, env: { ...process.env, ...env } })
    }
  }
}

/** Makes everything read-only except `writable`. */
async function lock(app: string, writable: readonly string[]): Promise<void> {
  await run('chmod', ['-R', 'a-w,a+rX', app])
  await run('chmod', ['-R', 'u+w', ...writable.map(name => join(app, name))])
}

/** A copy of Node that an unprivileged user can run. */
const nodeOf = (app: string): string => join(app, '../node')

const listOf = (json: string): string[] => {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.map(String) : []
}

function startProgram(command: readonly string[], app: string, env: Record<string, string>) {
  const [, ...words] = command
  const child: ChildProcess = spawn(nodeOf(app), words, { cwd: app, env, ...asNobody })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const written: string[] = []
  const { promise: address, resolve: listens, reject } = Promise.withResolvers<URL>()
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', line => {
        written.push(line)
        const [, url] = /"address":"([^"]+)"/.exec(line) ?? []
        if (url) listens(new URL(url))
      })
  void ended.then(() => reject(new Error(`It ended: ${written.join('\n')}`)))
  address.catch(() => {})
  return { child, ended, address }
}

/** Opt-in: the build may have to download packages. */
const isEnabled = process.env.IMAGE_TESTS === 'required'

describe.runIf(isEnabled)('the build steps of the image in a plain folder', { timeout: 120_000 }, () => {
  it('produce a bot that runs unprivileged and writes only to its data and cache', async () => {
    const steps = await stepsOfImage()
    const stepOf = (name: string) => steps.find(step => step.name === name)?.rest ?? ''
    expect(stepOf('USER')).toBe('node')
    const root = await temporaryFolder()
    const app = join(root, stepOf('WORKDIR'))
    await run('chmod', ['a+rx', root])
    await copyFile(process.execPath, nodeOf(app))
    const env: Record<string, string> = {}
    await build(steps, root, env)
    await lock(app, ['data', 'node_modules/.cache'])
    onTestFinished(async () => void (await run('chmod', ['-R', 'u+w', app])))

    const bot = startProgram(listOf(stepOf('CMD')), app, {
      ...env,
      HOST: '127.0.0.1',
      PORT: '0',
      SLACK_BOT_TOKEN: 'xoxb-1',
      SLACK_SIGNING_SECRET: 'only Slack knows',
      SLACK_API_URL: 'http://127.0.0.1:9/api',
      SERVICE_URL: 'http://127.0.0.1:9',
      ENCRYPTION_KEY: KEY.toString('base64'),
    })
    const { port } = await bot.address
    const [, check = ''] = /^CMD (.*)$/.exec(stepOf('HEALTHCHECK')) ?? []
    const [, ...words] = listOf(check)
    const checkHealth = (at: string) =>
      run(nodeOf(app), words, { cwd: app, env: { ...env, PORT: at }, ...asNobody })
    await checkHealth(port)
    await expect(checkHealth('9')).rejects.toThrow()

    bot.child.kill('SIGTERM')
    expect((await bot.ended)[0]).toBe(0)
    await readFile(join(app, 'data/dayshift.db'))
  })
})
