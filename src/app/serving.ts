import { isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { atPortOf } from '../config/ports.ts'
import type { openPlayground } from '../playground/local/local.ts'
import type { Entrance } from '../slack/transport/dispatch.ts'
import { createGate } from '../slack/transport/load-shedding.ts'
import { createReceiver } from '../slack/transport/receiver.ts'
import { kindOf } from '../slack/transport/request-kinds.ts'
import { sayBusy, sayNotYet } from '../web/pages/not-yet.ts'
import { PAGE_PATH } from '../web/pages/waiting.ts'
import type { Route, Routes } from '../web/routing.ts'
import type { createBot } from './bot.ts'
import { openFilesAllowed, sharesOf } from './open-files.ts'
import type { createRequests } from './requests.ts'
import type { observe } from './telemetry.ts'
import type { Reception, SlackWay } from './workspace.ts'

type Deps = {
  config: Pick<Config, 'port' | 'host' | 'publicUrl'>
  observed: Pick<ReturnType<typeof observe>, 'health' | 'meters' | 'overload'>
  requests: Pick<ReturnType<typeof createRequests>, 'within'>
  clock: () => Date
  now: () => number
  log: Logger
}

type Receiver = ReturnType<typeof createReceiver>

/** The bot, as far as whoever comes over HTTP knows it. */
type Answering = Pick<ReturnType<typeof createBot>, 'tell' | 'canTell' | 'page'>

type Playground = Pick<Awaited<ReturnType<typeof openPlayground>>, 'inspector' | 'otherwise'>

/**
 * What serves: how Slack's requests are let in, whichever way they come, and the one server, which also has the private
 * page and what an orchestrator asks, until `parts` stop.
 */
export function createServing(
  { config, observed, requests, clock, now, log }: Deps,
  parts: AsyncDisposableStack,
) {
  let bot: Answering | undefined
  let pages: Routes = {}
  let serving: Promise<{ receiver: Receiver; address: string }> | undefined
  const { health, meters, overload } = observed
  const openFiles = openFilesAllowed()
  const { isFew, sockets, mostConnections } = sharesOf(openFiles)
  if (isFew)
    log.warn(
      { openFiles },
      'few files may be open at a time, and so few connections: `ulimit -n 1024` lets more',
    )

  const entrance: Entrance = {
    within: requests.within,
    gate: createGate({
      overload,
      now,
      tell: (...told) => bot?.tell(...told),
      canTell: () => bot?.canTell() ?? false,
      count: meters.turnedAway,
    }),
    handled: (body, ms, ackMs) => meters.handled(kindOf(body), ms, ackMs),
  }
  /** A page that anybody may ask for, as long as there is room. */
  const roomFor =
    (route: Route): Route =>
    async (request, response) => {
      const done = overload.enter()
      if (!done) return sayBusy(request, response)
      try {
        await route(request, response)
      } finally {
        done()
      }
    }

  /** A page of which nobody knows before the bot is there. */
  const soon = (find: () => Route | undefined): Route =>
    roomFor((request, response) => (find() ?? sayNotYet)(request, response))

  const visit = soon(() => bot?.page)

  async function listen({ signingSecret, pages: promised = [] }: Reception, playground?: Playground) {
    const receiver = createReceiver({
      ...entrance,
      ...{ sockets, mostConnections },
      signingSecret,
      clock,
      now,
      log,
      routes: {
        ...health.routes,
        ...Object.fromEntries(promised.map(path => [path, soon(() => pages[path])])),
        'GET /metrics': meters.route,
        ...(config.publicUrl && { [PAGE_PATH]: playground?.inspector.visited(PAGE_PATH, visit) ?? visit }),
      },
      otherwise: playground?.otherwise,
      refused: meters.refused,
    })
    const { port } = await atPortOf('PORT', receiver.start(config.port, config.host))
    parts.defer(() => receiver.stop())
    return { receiver, address: `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${port}` }
  }

  return {
    entrance,

    /** Listens, unless it does already. Whoever comes before the bot is told that it is just starting. */
    serve(reception: Reception, playground?: Playground) {
      serving ??= listen(reception, playground)
      return serving
    },

    /** From now on the bot answers, and the pages of its way into Slack. */
    open(answering: Answering, { routes = {} }: Pick<SlackWay, 'routes'>): void {
      bot = answering
      pages = routes
    },
  }
}
