import { join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { command } from './load/payloads.ts'
import { signed } from './load/signed.ts'
import { programs } from './programs/programs.ts'
import { start } from './programs/standing.ts'
import { planName, surround } from './surroundings.ts'
import { createConnection } from './wire/connection.ts'

/** `npm run path`: which functions of `src/` one warmed `/pause` runs, in which files, and how deep they call each other. */

const SOURCE = join(import.meta.dirname, '../src/')
const LINE = `/pause ${planName(7)} 03/01/2027 to 05/01/2027 measured`
/** Nobody says the measured sentence before. */
const OTHER_LINE = `/pause ${planName(7)} 03/01/2027 to 05/01/2027 warming up`
/** Who asks: their profile is known after the first request. */
const PERSON = 1
/** Requests before the one that is measured. */
const WARM_UP = 50
/** Requests that are sampled for the deepest call; a person may ask 600 times in ten seconds. */
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

/** A session with Node's inspector (https://chromedevtools.github.io/devtools-protocol/v8/). */
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

const surroundings = await surround()
const { dayshift } = programs
const running = await start(
  { ...dayshift, command: ['--inspect=127.0.0.1:0', ...dayshift.command] },
  surroundings,
)
try {
  let asked = 1_000_000
  /** Whether the channel was told of a pause; false where the bot had too much to do, as the inspector just kept it. */
  const ask = (line: string) =>
    new Promise<boolean>((resolve, reject) => {
      const connection = createConnection(running.port)
      const index = asked++
      surroundings.hear((_, text) => {
        if (text.includes(planName(7))) resolve(true)
      })
      connection.ask(signed(command(line)(index, PERSON, surroundings.responseUrl)), ({ status, text }) => {
        connection.close()
        if (text().includes('too much to do')) resolve(false)
        else if (status !== 200) reject(new Error(`It answered ${status} ${text()}`))
      })
    })
  const isOurs = (url: string) => url.startsWith('file:') && fileURLToPath(url).startsWith(SOURCE)
  const fileOf = (url: string) => relative(SOURCE, fileURLToPath(url))

  for (let count = 0; count < WARM_UP; count += 1) await ask(OTHER_LINE)
  const [, url = ''] = /Debugger listening on (ws:\S+)/.exec(await running.said()) ?? []
  const session = await inspect(url)
  await session.call('Profiler.enable')
  await session.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  do await session.call('Profiler.takePreciseCoverage')
  while (!(await ask(LINE)))
  const { result } = await session.call<Coverage>('Profiler.takePreciseCoverage')
  await session.call('Profiler.stopPreciseCoverage')
  const run = result
    .filter(script => isOurs(script.url))
    .flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges: [range] }) => (range && range.count > 0 ? [{ file: fileOf(url) }] : [])),
    )
  await session.call('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  await session.call('Profiler.start')
  for (let count = 0; count < SAMPLED; count += 1) await ask(OTHER_LINE)
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
  const say = (line: string) => process.stdout.write(`${line}\n`)
  for (const [file, { length }] of counts) say(`${String(length).padStart(4)}  ${file}`)
  const total = (some: typeof run) =>
    `${some.length} functions in ${new Set(some.map(({ file }) => file)).size} files`
  say(`\n${LINE}`)
  say(
    `${total(run.filter(({ file }) => !isLanguage(file)))}, and ${total(run.filter(({ file }) => isLanguage(file)))} of language/`,
  )
  say(
    `At most ${depthOf(root, file => !isLanguage(file))} of our frames above each other, ${depthOf(root, isLanguage)} of language/ (its parser recurses)`,
  )
} finally {
  await running.stop()
  await surroundings.close()
}
