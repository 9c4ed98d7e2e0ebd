import { randomBytes, randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import type { Logger } from 'pino'
import { createBot } from './bot.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database.ts'
import { healthRoutes } from './health.ts'
import { createOpenings } from './homes/store.ts'
import { SETTLES_MS } from './journal/settler.ts'
import { createJournal } from './journal/store.ts'
import { localKey } from './links/keys.ts'
import { createSealer } from './links/seal.ts'
import { createLinks } from './links/store.ts'
import { createLog } from './log.ts'
import { operations } from './operations.ts'
import { PAGE_PATH } from './page/waiting.ts'
import type { Surroundings } from './playground/local/local.ts'
import { createClient } from './service/client.ts'
import { createSlackHttp } from './slack/http.ts'
import { createReceiver, type Route } from './slack/receiver.ts'
import { createTickets } from './tickets/store.ts'
import { openWorkspace } from './workspace.ts'

/** A slash command that is not acknowledged within 3 s fails in front of the person. */
const PATIENCE_MS = 2000

const clock = () => new Date()

const reference = () => randomBytes(6).toString('hex')

/**
 * Starts all that the configuration asks for; disposing of `parts` stops it in reverse order.
 * Rejects where a part cannot be had: a port in use, a database that does not open.
 */
export async function start(config: Config, parts: AsyncDisposableStack): Promise<void> {
  const log = createLog(config.logLevel)

  const database = await openDatabase(config.database.place)
  parts.defer(() => database.destroy())
  const keys = config.encryptionKeys ?? [await localKey(config.database.folder)]
  const sealer = createSealer(keys)
  const links = createLinks({ database, sealer, clock })
  const journal = createJournal({ database, sealer, clock, owner: randomUUID() })
  const { publicUrl } = config
  const page = publicUrl ? { publicUrl, tickets: createTickets({ database, sealer, clock }) } : undefined

  const { url, embedded } =
    config.service.kind === 'remote'
      ? { ...config.service, embedded: undefined }
      : await embed(config, log, parts)
  const { slack, playground } =
    config.slack.kind === 'playground'
      ? await play({ clock, database, links, embedded, operations, report: unkept(log) }, parts)
      : { slack: config.slack, playground: undefined }
  const inspector = playground?.inspector

  const service = createClient({ url, timeoutMs: config.serviceTimeoutMs, watch: inspector?.out.service })
  parts.defer(service.close)
  const http = createSlackHttp({ watch: inspector?.out.Slack })
  parts.defer(http.close)
  const way = await openWorkspace(slack, { publicUrl, http, database, sealer, clock, log })
  const { socket, botToken: token } = way
  const dependencies = [
    { name: 'database', check: () => database.selectFrom('links').select('person').limit(1).execute() },
    {
      name: 'slack',
      async check() {
        if (socket?.isConnected() === false) throw new Error('There is no connection')
        const { client } = bot.app
        await (token === undefined ? client.api.test() : client.auth.test({ token }))
      },
    },
  ]
  const visit: Route = (request, response) => bot.page?.(request, response)
  const receiver = createReceiver({
    signingSecret: way.signingSecret,
    clock,
    log,
    routes: {
      ...healthRoutes({ dependencies, clock }),
      ...way.routes,
      ...(page && { [PAGE_PATH]: inspector?.visited(PAGE_PATH, visit) ?? visit }),
    },
    otherwise: playground?.otherwise,
  })
  const bot = createBot({
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
    reference,
    patienceMs: PATIENCE_MS,
  })
  const { port } = await receiver.start(config.port, config.host)
  parts.defer(async () => {
    await receiver.stop()
    await journal.release()
  })
  parts.defer(async () => socket?.stop())
  await socket?.start()
  // Its first turn is what the last process left behind.
  void bot.settle()
  const settles = setInterval(() => void bot.settle(), SETTLES_MS)
  parts.defer(() => clearInterval(settles))

  const address = `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${port}`
  log.info({ address, service: url, slack: config.slack.kind }, 'Dayshift is running')
  if (!playground) return
  parts.defer(async () => playground.leave())
  process.stdout.write(await playground.begin(address))
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
