import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import process from 'node:process'
import { RECOVERY_MS } from '../changes/recovery.ts'
import { atPortOf, type Config } from '../config/config.ts'
import { openService } from '../service/open-service.ts'
import { BREAKER_STATES } from '../service/resilience.ts'
import { createSlackHttp } from '../slack/delivery/slack-http.ts'
import { createReceiver } from '../slack/transport/http-receiver.ts'
import { createBusyCheck, createLoadShedding } from '../slack/transport/load-shedding.ts'
import { type Body, kindOf } from '../slack/transport/request-kinds.ts'
import { createSocketReceiver } from '../slack/transport/socket-receiver.ts'
import { createMetrics } from '../web/metrics.ts'
import { createWebServer, STOP_GRACE_MS, withinGrace } from '../web/web-server.ts'
import { createBot } from './bot.ts'
import { openBackends, openStores, openWorkspace } from './dependencies.ts'
import { createHealth } from './health.ts'
import { createLog, createRequests, logUnhandledErrors } from './log.ts'

const clock = () => new Date()
const now = () => performance.now()

/** Starts the program of a configuration. Disposing of `parts` stops it, in reverse order. */
export async function start(config: Config, parts: AsyncDisposableStack): Promise<void> {
  const { publicUrl } = config
  // The last part of a random UUID is random throughout.
  const requests = createRequests(() => randomUUID().slice(-12))
  const log = createLog(config.logLevel, undefined, requests.logFields)
  parts.defer(logUnhandledErrors(log))
  if (config.unused.length > 0) log.warn({ unused: config.unused }, 'variables are set that are not used')
  const metrics = createMetrics()

  // Dependencies
  const stores = await openStores(config, { clock }, parts)
  const { database, entries, links, history } = stores
  const { url, slack, playground } = await openBackends(config, { clock, log, database, links }, parts)
  const watch = playground?.inspector.interceptors
  const service = openService({
    url,
    clock,
    now,
    onStateChange(state, since, err) {
      if (state === 'open')
        log.warn({ since, err }, 'the service does not answer, and is not asked for a while')
      else if (state === 'closed') log.info('the service answers again')
    },
    onUnreadable: (endpoint, places) =>
      log.warn(
        { endpoint, places },
        'something in the answers of the service cannot be read, and is left out',
      ),
    onAttemptEnd: metrics.countCall,
    timeoutMs: config.serviceTimeoutMs,
    watch: watch?.service,
  })
  parts.defer(service.close)
  const http = createSlackHttp({
    apiUrl: slack.apiUrl,
    interceptor: watch?.Slack,
    onFailure: metrics.countSlackError,
  })
  parts.defer(http.close)
  const workspace = await openWorkspace(slack, { publicUrl, http, entries, clock, log })

  const { openUrl } = workspace
  // In Socket Mode, PUBLIC_URL may be reachable only from the bot's own network.
  let picturesAt = openUrl ? undefined : publicUrl

  // Handlers and server
  const bot = createBot({
    slack: { tokenOf: workspace.tokenOf, apiUrl: slack.apiUrl },
    service,
    kinds: config.credentialKinds,
    pauseMeans: config.pauseMeans,
    publicUrl,
    pictures: { address: () => picturesAt, sealer: stores.sealer },
    http,
    ...stores,
    clock,
    log,
    reference: requests.reference,
    onAnswer: metrics.countAnswer,
  })
  const loadShedding = createLoadShedding({ isBusy: createBusyCheck(), onReject: metrics.countRejection })
  const dispatching = {
    loadShedding,
    log,
    run: requests.run,
    onHandled: (body: Body, ms: number, ackMs?: number) => metrics.countHandled(kindOf(body), ms, ackMs),
  }
  const socket = openUrl && createSocketReceiver({ ...dispatching, openUrl })
  const health = createHealth({
    dependencies: [
      { name: 'database', check: stores.check },
      {
        name: 'slack',
        async check() {
          if (socket?.isConnected() === false) throw new Error('no WebSocket is open')
          await bot.checkSlack(workspace.botToken)
        },
      },
      {
        name: 'service',
        isOptional: true,
        check: async () => config.service.kind === 'remote' && (await service.reach()),
      },
    ],
    now,
    onChange: (dependency, isDown, error) =>
      isDown
        ? log.warn({ dependency, reason: error }, 'out of order')
        : log.info({ dependency }, 'in order again'),
  })
  /** Plays the opening scene before the page and the terminal are used. */
  const scenePlayed = Promise.withResolvers<void>()
  const { 'GET /readyz': readyz, ...probes } = health.routes
  const forOperators = { 'GET /readyz': readyz, 'GET /metrics': metrics.route }
  const hasMetricsPort = config.metricsPort !== undefined
  const receiver = createReceiver({
    ...dispatching,
    clock,
    signingSecret: workspace.signingSecret,
    onRefused: metrics.countRefusal,
    routes: { ...probes, ...bot.routes, ...workspace.routes, ...(!hasMetricsPort && forOperators) },
    otherwise:
      playground &&
      (async (request, response) => {
        await scenePlayed.promise
        playground.otherwise(request, response)
      }),
    isAllowed: playground?.isAllowed,
  })
  bot.listenTo({
    ...receiver,
    init(app) {
      receiver.init(playground?.watch(app) ?? app)
      socket?.init(app)
    },
  })
  addGauges()

  // Stops in reverse order
  const recovery = setInterval(() => void bot.recover(), RECOVERY_MS)
  parts.defer(() => clearInterval(recovery))
  parts.defer(stop)
  const { port } = await atPortOf('PORT', receiver.start(config.port, config.host))
  if (hasMetricsPort) {
    const server = createWebServer({ routes: forOperators, log })
    await atPortOf('METRICS_PORT', server.start(config.metricsPort ?? 0, config.host))
    parts.defer(server.stop)
  }
  void bot.recover()
  await socket?.start()
  void health.working()
  parts.defer(health.leave)
  const address = `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${port}`
  log.info({ address, service: url, slack: config.slack.kind }, 'Dayshift is running')
  if (!playground) return
  picturesAt ??= address
  parts.defer(async () => playground.closeStreams())
  const welcome = await playground.start(address)
  await playground.playDemo()
  scenePlayed.resolve()
  process.stdout.write(welcome)

  /** Finishes requests in flight while their leases are renewed, and leaves the rest to other processes. */
  async function stop(): Promise<void> {
    const recovered = withinGrace(bot.stopRecovery(), STOP_GRACE_MS, log)
    await Promise.all([receiver.stop(), socket?.stop(), recovered])
  }

  function addGauges(): void {
    const { gauge } = metrics
    gauge('dayshift_requests_in_flight', 'Requests in flight.', [], loadShedding.inFlight)
    gauge('dayshift_dependency_up', 'Whether a dependency works.', ['dependency'], async () =>
      (await health.working()).map(([dependency, works]) => [{ dependency }, works ? 1 : 0]),
    )
    gauge('dayshift_changes_open', 'Changes that are not done or not told yet.', ['state'], async () =>
      (await history.openCounts()).map(([state, count]) => [{ state }, count]),
    )
    gauge('dayshift_service_calls_in_flight', 'Calls to the service in flight.', [], service.inFlight)
    gauge('dayshift_service_calls_waiting', 'Calls to the service that wait.', [], service.queued)
    gauge('dayshift_service_breaker', 'The state of the breaker, which is 1.', ['state'], () =>
      BREAKER_STATES.map(state => [{ state }, state === service.state() ? 1 : 0]),
    )
  }
}
