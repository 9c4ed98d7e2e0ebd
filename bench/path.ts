import { join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { closedLoop } from './load/load.ts'
import { command, kinds } from './load/requests.ts'
import { planName, servers } from './load/servers.ts'
import { dayshift, run } from './programs.ts'

/** `npm run path`: lists the functions of `src/` that a warm `/pause` runs, by file, and their call depth. */

const SOURCE = join(import.meta.dirname, '../src/')
const WORDS = `${planName(7)} 03/01/2027 to 05/01/2027 measured`
/** The warm-up uses another sentence than the measurement. */
const OTHER_WORDS = `${planName(7)} 03/01/2027 to 05/01/2027 warming up`
/** The sender, whose profile is cached after the first request. */
const PERSON = 1
/** Requests before the one that is measured. */
const WARM_UP = 50
/** Requests that are sampled for the deepest call. */
const SAMPLED = 200
const SAMPLE_US = 100

type Coverage = {
  result: {
    url: string
    functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
  }[]
}
type CallNode = { id: number; callFrame: { url: string }; children?: number[] }
type Profile = { profile: { nodes: CallNode[] } }
type Message = {
  id?: number
  result?: unknown
  error?: { message: string }
}

/** Opens a session with Node's inspector (https://chromedevtools.github.io/devtools-protocol/v8/). */
async function inspect(url: string) {
  const socket = new WebSocket(url)
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.addEventListener('open', () => resolve())
  await promise
  const waiting = new Map<number, (message: Message) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id !== undefined) waiting.get(message.id)?.(message)
  })
  return {
    call: <T>(method: string, params: object = {}): Promise<T> =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, ({ result, error }) =>
          error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result as T),
        )
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.close(),
  }
}

const running = await run({ ...dayshift, command: ['--inspect=127.0.0.1:0', ...dayshift.command] })
try {
  /** Resolves to whether the pause was announced; the bot rejects it while the inspector keeps it busy. */
  async function send(words: string, count = 1): Promise<boolean> {
    const kind = { ...kinds.change, body: command(`/pause ${words}`), personAt: () => PERSON }
    const { unanswered } = await closedLoop(running.target(kind), 1, { count })
    return unanswered === 0
  }
  const isOurs = (url: string) => url.startsWith('file:') && fileURLToPath(url).startsWith(SOURCE)
  const fileOf = (url: string) => relative(SOURCE, fileURLToPath(url))

  await send(OTHER_WORDS, WARM_UP)
  const [, url = ''] = /Debugger listening on (ws:\S+)/.exec(await running.log()) ?? []
  const session = await inspect(url)
  await session.call('Profiler.enable')
  await session.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  do await session.call('Profiler.takePreciseCoverage')
  while (!(await send(WORDS)))
  const { result } = await session.call<Coverage>('Profiler.takePreciseCoverage')
  await session.call('Profiler.stopPreciseCoverage')
  const run = result
    .filter(script => isOurs(script.url))
    .flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges: [range] }) => (range && range.count > 0 ? [{ file: fileOf(url) }] : [])),
    )
  await session.call('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  await session.call('Profiler.start')
  await send(OTHER_WORDS, SAMPLED)
  const { profile } = await session.call<Profile>('Profiler.stop')
  session.close()

  const nodes = new Map(profile.nodes.map(node => [node.id, node]))
  const depthOf = (id: number, isCounted: (file: string) => boolean): number => {
    const { callFrame: { url } = { url: '' }, children = [] } = nodes.get(id) ?? {}
    const below = Math.max(0, ...children.map(child => depthOf(child, isCounted)))
    return below + Number(isOurs(url) && isCounted(fileOf(url)))
  }
  const root = profile.nodes[0]?.id ?? 1
  const counts = Map.groupBy(run, ({ file }) => file)
  const isLanguage = (file: string) => file.startsWith('language/')
  const print = (line: string) => process.stdout.write(`${line}\n`)
  for (const [file, { length }] of counts) print(`${String(length).padStart(4)}  ${file}`)
  const total = (some: typeof run) =>
    `${some.length} functions in ${new Set(some.map(({ file }) => file)).size} files`
  print(`\n/pause ${WORDS}`)
  print(
    `${total(run.filter(({ file }) => !isLanguage(file)))}, and ${total(run.filter(({ file }) => isLanguage(file)))} of language/`,
  )
  print(
    `At most ${depthOf(root, file => !isLanguage(file))} of our frames above each other, ${depthOf(root, isLanguage)} of language/ (its parser recurses)`,
  )
} finally {
  await running.stop()
  servers.close()
}
