import { setTimeout as after } from 'node:timers/promises'
import { LEASE_MS } from '../../../src/changes/change-store.ts'
import { freePort } from '../../port.ts'
import { createRandom } from '../random.ts'
import { openBackends } from './backends.ts'
import { checkDatabase, checkHourglasses } from './checks.ts'
import { type Call, type Fault, openFaultProxy } from './fault-proxy.ts'
import type { PlanState } from './fixtures.ts'
import { type Actor, createIntent, type Intent, isAcknowledged } from './intent.ts'
import { createInteractions } from './interactions.ts'
import { createReplica, type Replica } from './replica.ts'
import { createMatcher, isTakenBySlack, observedReplies } from './replies.ts'
import { scenarios } from './scenarios.ts'
import { createSender, type Target } from './sender.ts'
import { type Report, verify } from './verify.ts'

export type Scale = {
  seed: number
  /** The URL of a PostgreSQL; SQLite without it. */
  place?: string
  replicas: number
  people: number
  /** The number of acknowledged changes after which people stop. */
  changes: number
  /** The longest rest of a person between two changes. */
  restMs: number
  /** The bot's SERVICE_TIMEOUT_MS. */
  timeoutMs: number
}

/** The server behind a proxy. */
export type Side = 'service' | 'slack'

type Options = {
  /** How long Slack waits for an acknowledgement. */
  ackMs?: number
  /** The possible numbers of deliveries of a request. */
  times: readonly number[]
  faults?: Record<Side, () => Fault | undefined>
  onRequest?(): void
  onCall?(side: Side, call: Call): void
  onDone?(side: Side, call: Call): void
}

const POLL_MS = 100
const LONGEST_MS = 20 * 60_000
/** After this time without calls, all remaining work waits for leases to expire. */
const QUIET_MS = 1500
/**
 * Clocks advance by less than a lease: replicas notice it one after the other, and a lease that one of them
 * takes in between must not seem expired to the others. Each checks its clock within `RECOVERY_MS`.
 */
const SKIP_MS = LEASE_MS - 5000
/** The bot may cache reads of the service for this long, and miss what was just prepared there. */
const READ_AGE_MS = 1000
const RECOVERY_MS = 5500

const NO_FAULTS = { service: () => undefined, slack: () => undefined }

/**
 * Starts replicas of the bot as processes, between a Slack and a service behind fault proxies, and people who
 * request changes in every way.
 */
export async function openHarness(
  scale: Scale,
  { times, ackMs = 3000, faults = NO_FAULTS, onRequest, onCall, onDone }: Options,
) {
  const { seed, timeoutMs } = scale
  const intents = new Map<number, Intent>()
  const replicas: Replica[] = []
  let targets: readonly Target[] = replicas
  const matcher = createMatcher()
  const sender = createSender({
    targets: () => targets,
    random: createRandom(seed + 1),
    times,
    ackMs,
    signingSecret: () => backends.slack.signingSecret,
    intents,
    slackUrl: () => backends.api.replace('/api/', ''),
    proxyUrl: replica => slackProxy.urlOf(replica),
    onRequest: () => onRequest?.(),
    learn: matcher.learn,
  })
  const backends = await openBackends({ people: scale.people, place: scale.place, carrier: sender })
  backends.slack.connect('http://dayshift.test/slack/events')
  const proxyOptions = (side: Side) => ({
    fault: faults[side],
    onCall: (call: Call) => onCall?.(side, call),
    onDone: (call: Call) => onDone?.(side, call),
    lateMs: timeoutMs * 1.5,
  })
  const serviceProxy = await openFaultProxy({
    ...proxyOptions('service'),
    target: backends.service,
    isDone: ({ status, body }) => status === 200 && body !== '',
  })
  const slackProxy = await openFaultProxy({
    ...proxyOptions('slack'),
    target: backends.api,
    isDone: isTakenBySlack,
  })
  for (let index = 0; index < scale.replicas; index++) {
    const environment = {
      ...backends.environment,
      SERVICE_URL: serviceProxy.urlOf(index),
      SLACK_API_URL: `${slackProxy.urlOf(index)}/api`,
      SERVICE_TIMEOUT_MS: String(timeoutMs),
    }
    replicas.push(createReplica({ index, port: await freePort(), folder: backends.folder, environment }))
  }
  for (const replica of replicas) replica.start()

  let isOver = false
  const interactions = createInteractions({
    slack: backends.slack,
    api: backends.api,
    isOver: () => isOver,
    isUp: () => replicas.some(({ isUp }) => isUp()),
  })
  const random = createRandom(seed + 3)
  let acknowledged = 0

  async function act(actor: Actor, continues: () => boolean): Promise<void> {
    const { id } = actor.organization
    const colleagues = backends.actors.filter(each => each !== actor && each.organization.id === id)
    while (continues() && !isOver) {
      const intent = createIntent(intents.size, random.pick(scenarios), actor, random.pick(colleagues))
      intents.set(intent.id, intent)
      backends.slack.workspace.channels.push({ id: intent.channel, name: intent.channel.toLowerCase() })
      await intent.scenario.prepare(intent, backends.fixtures)
      await after(READ_AGE_MS + random.below(scale.restMs))
      await intent.scenario.perform(intent, interactions)
      if (intent.attempts.some(isAcknowledged)) acknowledged += 1
    }
  }

  const changes = () => backends.database.selectFrom('changes').where('state', '<>', 'scheduled')
  const openChanges = () =>
    changes().select('id').where('due_at', 'is not', null).where('delivered_at', 'is', null).execute()
  const isQuiet = () => serviceProxy.inFlight() + slackProxy.inFlight() + sender.inFlight() === 0

  return {
    replicas,
    sender,
    /** Sends all further Slack requests to these targets. */
    routeTo: (to: readonly Target[]) => {
      targets = to
    },
    /** Lets all people request changes until enough are acknowledged and `isMore` is false. */
    run: (isMore: () => boolean = () => false) =>
      Promise.all(backends.actors.map(actor => act(actor, () => acknowledged < scale.changes || isMore()))),

    /** Waits until every change is delivered; `hurried` advances the clocks while only leases block. */
    async settle(hurried = false): Promise<void> {
      const until = performance.now() + LONGEST_MS
      let quietSince = performance.now()
      while ((await openChanges()).length > 0 && performance.now() < until) {
        await after(POLL_MS)
        if (!isQuiet()) quietSince = Math.max(quietSince, performance.now())
        if (!hurried || performance.now() - quietSince < QUIET_MS) continue
        for (const replica of replicas) replica.advanceClock(SKIP_MS)
        quietSince = performance.now() + RECOVERY_MS - QUIET_MS
      }
    },

    /** Stops the replicas, and verifies all guarantees. */
    async verify(): Promise<Report> {
      isOver = true
      const codes = await Promise.all(replicas.map(replica => replica.end()))
      const rows = await changes().selectAll().execute()
      const plansByOrganization = new Map<string, PlanState[]>()
      for (const actor of backends.actors)
        if (!plansByOrganization.has(actor.organization.id))
          plansByOrganization.set(actor.organization.id, await backends.fixtures.plansOf(actor))
      const replies = observedReplies({ intents, calls: slackProxy.calls, replicas, matcher })
      const all = [...intents.values()]
      const report = verify({ intents: all, rows, replies, plansByOrganization, calls: serviceProxy.calls })
      return {
        problems: [
          ...report.problems,
          ...replicas.flatMap(replica => replica.problems),
          ...codes.filter(code => code !== 0).map(code => `a replica ended with ${code}`),
          ...(backends.file ? checkDatabase(backends.file) : []),
          ...checkHourglasses(backends.slack.workspace.all(), all, replies),
        ],
        counts: {
          ...report.counts,
          'calls to the service': serviceProxy.calls.length,
          'of these failed': serviceProxy.calls.filter(({ fault }) => fault).length,
          'calls to Slack': slackProxy.calls.length,
          'of those failed': slackProxy.calls.filter(({ fault }) => fault).length,
        },
      }
    },

    async close(): Promise<void> {
      isOver = true
      await Promise.all(replicas.map(replica => replica.end('SIGKILL')))
      await sender.close()
      await Promise.all([serviceProxy.close(), slackProxy.close()])
      await backends.close()
    },
  }
}
