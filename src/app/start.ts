import { randomUUID } from 'node:crypto'
import process from 'node:process'
import type { Logger } from 'pino'
import { RECOVERY_MS } from '../changes/recovery.ts'
import type { ChangeStore } from '../changes/store.ts'
import type { Config } from '../config/config.ts'
import { openService } from '../service/open-service.ts'
import { createSlackHttp } from '../slack/delivery/http.ts'
import { STOP_GRACE_MS, withinGrace } from '../web/grace.ts'
import { createBot } from './bot.ts'
import { standIn } from './embedded.ts'
import { createLog } from './log.ts'
import { createRequests } from './requests.ts'
import { createServing } from './serving.ts'
import { openStores } from './stores.ts'
import { observe } from './telemetry.ts'
import { survive } from './unhandled-errors.ts'
import { untilNothing } from './waiting.ts'
import { openWorkspace, receptionOf } from './workspace.ts'

/** A slash command that is not acknowledged within 3 s fails in front of the person. */
const ACK_WITHIN_MS = 2000

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
  const { publicUrl, proxies, unused } = config
  if (unused.length > 0) log.warn({ unused }, 'variables are set that this does not use')
  const observed = observe({ now, log }, parts)
  const { health, meters } = observed
  const serving = createServing({ config, observed, requests, clock, now, log }, parts)

  const waits = async () => {
    if (config.slack.kind !== 'playground') await serving.serve(receptionOf(config.slack))
  }
  const stores = await openStores(config, { clock, log, signal, waits }, parts)
  const { database, sealer, links, changes, history, openings, tickets } = stores
  observed.seeDatabase(stores.check)
  observed.seeChanges(history)

  const { url, slack, playground } = await standIn(config, { clock, log, database, links }, parts)
  const watch = playground?.inspector.out
  const toService = openService({
    ...observed.ofService,
    ...{ url, clock, now, proxies },
    timeoutMs: config.serviceTimeoutMs,
    remainingMs: requests.remainingMs,
    watch: watch?.service,
  })
  parts.defer(toService.close)
  observed.seeService(toService, config.service.kind)
  const http = createSlackHttp({ watch: watch?.Slack, proxies, failed: meters.slackFailed })
  parts.defer(http.close)
  const { entrance } = serving
  const workspace = await openWorkspace(slack, {
    ...{ publicUrl, http, proxies, database, sealer, clock, log, entrance },
  })
  const { socket, tokenOf, forget } = workspace
  const { receiver, address } = await serving.serve(receptionOf(slack), playground)
  const bot = createBot({
    receiver: {
      ...receiver,
      init(app) {
        receiver.init(playground?.watched(app) ?? app)
        socket?.init(app)
      },
    },
    slack: { tokenOf, apiUrl: slack.apiUrl },
    service: toService.service,
    kinds: config.credentialKinds,
    page: publicUrl ? { publicUrl, tickets } : undefined,
    ...{ forget, http, links, store: changes, history, openings, clock, log },
    reference: requests.ref,
    withFreshDeadline: requests.afresh,
    onAnswer: meters.answered,
    ackWithinMs: ACK_WITHIN_MS,
  })
  serving.open(bot, workspace)
  observed.seeSlack(workspace, bot)
  stopInOrder({ bot, receivers: [receiver, socket], changes, log }, parts)
  await socket?.start()
  // Its first turn is what the last process left behind.
  void bot.recover()
  void untilNothing(health.lacking, signal)

  // Before anything stops: a proxy hears of it first, and sends nobody here any more.
  parts.defer(health.leave)
  log.info({ address, service: url, slack: config.slack.kind }, 'Dayshift is running')
  if (!playground) return
  parts.defer(async () => playground.leave())
  process.stdout.write(await playground.begin(address))
}

type Stopping = {
  bot: Pick<ReturnType<typeof createBot>, 'recover' | 'stopRecovery'>
  receivers: readonly ({ stop(): Promise<unknown> } | undefined)[]
  changes: ChangeStore
  log: Logger
}

/**
 * Settles what is left behind again and again until `parts` stop; then what is under way is finished, while its leases are
 * still renewed, and what is left goes to others.
 */
function stopInOrder({ bot, receivers, changes, log }: Stopping, parts: AsyncDisposableStack): void {
  const settles = setInterval(() => void bot.recover(), RECOVERY_MS)
  parts.defer(() => clearInterval(settles))
  parts.defer(async () => {
    const settled = withinGrace(bot.stopRecovery(), STOP_GRACE_MS, log)
    await Promise.all([...receivers.map(receiver => receiver?.stop()), settled])
    await changes
      .release()
      .catch(error => log.warn({ err: error }, 'what is left is not handed over: its leases run out'))
  })
}
