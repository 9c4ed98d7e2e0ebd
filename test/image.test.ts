import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { KEY } from './key.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

/** Who nobody is, where there is no user of an image: without any rights. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** The image has a user called node; this machine has a cache of its own, in which most of the packages are. */
const STANDINS = `
  chown() { shift; ${isRoot ? `command chown ${NOBODY}:${NOBODY}` : ':'} "$@"; }
  npm() { [ "$1" = cache ] || command npm "$@" --prefer-offline; }`

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
 * Takes the steps that build the image, each stage of it in a folder that stands for its files: the last in `root`, those
 * before in folders of their names.
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
      const files = words.slice(from ? 1 : 0, -1)
      const to = resolve(app, words.at(-1) ?? '')
      for (const file of files)
        await cp(from ? join(root, from, file) : file, files.length > 1 ? join(to, basename(file)) : to, {
          recursive: true,
          preserveTimestamps: true,
        })
    }
    if (name === 'RUN') {
      await run('bash', ['-ec', `${STANDINS}; ${rest}`], { cwd: app, env: { ...process.env, ...env } })
    }
  }
}

/** Nobody may write but where the image says so. */
async function lock(app: string, open: readonly string[]): Promise<void> {
  await run('chmod', ['-R', 'a-w,a+rX', app])
  await run('chmod', ['-R', 'u+w', ...open.map(name => join(app, name))])
}

/** Node itself, where somebody without rights finds it. */
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
        const [, found] = /"address":"([^"]+)"/.exec(line) ?? []
        if (found) listens(new URL(found))
      })
  void ended.then(() => reject(new Error(`It ended: ${written.join('\n')}`)))
  address.catch(() => {})
  return { child, ended, address }
}

/** Its packages may have to be fetched, which not every machine can. */
const isAsked = process.env.IMAGE_TESTS === 'required'

describe.runIf(isAsked)('the steps of the image, in a plain folder', { timeout: 120_000 }, () => {
  it('make a bot that serves as somebody without rights, where only its data and its cache can be written', async () => {
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
    const isWell = (at: string) =>
      run(nodeOf(app), words, { cwd: app, env: { ...env, PORT: at }, ...asNobody })
    await isWell(port)
    await expect(isWell('9')).rejects.toThrow()

    bot.child.kill('SIGTERM')
    expect((await bot.ended)[0]).toBe(0)
    await readFile(join(app, 'data/dayshift.db'))
  })
})
