import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from './wire/free-port.ts'

/** `npm run bench:start`: how long a start with an empty environment takes until the page at `/` is there. */

const RUNS = 5
const LIMIT_MS = 60_000

/** Milliseconds from the spawning of the program. */
type Start = { running: number; page: number }

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The status of the page as a browser asks for it, which goes where it is led; 0 where nobody listens. */
const statusAt = (port: number, path = '/'): Promise<number> =>
  new Promise(resolve => {
    const asked = get({ host: '127.0.0.1', port, path, agent: false, headers: { accept: 'text/html' } })
    asked.once('error', () => resolve(0))
    asked.once('response', response => {
      const { statusCode = 0, headers } = response
      response
        .resume()
        .once('end', () => resolve(headers.location ? statusAt(port, headers.location) : statusCode))
    })
  })

/** A copy of the program, which has a cache of compiled code that is nobody else's. */
async function copyTo(house: string): Promise<void> {
  await mkdir(join(house, 'node_modules'))
  const packages = await readdir('node_modules')
  const linked = packages.filter(name => name !== '.cache')
  await Promise.all([
    ...['src', 'package.json', 'package-lock.json', 'manifest.yml'].map(name =>
      cp(name, join(house, name), { recursive: true, preserveTimestamps: true }),
    ),
    ...linked.map(name => symlink(resolve('node_modules', name), join(house, 'node_modules', name))),
  ])
}

/** One start of the copy in a folder of its own, with nothing in the environment but where to listen. */
async function startOnce(house: string): Promise<Start> {
  const [folder, port] = await Promise.all([mkdtemp(join(tmpdir(), 'dayshift-bench-')), freePort()])
  const env = { PORT: String(port), SERVICE_PORT: '0' }
  const program = join(house, 'src/main.ts')
  const since = performance.now()
  const child = spawn(process.execPath, [program], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let running = Number.NaN
  const { promise: invited, resolve: invite } = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', line => {
    if (line.includes('Dayshift is running')) running = performance.now() - since
    else if (line.includes(`:${port}`)) invite()
  })
  try {
    while ((await statusAt(port)) !== 200) {
      if (child.exitCode !== null) throw new Error('It ended before its page was there.')
      if (performance.now() - since > LIMIT_MS) throw new Error(`No page within ${LIMIT_MS} ms.`)
      await after(2)
    }
    const page = performance.now() - since
    await Promise.race([invited, ended])
    return { running, page }
  } finally {
    // Gently, and not before the start is over: what was compiled is written at the end.
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

/** Node itself, with nothing to run. */
async function emptyStart(): Promise<number> {
  const since = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { env: {} }), 'exit')
  return performance.now() - since
}

/** The median, and the fastest, which a busy machine delays least. */
const told = (values: number[]): string => {
  const sorted = values.toSorted((a, b) => a - b).map(Math.round)
  return `${sorted[Math.floor(sorted.length / 2)]} ms (fastest ${sorted[0]})`
}

async function measure(title: string, house: string, prepare = async () => {}): Promise<void> {
  const starts: Start[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await prepare()
    starts.push(await startOnce(house))
  }
  const [running, page] = [starts.map(one => one.running), starts.map(one => one.page)]
  say(`${title}: page ${told(page)}, running ${told(running)}`)
}

const house = await mkdtemp(join(tmpdir(), 'dayshift-bench-'))
try {
  await copyTo(house)
  const empty: number[] = []
  for (let run = 0; run < RUNS; run += 1) empty.push(await emptyStart())
  say(`From spawning the program, the median of ${RUNS}; node alone: ${told(empty)}`)
  const cache = join(house, 'node_modules/.cache')
  await measure('nothing compiled yet', house, () => rm(cache, { recursive: true, force: true }))
  await measure('compiled before', house)
} finally {
  await rm(house, { recursive: true, force: true })
}
