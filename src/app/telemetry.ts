import type { Logger } from 'pino'
import type { PastRecord } from '../changes/record.ts'
import type { Config } from '../config/config.ts'
import { Mistaken, Unfit } from '../core/unavailable.ts'
import type { openService } from '../service/open-service.ts'
import type { BreakerState } from '../service/resilience.ts'
import { createOverload } from '../slack/transport/overload.ts'
import { withoutAddresses } from '../slack/without-addresses.ts'
import { kept } from '../web/metrics/kept.ts'
import { createMeters, meterProcess } from '../web/metrics/meters.ts'
import type { createBot } from './bot.ts'
import { createHealth } from './health.ts'
import { whyOf } from './reason.ts'
import type { SlackWay } from './workspace.ts'

type Service = Pick<ReturnType<typeof openService>, 'inFlight' | 'queued' | 'state' | 'reach'>

/** How long it holds how many changes are open. */
const OPEN_MS = 5000

const BREAKER_STATES: readonly BreakerState[] = ['closed', 'open', 'half open']

/**
 * What is seen of the bot from outside: whether all that it needs answers, its numbers, and how much there is to do.
 * What watches for that stops with `parts`.
 */
export function observe({ now, log }: { now: () => number; log: Logger }, parts: AsyncDisposableStack) {
  const meters = createMeters()
  meterProcess(meters)
  const overload = createOverload()
  parts.defer(overload.watch(meters.delayed))
  meters.gauge('dayshift_requests_in_flight', 'Requests that are worked on.', overload.inFlight)

  /** What the bot needs comes one after the other, while its server answers already; the service may be its own. */
  const checks: Record<'database' | 'slack' | 'service', () => Promise<void>> = {
    database: missing,
    slack: missing,
    service: async () => {},
  }
  const health = createHealth({
    now,
    changed: (dependency, found) =>
      found.works
        ? log.info({ dependency }, 'in order again')
        : log.warn({ dependency, reason: withoutAddresses(found.error) }, 'out of order'),
    why: whyOf,
    dependencies: [
      { name: 'database', check: () => checks.database() },
      { name: 'slack', check: () => checks.slack() },
      {
        name: 'service',
        check: () => checks.service(),
        // While it is down people are told so; a bot that was never right about where it is should take no other's place.
        spares: (error, worked) => worked || !(error instanceof Mistaken),
      },
    ],
  })
  meters.gauge('dayshift_dependency_up', 'Whether what the bot needs is in order.', async () =>
    (await health.inOrder()).map(([dependency, is]) => [{ dependency }, is ? 1 : 0]),
  )

  return {
    meters,
    overload,
    health,

    /** Looks at the database from now on: `beat` rejects where it takes nothing that is written. */
    seeDatabase(beat: () => Promise<void>): void {
      checks.database = beat
    },

    /** Looks at Slack from now on. */
    seeSlack({ socket, botToken }: SlackWay, { reach }: Pick<ReturnType<typeof createBot>, 'reach'>): void {
      checks.slack = async () => {
        if (socket?.isConnected() === false) throw new Unfit('there is no connection')
        await reach(botToken)
      }
    },

    /** Shows what is open in the journal. */
    seeJournal(record: PastRecord): void {
      const open = kept(record.open, OPEN_MS, now)
      meters.gauge(
        'dayshift_journal_open',
        'Changes that are not done or not told yet, by state.',
        async () => (await open()).map(([state, count]) => [{ state }, count]),
      )
    },

    /** Shows what is asked of the service, and whether it is asked; looks at it too, where it is somebody else's. */
    seeService({ inFlight, queued, state, reach }: Service, kind: Config['service']['kind']): void {
      if (kind === 'remote') checks.service = reach
      meters.gauge('dayshift_service_calls_in_flight', 'Calls to the service under way.', inFlight)
      meters.gauge('dayshift_service_calls_waiting', 'Calls that wait for their turn.', queued)
      meters.gauge('dayshift_service_breaker', 'Whether the service is asked: the state that is 1.', () =>
        BREAKER_STATES.map(each => [{ state: each }, each === state() ? 1 : 0]),
      )
    },

    /** Hears what becomes of the calls to the service: tells once of each change whether it is asked. */
    ofService: {
      ended: meters.called,
      changed(state, since, err) {
        if (state === 'open')
          log.warn({ since, err }, 'the service does not answer, and is not asked for a while')
        else if (state === 'closed') log.info('the service answers again')
      },
      leftOut: (endpoint, places) =>
        log.warn(
          { endpoint, places },
          'something in the answers of the service cannot be read, and is left out',
        ),
    } satisfies Partial<Parameters<typeof openService>[0]>,
  }
}

const missing = (): Promise<never> => Promise.reject(new Unfit('it is not there yet'))
