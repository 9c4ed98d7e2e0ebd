import { join, relative } from 'node:path'
import process from 'node:process'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { command } from './load/payloads.ts'
import { signed } from './load/signed.ts'
import { programs } from './programs/programs.ts'
import { start } from './programs/standing.ts'
import { planName, surround } from './surroundings.ts'
import { createConnection } from './wire/connection.ts'

/** `npm run path`: which functions of `src/` one warmed `/pause` runs, in which files, in the order of their first call. */

const SOURCE = join(import.meta.dirname, '../src/')
const LINE = `/pause ${planName(7)} 03/01/2027 to 05/01/2027 measured`
/** Longer than a request with all its stops takes. */
const TRACE_MS = 20_000
/** Requests before the one that is measured. */
const WARM_UP = 50

type Place = { scriptId: string; lineNumber: number; columnNumber?: number }
type Coverage = {
  result: {
    url: string
    scriptId: string
    functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
  }[]
}
type Paused = { callFrames: { url: string }[]; hitBreakpoints: string[] }
type Message = {
  id?: number
  method?: string
  result?: unknown
  error?: { message: string }
  params?: Paused
}

/** A session with Node's inspector (https://chromedevtools.github.io/devtools-protocol/v8/). */
async function inspect(url: string) {
  const socket = new WebSocket(url)
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.addEventListener('open', () => resolve())
  await promise
  const waiting = new Map<number, (message: Message) => void>()
  let onPaused: (paused: Paused) => void = () => {}
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    if (message.method === 'Debugger.paused' && message.params) onPaused(message.params)
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
    onPaused: (listener: typeof onPaused) => {
      onPaused = listener
    },
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
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const connection = createConnection(running.port)
      const index = asked++
      connection.ask(
        signed(command(LINE)(index, index % 1000, surroundings.responseUrl)),
        ({ status, text }) => {
          connection.close()
          if (status === 200 && text().includes(planName(7))) resolve()
          else reject(new Error(`It answered ${status} ${text()}`))
        },
      )
    })
  const isOurs = (url: string) => url.startsWith('file:') && fileURLToPath(url).startsWith(SOURCE)
  const fileOf = (url: string) => relative(SOURCE, fileURLToPath(url))

  for (let count = 0; count < WARM_UP; count += 1) await ask()
  const [, url = ''] = /Debugger listening on (ws:\S+)/.exec(await running.said()) ?? []
  const session = await inspect(url)
  await session.call('Profiler.enable')
  await session.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await ask()
  await session.call('Profiler.takePreciseCoverage')
  await ask()
  const { result } = await session.call<Coverage>('Profiler.takePreciseCoverage')
  await session.call('Profiler.stopPreciseCoverage')
  const run = result
    .filter(script => isOurs(script.url))
    .flatMap(({ url, scriptId, functions }) =>
      functions.flatMap(({ ranges: [range] }) =>
        range && range.count > 0
          ? [{ file: fileOf(url), scriptId, start: range.startOffset, end: range.endOffset }]
          : [],
      ),
    )

  // A breakpoint in each of them, which is hit once, tells their order, and the frames above them.
  await session.call('Debugger.enable')
  const placeAt = (source: string, scriptId: string, offset: number): Place => {
    const before = source.slice(0, offset).split('\n')
    return { scriptId, lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 }
  }
  const files = new Map<string, string>()
  for (const scriptId of new Set(run.map(each => each.scriptId))) {
    const { scriptSource } = await session.call<{ scriptSource: string }>('Debugger.getScriptSource', {
      scriptId,
    })
    files.set(scriptId, scriptSource)
  }
  const fileByBreakpoint = new Map<string, string>()
  for (const { file, scriptId, start, end } of run) {
    const source = files.get(scriptId) ?? ''
    const { locations } = await session.call<{ locations: Place[] }>('Debugger.getPossibleBreakpoints', {
      start: placeAt(source, scriptId, start + 1),
      end: placeAt(source, scriptId, end),
      restrictToFunction: true,
    })
    const [location] = locations
    if (!location) continue
    const set = await session
      .call<{ breakpointId: string }>('Debugger.setBreakpoint', { location })
      .catch(() => undefined)
    if (set) fileByBreakpoint.set(set.breakpointId, file)
  }
  const order: string[] = []
  let frames = 0
  session.onPaused(async ({ callFrames, hitBreakpoints }) => {
    frames = Math.max(frames, callFrames.filter(({ url }) => isOurs(url)).length)
    for (const breakpointId of hitBreakpoints) {
      const file = fileByBreakpoint.get(breakpointId)
      if (file && !order.includes(file)) order.push(file)
      await session.call('Debugger.removeBreakpoint', { breakpointId })
    }
    await session.call('Debugger.resume')
  })
  // With all its stops the request may be given up on the way: every function was reached by then.
  await Promise.race([ask().catch(() => {}), after(TRACE_MS)])
  session.close()

  const counts = Map.groupBy(run, ({ file }) => file)
  const rest = [...counts.keys()].filter(file => !order.includes(file))
  const isLanguage = (file: string) => file.startsWith('language/')
  const say = (line: string) => process.stdout.write(`${line}\n`)
  for (const file of [...order, ...rest]) say(`${String(counts.get(file)?.length ?? 0).padStart(4)}  ${file}`)
  const total = (some: typeof run) =>
    `${some.length} functions in ${new Set(some.map(({ file }) => file)).size} files`
  say(`\n${LINE}`)
  say(
    `${total(run.filter(({ file }) => !isLanguage(file)))}, and ${total(run.filter(({ file }) => isLanguage(file)))} of language/`,
  )
  say(`${frames} frames of our own at most`)
} finally {
  await running.stop()
  await surroundings.close()
}
