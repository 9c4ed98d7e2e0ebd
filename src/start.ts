import { randomBytes, randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import type { Logger } from 'pino'
import { createBot } from './bot.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database.ts'
import { createHealth } from './health.ts'
import { createOpenings } from './homes/store.ts'
import { SETTLES_MS } from './journal/settler.ts'
import { createJournal } from './journal/store.ts'
import { localKey } from './links/keys.ts'
import { createSealer } from './links/seal.ts'
import { createLinks } from './links/store.ts'
import { createLog } from './log.ts'
import { kept } from './metrics/kept.ts'
import { createMeters, meterProcess } from './metrics/meters.ts'
import { operations } from './operations.ts'
import { PAGE_PATH } from './page/waiting.ts'
import type { Surroundings } from './playground/local/local.ts'
import { createRequests } from './requests.ts'
import type { Trust } from './service/breaker.ts'
import { openService } from './service/guarded.ts'
import { createGate } from './slack/gate.ts'
import { createSlackHttp } from './slack/http.ts'
import { kindOf } from './slack/kinds.ts'
import { createOverload } from './slack/overload.ts'
import { createReceiver } from './slack/receiver.ts'
import type { Route, Routes } from './slack/routing.ts'
import { survive } from './stray.ts'
import { createTickets } from './tickets/store.ts'
import { untilNothing, waitFor } from './waiting.ts'
import { openWorkspace } from './workspace.ts'

/** A slash command that is not acknowledged within 3 s fails in front of the person. */
const PATIENCE_MS = 2000

/** How long it holds how many changes are open. */
const OPEN_MS = 5000

const clock = () => new Date()
const now = () => performance.now()
const reference = () => randomBytes(6).toString('hex')

type Playground = Awaited<ReturnType<typeof play>>['playground']

/** What the server needs to know of the way into Slack. */
type Served = { signingSecret?: string | undefined; routes?: Routes }

/**
 * Starts all that the configuration asks for; disposing of `parts` stops it in reverse order. What is out of reach for the
 * time being is waited for until the signal aborts, and the bot serves meanwhile, and says that it is not ready.
 * Rejects where a part cannot be had: a port in use, a database that does not open.
 */
export async function start(config: Config, parts: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const requests = createRequests({ reference, limitMs: config.requestTimeoutMs, now })
  const log = createLog(config.logLevel, undefined, requests.mark)
  parts.defer(survive(log))
  const meters = createMeters()
  parts.defer(meterProcess(meters))
  const overload = createOverload()
  parts.defer(overload.watch())
  meters.gauge('dayshift_requests_in_flight', 'Requests that are worked on.', overload.inFlight)

  /** What comes one after the other, while the server answers already. */
  const there: {
    database?: Database
    way?: Awaited<ReturnType<typeof openWorkspace>>
    bot?: ReturnType<typeof createBot>
    reach?: () => Promise<void>
  } = {}
  const reachSlack = async () => {
    if (there.way?.socket?.isConnected() === false) throw new Error('There is no connection')
    await (there.bot?.reach(there.way?.botToken) ?? missing())
  }
  const health = createHealth({
    clock,
    changed: (dependency, works) =>
      works ? log.info({ dependency }, 'answers again') : log.warn({ dependency }, 'does not answer'),
    dependencies: [
      {
        name: 'database',
        check: async () =>
          there.database?.selectFrom('links').select('person').limit(1).execute() ?? missing(),
      },
      { name: 'slack', check: reachSlack },
      { name: 'service', check: async () => there.reach?.() },
    ],
  })

  async function serve({ signingSecret, routes }: Served, playground?: Playground) {
    const visit: Route = (request, response) =>
      there.bot?.page ? there.bot.page(request, response) : void response.writeHead(503).end()
    const receiver = createReceiver({
      signingSecret,
      clock,
      log,
      routes: {
        ...health.routes,
        ...routes,
        'GET /metrics': meters.route,
        ...(config.publicUrl && { [PAGE_PATH]: playground?.inspector.visited(PAGE_PATH, visit) ?? visit }),
      },
      otherwise: playground?.otherwise,
      within: requests.within,
      gate: createGate({
        overload,
        now,
        tell: (...told) => void there.bot?.tell(...told),
        count: meters.turnedAway,
      }),
      handled: (body, ms, ackMs) => meters.handled(kindOf(body), ms, ackMs),
      refused: meters.refused,
    })
    const { port } = await receiver.start(config.port, config.host)
    parts.defer(() => receiver.stop())
    return { receiver, address: `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${port}` }
  }

  const { slack: workspace } = config
  let served: Awaited<ReturnType<typeof serve>> | undefined
  const database = await waitFor(() => openDatabase(config.database.place), {
    signal,
    waits: async () => {
      log.warn({ dependency: 'database' }, 'does not answer, and is waited for')
      // The pages on which the app is installed come with the database.
      if (workspace.kind === 'http' || workspace.kind === 'socket') served = await serve(workspace)
    },
  })
  there.database = database
  parts.defer(() => database.destroy())
  const keys = config.encryptionKeys ?? [await localKey(config.database.folder)]
  const sealer = createSealer(keys)
  const links = createLinks({ database, sealer, clock })
  const journal = createJournal({ database, sealer, clock, owner: randomUUID() })
  // After the receiver, which waits for what is under way.
  parts.defer(() => journal.release())
  const open = kept(journal.record.open, OPEN_MS, now)
  meters.gauge('dayshift_journal_open', 'Changes that are not done or not told yet, by state.', async () =>
    (await open()).map(([state, count]) => [{ state }, count]),
  )
  const { publicUrl } = config
  const page = publicUrl ? { publicUrl, tickets: createTickets({ database, sealer, clock }) } : undefined

  const { url, embedded } =
    config.service.kind === 'remote'
      ? { ...config.service, embedded: undefined }
      : await embed(config, log, parts)
  const { slack, playground } =
    workspace.kind === 'playground'
      ? await play({ clock, database, links, embedded, operations, report: unkept(log) }, parts)
      : { slack: workspace, playground: undefined }
  const inspector = playground?.inspector

  const { service, reach, turns, trust, close } = openService({
    url,
    timeoutMs: config.serviceTimeoutMs,
    remainingMs: requests.remainingMs,
    clock,
    now,
    watch: inspector?.out.service,
    changed: sayOf(log),
    ended: meters.called,
  })
  parts.defer(close)
  if (!embedded) there.reach = reach
  meters.gauge('dayshift_service_calls_in_flight', 'Calls to the service under way.', turns.had)
  meters.gauge('dayshift_service_calls_waiting', 'Calls that wait for their turn.', turns.waiting)
  meters.gauge('dayshift_service_breaker', 'Whether the service is asked: the state that is 1.', () =>
    TRUSTS.map(state => [{ state }, state === trust() ? 1 : 0]),
  )
  const http = createSlackHttp({ watch: inspector?.out.Slack, failed: meters.slackFailed })
  parts.defer(http.close)
  const way = await openWorkspace(slack, { publicUrl, http, database, sealer, clock, log })
  const { socket } = way
  there.way = way
  const { receiver, address } = served ?? (await serve(way, playground))
  there.bot = createBot({
    receiver: {
      ...receiver,
      init(app) {
        receiver.init(inspector?.watched(app) ?? app)
        socket?.init(app)
      },
    },
    slack: { tokenOf: way.tokenOf, apiUrl: slack.apiUrl },
    forget: way.forget,
    http,
    service,
    links,
    journal,
    openings: createOpenings({ database, clock }),
    kinds: config.credentialKinds,
    page,
    clock,
    log,
    reference: requests.ref,
    answered: meters.answered,
    patienceMs: PATIENCE_MS,
  })
  // Once more where it has served since before the rest was there: it stops first.
  if (served) parts.defer(() => receiver.stop())
  parts.defer(async () => socket?.stop())
  await socket?.start()
  // Its first turn is what the last process left behind.
  void there.bot.settle()
  const settles = setInterval(() => void there.bot?.settle(), SETTLES_MS)
  parts.defer(() => clearInterval(settles))
  void untilNothing(health.lacking, signal)

  // Before anything stops: a proxy hears of it first, and sends nobody here any more.
  parts.defer(health.leave)
  log.info({ address, service: url, slack: workspace.kind }, 'Dayshift is running')
  if (!playground) return
  parts.defer(async () => playground.leave())
  process.stdout.write(await playground.begin(address))
}

const TRUSTS: readonly Trust[] = ['closed', 'open', 'half open']

const missing = (): Promise<never> => Promise.reject(new Error('It is not there yet'))

/** Tells once of each change whether the service is asked. */
const sayOf = (log: Logger) => (trust: Trust, since: Date | undefined) => {
  if (trust === 'open') log.warn({ since }, 'the service does not answer, and is not asked for a while')
  else if (trust === 'closed') log.info('the service answers again')
}

const unkept = (log: Logger) => (error: unknown) =>
  log.error({ err: error }, 'what happened in the playground could not be kept')

/** A Slack to play with; loaded only where there is no other. */
async function play(around: Surroundings, parts: AsyncDisposableStack) {
  const { openPlayground } = await import('./playground/local/local.ts')
  const playground = await openPlayground(around)
  parts.defer(playground.close)
  return { slack: playground.slack, playground }
}

/** The embedded service, with the playground's people in it where they are the only ones. */
async function embed(config: Config, log: Logger, parts: AsyncDisposableStack) {
  const { createLocalService } = await import('./service/local/service.ts')
  const service = createLocalService({
    file: join(config.database.folder, 'service.db'),
    clock,
    kinds: config.credentialKinds,
    ...(config.slack.kind === 'playground' && {
      users: (await import('./playground/local/people.ts')).people,
    }),
    report: error => log.error({ err: error }, 'the embedded service failed'),
  })
  const { url, close } = await service.listen(config.servicePort, '127.0.0.1')
  parts.defer(close)
  const tokenOf = (email: string) => service.tokens().find(person => person.email === email)?.token
  return { url, embedded: { url, tokenOf, reset: service.reset } }
}
