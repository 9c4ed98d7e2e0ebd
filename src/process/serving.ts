import { isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import { atPortOf, type Config } from '../config.ts'
import type { Route } from '../http/routing.ts'
import { sayBusy, sayNotYet } from '../page/not-yet.ts'
import { PAGE_PATH } from '../page/waiting.ts'
import type { openPlayground } from '../playground/local/local.ts'
import { createGate } from '../slack/gate/gate.ts'
import { kindOf } from '../slack/gate/kinds.ts'
import type { Entrance } from '../slack/receiving/hand-over.ts'
import { createReceiver } from '../slack/receiving/receiver.ts'
import type { Reception } from '../workspace.ts'
import type { observe, There } from './observed.ts'
import { openFilesAllowed, sharesOf } from './open-files.ts'
import type { createRequests } from './requests.ts'

type Deps = {
  config: Pick<Config, 'port' | 'host' | 'publicUrl'>
  there: Pick<There, 'bot'>
  observed: Pick<ReturnType<typeof observe>, 'health' | 'meters' | 'overload'>
  requests: Pick<ReturnType<typeof createRequests>, 'within'>
  clock: () => Date
  now: () => number
  log: Logger
}

type Playground = Pick<Awaited<ReturnType<typeof openPlayground>>, 'inspector' | 'otherwise'>

/**
 * What serves: how Slack's requests are let in, whichever way they come, and the one server, which also has the private
 * page and what an orchestrator asks, until `parts` stop.
 */
export function createServing(
  { config, there, observed, requests, clock, now, log }: Deps,
  parts: AsyncDisposableStack,
) {
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
      tell: (...told) => there.bot?.tell(...told),
      canTell: () => there.bot?.canTell() ?? false,
      count: meters.turnedAway,
    }),
    handled: (body, ms, ackMs) => meters.handled(kindOf(body), ms, ackMs),
  }
  /** A page that anybody may ask for, as long as there is room. */
  const roomFor =
    (route: Route): Route =>
    async (request, response) => {
      const done = overload.enter()
      if (!done) return sayBusy(response)
      try {
        await route(request, response)
      } finally {
        done()
      }
    }

  const visit = roomFor((request, response) =>
    there.bot?.page ? there.bot.page(request, response) : sayNotYet(response),
  )

  /** Listens from now on; what comes before there is an app is told so. */
  async function serve({ signingSecret, routes = {} }: Reception, playground?: Playground) {
    const receiver = createReceiver({
      ...entrance,
      ...{ sockets, mostConnections },
      signingSecret,
      clock,
      now,
      log,
      routes: {
        ...health.routes,
        ...Object.fromEntries(Object.entries(routes).map(([path, route]) => [path, roomFor(route)])),
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

  return { entrance, serve }
}
