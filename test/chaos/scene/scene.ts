import { setTimeout as after } from 'node:timers/promises'
import { LEASE_MS } from '../../../src/changes/leases.ts'
import { freePort } from '../../port.ts'
import { createDice } from '../dice.ts'
import { type Carried, createCarrier } from './carrier.ts'
import type { Standing } from './deed.ts'
import { deeds } from './deeds.ts'
import { type Call, type Fault, openFront } from './front.ts'
import { type Reckoning, reckon } from './reckoning.ts'
import { createReplica, type Replica } from './replica.ts'
import { auditOf, hourglasses, soundness } from './soundness.ts'
import { createFinder, isTakenBySlack, tellingsOf } from './tellings.ts'
import { createWays } from './ways.ts'
import { isTaken, type Wish, wishOf } from './wish.ts'
import { openWorld } from './world.ts'

/** How much of everything. */
export type Scale = {
  seed: number
  /** Where the replicas keep what they know; a file of their own where it is left out. */
  place?: string
  replicas: number
  people: number
  /** So many changes are asked for that are surely taken. */
  changes: number
  /** How long somebody does something else in between, at most. */
  restMs: number
  /** How long the service may take, as the bot is told. */
  timeoutMs: number
}

type Options = {
  /** How long Slack waits for an answer. */
  ackMs?: number
  /** How often a request is delivered. */
  times: readonly number[]
  faults?: { service(): Fault | undefined; slack(): Fault | undefined }
  /** Hears of each request, and of the calls to Slack or to the service, as they come and when they are done. */
  begins?(): void
  comes?(slack: boolean, call: Call): void
  done?(slack: boolean, call: Call): void
}

const MOMENT_MS = 100
const LONGEST_MS = 20 * 60_000
/** Nothing has happened for so long that whatever is still to be done is left behind. */
const QUIET_MS = 1500
/**
 * By so much clocks are put forward, and so long it takes until everybody has looked at theirs: by less than a lease,
 * since some hear of it later than others, and what one of them takes meanwhile is theirs also by the clocks of the rest.
 */
const SKIP_MS = LEASE_MS - 5000
const LOOKS_MS = 5500

const none = { service: () => undefined, slack: () => undefined }

/**
 * Replicas of the bot, as processes, between a Slack and a service that both stand behind fronts, and people who change
 * things by every door.
 */
export async function openScene(
  scale: Scale,
  { times, ackMs = 3000, faults = none, begins, comes, done }: Options,
) {
  const { seed, timeoutMs } = scale
  const wishes = new Map<number, Wish>()
  const replicas: Replica[] = []
  let targets: readonly Carried[] = replicas
  const finder = createFinder()
  const carrier = createCarrier({
    targets: () => targets,
    dice: createDice(seed + 1),
    times,
    ackMs,
    signingSecret: () => world.slack.signingSecret,
    wishes,
    slackAt: () => world.api.replace('/api/', ''),
    seemsAt: replica => slackFront.urlOf(replica),
    begins: () => begins?.(),
    learn: finder.learn,
  })
  const world = await openWorld({ ...scale, place: scale.place, carrier })
  const hears = (slack: boolean) => ({
    arrives: (call: Call) => comes?.(slack, call),
    done: (call: Call) => done?.(slack, call),
    lateMs: timeoutMs * 1.5,
  })
  const serviceFront = await openFront({
    ...{ target: world.service, fault: faults.service, ...hears(false) },
    isDone: ({ status, body }) => status === 200 && body !== '',
  })
  const slackFront = await openFront({
    ...{ target: world.api, fault: faults.slack, ...hears(true) },
    isDone: isTakenBySlack,
  })
  for (let index = 0; index < scale.replicas; index++) {
    const environment = {
      ...world.environment,
      SERVICE_URL: serviceFront.urlOf(index),
      SLACK_API_URL: `${slackFront.urlOf(index)}/api`,
      SERVICE_TIMEOUT_MS: String(timeoutMs),
    }
    replicas.push(createReplica({ index, port: await freePort(), folder: world.folder, environment }))
  }
  for (const replica of replicas) replica.start()

  let isOver = false
  const ways = createWays({
    ...{ slack: world.slack, api: world.api, isOver: () => isOver },
    isUp: () => replicas.some(({ isUp }) => isUp()),
  })
  const dice = createDice(seed + 3)
  let taken = 0

  async function live(asker: (typeof world.askers)[number], goesOn: () => boolean): Promise<void> {
    const { id } = asker.organization
    const colleagues = world.askers.filter(each => each !== asker && each.organization.id === id)
    while (goesOn() && !isOver) {
      const wish = wishOf(wishes.size, dice.one(deeds), asker, dice.one(colleagues))
      wishes.set(wish.id, wish)
      world.slack.workspace.channels.push({ id: wish.channel, name: wish.channel.toLowerCase() })
      await wish.deed.prepare(wish, world.desk)
      await wish.deed.asks(wish, ways)
      if (wish.asks.some(isTaken)) taken += 1
      await after(dice.upTo(scale.restMs))
    }
  }

  const openRows = () =>
    world.database
      .selectFrom('changes')
      .select('id')
      .where('state', '<>', 'scheduled')
      .where('due_at', 'is not', null)
      .where('delivered_at', 'is', null)
      .execute()
  const isQuiet = () => serviceFront.underWay() + slackFront.underWay() + carrier.underWay() === 0

  return {
    replicas,
    carrier,
    /** From now on what Slack sends goes there. */
    sendsTo: (to: readonly Carried[]) => {
      targets = to
    },
    /** Everybody changes things, until so many are taken, and as long as there is more to come. */
    lives: (isMore: () => boolean = () => false) =>
      Promise.all(world.askers.map(asker => live(asker, () => taken < scale.changes || isMore()))),

    /** Waits until everything that was asked for is done and told; `hurried` puts the clocks forward for that. */
    async settles(hurried = false): Promise<void> {
      const until = performance.now() + LONGEST_MS
      let quietSince = performance.now()
      while ((await openRows()).length > 0 && performance.now() < until) {
        await after(MOMENT_MS)
        if (!isQuiet()) quietSince = Math.max(quietSince, performance.now())
        if (!hurried || performance.now() - quietSince < QUIET_MS) continue
        for (const replica of replicas) replica.skip(SKIP_MS)
        quietSince = performance.now() + LOOKS_MS - QUIET_MS
      }
    },

    /** Ends the replicas in good order, and reckons what has become of everything. */
    async reckons(): Promise<Reckoning> {
      isOver = true
      const codes = await Promise.all(replicas.map(replica => replica.end()))
      const rows = await world.database
        .selectFrom('changes')
        .selectAll()
        .where('state', '<>', 'scheduled')
        .execute()
      const standing = new Map<string, Standing[]>()
      for (const asker of world.askers)
        if (!standing.has(asker.organization.id))
          standing.set(asker.organization.id, await world.desk.standing(asker))
      const told = tellingsOf({ wishes, calls: slackFront.calls, replicas, finder })
      const all = [...wishes.values()]
      const found = reckon({ wishes: all, rows, told, standing, calls: serviceFront.calls })
      const ids = rows.map(({ id }) => id)
      return {
        problems: [
          ...found.problems,
          ...replicas.flatMap(replica => replica.problems),
          ...codes.filter(code => code !== 0).map(code => `a replica ended with ${code}`),
          ...(world.file ? soundness(world.file) : []),
          ...(await auditOf(world.environment, ids)),
          ...hourglasses(world.slack.workspace.all(), all, told),
        ],
        counts: {
          ...found.counts,
          'calls to the service': serviceFront.calls.length,
          'of these failed': serviceFront.calls.filter(({ fault }) => fault).length,
          'calls to Slack': slackFront.calls.length,
          'of those failed': slackFront.calls.filter(({ fault }) => fault).length,
        },
      }
    },

    async close(): Promise<void> {
      isOver = true
      await Promise.all(replicas.map(replica => replica.end('SIGKILL')))
      await carrier.close()
      await Promise.all([serviceFront.close(), slackFront.close()])
      await world.close()
    },
  }
}
