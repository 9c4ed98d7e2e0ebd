import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { createBot } from './bot.ts'
import type { Config } from './config.ts'
import { createBeat } from './database/beat.ts'
import { openDatabase } from './database/database.ts'
import { reasonOf } from './database/dialects/opened.ts'
import { isPostgres } from './database/dialects/place.ts'
import { createOpenings } from './homes/store.ts'
import { STOP_GRACE_MS, withinGrace } from './http/grace.ts'
import { createJournal } from './journal/store.ts'
import { createLinks } from './links/store.ts'
import { operations } from './operations.ts'
import { compareClocks } from './process/clocks.ts'
import { createLog } from './process/log.ts'
import { observe, type There } from './process/observed.ts'
import { createRequests } from './process/requests.ts'
import { createServing } from './process/serving.ts'
import { embed, play } from './process/stand-ins.ts'
import { endAfter, survive } from './process/stray.ts'
import { untilNothing, waitFor } from './process/waiting.ts'
import { localKey } from './sealing/keys.ts'
import { createSealer } from './sealing/seal.ts'
import { openService } from './service/guarded.ts'
import { SETTLES_MS } from './settler.ts'
import { createSlackHttp } from './slack/delivery/http.ts'
import { createTickets } from './tickets/store.ts'
import { typedSecrets } from './typed-secrets.ts'
import { openWorkspace, receptionOf } from './workspace.ts'

/** A slash command that is not acknowledged within 3 s fails in front of the person. */
const PATIENCE_MS = 2000

const clock = () => new Date()
const now = () => performance.now()
/** The last part of a random UUID is random throughout, and Node has its randomness at hand. */
const reference = () => randomUUID().slice(-12)

/**
 * Starts all that the configuration asks for; disposing of `parts` stops it in reverse order. What is out of reach for the
 * time being is waited for until the signal aborts, and the bot serves meanwhile, and says that it is not ready.
 * Rejects where a part cannot be had: a port in use, a database that does not open.
 */
export async function start(config: Config, parts: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const requests = createRequests({ reference, limitMs: config.requestTimeoutMs, now })
  const log = createLog(config.logLevel, undefined, requests.mark)
  parts.defer(survive(log))
  const { unused } = config
  if (unused.length > 0) log.warn({ unused }, 'variables are set that this does not use')
  const there: There = {}
  const observed = observe(there, { now, log }, parts)
  const { meters, health } = observed
  const { entrance, serve } = createServing({ config, there, observed, requests, clock, now, log }, parts)

  const { slack: workspace } = config
  const reception = (to: Parameters<typeof receptionOf>[0]) => receptionOf(to, () => there.way)
  const heard = {
    failed: (error: unknown) => endAfter(error, log),
    newer: (migrations: string[]) =>
      log.warn({ migrations }, 'the tables are of a newer version than this, which leaves them as they are'),
  }
  let served: Awaited<ReturnType<typeof serve>> | undefined
  const database = await waitFor(() => openDatabase(config.database.place, heard), {
    signal,
    waits: async error => {
      log.warn({ dependency: 'database', reason: reasonOf(error) }, 'does not answer, and is waited for')
      if (workspace.kind !== 'playground') served = await serve(await reception(workspace))
    },
  })
  parts.defer(() => database.destroy())
  there.beat = await createBeat({ database, place: config.database.place, clock })
  if (isPostgres(config.database.place)) await compareClocks(database, { clock, log })
  const keys = config.encryptionKeys ?? [await localKey(config.database.folder)]
  const sealer = createSealer(keys)
  const links = createLinks({ database, sealer, clock })
  parts.defer(links.watch())
  const journal = createJournal({ database, sealer, clock, owner: randomUUID() })
  observed.seeJournal(journal.record)
  const { publicUrl, proxies } = config
  const page = publicUrl ? { publicUrl, tickets: createTickets({ database, sealer, clock }) } : undefined

  const { url, embedded } =
    config.service.kind === 'remote'
      ? { ...config.service, embedded: undefined }
      : await embed(config, { clock, log }, parts)
  const { slack, playground } =
    workspace.kind === 'playground'
      ? await play({ clock, database, links, embedded, typedSecrets: typedSecrets(operations) }, log, parts)
      : { slack: workspace, playground: undefined }
  if (embedded && !playground)
    log.warn(
      'there is no SERVICE_URL: people act in a made-up organization, of a service that runs in this process',
    )
  const inspector = playground?.inspector

  const { service, reach, turns, trust, close } = openService({
    url,
    timeoutMs: config.serviceTimeoutMs,
    remainingMs: requests.remainingMs,
    clock,
    now,
    watch: inspector?.out.service,
    proxies,
    changed: observed.sayTrust,
    ended: meters.called,
    leftOut: (endpoint, places) =>
      log.warn(
        { endpoint, places },
        'something in the answers of the service cannot be read, and is left out',
      ),
  })
  parts.defer(close)
  if (!embedded) there.reach = reach
  observed.seeService({ turns, trust })
  const http = createSlackHttp({ watch: inspector?.out.Slack, proxies, failed: meters.slackFailed })
  parts.defer(http.close)
  const way = await openWorkspace(slack, { publicUrl, http, proxies, database, sealer, clock, log, entrance })
  const { socket } = way
  there.way = way
  const { receiver, address } = served ?? (await serve(await reception(slack), playground))
  const bot = createBot({
    receiver: {
      ...receiver,
      init(app) {
        receiver.init(playground?.watched(app) ?? app)
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
    afresh: requests.afresh,
    answered: meters.answered,
    patienceMs: PATIENCE_MS,
  })
  there.bot = bot
  // While the rest is finished its leases are renewed.
  const settles = setInterval(() => void bot.settle(), SETTLES_MS)
  parts.defer(() => clearInterval(settles))
  parts.defer(async () => {
    const settled = withinGrace(bot.stopSettling(), STOP_GRACE_MS, log)
    await Promise.all([receiver.stop(), socket?.stop(), settled])
    await journal
      .release()
      .catch(error => log.warn({ err: error }, 'what is left is not handed over: its leases run out'))
  })
  await socket?.start()
  // Its first turn is what the last process left behind.
  void bot.settle()
  void untilNothing(health.lacking, signal)

  // Before anything stops: a proxy hears of it first, and sends nobody here any more.
  parts.defer(health.leave)
  log.info({ address, service: url, slack: workspace.kind }, 'Dayshift is running')
  if (!playground) return
  parts.defer(async () => playground.leave())
  process.stdout.write(await playground.begin(address))
}
