import { isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { observe, There } from './observed.ts'
import { sayNotYet } from './page/not-yet.ts'
import { PAGE_PATH } from './page/waiting.ts'
import type { openPlayground } from './playground/local/local.ts'
import type { createRequests } from './requests.ts'
import { createGate } from './slack/gate.ts'
import { kindOf } from './slack/kinds.ts'
import { createReceiver } from './slack/receiver.ts'
import type { Route } from './slack/routing.ts'
import type { Reception } from './workspace.ts'

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

/** What serves, and until `parts` stop: Slack's requests, the private page, and what an orchestrator asks. */
export function createServing(
  { config, there, observed, requests, clock, now, log }: Deps,
  parts: AsyncDisposableStack,
) {
  const { health, meters, overload } = observed

  const visit: Route = (request, response) =>
    there.bot?.page ? there.bot.page(request, response) : sayNotYet(response)

  /** Listens from now on; what comes before there is an app is told so. */
  return async ({ signingSecret, routes }: Reception, playground?: Playground) => {
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
}
