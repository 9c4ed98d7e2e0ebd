import type { Logger } from 'pino'
import type { createBot } from '../bot.ts'
import type { PastRecord } from '../journal/record.ts'
import { kept } from '../metrics/kept.ts'
import { createMeters, meterProcess } from '../metrics/meters.ts'
import type { Trust } from '../service/breaker.ts'
import type { openService } from '../service/guarded.ts'
import { createOverload } from '../slack/gate/overload.ts'
import { withoutAddresses } from '../slack/without-addresses.ts'
import { Mistaken, Unfit } from '../unfit.ts'
import type { openWorkspace } from '../workspace.ts'
import { createHealth } from './health.ts'
import { whyOf } from './why.ts'

/** What comes one after the other, while the server answers already. */
export type There = {
  /** Rejects where the database takes nothing that is written. */
  beat?: () => Promise<void>
  way?: Awaited<ReturnType<typeof openWorkspace>>
  bot?: ReturnType<typeof createBot>
  /** Rejects where the service does not answer, where it is somebody else's. */
  reach?: () => Promise<void>
}

/** How long it holds how many changes are open. */
const OPEN_MS = 5000

const TRUSTS: readonly Trust[] = ['closed', 'open', 'half open']

/**
 * What is seen of the bot from outside: whether all that it needs answers, its numbers, and how much there is to do.
 * What watches for that stops with `parts`.
 */
export function observe(
  there: There,
  { now, log }: { now: () => number; log: Logger },
  parts: AsyncDisposableStack,
) {
  const meters = createMeters()
  meterProcess(meters)
  const overload = createOverload()
  parts.defer(overload.watch(meters.delayed))
  meters.gauge('dayshift_requests_in_flight', 'Requests that are worked on.', overload.inFlight)

  const reachSlack = async () => {
    if (there.way?.socket?.isConnected() === false) throw new Unfit('there is no connection')
    await (there.bot?.reach(there.way?.botToken) ?? missing())
  }
  const health = createHealth({
    now,
    changed: (dependency, found) =>
      found.works
        ? log.info({ dependency }, 'in order again')
        : log.warn({ dependency, reason: withoutAddresses(found.error) }, 'out of order'),
    why: whyOf,
    dependencies: [
      { name: 'database', check: async () => there.beat?.() ?? missing() },
      { name: 'slack', check: reachSlack },
      {
        name: 'service',
        check: async () => there.reach?.(),
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

    /** Shows what is open in the journal. */
    seeJournal(record: PastRecord): void {
      const open = kept(record.open, OPEN_MS, now)
      meters.gauge(
        'dayshift_journal_open',
        'Changes that are not done or not told yet, by state.',
        async () => (await open()).map(([state, count]) => [{ state }, count]),
      )
    },

    /** Shows what is asked of the service, and whether it is asked. */
    seeService({ turns, trust }: Pick<ReturnType<typeof openService>, 'turns' | 'trust'>): void {
      meters.gauge('dayshift_service_calls_in_flight', 'Calls to the service under way.', turns.had)
      meters.gauge('dayshift_service_calls_waiting', 'Calls that wait for their turn.', turns.waiting)
      meters.gauge('dayshift_service_breaker', 'Whether the service is asked: the state that is 1.', () =>
        TRUSTS.map(state => [{ state }, state === trust() ? 1 : 0]),
      )
    },

    /** Tells once of each change whether the service is asked. */
    sayTrust(trust: Trust, since: Date | undefined, err: unknown): void {
      if (trust === 'open')
        log.warn({ since, err }, 'the service does not answer, and is not asked for a while')
      else if (trust === 'closed') log.info('the service answers again')
    },
  }
}

const missing = (): Promise<never> => Promise.reject(new Unfit('it is not there yet'))
